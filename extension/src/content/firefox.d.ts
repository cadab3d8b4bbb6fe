// What Firefox gives content scripts beyond the web platform. The DOM library of TypeScript and
// the WebExtension types know none of it.

interface Element {
  /** The shadow root, closed ones included; only content scripts and the browser see it. */
  readonly openOrClosedShadowRoot?: ShadowRoot | null;
  /** The largest scroll positions. */
  readonly scrollLeftMax: number;
  readonly scrollTopMax: number;
}

/** What the page sees of a transfer, and may call. */
interface PageTransfer {
  setData(type: string, text: string): void;
  readonly items: { add(file: File): unknown };
}

interface DataTransfer {
  /** The transfer as the page's own scripts see it: they may not read what another world puts in. */
  readonly wrappedJSObject?: PageTransfer;
}

interface Event {
  /** The event as the page's own scripts see it. */
  readonly wrappedJSObject?: { readonly clipboardData?: PageTransfer | null };
}

interface Window {
  /** The window as the page's own scripts see it. Reading from it runs page code. */
  readonly wrappedJSObject?: Record<string, unknown>;
  /** Where the viewport begins on the screen, in CSS pixels. */
  readonly mozInnerScreenX: number;
  readonly mozInnerScreenY: number;
}

/** Makes a function of this script callable from the page; arguments arrive wrapped. */
declare function exportFunction(
  callable: (...parameters: never[]) => unknown,
  scope: object,
  options?: { defineAs?: string },
): unknown;

/** Copies a plain object into the page's world. */
declare function cloneInto(value: object, scope: object): Record<string, unknown>;
