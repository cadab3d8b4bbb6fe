// Puts lines of rendered text together: spaces that meet are one, none begins or ends a line, and
// of line breaks that meet the most count (https://html.spec.whatwg.org/#rendered-text-collection-steps).

export class RenderedText {
  readonly #parts: string[] = [];
  /** Line breaks that stand before what comes next. */
  #breaks = 0;
  /** A space does, unless a line begins there. */
  #space = false;

  /** Adds text whose spaces count. */
  add(text: string): void {
    if (text === '') return;
    const before = this.#parts.at(-1);
    if (before !== undefined) {
      if (this.#breaks > 0) this.#parts.push('\n'.repeat(this.#breaks));
      else if (this.#space && !/[ \t\n]$/.test(before)) this.#parts.push(' ');
    }
    this.#breaks = 0;
    this.#space = false;
    this.#parts.push(text);
  }

  /** Adds text whose spaces are collapsed. */
  addLoose(text: string): void {
    const words = text.replace(SPACES, ' ');
    const inner = words.slice(words.startsWith(' ') ? 1 : 0, words.length > 1 && words.endsWith(' ') ? -1 : undefined);
    this.#space ||= words.startsWith(' ');
    if (inner === '') return;
    this.add(inner);
    this.#space = words.endsWith(' ');
  }

  endLine(): void {
    this.#space = false;
    this.add('\n');
  }

  /** What comes next begins after so many line breaks at least. */
  needsBreaks(count: number): void {
    this.#breaks = Math.max(this.#breaks, count);
  }

  toString(): string {
    return this.#parts.join('');
  }
}

/** No-break spaces are no such spaces. */
const SPACES = /[ \t\n\r\f]+/g;
