// Runs in the page's own world when the top document starts, before any script of the page. It
// wraps alert, confirm, prompt and window.open to report that they were called, and changes nothing
// else: the originals run with the same `this` and arguments, and their results are returned.
// Without the door that content/early.ts leaves, it does nothing.

type Door = {
  dialog: (kind: string, message: string, open: boolean) => void;
  popupRefused: (url: string | null) => void;
};

type Called = (this: unknown, ...parameters: unknown[]) => unknown;

/** Must be the name in content/early.ts. */
const DOOR = '__kitsune_early__';

{
  // The page may replace these later; what is used below is taken now.
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { String: toText, Proxy: MakeProxy, URL: ParsedUrl } = globalThis;

  const world = window as unknown as Record<string, unknown>;
  const door = world[DOOR] as Door | undefined;
  Reflect.deleteProperty(world, DOOR);
  if (door !== undefined) start(door);

  function start({ dialog, popupRefused }: Door): void {
    for (const kind of ['alert', 'confirm', 'prompt']) {
      wrap(kind, (original, self, parameters) => {
        const message = parameters.length === 0 ? '' : text(parameters[0]);
        quietly(() => dialog(kind, message, true));
        try {
          return apply(original, self, parameters);
        } finally {
          quietly(() => dialog(kind, message, false));
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
  function quietly(run: () => void): void {
    try {
      run();
    } catch {
      // Nobody listens any more.
    }
  }

  /** The dialog's own conversion may fail or have effects; only plain values are told. */
  function text(value: unknown): string {
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? toText(value)
      : '';
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
