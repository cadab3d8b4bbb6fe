// What a page says to being left, asked before an agent leaves it. Firefox would ask the person, show
// the tab for that and keep it where it is; without their input in the page it would ask nobody.

import { ranNowhere } from './crashes';
import { unclassified } from './failure';
import type { Failure } from './failure';
import { isPage } from './pages';
import type { Left } from '../protocol';
import type { BrowserTab } from './tabs';
import type { Parts } from './parts';
import { Deadline, LATE, within } from './timing';

/** A page that does not answer, such as one whose process is busy, is left unasked. */
const ANSWER_MS = 1_000;

const LEAVE_HINT =
  'To leave without saving, call browser_handle_dialog accept=true for the tab, then repeat.';

/**
 * Whether an agent may leave the page; it may not where the browser would ask the person. `hint` says
 * how it is left all the same. The answer says what is lost once it is left: the text of a page that
 * asks to be kept, where the browser would ask nobody, or perhaps that of one which did not answer.
 */
export async function askToLeave(
  { dialogs }: Parts,
  tab: BrowserTab,
  hint = LEAVE_HINT,
): Promise<Left | null> {
  if (dialogs.policyOf(tab.id)?.accept === true || tab.discarded === true) return null;
  const objections = await objectionsOf(tab);
  if (objections === 'unasked') return 'unasked';
  if (objections.includes('person')) throw asksToStay(tab, hint);
  return objections.includes('nobody') ? 'unsaved' : null;
}

type Objection = 'none' | 'nobody' | 'person';

/** Each frame's objection, and who would be asked: the browser asks only in used documents. */
async function objectionsOf(tab: BrowserTab): Promise<Objection[] | 'unasked'> {
  if (!isPage(tab.url ?? '')) return [];
  const asked = browser.scripting
    .executeScript({
      target: { tabId: tab.id, allFrames: true },
      injectImmediately: true,
      func: (): Objection => {
        // Nothing of the page is trusted here: these are the browser's own.
        const event = document.createEvent('BeforeUnloadEvent');
        event.initEvent('beforeunload', false, true);
        window.dispatchEvent(event);
        if (!event.defaultPrevented && String(event.returnValue) === '') return 'none';
        return navigator.userActivation.hasBeenActive ? 'person' : 'nobody';
      },
    })
    .catch(() => []);
  const answers = await within(asked, Deadline.in(ANSWER_MS));
  if (answers === LATE) return 'unasked';
  // A page that has crashed answers nothing, and loses nothing more.
  if (ranNowhere(answers)) return [];
  return answers.map(({ result }) => (result === 'person' || result === 'nobody' ? result : 'none'));
}

function asksToStay(tab: BrowserTab, hint: string): Failure {
  const text = `The page in tab ${tab.id} asks whether to leave it, as with unsaved changes; nothing was done`;
  return unclassified(text, {
    retryable: true,
    hint: `Ask the user to save or to leave. ${hint}`,
    state: { tabId: tab.id, url: tab.url ?? '', dialog: { type: 'beforeunload', message: '' } },
  });
}

