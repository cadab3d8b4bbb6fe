// May this caller write this tab now? Every write asks here before anything reaches a page:
// first whose tab it is, then whether the person is using it.

import type { Caller } from '../protocol';
import type { Activity } from './activity';
import { failure } from './failure';
import type { Failure } from './failure';
import type { Ownership } from './ownership';
import { allTabs, getTab, listIndex } from './tabs';
import type { BrowserTab } from './tabs';

const READ_ONLY_HINT =
  'Open a tab of your own with browser_tabs action=new and this URL. Reads work; those that scroll ' +
  'it (element or full-page screenshots, find load_more) only while it is not shown.';

export class Admission {
  constructor(
    private readonly ownership: Ownership,
    private readonly activity: Activity,
  ) {}

  /** The tab, if the caller may write it. `action` is the contract's name of the write. */
  async toWrite(tabId: number, caller: Caller, action: string): Promise<BrowserTab> {
    const tab = await this.toOwn(tabId, caller, action);
    this.activity.refuseInUse(tab);
    return tab;
  }

  /** The tab, if the caller may write it, for what does nothing in its page. */
  async toOwn(tabId: number, caller: Caller, action: string): Promise<BrowserTab> {
    const tab = await getTab(tabId);
    if (!this.ownership.mayWrite(tabId, caller)) throw await readOnly(tabId, action);
    return tab;
  }

  /** The same for all tabs of the tab's window: a window is changed only when all are the caller's. */
  async toWriteWindow(tabId: number, caller: Caller, action: string): Promise<BrowserTab> {
    const tab = await getTab(tabId);
    if (!this.ownership.mayWrite(tabId, caller)) throw await readOnly(tabId, action);
    const beside = (await allTabs()).filter(({ windowId }) => windowId === tab.windowId);
    const foreign = beside.find(({ id }) => !this.ownership.mayWrite(id, caller));
    if (foreign !== undefined) throw await readOnly(foreign.id, action, WINDOW_HINT);
    for (const each of beside) this.activity.refuseInUse(each);
    return tab;
  }

  /** For reads that scroll, and scroll back: on a tab of others, only while it is not shown. */
  async toScroll(tabId: number, caller: Caller, action: string): Promise<BrowserTab> {
    const tab = await getTab(tabId);
    if (tab.active && !this.ownership.mayWrite(tabId, caller)) throw await readOnly(tabId, action);
    this.activity.refuseInUse(tab);
    return tab;
  }

  /** Once more right before the dispatch, which may come some time after the first check. */
  stillFree(tab: BrowserTab): void {
    this.activity.refuseInUse(tab);
  }
}

const WINDOW_HINT =
  'This window holds a tab this client cannot write, so nothing was done. Window actions (close, ' +
  "focus, resize) work only in a window that holds only this client's tabs; a new tab opens in " +
  'this same window, so it does not help.';

async function readOnly(tabId: number, action: string, hint = READ_ONLY_HINT): Promise<Failure> {
  return failure(
    'user_tab_read_only',
    `Tab ${tabId} is read-only for this client; nothing was done`,
    { hint, state: { tabId, index: await listIndex(tabId), action } },
  );
}
