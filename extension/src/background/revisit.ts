// Forward in the history, and reload: they start a load, whose end nobody waits for.

import type { Answer } from '../protocol';
import { messageOf, unclassified } from './failure';
import { askToLeave } from './leaving';
import { started } from './load';
import type { Call, CommandOf, Parts } from './parts';

export function goForward(
  parts: Parts,
  call: Call,
  { tabId }: CommandOf<'goForward'>,
): Promise<Answer> {
  // Without a later page the browser refuses or does nothing; the answer says that nothing began.
  const go = () => browser.tabs.goForward(tabId).catch(() => undefined);
  return start(parts, call, { tabId, action: 'goForward', go });
}

export function reload(
  parts: Parts,
  call: Call,
  { tabId, bypassCache }: CommandOf<'reload'>,
): Promise<Answer> {
  const go = () => {
    parts.statuses.reloaded(tabId);
    return browser.tabs.reload(tabId, { bypassCache }).catch((error: unknown) => {
      throw unclassified(`The browser did not reload tab ${tabId}: ${messageOf(error)}`);
    });
  };
  return start(parts, call, { tabId, action: 'reloadTabBrowser', go });
}

async function start(
  parts: Parts,
  call: Call,
  { tabId, action, go }: { tabId: number; action: string; go: () => Promise<void> },
): Promise<Answer> {
  const tab = await parts.admission.toWrite(tabId, call.caller, action);
  const left = await askToLeave(parts, tab);
  const mark = parts.navigations.mark();
  await go();
  const moved = await started(parts, call, tabId, mark);
  // A move within the document loses nothing.
  const lost = moved === 'begun' ? left : null;
  return { result: 'started', begun: moved !== undefined, ...(lost === null ? {} : { left: lost }) };
}
