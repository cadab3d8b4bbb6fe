// Edits a `contenteditable` region. The page may cancel `beforeinput` and change the text itself;
// what it does not cancel, the browser's own editing commands carry out.

import type { Modifiers } from '../../protocol';
import { unitOf } from './caret';
import { fireInput } from './events';
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
  edit(host, 'insertText', text, 'insertText');

/** Enter: a paragraph, with Shift a line break. */
export const breakInEditor = (host: HTMLElement, shift: boolean): Edited =>
  shift
    ? edit(host, 'insertLineBreak', null, 'insertLineBreak')
    : edit(host, 'insertParagraph', null, 'insertParagraph');

export function deleteInEditor(
  host: HTMLElement,
  forward: boolean,
  modifiers: Modifiers,
  hands: Hands,
): Edited {
  const unit = unitOf(modifiers, hands.isMac);
  const inputType = deletionType(forward, unit === 'word', unit === 'line');
  if (!fireInput(host, 'beforeinput', inputType, null)) return PREVENTED;
  if (!hasSelection(host) && unit !== 'character') extend(host, forward, unit);
  return apply(host, inputType, null, forward ? 'forwardDelete' : 'delete');
}

function extend(host: HTMLElement, forward: boolean, unit: string): void {
  const granularity = unit === 'line' ? 'lineboundary' : 'word';
  host.ownerDocument.getSelection()?.modify('extend', forward ? 'forward' : 'backward', granularity);
}

/** Empties what is selected; the page sees one deletion. */
export function deleteSelection(host: HTMLElement): Edited {
  if (!hasSelection(host)) return NOTHING;
  return edit(host, 'deleteContentBackward', null, 'delete');
}

function edit(host: HTMLElement, inputType: string, data: string | null, command: string): Edited {
  if (!fireInput(host, 'beforeinput', inputType, data)) return PREVENTED;
  return apply(host, inputType, data, command);
}

function apply(host: HTMLElement, inputType: string, data: string | null, command: string): Edited {
  const before = host.innerHTML;
  const heard = listenForInput(host, () => {
    host.ownerDocument.execCommand(command, false, data ?? '');
  });
  const changed = host.innerHTML !== before;
  if (changed && !heard) fireInput(host, 'input', inputType, data);
  return changed ? { effect: inputType, prevented: false } : NOTHING;
}

function listenForInput(host: HTMLElement, run: () => void): boolean {
  let heard = false;
  const hear = (): void => {
    heard = true;
  };
  host.addEventListener('input', hear, { capture: true, once: true });
  run();
  host.removeEventListener('input', hear, { capture: true });
  return heard;
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
  else selection.modify(modifiers.shift ? 'extend' : 'move', direction, reach(key, plain, modifiers, hands));
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
