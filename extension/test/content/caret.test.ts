// Where keys move the caret and what they delete. In the texts `|` is the caret, `[` and `]` are
// the two ends of a selection.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { deleted, moved, unitOf } from '../../src/content/act/caret';

const NONE = { alt: false, ctrl: false, meta: false, shift: false };
const CTRL = { ...NONE, ctrl: true };
const SHIFT = { ...NONE, shift: true };
const META = { ...NONE, meta: true };

function read(marked: string) {
  const anchor = marked.search(/[[|]/);
  const text = marked.replace(/[[\]|]/g, '');
  const end = marked.indexOf(']');
  return { text, selection: { anchor, focus: end < 0 ? anchor : end - 1 } };
}

function write(text: string, { anchor, focus }: { anchor: number; focus: number }): string {
  if (anchor === focus) return `${text.slice(0, anchor)}|${text.slice(anchor)}`;
  return `${text.slice(0, anchor)}[${text.slice(anchor, focus)}]${text.slice(focus)}`;
}

function after(marked: string, key: string, modifiers = NONE, isMac = false): string | null {
  const { text, selection } = read(marked);
  const result = moved(text, selection, key, modifiers, isMac);
  return result === null ? null : write(text, result);
}

function rest(marked: string, forward: boolean, modifiers = NONE, isMac = false): string {
  const { text, selection } = read(marked);
  const { start, end } = deleted(text, selection, forward, unitOf(modifiers, isMac));
  return text.slice(0, start) + text.slice(end);
}

void test('arrows move by a character and stop at the ends', () => {
  assert.equal(after('a|b', 'ArrowLeft'), '|ab');
  assert.equal(after('|ab', 'ArrowLeft'), '|ab');
  assert.equal(after('ab|', 'ArrowRight'), 'ab|');
});

void test('a flag or a letter with accents is one character', () => {
  assert.equal(after('|🇰🇷!', 'ArrowRight'), '🇰🇷|!');
  assert.equal(rest('e\u0301|', false), '');
});

void test('a plain arrow goes to an end of the selection', () => {
  assert.equal(after('a[bc]d', 'ArrowLeft'), 'a|bcd');
  assert.equal(after('a[bc]d', 'ArrowRight'), 'abc|d');
});

void test('Shift extends the selection', () => {
  assert.equal(after('a|bc', 'ArrowRight', SHIFT), 'a[b]c');
  assert.equal(after('a|bc', 'End', SHIFT), 'a[bc]');
});

void test('words are Control elsewhere and Alt on macOS', () => {
  assert.equal(after('one two|', 'ArrowLeft', CTRL), 'one |two');
  assert.equal(after('one two|', 'ArrowLeft', { ...NONE, alt: true }, true), 'one |two');
  assert.equal(rest('one two|', false, CTRL), 'one ');
});

void test('Meta reaches the line boundary on macOS', () => {
  assert.equal(after('a\nbc|', 'ArrowLeft', META, true), 'a\n|bc');
  assert.equal(rest('a\nbc|', false, META, true), 'a\n');
  assert.equal(after('a\nbc|', 'ArrowUp', META, true), '|a\nbc');
});

void test('Home and End stay in the line, with Control they reach the whole text', () => {
  assert.equal(after('a\nb|c', 'Home'), 'a\n|bc');
  assert.equal(after('a\nb|c', 'Home', CTRL), '|a\nbc');
  assert.equal(after('a|\nbc', 'End', CTRL), 'a\nbc|');
});

void test('Up and Down keep the column between a text’s own lines', () => {
  assert.equal(after('abc\nd|ef', 'ArrowUp'), 'a|bc\ndef');
  assert.equal(after('abc|\nd', 'ArrowDown'), 'abc\nd|');
  assert.equal(after('a|b', 'ArrowUp'), '|ab');
  assert.equal(after('a|b', 'ArrowDown'), 'ab|');
});

void test('the caret never passes a line break that begins the text', () => {
  assert.equal(after('|\na', 'Home'), '|\na');
});

void test('Backspace and Delete remove the selection, else one side of the caret', () => {
  assert.equal(rest('a[bc]d', false), 'ad');
  assert.equal(rest('ab|c', false), 'ac');
  assert.equal(rest('ab|c', true), 'ab');
  assert.equal(rest('|', false), '');
});

void test('other keys move nothing', () => {
  assert.equal(after('a|b', 'PageDown'), null);
});
