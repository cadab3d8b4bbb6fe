// Whether a field holds what was sent to it, and where a text may be cut.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asHeld, holds } from '../../src/content/act/held';
import { beginningOf } from '../../src/content/dom/string';
import { cut } from '../../src/content/observe/fold';

const TEXT = { input: 'text' };
const WHOLE = { kind: 'replaced', before: '' } as const;
const insertedInto = (before: string, start = before.length, end = start) =>
  ({ kind: 'inserted', before, at: { start, end } }) as const;

void test('a fill is the whole value, with its spaces and line breaks', () => {
  assert.equal(holds(TEXT, 'Ada', 'Ada', WHOLE), true);
  assert.equal(holds(TEXT, 'Ada', 'Ada ', WHOLE), false);
  assert.equal(holds(TEXT, 'Ada Lovelace', 'Ada', WHOLE), false);
  assert.equal(holds('textarea', 'a\nb', 'a\r\nb', WHOLE), true);
  assert.equal(holds('textarea', 'a b', 'a\nb', WHOLE), false);
});

void test('typed text stands where it was typed, and Enter leaves nothing in an input', () => {
  assert.equal(holds(TEXT, 'Ada Lovelace', 'Love', insertedInto('Ada lace', 4)), true);
  assert.equal(holds(TEXT, 'Ada', 'A', insertedInto('Bda', 0, 1)), true);
  assert.equal(holds(TEXT, 'Ada', 'Ada\n', insertedInto('')), true);
  assert.equal(holds('textarea', 'Ada', 'Ada\n', insertedInto('')), false);
  assert.equal(holds(TEXT, 'Ad', 'Ada', insertedInto('')), false);
});

void test('text that was there before does not stand for what was sent', () => {
  assert.equal(holds(TEXT, 'banana', 'a', insertedInto('banana')), false);
  assert.equal(holds('editor', 'kept forever', 'kept', { kind: 'replaced', before: 'kept forever' }), false);
  assert.equal(holds('editor', 'old new', 'new', { kind: 'replaced', before: 'old' }), false);
  assert.equal(holds('editor', 'kept', '', { kind: 'replaced', before: 'kept' }), false);
  assert.equal(holds('editor', 'banana', 'a', { kind: 'added', before: 'banana' }), false);
  assert.equal(holds('editor', 'old', 'old', { kind: 'replaced', before: 'old' }), true);
  assert.equal(holds('editor', 'one a', 'a', { kind: 'part' }), true);
});

void test('colours and ranges have several spellings of one value', () => {
  assert.equal(holds({ input: 'color' }, '#aabbcc', '#AABBCC', WHOLE), true);
  assert.equal(holds({ input: 'range' }, '5', '5.0', WHOLE), true);
  assert.equal(holds({ input: 'number' }, '5', '5.0', WHOLE), false);
});

void test('an editor breaks lines in its own way', () => {
  assert.equal(holds('editor', 'a\n\nb', 'a\nb', WHOLE), true);
  assert.equal(holds('editor', 'a', 'a\nb', WHOLE), false);
});

void test('a text is cut between characters', () => {
  assert.equal(beginningOf('abc', 2), 'ab');
  assert.equal(beginningOf('a😀', 2), 'a');
  assert.equal(beginningOf('a😀', 3), 'a😀');
  assert.equal(cut('a \nb', 3), 'a \n…');
  assert.equal(asHeld(TEXT, 'a\r\nb'), 'ab');
});
