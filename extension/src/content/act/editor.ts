// Edits a `contenteditable` region with the browser's own editing commands. They work in tabs in the
// background too. The page may cancel `beforeinput` and change the text itself.

import type { Modifiers } from '../../protocol';
import { unitOf } from './caret';
import { fireInput, viewOf } from './events';
import { NOTHING, PREVENTED, type Edited, type Hands } from './hands';
import { deletionType } from './text-field';

/** Puts the caret at the end of an element, unless it is inside already. */
export function placeCaret(host: HTMLElement, within: Element): void {
  const selection = host.ownerDocument.getSelection();
  if (selection === null) return;
  const focus = selection.rangeCount > 0 ? selection.focusNode : null;
  if (focus !== null && within.contains(focus) && host.contains(focus)) return;
  selection.selectAllChildren(within);
  selection.collapseToEnd();
}

export function selectContent(host: HTMLElement, within: Element): void {
  host.ownerDocument.getSelection()?.selectAllChildren(within);
}

const hasSelection = (host: HTMLElement): boolean =>
  host.ownerDocument.getSelection()?.isCollapsed === false;

export const insertInEditor = (host: HTMLElement, text: string): Edited =>
  run(host, 'insertText', text);

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

/** Direction and reach of a key that moves the caret. */
const MOVES: Readonly<Record<string, readonly ['forward' | 'backward', string]>> = {
  ArrowLeft: ['backward', 'character'],
  ArrowRight: ['forward', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
};

export function moveInEditor(
  host: HTMLElement,
  key: string,
  modifiers: Modifiers,
  hands: Hands,
): Edited {
  const move = MOVES[key];
  const selection = host.ownerDocument.getSelection();
  if (move === undefined || selection === null) return NOTHING;
  const [direction, plain] = move;
  const before = [selection.focusNode, selection.focusOffset, selection.isCollapsed];
  if (reachesEdge(key, modifiers, hands.isMac)) toEdge(host, selection, direction, modifiers.shift);
  else
    selection.modify(
      modifiers.shift ? 'extend' : 'move',
      direction,
      reach(key, plain, modifiers, hands),
    );
  const after = [selection.focusNode, selection.focusOffset, selection.isCollapsed];
  if (before.every((part, index) => part === after[index])) return NOTHING;
  return { effect: modifiers.shift ? 'extendSelection' : 'moveCaret', prevented: false };
}

function reach(key: string, plain: string, modifiers: Modifiers, hands: Hands): string {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return plain;
  const unit = unitOf(modifiers, hands.isMac);
  return unit === 'line' ? 'lineboundary' : unit;
}

function reachesEdge(key: string, modifiers: Modifiers, isMac: boolean): boolean {
  if (isMac) return modifiers.meta && key.startsWith('Arrow') && /Up|Down/.test(key);
  return modifiers.ctrl && (key === 'Home' || key === 'End');
}

function toEdge(
  host: HTMLElement,
  selection: Selection,
  direction: 'forward' | 'backward',
  keep: boolean,
): void {
  const offset = direction === 'forward' ? host.childNodes.length : 0;
  if (keep) selection.extend(host, offset);
  else selection.collapse(host, offset);
}

export function selectAllInEditor(host: HTMLElement): Edited {
  host.ownerDocument.getSelection()?.selectAllChildren(host);
  return { effect: 'selectAll', prevented: false };
}
