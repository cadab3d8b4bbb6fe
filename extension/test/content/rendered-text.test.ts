// How pieces of rendered text are joined: spaces and line breaks that meet.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { RenderedText } from '../../src/content/observe/rendered-text';

/** `\n` and numbers are breaks, `=…` is text as it is. */
function joined(...pieces: (string | number)[]): string {
  const text = new RenderedText();
  for (const piece of pieces) {
    if (typeof piece === 'number') text.needsBreaks(piece);
    else if (piece === '\n') text.endLine();
    else if (piece.startsWith('=')) text.add(piece.slice(1));
    else text.addLoose(piece);
  }
  return text.toString();
}

void test('spaces that meet are one, and none begins or ends a line', () => {
  assert.equal(joined('  a \n', ' b', 'c ', '  '), 'a bc');
  assert.equal(joined('a ', 1, ' b ', '\n', ' c'), 'a\nb\nc');
  assert.equal(joined('a ', '=b ', ' c'), 'a b c');
  assert.equal(joined('a\u00a0 ', ' \u00a0b'), 'a\u00a0 \u00a0b');
});

void test('of breaks that meet the most count, and none begins or ends the text', () => {
  assert.equal(joined(2, 'a', 1, 2, 1, ' ', 'b', 2), 'a\n\nb');
  assert.equal(joined('a', '\n', '\n', 'b'), 'a\n\nb');
});

void test('text whose spaces count keeps them', () => {
  assert.equal(joined('=  a\n  b', 1, '= c'), '  a\n  b\n c');
});
