// What scripts of a page tell the background of their own accord.

import type { PageReport } from '../shared/messages';

/** The background may be gone or starting; a report is then of no use to anybody. */
export function report(message: PageReport): void {
  try {
    browser.runtime.sendMessage(message).catch(() => undefined);
  } catch {
    // The extension was reloaded or removed while the page stayed.
  }
}
