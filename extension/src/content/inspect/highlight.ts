// A red border over an element (*POST /api/highlight*). It belongs to nobody's page: reads leave
// it out, and the pointer goes through it.

const MOST = 50;
const STYLE =
  'all: initial; position: fixed; z-index: 2147483647; box-sizing: border-box; margin: 0; ' +
  'border: 3px solid red; pointer-events: none;';

export class Highlights {
  /** Each border, and what ends it. */
  readonly #shown = new Map<Element, AbortController>();

  /** The borders themselves. */
  get elements(): ReadonlySet<Element> {
    return new Set(this.#shown.keys());
  }

  show(element: Element): void {
    const { ownerDocument: document } = element;
    const view = document.defaultView;
    const root: Element | null = document.documentElement;
    if (view === null || root === null) return;
    const border = document.createElement('div');
    border.setAttribute('aria-hidden', 'true');
    const ended = new AbortController();
    this.#shown.set(border, ended);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > MOST && oldest !== undefined) this.#remove(oldest);
    const place = (): void => {
      if (element.isConnected) border.style.cssText = STYLE + boxOf(element);
      else this.#remove(border);
    };
    place();
    root.append(border);
    const options = { signal: ended.signal, capture: true, passive: true };
    view.addEventListener('scroll', place, options);
    view.addEventListener('resize', place, options);
  }

  clear(): void {
    for (const border of [...this.#shown.keys()]) this.#remove(border);
  }

  #remove(border: Element): void {
    this.#shown.get(border)?.abort();
    this.#shown.delete(border);
    border.remove();
  }
}

function boxOf(element: Element): string {
  const { x, y, width, height } = element.getBoundingClientRect();
  return ` left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px;`;
}
