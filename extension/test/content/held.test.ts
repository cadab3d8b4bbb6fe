// Whether a field holds what was sent to it, and where a text may be cut.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asHeld, holds } from '../../src/content/act/held';
import { beginningOf } from '../../src/content/dom/string';
import { cut } from '../../src/content/observe/fold';

const TEXT = { input: 'text' };

void test('a fill is the whole value, with its spaces and line breaks', () => {
  assert.equal(holds(TEXT, 'Ada', 'Ada', true), true);
  assert.equal(holds(TEXT, 'Ada', 'Ada ', true), false);
  assert.equal(holds(TEXT, 'Ada Lovelace', 'Ada', true), false);
  assert.equal(holds('textarea', 'a\nb', 'a\r\nb', true), true);
  assert.equal(holds('textarea', 'a b', 'a\nb', true), false);
});

void test('typed text is a part of the value, and Enter leaves nothing in an input', () => {
  assert.equal(holds(TEXT, 'Ada Lovelace', 'Love', false), true);
  assert.equal(holds(TEXT, 'Ada', 'Ada\n', false), true);
  assert.equal(holds('textarea', 'Ada', 'Ada\n', false), false);
  assert.equal(holds(TEXT, 'Ad', 'Ada', false), false);
});

void test('colours and ranges have several spellings of one value', () => {
  assert.equal(holds({ input: 'color' }, '#aabbcc', '#AABBCC', true), true);
  assert.equal(holds({ input: 'range' }, '5', '5.0', true), true);
  assert.equal(holds({ input: 'number' }, '5', '5.0', true), false);
});

void test('an editor breaks lines in its own way', () => {
  assert.equal(holds('editor', 'a\n\nb', 'a\nb', true), true);
  assert.equal(holds('editor', 'a', 'a\nb', true), false);
});

void test('a text is cut between characters', () => {
  assert.equal(beginningOf('abc', 2), 'ab');
  assert.equal(beginningOf('a😀', 2), 'a');
  assert.equal(beginningOf('a😀', 3), 'a😀');
  assert.equal(cut('a \nb', 3), 'a \n…');
  assert.equal(asHeld(TEXT, 'a\r\nb'), 'ab');
});
