// Where the caret of a `contenteditable` region is, and how keys move it (contract:
// *browser_keypress*). Which key leads where is pure, so that other platforms' keys can be tested.

import type { Modifiers } from '../../protocol';
import { isElement, isHtml, isText } from '../dom/elements';
import { unitOf } from './caret';
import { NOTHING, type Edited, type Hands } from './hands';

/** Puts the caret at the end of an element, unless it is inside already. */
export function placeCaret(host: HTMLElement, within: Element): void {
  const selection = host.ownerDocument.getSelection();
  if (selection === null) return;
  const focus = selection.rangeCount > 0 ? selection.focusNode : null;
  if (focus !== null && within.contains(focus) && host.contains(focus)) return;
  caretToEnd(selection, within);
}

/** Behind the last character, inside the last line: behind the line itself another one begins. */
export function caretToEnd(selection: Selection, within: Element): void {
  let node: Node = within;
  for (let last = lastInside(node); last !== null; last = lastInside(node)) node = last;
  const isFilled = node.lastChild?.nodeName !== 'BR';
  const length = isText(node) ? (node.nodeValue ?? '').length : node.childNodes.length;
  selection.collapse(node, isFilled ? length : length - 1);
}

/** The last child that can hold the caret; space between lines cannot. */
function lastInside(node: Node): Node | null {
  let last = node.lastChild;
  while (last !== null && isText(last) && last.previousSibling !== null && isSpace(last)) {
    last = last.previousSibling;
  }
  if (last === null || isText(last)) return last;
  return holdsText(last) ? last : null;
}

const holdsText = (node: Node): boolean =>
  isElement(node) &&
  isHtml(node) &&
  node.isContentEditable &&
  !WITHOUT_TEXT.has(node.localName);

const isSpace = (node: Node): boolean => (node.nodeValue ?? '').trim() === '';

const WITHOUT_TEXT = new Set('br button hr iframe img input select textarea video'.split(' '));

export function selectContent(host: HTMLElement, within: Element): void {
  host.ownerDocument.getSelection()?.selectAllChildren(within);
}

export const hasSelection = (host: HTMLElement): boolean =>
  host.ownerDocument.getSelection()?.isCollapsed === false;

export type Direction = 'forward' | 'backward';

/** How a key moves the caret: as `Selection.modify` counts, or to an end of the whole text. */
export type Move = { direction: Direction; by: 'character' | 'word' | 'line' | 'lineboundary' | 'all' };

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'backward',
  ArrowRight: 'forward',
  ArrowUp: 'backward',
  ArrowDown: 'forward',
  Home: 'backward',
  End: 'forward',
};

/** `null` when the key moves no caret. */
export function moveOf(key: string, modifiers: Modifiers, isMac: boolean): Move | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const unit = unitOf(modifiers, isMac);
      return { direction, by: unit === 'line' ? 'lineboundary' : unit };
    }
    case 'ArrowUp':
    case 'ArrowDown':
      return { direction, by: isMac && modifiers.meta ? 'all' : 'line' };
    default:
      return { direction, by: !isMac && modifiers.ctrl ? 'all' : 'lineboundary' };
  }
}

export function moveInEditor(
  host: HTMLElement,
  key: string,
  modifiers: Modifiers,
  hands: Hands,
): Edited {
  const move = moveOf(key, modifiers, hands.isMac);
  const selection = host.ownerDocument.getSelection();
  if (move === null || selection === null) return NOTHING;
  const before = placeOf(selection);
  if (move.by === 'all') toEdge(host, selection, move.direction, modifiers.shift);
  else selection.modify(modifiers.shift ? 'extend' : 'move', move.direction, move.by);
  const after = placeOf(selection);
  if (before.every((part, index) => part === after[index])) return NOTHING;
  return { effect: modifiers.shift ? 'extendSelection' : 'moveCaret', prevented: false };
}

const placeOf = (selection: Selection): unknown[] => [
  selection.anchorNode,
  selection.anchorOffset,
  selection.focusNode,
  selection.focusOffset,
];

function toEdge(
  host: HTMLElement,
  selection: Selection,
  direction: Direction,
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
