// Messages and ports that come of their own accord: from the early scripts, content scripts and
// the popup. All are decoded here; who sent them is what the browser says.

import type { ConnectionView, PageReport, PopupRequest } from '../shared/messages';
import * as decode from '../shared/decode';
import type { Connection } from './connection';
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
        if (sender.tab?.id !== undefined) receive(parts, sender.tab.id, readPageReport(message));
      } catch (error) {
        console.error('Unreadable message inside the extension:', error);
      }
      return undefined;
    },
  );
}

function receive(parts: Parts, tabId: number, report: PageReport): void {
  switch (report.report) {
    case 'input':
      parts.activity.input(tabId, report.type, report.sinceMs);
      return;
    case 'dialog':
      if (report.open) {
        parts.dialogs.opened(tabId, { type: report.kind, message: report.message });
      } else {
        parts.dialogs.closed(tabId);
      }
      return;
    case 'popupRefused':
      parts.refusedPopups.refused(tabId, report.url);
      return;
  }
}
