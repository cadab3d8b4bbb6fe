// Runs in the page's own world when a document starts, before any script of the page. It wraps alert,
// confirm, prompt and window.open to report that they were called. A dialog that the tab's policy
// answers does not open; otherwise the originals run, and their results are returned.
// Without the door that content/early.ts leaves, it does nothing.

type Door = {
  /** The value to return in place of the dialog's; `null` lets it open. */
  ask: (kind: string, message: string, suggested: string) => { value: unknown } | null;
  opened: (kind: string, message: string, suggested: string) => void;
  closed: (kind: string, message: string, value: unknown) => void;
  popupRefused: (url: string | null) => void;
};

type Called = (this: unknown, ...parameters: unknown[]) => unknown;

/** Must be the name in content/early.ts. */
const DOOR = '__kitsune_early__';

{
  // The page may replace these later; what is used below is taken now.
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { Proxy: MakeProxy, URL: ParsedUrl } = globalThis;

  const world = window as unknown as Record<string, unknown>;
  const door = world[DOOR] as Door | undefined;
  Reflect.deleteProperty(world, DOOR);
  if (door !== undefined) start(door);

  function start({ ask, opened, closed, popupRefused }: Door): void {
    for (const kind of ['alert', 'confirm', 'prompt']) {
      wrap(kind, (original, self, parameters) => {
        const texts = converted(kind, parameters);
        const message = texts[0] ?? '';
        const suggested = texts[1] ?? '';
        const answer = quietly(() => ask(kind, message, suggested)) ?? null;
        if (answer !== null) return answer.value;
        quietly(() => opened(kind, message, suggested));
        let value: unknown;
        try {
          value = apply(original, self, texts);
          return value;
        } finally {
          quietly(() => closed(kind, message, value));
        }
      });
    }
    wrap('open', (original, self, parameters) => {
      const opened = apply(original, self, parameters);
      if (opened === null && !opensUnseen(parameters[2])) {
        quietly(() => popupRefused(urlOf(parameters[0])));
      }
      return opened;
    });
  }

  /** A proxy keeps the function's name, length and text. */
  function wrap(
    name: string,
    call: (original: Called, self: unknown, parameters: unknown[]) => unknown,
  ): void {
    const descriptor = getOwnPropertyDescriptor(world, name);
    const original: unknown = descriptor?.value;
    if (descriptor === undefined || !isCallable(original)) return;
    const value = new MakeProxy(original, {
      apply: (target, self: unknown, parameters: unknown[]) => call(target, self, parameters),
    });
    defineProperty(world, name, { ...descriptor, value });
  }

  function isCallable(value: unknown): value is Called {
    return typeof value === 'function';
  }

  /** A report never disturbs the page: our side may be gone since the extension was updated. */
  function quietly<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch {
      // Nobody listens any more.
      return undefined;
    }
  }

  /** The arguments as the dialog itself would convert them: once, in order, and it may throw. */
  function converted(kind: string, parameters: unknown[]): string[] {
    if (parameters.length === 0) return [];
    const message = text(kind, parameters[0]);
    const hasMore = kind === 'prompt' && parameters.length > 1;
    return hasMore ? [message, text(kind, parameters[1])] : [message];
  }

  /** An undefined argument is its default; an alert has none. Of a symbol there is no text. */
  function text(kind: string, value: unknown): string {
    return value === undefined && kind !== 'alert' ? '' : `${value as string}`;
  }

  /** With these features `null` is what a page gets for a window that did open. */
  function opensUnseen(features: unknown): boolean {
    return typeof features === 'string' && /\b(noopener|noreferrer)\b/i.test(features);
  }

  /** Resolved as a link's; one that does not parse stays as it is. */
  function urlOf(url: unknown): string | null {
    if (typeof url !== 'string' || url === '') return null;
    try {
      return new ParsedUrl(url, document.baseURI).href;
    } catch {
      return url;
    }
  }
}

export {};
