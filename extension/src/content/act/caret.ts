// Where keys move the caret in the text of an input or textarea, and what they delete. Pure:
// text and selection in, selection or range out (contract: *browser_keypress*).

import type { Modifiers } from '../../protocol';

/** A selection; `focus` is the end that moves. Equal ends are a caret. */
export type Selection = { anchor: number; focus: number };

export type Range = { start: number; end: number };

export const rangeOf = ({ anchor, focus }: Selection): Range => ({
  start: Math.min(anchor, focus),
  end: Math.max(anchor, focus),
});

/** How far a key reaches. */
export type Unit = 'character' | 'word' | 'line' | 'all';

/** The unit of arrows, Backspace and Delete. */
export function unitOf({ alt, ctrl, meta }: Modifiers, isMac: boolean): Unit {
  if (isMac) return meta ? 'line' : alt ? 'word' : 'character';
  return ctrl ? 'word' : 'character';
}

/** Where the caret is after a key; `null` when the key moves none. */
export function moved(
  text: string,
  selection: Selection,
  key: string,
  modifiers: Modifiers,
  isMac: boolean,
): Selection | null {
  const focus = movedFocus(text, selection, key, modifiers, isMac);
  if (focus === null) return null;
  return { anchor: modifiers.shift ? selection.anchor : focus, focus };
}

function movedFocus(
  text: string,
  selection: Selection,
  key: string,
  modifiers: Modifiers,
  isMac: boolean,
): number | null {
  const unit = unitOf(modifiers, isMac);
  const toEdge = !isMac && modifiers.ctrl;
  switch (key) {
    case 'ArrowLeft':
      return collapses(selection, modifiers, unit)?.start ?? before(text, selection.focus, unit);
    case 'ArrowRight':
      return collapses(selection, modifiers, unit)?.end ?? after(text, selection.focus, unit);
    case 'ArrowUp':
      return isMac && modifiers.meta ? 0 : lineMove(text, selection.focus, -1);
    case 'ArrowDown':
      return isMac && modifiers.meta ? text.length : lineMove(text, selection.focus, 1);
    case 'Home':
      return toEdge ? 0 : before(text, selection.focus, 'line');
    case 'End':
      return toEdge ? text.length : after(text, selection.focus, 'line');
    default:
      return null;
  }
}

/** A plain arrow goes to the end of a selection instead of one further. */
function collapses(selection: Selection, modifiers: Modifiers, unit: Unit): Range | null {
  const isSelected = selection.anchor !== selection.focus;
  return isSelected && !modifiers.shift && unit === 'character' ? rangeOf(selection) : null;
}

/** What Backspace or Delete removes; empty when there is nothing. */
export function deleted(text: string, selection: Selection, forward: boolean, unit: Unit): Range {
  const range = rangeOf(selection);
  if (range.start !== range.end) return range;
  return forward
    ? { start: range.start, end: after(text, range.start, unit) }
    : { start: before(text, range.start, unit), end: range.start };
}

export function before(text: string, from: number, unit: Unit): number {
  switch (unit) {
    case 'character':
      return from - lastCharacterLength(text.slice(0, from));
    case 'word':
      return from - (/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u.exec(text.slice(0, from))?.[0].length ?? 0);
    case 'line':
      return from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
    case 'all':
      return 0;
  }
}

export function after(text: string, from: number, unit: Unit): number {
  const rest = text.slice(from);
  switch (unit) {
    case 'character':
      return from + firstCharacterLength(rest);
    case 'word':
      return from + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(rest)?.[0].length ?? 0);
    case 'line':
      return from + (/^[^\n]*/.exec(rest)?.[0].length ?? 0);
    case 'all':
      return text.length;
  }
}

/** A character as a person sees it, such as a flag or a letter with its accents. */
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Longer than any grapheme that people write; keeps a key press cheap in a long text. */
const GRAPHEME_LENGTH = 64;

function firstCharacterLength(text: string): number {
  const [first] = GRAPHEMES.segment(text.slice(0, GRAPHEME_LENGTH));
  return first?.segment.length ?? 0;
}

function lastCharacterLength(text: string): number {
  return [...GRAPHEMES.segment(text.slice(-GRAPHEME_LENGTH))].at(-1)?.segment.length ?? 0;
}

/** One line up or down, in the same column; past the first and last line to the text's ends. */
function lineMove(text: string, from: number, lines: -1 | 1): number {
  const start = before(text, from, 'line');
  const column = from - start;
  if (lines < 0) {
    if (start === 0) return 0;
    const above = before(text, start - 1, 'line');
    return Math.min(above + column, start - 1);
  }
  const end = after(text, from, 'line');
  if (end === text.length) return text.length;
  return Math.min(end + 1 + column, after(text, end + 1, 'line'));
}
