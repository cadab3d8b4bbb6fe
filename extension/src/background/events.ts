// The browser's events, each told to the parts that keep what it means.

import { applyToNewDocument } from './dialog-policy';
import { documentId } from './link';
import { View, WindowFocus } from './openings';
import type { Parts } from './parts';
import { WATCHED_TYPES } from './requests';

const ALL = { urls: ['<all_urls>'] };

export function followBrowser(parts: Parts): void {
  followTabs(parts);
  followNavigations(parts);
  followRequests(parts);
}

function followTabs(parts: Parts): void {
  const { ownership, openings } = parts;
  const focus = new WindowFocus(openings);
  const view = new View(openings);

  browser.tabs.onCreated.addListener(({ id, openerTabId }) => {
    if (id === undefined) return;
    void ownership.created(id, openerTabId);
    if (openerTabId !== undefined) openings.opened(id, openerTabId, ownership.isAgents(id));
  });
  browser.tabs.onRemoved.addListener(tabId => {
    // Before the others ring: who waits shall hear that it was the last time.
    parts.bells.closed(tabId);
    const { activity, statuses, requests, network, refusedPopups, choosers, leavings } = parts;
    for (const part of [activity, statuses, requests, network, refusedPopups, choosers, leavings]) {
      part.forget(tabId);
    }
    ownership.removed(tabId);
    openings.removed(tabId);
    parts.dialogs.forget(tabId);
    parts.navigations.forget(tabId);
    parts.content.forget(tabId);
  });
  browser.tabs.onUpdated.addListener(
    (tabId, { status }) => {
      if (status !== 'complete') return;
      parts.navigations.idle(tabId);
      void ownership.loaded(tabId);
    },
    { properties: ['status'] },
  );
  browser.tabs.onActivated.addListener(shown => void view.activated(shown));
  browser.windows.onRemoved.addListener(windowId => view.windowClosed(windowId));
  browser.windows.onFocusChanged.addListener(windowId => void focus.changed(windowId));
}

function followNavigations(parts: Parts): void {
  const { navigations, dialogs, content } = parts;
  const events = browser.webNavigation;
  events.onBeforeNavigate.addListener(details => navigations.began(details));
  events.onCommitted.addListener(details => {
    const { tabId, frameId } = details;
    navigations.committed(details);
    // A dialog does not outlive its page.
    dialogs.left(tabId, frameId);
    applyToNewDocument(parts, tabId, frameId);
    if (frameId !== 0) return content.frameCommitted(tabId, frameId, documentId(details));
    content.committed(tabId, documentId(details));
  });
  events.onCompleted.addListener(details => navigations.completed(details));
  events.onErrorOccurred.addListener(details => navigations.failed(details));
  events.onReferenceFragmentUpdated.addListener(details => navigations.movedWithin(details));
  events.onHistoryStateUpdated.addListener(details => navigations.movedWithin(details));
}

function followRequests({ requests, network, statuses }: Parts): void {
  const watched = { ...ALL, types: WATCHED_TYPES };
  browser.webRequest.onBeforeRequest.addListener(details => requests.began(details), watched);
  browser.webRequest.onCompleted.addListener(details => requests.ended(details), watched);
  browser.webRequest.onErrorOccurred.addListener(details => requests.ended(details), watched);

  browser.webRequest.onBeforeRequest.addListener(details => network.began(details), ALL);
  browser.webRequest.onCompleted.addListener(details => network.ended(details), ALL);
  browser.webRequest.onErrorOccurred.addListener(details => network.ended(details), ALL);

  const documents = { ...ALL, types: ['main_frame' as const] };
  browser.webRequest.onBeforeRequest.addListener(({ tabId }) => statuses.began(tabId), documents);
  // An answer without a body is never told to be completed.
  browser.webRequest.onHeadersReceived.addListener(details => statuses.answered(details), documents);
}
