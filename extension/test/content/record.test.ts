// The text form of records, and how texts are folded and cut.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clip, fold } from '../../src/content/observe/fold';
import { formatRecords, type Emitted, type Line } from '../../src/content/observe/record';

const LINE: Line<string> = {
  node: 'n',
  depth: 1,
  parent: -1,
  role: 'button',
  name: 'Save',
  states: [],
  url: '',
  level: 3,
};

const EMITTED: Emitted<string> = {
  line: LINE,
  level: 2,
  changed: false,
  target: false,
  forFrame: false,
};

const format = (line: Partial<Line<string>>, emitted: Partial<Emitted<string>> = {}): string =>
  formatRecords([{ ...EMITTED, ...emitted, line: { ...LINE, ...line } }], () => 7);

void test('a record has eight fields', () => {
  assert.equal(format({}), '1\t2\t\t7\tbutton\tSave\t\t');
  assert.equal(
    format(
      { states: ['level=1', 'filled'], url: 'https://a.b/' },
      { changed: true, target: true, level: 9 },
    ),
    '1\t9\tct\t7\tbutton\tSave\tlevel=1\u001ffilled\thttps://a.b/',
  );
});

void test('a line that is there only for a frame says so', () => {
  assert.equal(format({}, { forFrame: true }), '1\t2\tf\t7\tbutton\tSave\t\t');
});

void test('what a page names an element ends no field', () => {
  assert.equal(format({ name: ' a\tb\n c\u001fd ' }), '1\t2\t\t7\tbutton\ta b c d\t\t');
});

void test('text has no ref, and neither has a text that went', () => {
  assert.equal(format({ role: 'text' }), '1\t2\t\t\ttext\tSave\t\t');
  assert.equal(
    format({ role: 'removed', states: ['role=text'] }),
    '1\t2\t\t\tremoved\tSave\trole=text\t',
  );
});

void test('folded removals name what they were under', () => {
  const line = format(
    { role: 'removed', states: ['role=button', 'more=4', 'under=main'] },
    { under: 'm' },
  );
  assert.equal(line.split('\t')[6], 'role=button\u001fmore=4\u001funder=main\u001funderRef=7');
});

void test('a text is cut with a mark and never inside a character', () => {
  assert.equal(clip('abcd', 4), 'abcd');
  assert.equal(clip('abcde', 4), 'abcd…');
  assert.equal(clip('ab😀d', 3), 'ab…');
  assert.equal(clip('ab cd', 3), 'ab…');
});

void test('marks of where a word may break are left out', () => {
  assert.equal(fold('\u00adSil\u00adben\u200bmarken\ufeff \u200b'), 'Silbenmarken');
  assert.equal(fold('👩\u200d👧'), '👩\u200d👧');
});

void test('white space of every kind is folded', () => {
  assert.equal(fold('\u00a0 a\u2003\r\nb '), 'a b');
});
