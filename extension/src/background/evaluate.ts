// Runs an agent's JavaScript in the page's own world. Only the developer build holds this code:
// the signed one is refused by its build script if a way to run text as code is left in it.

import type { Answer, Dialog } from '../protocol';
import { SCRIPT_RESULT_BYTES } from '../protocol';
import { compile } from './compile-script';
import type { Script } from './compile-script';
import { isCrashed, ranInNoDocument, ranNowhere } from './crashes';
import { refOf } from './observe';
import { failure, messageOf, unclassified } from './failure';
import type { Failure } from './failure';
import {
  behindDialog,
  crashed,
  injectionRefused,
  pageState,
  pageToWrite,
  stillLoading,
} from './pages';
import type { Call, CommandOf, Parts } from './parts';
import { evaluated } from './script-result';
import type { Evaluated } from './script-result';
import { getTabAfter } from './tabs';
import type { BrowserTab } from './tabs';
import { sleep } from './timing';
import type { Deadline } from './timing';

/** A dialog that the browser did not show closes at once: it is looked at again after this. */
const DIALOG_STAYS_MS = 50;
/** The browser's refusals to run a script at all begin with this. */
const NOT_INJECTED = 'Missing host permission';

export async function evaluate(
  parts: Parts,
  call: Call,
  command: CommandOf<'evaluate'>,
): Promise<Answer> {
  if (__FLAVOR__ === 'dev') return runInPage(parts, call, command);
  throw needsDevBuild();
}

function needsDevBuild(): Failure {
  return failure('not_supported', 'Running JavaScript needs the developer build of the extension', {
    hint: 'Start a browser with `kitsune launch`, which has it, or use the other tools.',
    state: { devBuildRequired: true },
  });
}

async function runInPage(
  parts: Parts,
  call: Call,
  { tabId, code, target, timeoutMs }: CommandOf<'evaluate'>,
): Promise<Answer> {
  const tab = pageToWrite(await parts.admission.toWrite(tabId, call.caller, 'js'));
  const script = compile(code);
  const dialog = parts.dialogs.of(tabId);
  if (dialog !== undefined) throw behindDialog(tab, dialog);
  const deadline = call.deadline.orIn(timeoutMs);
  let property: string | null = null;
  let frameId = 0;
  if (target !== null && target !== undefined) {
    property = `kitsune${crypto.randomUUID().replaceAll('-', '')}`;
    const page = await parts.content.reach(tab, deadline);
    const link = await parts.content.holder(page, refOf(target));
    frameId = link.frameId;
    await parts.content.ask(link, { do: 'handOver', target, property }, deadline);
  }
  parts.admission.stillFree(tab);
  return evaluated(await inject(parts, { tab, frameId }, script, property, deadline));
}

/** Runs an expression again and again, for a wait. The same gates as for one run, each time. */
export function scriptReader(
  parts: Parts,
  call: Call,
  tabId: number,
  code: string,
): (deadline: Deadline) => Promise<Evaluated> {
  if (__FLAVOR__ === 'dev') return runner(parts, call, tabId, compile(code));
  throw needsDevBuild();
}

function runner(parts: Parts, call: Call, tabId: number, script: Script) {
  return async (deadline: Deadline): Promise<Evaluated> => {
    const tab = pageToWrite(await parts.admission.toWrite(tabId, call.caller, 'waitForResult'));
    const dialog = parts.dialogs.of(tabId);
    if (dialog !== undefined) throw behindDialog(tab, dialog);
    return evaluated(await inject(parts, { tab, frameId: 0 }, script, null, deadline));
  };
}

/** Nothing yet: `false` and `0` are results. */
export const emptyResult = (json: string | null | undefined): boolean =>
  json === undefined || json === null || json === 'null' || json === '""';

/** Runs the script. What keeps its promise from ever settling ends the wait. */
async function inject(
  parts: Parts,
  { tab, frameId }: { tab: BrowserTab; frameId: number },
  func: Script,
  property: string | null,
  deadline: Deadline,
): Promise<unknown> {
  const { bells, navigations, dialogs } = parts;
  const mark = navigations.mark();
  const began = performance.now();
  const injected = browser.scripting
    .executeScript({
      target: { tabId: tab.id, frameIds: [frameId] },
      world: 'MAIN',
      injectImmediately: true,
      func,
      args: [property, SCRIPT_RESULT_BYTES],
    })
    .catch((error: unknown) => ({ refused: error }));
  const interrupted = () => {
    if (navigations.committedSince(tab.id, mark)) return 'left';
    return dialogs.of(tab.id) === undefined ? undefined : 'dialog';
  };
  for (;;) {
    const first = await Promise.race([injected, bells.until(tab.id, interrupted, deadline)]);
    if (hasResult(first)) return first[0]?.result;
    const now = await getTabAfter(tab.id, 'script');
    if (first === undefined) throw tooLate(now);
    if (first === 'left') throw stillLoading(now, false);
    if (first !== 'dialog') throw await refused(parts, now, first, began);
    await Promise.race([injected, sleep(DIALOG_STAYS_MS)]);
    const dialog = dialogs.of(tab.id);
    if (dialog !== undefined) throw stoppedByDialog(now, dialog);
  }
}

type Results = browser.scripting.InjectionResult[];
type Refused = { refused: unknown };

function hasResult(first: Results | Refused | string | undefined): first is Results {
  return Array.isArray(first) && !ranNowhere(first) && first[0]?.error === undefined;
}

/** The browser gave no result: the script was not allowed to run, or its page is gone. */
async function refused(
  { statuses }: Parts,
  tab: BrowserTab,
  injected: Results | Refused,
  began: number,
): Promise<Failure> {
  if (!('refused' in injected)) {
    const [injection] = injected;
    if (ranNowhere(injected)) return ranInNoDocument(tab.id);
    return unclassified(messageOf(injection?.error), { retryable: false });
  }
  const cause = messageOf(injected.refused);
  if (cause.startsWith(NOT_INJECTED)) return injectionRefused(tab, injected.refused, statuses, began);
  const hasCrashed = await isCrashed(tab.id);
  const now = await getTabAfter(tab.id, 'script');
  if (hasCrashed) return crashed(now, false);
  return now.status === 'loading' ? stillLoading(now, false) : lost(now, cause);
}

function lost(tab: BrowserTab, cause: string): Failure {
  return failure('content_unavailable', `The page in tab ${tab.id} ended the script: ${cause}`, {
    retryable: false,
    hint: 'It may have run. Take a new browser_snapshot before you run it again.',
    state: pageState(tab),
  });
}

function stoppedByDialog(tab: BrowserTab, dialog: Dialog): Failure {
  const opened = `A native ${dialog.type} opened in tab ${tab.id} and stops the script`;
  return failure('content_unavailable', `${opened}: ${dialog.message}`, {
    retryable: false,
    hint: 'The script has run up to there. Ask the user to answer the dialog, or load another page in the tab.',
    state: { ...pageState(tab), dialog },
  });
}

function tooLate(tab: BrowserTab): Failure {
  return failure('timeout', `The script in tab ${tab.id} did not end in time`, {
    retryable: false,
    hint: 'It may still be running. Look at the page before you run it again.',
    state: { tabId: tab.id },
  });
}
