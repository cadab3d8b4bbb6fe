// Changes the size of a tab's window (contract: browser_resize; *Tab permissions*).

import type { Answer } from '../protocol';
import { messageOf, unclassified } from './failure';
import type { Call, CommandOf, Parts } from './parts';

export async function resizeWindow(
  { admission }: Parts,
  { caller }: Call,
  { tabId, width, height }: CommandOf<'resizeWindow'>,
): Promise<Answer> {
  // The window that the tab is in now, wherever the person moves the tab meanwhile.
  const { windowId, active } = await admission.toWriteWindow(tabId, caller, 'resizeWindow');
  await browser.windows.update(windowId, { width, height }).catch((error: unknown) => {
    throw unclassified(`The browser did not resize the window: ${messageOf(error)}`);
  });
  const now = await browser.windows.get(windowId);
  return { result: 'resized', width: now.width ?? 0, height: now.height ?? 0, shown: active };
}
