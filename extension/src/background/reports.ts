// Messages and ports that come of their own accord: from the early scripts, content scripts and
// the popup. All are decoded here; who sent them is what the browser says.

import type { ConnectionView, PageReport, PopupRequest } from '../shared/messages';
import * as decode from '../shared/decode';
import type { Connection } from './connection';
import { documentId } from './link';
import type { Parts } from './parts';
import { readPageReport } from './replies';

const readPopupRequest: decode.Decoder<PopupRequest> = decode.open({
  ask: decode.literals('connection'),
});

type Sender = browser.runtime.MessageSender;

export function followPages(parts: Parts, connection: Connection): void {
  const ownPages = browser.runtime.getURL('');
  browser.runtime.onConnect.addListener(port => parts.content.accept(port));
  browser.runtime.onMessage.addListener(
    (message: unknown, sender: Sender): Promise<ConnectionView> | undefined => {
      try {
        if (sender.url?.startsWith(ownPages) === true) {
          readPopupRequest(message);
          return Promise.resolve(connection.view());
        }
        if (sender.tab?.id !== undefined) {
          receive(parts, sender.tab.id, sender, readPageReport(message));
        }
      } catch (error) {
        console.error('Unreadable message inside the extension:', error);
      }
      return undefined;
    },
  );
}

function receive(parts: Parts, tabId: number, sender: Sender, report: PageReport): void {
  const frameId = sender.frameId ?? 0;
  switch (report.report) {
    case 'input':
      parts.activity.input(tabId, report.type, report.sinceMs);
      return;
    case 'dialogOpened': {
      const { type, message, defaultValue } = report;
      const asked = { type, message, ...(typeof defaultValue === 'string' ? { defaultValue } : {}) };
      parts.dialogs.opened(tabId, frameId, asked, frameOf(sender));
      return;
    }
    case 'dialogClosed':
      parts.dialogs.closed(tabId, frameId, report);
      return;
    case 'dialogsAnswered':
      parts.dialogs.answered(tabId, frameId, report.dialogs, frameOf(sender));
      return;
    case 'popupRefused':
      parts.refusedPopups.refused(tabId, { frameId, url: report.url, dispatched: report.dispatched });
      return;
    case 'leaving':
      parts.leavings.objected(tabId, report.asks);
      return;
    case 'fileChooser':
      parts.choosers.asked(tabId, frameId, documentId(sender));
      return;
  }
}

/** The origin of the frame that speaks; the page itself needs none. */
function frameOf({ frameId = 0, url = '' }: Sender): string | undefined {
  if (frameId === 0) return undefined;
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
