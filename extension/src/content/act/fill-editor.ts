// Puts whole texts into a `contenteditable` region, at once and without keys (contract:
// *browser_type*, modes `fill` and `editable`). The page sees ordinary edits, and may make them itself.

import { nextTask, NO_MODIFIERS } from './events';
import { breakInEditor, deleteSelection, insertHtml, insertInEditor } from './editor';
import { hasSelection, placeCaret, selectContent } from './editor-caret';
import { listenFor, moveFocus } from './focus';
import { both, NOTHING, type Edited, type Hands } from './hands';
import { parseKey } from './keys';
import { pasteInEditor } from './paste';
import { pressKey } from './press';

export type Insertion = { text: string; isHtml: boolean; clear: boolean };

/** At the caret when it is in the target, else at its end; `clear` replaces what is there. */
export async function editEditor(
  host: HTMLElement,
  target: Element,
  { text, isHtml, clear }: Insertion,
  hands: Hands,
): Promise<Edited> {
  const emptied = await enterEditor(host, target, clear, hands);
  if (!isHtml) return both(emptied, await insertLines(host, text));
  return text === '' ? emptied : both(emptied, insertHtml(host, text));
}

/** Focuses the editor, empties the target if asked to, and puts the caret into it. */
export async function enterEditor(
  host: HTMLElement,
  target: Element,
  clear: boolean,
  hands: Hands,
): Promise<Edited> {
  const within = (): Element => (host.contains(target) ? target : host);
  moveFocus(host);
  const emptied = clear ? await emptyEditor(host, within(), hands) : NOTHING;
  placeCaret(host, within());
  // Pages learn of the caret by an event of its own.
  await nextTask();
  return emptied;
}

/**
 * As a person does, with a key: editors that keep their own text handle it, and would not
 * understand a deletion without one.
 */
async function emptyEditor(
  host: HTMLElement,
  within: Element,
  hands: Hands,
): Promise<Edited> {
  if (within.textContent === '' && within.childElementCount === 0) return NOTHING;
  selectContent(host, within);
  await nextTask();
  const key = parseKey('Backspace');
  if (key === null) return NOTHING;
  const before = host.innerHTML;
  let pressed: Edited = NOTHING;
  const isOffered = listenFor(host, 'beforeinput', () => {
    pressed = pressKey(host, { key, modifiers: NO_MODIFIERS }, null, hands);
  });
  await nextTask();
  if (isOffered) return pressed;
  // A page that keeps the key for itself and deletes nothing: the deletion alone then.
  const isIgnored = pressed.prevented && host.innerHTML === before && hasSelection(host);
  return isIgnored ? deleteSelection(host) : { ...pressed, prevented: false };
}

async function insertLines(host: HTMLElement, text: string): Promise<Edited> {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > 1 && (await pasteInEditor(host, lines.join('\n')))) {
    return { effect: 'insertFromPaste', prevented: false };
  }
  let all: Edited = NOTHING;
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      all = both(all, breakInEditor(host, false));
      await nextTask();
    }
    if (line !== '') all = both(all, insertInEditor(host, line));
  }
  return all;
}
