// Keys by name, chords, and what they are called in answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { characterKey, chordName, parseChord, parseKey } from '../../src/content/act/keys';

const NONE = { alt: false, ctrl: false, meta: false, shift: false };

function nameOf(text: string, isMac = false): string | null {
  const chord = parseChord(text, NONE, isMac);
  return chord === null ? null : chordName(chord);
}

void test('keys are found by the names that people use', () => {
  const found = ['Return', 'Esc', 'Left', 'Spacebar', 'del', 'enter', 'f5', 'ArrowUp'].map(
    name => parseKey(name)?.key,
  );
  assert.deepEqual(found, [
    'Enter',
    'Escape',
    'ArrowLeft',
    ' ',
    'Delete',
    'Enter',
    'F5',
    'ArrowUp',
  ]);
});

void test('a name that no key has is refused', () => {
  assert.equal(parseKey('Foo'), null);
  assert.equal(parseKey('F25'), null);
  assert.equal(nameOf('Foo+a'), null);
});

void test('a character has the key of an American keyboard', () => {
  assert.deepEqual(characterKey('a'), { key: 'a', code: 'KeyA', keyCode: 65, text: 'a' });
  assert.deepEqual(characterKey('!'), { key: '!', code: 'Digit1', keyCode: 49, text: '!' });
  assert.deepEqual(characterKey('?'), { key: '?', code: 'Slash', keyCode: 191, text: '?' });
});

void test('a character that no keyboard key has is typed all the same', () => {
  assert.deepEqual(characterKey('한'), { key: '한', code: '', keyCode: 0, text: '한' });
});

void test('a chord holds the modifiers before its last key', () => {
  assert.equal(nameOf('Shift+ArrowLeft'), 'Shift+ArrowLeft');
  assert.equal(nameOf('ctrl+shift+K'), 'Control+Shift+K');
  assert.equal(nameOf('Shift+a'), 'Shift+A');
});

void test('plus is a key, alone and with modifiers', () => {
  assert.equal(nameOf('+'), '+');
  assert.equal(nameOf('Control++'), 'Control++');
});

void test('ControlOrMeta is the platform’s own', () => {
  assert.equal(nameOf('ControlOrMeta+a'), 'Control+a');
  assert.equal(nameOf('ControlOrMeta+a', true), 'Meta+a');
});
