// What one document asks of servers by script. The browser tells of a request up to 50 ms after a page
// made it, the first one of a page later still; an answer that comes sooner must know of it from here.

/** The page-world script's own function: from then on it tells of each `fetch` and `XMLHttpRequest.send`. */
type Follow = () => void;

export class RequestCalls {
  #follow: Follow | null = null;
  #followed = false;
  #lastAt = -Infinity;

  /** The page-world script is there. */
  offered(follow: unknown): void {
    if (typeof follow === 'function') this.#follow ??= () => void Reflect.apply(follow, undefined, []);
  }

  /** Only documents that an agent reads or acts on are followed: a person's own stay as they are. */
  follow(): void {
    if (this.#followed || this.#follow === null) return;
    this.#follow();
    this.#followed = true;
  }

  made(): void {
    this.#lastAt = performance.now();
  }

  /** Whether the document's calls are known. */
  get followed(): boolean {
    return this.#followed;
  }

  /** When the last one was made, as `performance.now()`. */
  get lastAt(): number {
    return this.#lastAt;
  }
}
