// Puts HTML text together up to a limit. What is written never comes from the browser's own
// serialization, which knows nothing of what is secret.

import { beginningOf } from '../dom/string';
import { MARK_ADDRESS } from '../../protocol';
import { unmarked } from './safe-attributes';

export class Writer {
  readonly #pieces: string[] = [];
  truncated = false;

  constructor(private room: number) {}

  /** Whether nothing more is written. */
  get isFull(): boolean {
    return this.room === 0;
  }

  /** Adds markup. A marked address stays whole or is left out. */
  add(piece: string): void {
    if (piece.length <= this.room) {
      this.#pieces.push(piece);
      this.room -= piece.length;
      return;
    }
    if (!piece.includes(MARK_ADDRESS)) this.#pieces.push(beginningOf(piece, this.room));
    this.room = 0;
    this.truncated = true;
  }

  addText(text: string): void {
    this.add(escaped(unmarked(text)));
  }

  get html(): string {
    return this.#pieces.join('');
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00a0': '&nbsp;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>\u00a0]/g, letter => ESCAPES[letter] ?? letter);

const MARKED = new RegExp(`${MARK_ADDRESS}[^${MARK_ADDRESS}]*${MARK_ADDRESS}`, 'g');

/** An attribute. The bridge escapes what is marked in it, once it has redacted it. */
export function attributeText(name: string, value: string): string {
  let out = '';
  let end = 0;
  for (const { 0: mark, index } of value.matchAll(MARKED)) {
    out += inAttribute(value.slice(end, index)) + mark;
    end = index + mark.length;
  }
  return ` ${name}="${out}${inAttribute(value.slice(end))}"`;
}

const inAttribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');
