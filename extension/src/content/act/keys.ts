// Keys by name (contract: *browser_keypress*): what `KeyboardEvent` says of them. Pure.
// https://www.w3.org/TR/uievents-key/, https://www.w3.org/TR/uievents-code/

import type { Modifiers } from '../../protocol';

export type Key = {
  /** `KeyboardEvent.key`. */
  key: string;
  code: string;
  keyCode: number;
  /** What the key types; empty for keys that type nothing. */
  text: string;
};

/** A key and what is held with it, after `Control+Shift+a` was taken apart. */
export type Chord = { key: Key; modifiers: Modifiers };

/** Key codes of keys that type nothing; `code` is the key's name. */
const NAMED: Readonly<Record<string, number>> = {
  Alt: 18,
  ArrowDown: 40,
  ArrowLeft: 37,
  ArrowRight: 39,
  ArrowUp: 38,
  Backspace: 8,
  CapsLock: 20,
  ContextMenu: 93,
  Control: 17,
  Delete: 46,
  End: 35,
  Enter: 13,
  Escape: 27,
  Home: 36,
  Insert: 45,
  Meta: 91,
  PageDown: 34,
  PageUp: 33,
  Shift: 16,
  Tab: 9,
};

const ALIASES: Readonly<Record<string, string>> = {
  alt: 'Alt',
  cmd: 'Meta',
  command: 'Meta',
  control: 'Control',
  ctrl: 'Control',
  del: 'Delete',
  down: 'ArrowDown',
  esc: 'Escape',
  left: 'ArrowLeft',
  option: 'Alt',
  return: 'Enter',
  right: 'ArrowRight',
  space: ' ',
  spacebar: ' ',
  up: 'ArrowUp',
};

const MODIFIERS: Readonly<Record<string, keyof Modifiers>> = {
  Alt: 'alt',
  Control: 'ctrl',
  Meta: 'meta',
  Shift: 'shift',
};

/** Physical keys of an American keyboard: plain and shifted character, code, key code. */
const PRINTED: readonly (readonly [string, string, string, number])[] = [
  ['`', '~', 'Backquote', 192],
  ['-', '_', 'Minus', 173],
  ['=', '+', 'Equal', 61],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  [';', ':', 'Semicolon', 59],
  ["'", '"', 'Quote', 222],
  [',', '<', 'Comma', 188],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
];

const SHIFTED_DIGITS = ')!@#$%^&*(';

/** The key of one character. */
export function characterKey(character: string): Key {
  if (character === '\n' || character === '\r') return namedKey('Enter');
  if (character === '\t') return namedKey('Tab');
  const { code, keyCode } = physicalKey(character);
  return { key: character, code, keyCode, text: character };
}

function physicalKey(character: string): { code: string; keyCode: number } {
  if (character === ' ') return { code: 'Space', keyCode: 32 };
  if (/^[a-z]$/i.test(character)) {
    const upper = character.toUpperCase();
    return { code: `Key${upper}`, keyCode: upper.charCodeAt(0) };
  }
  const digit = /^\d$/.test(character) ? Number(character) : SHIFTED_DIGITS.indexOf(character);
  if (digit >= 0 && character !== '') return { code: `Digit${digit}`, keyCode: 48 + digit };
  const printed = PRINTED.find(([plain, shifted]) => character === plain || character === shifted);
  return { code: printed?.[2] ?? '', keyCode: printed?.[3] ?? 0 };
}

function namedKey(name: string): Key {
  const isFunction = /^F([1-9]|1\d|2[0-4])$/.exec(name);
  if (isFunction !== null)
    return { key: name, code: name, keyCode: 111 + Number(isFunction[1]), text: '' };
  const sided = name in MODIFIERS ? `${name}Left` : name;
  return { key: name, code: sided, keyCode: NAMED[name] ?? 0, text: '' };
}

/** `null` when no key has this name. */
export function parseKey(name: string): Key | null {
  const known = ALIASES[name.toLowerCase()] ?? name;
  if ([...known].length === 1) return characterKey(known);
  const cased = Object.keys(NAMED).find(each => each.toLowerCase() === known.toLowerCase());
  if (cased !== undefined) return namedKey(cased);
  const upper = known.toUpperCase();
  return /^F([1-9]|1\d|2[0-4])$/.test(upper) ? namedKey(upper) : null;
}

/** `a`, `Enter`, `Shift+ArrowLeft`, `Control+Shift+Z`, `ControlOrMeta+a`, `+`, `Shift++`. */
export function parseChord(text: string, held: Modifiers, isMac: boolean): Chord | null {
  const names = text.length > 1 ? text.split(/\+(?!$)/) : [text];
  const last = names.pop() ?? '';
  const modifiers = { ...held };
  for (const name of names) {
    const plain = name === 'ControlOrMeta' ? (isMac ? 'Meta' : 'Control') : name;
    const modifier = MODIFIERS[ALIASES[plain.toLowerCase()] ?? capitalized(plain)];
    if (modifier === undefined) return null;
    modifiers[modifier] = true;
  }
  const key = parseKey(last);
  return key === null ? null : { key: shifted(key, modifiers), modifiers };
}

const capitalized = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** With Shift a letter key types its capital. */
function shifted(key: Key, modifiers: Modifiers): Key {
  if (!modifiers.shift || !/^[a-z]$/.test(key.text)) return key;
  return { ...key, key: key.key.toUpperCase(), text: key.text.toUpperCase() };
}

/** `Shift+ArrowLeft`; a capital says that Shift was held. */
export function chordName({ key, modifiers }: Chord): string {
  const held = [
    ...(modifiers.ctrl ? ['Control'] : []),
    ...(modifiers.alt ? ['Alt'] : []),
    ...(modifiers.meta ? ['Meta'] : []),
    ...(modifiers.shift ? ['Shift'] : []),
  ];
  return [...held, key.key === ' ' ? 'Space' : key.key].join('+');
}
