// Which items of a run are left out.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gapsOf } from '../../src/content/observe/similar';

/** `#` is listed, `.` is not. */
const gaps = (items: string): string =>
  gapsOf([...items].map(item => item === '#'))
    .map(({ start, end }) => `${start}-${end}`)
    .join(' ');

void test('a marker hides at least three items', () => {
  assert.equal(gaps('#####...'), '5-8');
  assert.equal(gaps('#####..'), '');
});

void test('an item that is kept parts what is hidden', () => {
  assert.equal(gaps('#####.....#.....'), '5-10 11-16');
  assert.equal(gaps('#####.#....'), '7-11');
});

void test('a run that is listed whole has no gap', () => {
  assert.equal(gaps('########'), '');
});
