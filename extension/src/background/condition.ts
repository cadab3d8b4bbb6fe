// What each condition is, and one look at whether it is met (contract: *browser_wait_for*, *Action
// outcomes*). What the page shows is its content script's to say; the rest the browser knows.

import type { Condition, ErrorReply, PageCondition, Seen } from '../protocol';
import type { Looked } from '../shared/messages';
import { emptyResult, scriptReader } from './evaluate';
import { read, refOf } from './observe';
import { openedTabs } from './opened-tabs';
import type { Call, Parts } from './parts';
import type { Look } from './repeat';
import { getTab } from './tabs';
import type { Deadline } from './timing';

export type Reader = {
  look: (deadline: Deadline, last: boolean) => Promise<Look<Seen>>;
  mayPass: (error: ErrorReply) => boolean;
  /** Events of the tab are worth a look; looks at a page would be too many. */
  wakes: boolean;
};

/** A page that is loading or busy is looked at again; a tab that is gone is not. */
const PASSING: ReadonlySet<string> = new Set<string>(
  ['content_unavailable', 'navigating', 'timeout', 'user_active'],
);

const mayPass = ({ code }: ErrorReply): boolean =>
  code !== undefined && code !== null && PASSING.has(code);

/** What looks at the condition. A condition that cannot be looked at is refused here. */
export function readerOf(parts: Parts, call: Call, tabId: number, condition: Condition): Reader {
  const ofTab = (look: Reader['look']): Reader => ({ look, mayPass, wakes: true });
  switch (condition.of) {
    case 'page':
      return { look: pageReader(parts, tabId, condition.page), mayPass, wakes: false };
    case 'url':
      return ofTab(matching(parts, tabId, condition.pattern, ({ url }) => url));
    case 'title':
      return ofTab(matching(parts, tabId, condition.pattern, ({ title }) => title));
    case 'urlChanged':
      return ofTab(async () => {
        const seen = await tabSeen(tabId);
        return { met: seen.url !== condition.from, seen };
      });
    case 'tabOpened':
      return ofTab(async deadline => {
        const ids = parts.openings.since(tabId, condition.since);
        const opened = await openedTabs(parts, { ...call, deadline }, ids);
        if (ids.length === 0) await getTab(tabId);
        return { met: opened.length > 0, seen: { seen: 'tabs', opened } };
      });
    case 'moved':
      return ofTab(() => moved(parts, tabId, condition));
    case 'networkIdle':
      return ofTab(idleReader(parts, tabId, condition.idleMs));
    case 'result':
      return resultReader(parts, call, tabId, condition.code);
  }
}

function pageReader(parts: Parts, tabId: number, condition: PageCondition): Reader['look'] {
  const countsNewOnly = condition.when === 'text' && condition.newOnly;
  const ref = condition.when === 'shown' ? refOf(condition.target) : undefined;
  // Until the first look it is not known how many are there already.
  let moreThan: number | null = countsNewOnly ? null : 0;
  return async (deadline, last) => {
    const command = { do: 'look', condition, last, moreThan } as const;
    const { met, seen } = (await read(parts, tabId, command, deadline, ref)).answer;
    if (seen.seen === 'text') moreThan ??= seen.text;
    // Of a sensitive field nothing more is ever told.
    return { met, seen, hopeless: seen.seen === 'value' && seen.redacted };
  };
}

type TabSeen = Extract<Seen, { seen: 'tab' }>;

async function tabSeen(tabId: number): Promise<TabSeen> {
  const { url = '', title = '' } = await getTab(tabId);
  return { seen: 'tab', url, title };
}

function matching(
  { patterns }: Parts,
  tabId: number,
  pattern: string,
  part: (tab: TabSeen) => string,
): Reader['look'] {
  patterns.check(pattern);
  return async deadline => {
    const seen = await tabSeen(tabId);
    return { met: await patterns.matches(pattern, part(seen), deadline), seen };
  };
}

/** A wait sees the whole idle time itself: what an action has just begun may not be told yet. */
function idleReader({ network }: Parts, tabId: number, least: number): Reader['look'] {
  const since = performance.now();
  let isFirst = true;
  return async (_, last) => {
    await getTab(tabId);
    const { idleMs, running } = network.of(tabId);
    const isOnly = isFirst && last;
    isFirst = false;
    const idle = isOnly ? idleMs : Math.min(idleMs, performance.now() - since);
    return { met: idle >= least, seen: { seen: 'network', running } };
  };
}

/** A load counts when it has ended, a move within the page when the address is another. */
async function moved(
  { leavings, navigations }: Parts,
  tabId: number,
  { since, objections, from }: Extract<Condition, { of: 'moved' }>,
): Promise<Looked> {
  const objection = leavings.since(tabId, objections);
  const tab = await tabSeen(tabId);
  if (objection === 'person' && !navigations.committedSince(tabId, since)) {
    return { met: true, seen: { ...tab, ended: 'asked' } };
  }
  const seen: TabSeen = objection === 'nobody' ? { ...tab, left: 'unsaved' } : tab;
  if (navigations.begunSince(tabId, since)) {
    const end = navigations.endSince(tabId, since);
    if (end === undefined) return { met: false, seen };
    return { met: true, seen: end === 'loaded' ? seen : { ...seen, ended: end } };
  }
  return { met: navigations.movedSince(tabId, since) && seen.url !== from, seen };
}

function resultReader(parts: Parts, call: Call, tabId: number, code: string): Reader {
  const run = scriptReader(parts, call, tabId, code);
  return {
    look: async deadline => {
      const { json, truncated } = await run(deadline);
      const told = json === undefined || json === null ? {} : { json };
      return { met: !emptyResult(json), seen: { seen: 'result', truncated, ...told } };
    },
    // What the script throws, it may throw only until the page is there.
    mayPass: error => (error.code ?? null) === null || mayPass(error),
    wakes: false,
  };
}
