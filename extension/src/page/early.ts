// Runs in the page's own world when a document starts, before any script of the page. It wraps alert,
// confirm, prompt and window.open to report that they were called. A dialog that the tab's policy
// answers does not open; otherwise the originals run, and their results are returned. It wraps what
// opens a file chooser, too: for an agent it stays closed. What makes requests it wraps only once an
// agent reads the document.
// Without the door that content/early.ts leaves, it does nothing.

type Door = {
  /** The value to return in place of the dialog's; `null` lets it open. */
  ask: (kind: string, message: string, suggested: string) => { value: unknown } | null;
  opened: (kind: string, message: string, suggested: string) => void;
  closed: (kind: string, message: string, value: unknown) => void;
  popupRefused: (url: string | null) => void;
  /** Whether the file chooser of an input is to stay closed. */
  filesAsked: (input: unknown) => boolean;
  requested: () => void;
  /** Takes what makes `requested` known of each request that a script makes from then on. */
  offerRequests: (follow: () => void) => void;
};

type Called = (this: unknown, ...parameters: unknown[]) => unknown;

/** Must be the name in content/early.ts. */
const DOOR = '__kitsune_early__';

{
  // The page may replace these later; what is used below is taken now.
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { Proxy: MakeProxy, URL: ParsedUrl } = globalThis;
  const addListener = own(EventTarget.prototype, 'addEventListener').value;
  const removeListener = own(EventTarget.prototype, 'removeEventListener').value;
  const preventDefault = own(Event.prototype, 'preventDefault').value;
  const typeOf = own(HTMLInputElement.prototype, 'type').get;
  const nameOf = own(Element.prototype, 'localName').get;

  const world = window as unknown as Record<string, unknown>;
  const door = world[DOOR] as Door | undefined;
  Reflect.deleteProperty(world, DOOR);
  if (door !== undefined) start(door);

  function start(door: Door): void {
    const { ask, opened, closed, popupRefused, filesAsked } = door;
    for (const kind of ['alert', 'confirm', 'prompt']) {
      wrap(world, kind, (original, self, parameters) => {
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
    wrap(world, 'open', (original, self, parameters) => {
      const opened = apply(original, self, parameters);
      if (opened === null && !opensUnseen(parameters[2])) {
        quietly(() => popupRefused(urlOf(parameters[0])));
      }
      return opened;
    });
    const staysClosed = (self: unknown): boolean =>
      quietly(() => isFileInput(self) && filesAsked(self)) === true;
    wrap(HTMLElement.prototype, 'click', (original, self, parameters) =>
      staysClosed(self)
        ? unopened(self, () => apply(original, self, parameters))
        : apply(original, self, parameters),
    );
    wrap(HTMLInputElement.prototype, 'showPicker', (original, self, parameters) =>
      staysClosed(self) ? undefined : apply(original, self, parameters),
    );
    quietly(() => door.offerRequests(() => followRequests(door)));
  }

  function followRequests({ requested }: Door): void {
    for (const [holder, name] of [[world, 'fetch'], [XMLHttpRequest.prototype, 'send']] as const) {
      wrap(holder, name, (original, self, parameters) => {
        quietly(requested);
        return apply(original, self, parameters);
      });
    }
  }

  function own(holder: object, name: string): Omit<PropertyDescriptor, 'value'> & { value?: Called } {
    return getOwnPropertyDescriptor(holder, name) ?? {};
  }

  /** Throws for what is no element. */
  function isFileInput(self: unknown): boolean {
    if (typeOf === undefined || nameOf === undefined) return false;
    return apply(nameOf, self, []) === 'input' && apply(typeOf, self, []) === 'file';
  }

  function call(method: Called | undefined, self: unknown, ...parameters: unknown[]): void {
    if (method !== undefined) apply(method, self, parameters);
  }

  /** The page's listeners hear the click; ours comes after those of the input and keeps it so. */
  function unopened(self: unknown, click: () => unknown): unknown {
    const stop = (event: unknown): void => call(preventDefault, event);
    quietly(() => call(addListener, self, 'click', stop));
    try {
      return click();
    } finally {
      quietly(() => call(removeListener, self, 'click', stop));
    }
  }

  /** A proxy keeps the function's name, length and text. */
  function wrap(
    holder: object,
    name: string,
    call: (original: Called, self: unknown, parameters: unknown[]) => unknown,
  ): void {
    const descriptor = getOwnPropertyDescriptor(holder, name);
    const original: unknown = descriptor?.value;
    if (descriptor === undefined || !isCallable(original)) return;
    const value = new MakeProxy(original, {
      apply: (target, self: unknown, parameters: unknown[]) => call(target, self, parameters),
    });
    defineProperty(holder, name, { ...descriptor, value });
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
