// Texts that say whether a checkbox is to be checked.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseChecked } from '../../src/content/act/check';

void test('a state has four spellings each way, in any case', () => {
  for (const text of ['true', 'On', 'YES', '1']) assert.equal(parseChecked(text), true, text);
  for (const text of ['false', 'Off', 'no', '0']) assert.equal(parseChecked(text), false, text);
});

void test('anything else is no state', () => {
  for (const text of ['maybe', '', 'null', 'checked']) assert.equal(parseChecked(text), null, text);
});
