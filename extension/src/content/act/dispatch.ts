// Dispatches the events of the mouse, and says while they run: early.ts, in the same world, tells by
// it a popup that a click asked for from one that the page asks for later (contract: Script-opened
// popups).

/** Read by content/early.ts. */
const presence = globalThis as unknown as { kitsuneDispatching?: boolean };

let dispatched = 0;

/** Returns `false` when the page cancelled the event. */
export function dispatch(element: Element, event: Event): boolean {
  const order = ++dispatched;
  presence.kitsuneDispatching = true;
  try {
    return element.dispatchEvent(event);
  } finally {
    // What a handler does once a promise that was there already has resolved belongs to it.
    void Promise.resolve().then(() => {
      if (order === dispatched) presence.kitsuneDispatching = false;
    });
  }
}
