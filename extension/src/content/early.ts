// Runs in every frame when its document starts, in our own world, before any script of the page.
// It reports that the person uses the frame, and leaves the page-world script (page/early.ts) a
// door through which it asks what answers a dialog, and reports dialogs, refused popups, requests and
// what a file chooser is asked for. It reads nothing of the page and keeps nothing of what is typed.

import { chooserAsked, isAnyFileInput } from './chooser';
import { answerDialogs } from './early-dialogs';
import { followLeaving } from './early-leaving';
import { RequestCalls } from './wait/request-calls';
import type { DialogPolicy, DialogRecord } from '../protocol';
import { report } from './report';

/** What a person does with a page; only trusted events count (contract: *User activity*). */
const INPUT_EVENTS = ['keydown', 'mousedown', 'pointerdown', 'touchstart', 'wheel', 'paste'];

/** Input is reported at most this often. */
const REPORT_EVERY_MS = 250;

/** Under this name the door stands until the page-world script takes it. */
const DOOR = '__kitsune_early__';

/** The background sets the policy from outside, before or after this script comes. */
type Presence = {
  kitsuneEarly?: { requests: RequestCalls };
  kitsunePolicy?: DialogPolicy | null;
  /** The tab is closed by force. */
  kitsuneForced?: boolean;
  /** The content script dispatches an action's events now. */
  kitsuneDispatching?: boolean;
};

const presence = globalThis as unknown as Presence;
if (presence.kitsuneEarly === undefined) {
  const policy = (): DialogPolicy | null => presence.kitsunePolicy ?? null;
  const dialogs = answerDialogs(policy, report);
  followLeaving({
    unasked: () => policy()?.accept === true || presence.kitsuneForced === true,
    left: () => dialogs.note(leftRecord()),
    objected: asks => report({ report: 'leaving', asks }),
  });
  const requests = new RequestCalls();
  presence.kitsuneEarly = { requests };
  reportInput();
  openDoor(dialogs, requests);
}

const leftRecord = (): DialogRecord => ({
  type: 'beforeunload',
  message: '',
  timestamp: Date.now(),
  accepted: true,
  secret: false,
  pending: false,
});

function reportInput(): void {
  let reported = -REPORT_EVERY_MS;
  let waiting: { type: string; at: number } | null = null;

  const flush = (): void => {
    if (waiting === null) return;
    const { type, at } = waiting;
    waiting = null;
    reported = performance.now();
    report({ report: 'input', type, sinceMs: Math.round(reported - at) });
  };

  const note = (event: Event): void => {
    if (!event.isTrusted) return;
    const now = performance.now();
    const isPending = waiting !== null;
    waiting = { type: event.type, at: now };
    const left = reported + REPORT_EVERY_MS - now;
    if (left <= 0) flush();
    // The last event of a burst counts too, or input would seem to end too early.
    else if (!isPending) setTimeout(flush, left);
  };

  const listen = (): void => {
    for (const type of INPUT_EVENTS) {
      window.addEventListener(type, note, { capture: true, passive: true });
    }
  };
  listen();
  // `document.open()` takes all listeners from a window; those that are there still stay once.
  new MutationObserver(listen).observe(document, { childList: true });
}

/** Functions for the page-world script, which takes them and removes the door at once. */
function openDoor(
  { ask, opened, closed }: ReturnType<typeof answerDialogs>,
  requests: RequestCalls,
): void {
  const pageWindow = window.wrappedJSObject;
  if (pageWindow === undefined) return;
  const door = cloneInto({}, window);
  const answer = (kind: unknown, message: unknown, suggested: unknown): unknown => {
    const given = ask(kind, message, suggested);
    return given === null ? null : cloneInto(given, window);
  };
  exportFunction(answer, door, { defineAs: 'ask' });
  exportFunction(opened, door, { defineAs: 'opened' });
  exportFunction(closed, door, { defineAs: 'closed' });
  exportFunction(reportRefused, door, { defineAs: 'popupRefused' });
  exportFunction(askedForFiles, door, { defineAs: 'filesAsked' });
  exportFunction(() => requests.made(), door, { defineAs: 'requested' });
  exportFunction((follow: unknown) => requests.offered(follow), door, { defineAs: 'offerRequests' });
  pageWindow[DOOR] = door;
}

/** Says whether the file chooser of an input is to stay closed. */
function askedForFiles(input: unknown): boolean {
  return isAnyFileInput(input) && chooserAsked(input);
}

const URL_LENGTH = 2_048;

function reportRefused(url: unknown): void {
  report({
    report: 'popupRefused',
    url: typeof url === 'string' ? url.slice(0, URL_LENGTH) : null,
    dispatched: presence.kitsuneDispatching === true,
  });
}
