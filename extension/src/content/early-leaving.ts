// A document that the browser asks whether it may be left (contract: POST /api/handle-dialog,
// POST /api/close-tab). Listeners of a window run in the order in which they were added, and this one
// comes before any script of the page: it alone can keep the others from running.

import { nextTask } from './act/events';

/** Who would be asked about an objection: the browser asks nobody in a document that no person used. */
export type Objection = 'person' | 'nobody';

type Leaving = {
  /** Whether the document is to be left without asking it. */
  unasked: () => boolean;
  /** It is left so. */
  left: () => void;
  /** It asks to be kept. */
  objected: (asks: Objection) => void;
};

const TYPE = 'beforeunload';

export function followLeaving({ unasked, left, objected }: Leaving): void {
  const leave = (event: Event): void => {
    // By an event of its own the background asks beforehand.
    if (!event.isTrusted) return;
    if (unasked()) {
      event.stopImmediatePropagation();
      left();
      return;
    }
    // Once the page's listeners have run, of which one may keep those after it from running.
    void nextTask().then(() => {
      if (asksToStay(event)) objected(navigator.userActivation.hasBeenActive ? 'person' : 'nobody');
    });
  };
  const listen = (): void => window.addEventListener(TYPE, leave, { capture: true });
  listen();
  // `document.open()` takes all listeners from a window; one that is there still stays once.
  new MutationObserver(listen).observe(document, { childList: true });
}

const asksToStay = (event: Event): boolean =>
  event.defaultPrevented || ('returnValue' in event && String(event.returnValue) !== '');
