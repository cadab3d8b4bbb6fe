// Edits a `contenteditable` region with the browser's own editing commands. They work in tabs in the
// background too. The page may cancel `beforeinput` and change the text itself.

import type { Modifiers } from '../../protocol';
import { unitOf } from './caret';
import { hasSelection } from './editor-caret';
import { fireInput, viewOf } from './events';
import { NOTHING, PREVENTED, type Edited, type Hands } from './hands';
import { deletionType } from './text-field';

export const insertInEditor = (host: HTMLElement, text: string): Edited =>
  run(host, 'insertText', text);

/** Markup; the page's scripts see what it is made of. */
export const insertHtml = (host: HTMLElement, html: string): Edited => run(host, 'insertHTML', html);

/** Enter: a paragraph, with Shift a line break. */
export const breakInEditor = (host: HTMLElement, shift: boolean): Edited =>
  run(host, shift ? 'insertLineBreak' : 'insertParagraph', '');

export function deleteInEditor(
  host: HTMLElement,
  forward: boolean,
  modifiers: Modifiers,
  hands: Hands,
): Edited {
  const unit = unitOf(modifiers, hands.isMac);
  const isPlain = unit === 'character' || hasSelection(host);
  if (isPlain) return run(host, forward ? 'forwardDelete' : 'delete', '');
  return deleteFar(host, forward, unit);
}

/** Empties what is selected. */
export const deleteSelection = (host: HTMLElement): Edited =>
  hasSelection(host) ? run(host, 'delete', '') : NOTHING;

/**
 * The browser's command tells the page with trusted `beforeinput` and `input` events of its own,
 * and leaves the text alone when the page cancels the first.
 */
function run(host: HTMLElement, command: string, text: string): Edited {
  let told: InputEvent | null = null;
  const hear = (event: InputEvent): void => {
    told ??= event;
  };
  const before = host.innerHTML;
  const view = viewOf(host);
  view.addEventListener('beforeinput', hear, { capture: true });
  host.ownerDocument.execCommand(command, false, text);
  view.removeEventListener('beforeinput', hear, { capture: true });
  return editedBy(told, host.innerHTML !== before);
}

function editedBy(told: InputEvent | null, changed: boolean): Edited {
  if (told?.defaultPrevented === true) return PREVENTED;
  return changed ? { effect: told?.inputType ?? 'insertText', prevented: false } : NOTHING;
}

/** A word or a line: the browser has no command for these. */
function deleteFar(host: HTMLElement, forward: boolean, unit: string): Edited {
  const selection = host.ownerDocument.getSelection();
  const inputType = deletionType(forward, unit === 'word', unit === 'line');
  if (selection === null) return NOTHING;
  if (!fireInput(host, 'beforeinput', inputType, null)) return PREVENTED;
  const direction = forward ? 'forward' : 'backward';
  selection.modify('extend', direction, unit === 'line' ? 'lineboundary' : 'word');
  if (selection.isCollapsed) return NOTHING;
  selection.deleteFromDocument();
  fireInput(host, 'input', inputType, null);
  return { effect: inputType, prevented: false };
}
