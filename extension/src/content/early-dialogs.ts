// The dialogs of one document: what answers them in the person's place, and reports of them to the
// background. The page-world script (page/early.ts) asks here, inside the page's call, so every
// answer is given at once. What a page does in a loop stays bounded.

import { namesSecret } from './observe/secret-words';
import { DIALOG_TEXT_LENGTH, type DialogPolicy, type DialogRecord } from '../protocol';
import type { PageReport } from '../shared/messages';

const KINDS = ['alert', 'confirm', 'prompt'] as const;

/** Within this time so many dialogs are reported. */
const WINDOW_MS = 250;
/**
 * And so many are answered. The next one opens: a page that asks until it likes the answer would
 * never come to an end, and so the agent and the person learn of it.
 */
const MOST = 100;
/** A dialog that closes sooner was not answered by a person: the browser did not show it. */
const PERSON_MS = 20;

/** The answer to a dialog; `null` leaves it to the person. */
type Answer = { value: boolean | string | null | undefined } | null;

/** `policy` is asked anew each time: the background changes it. */
export function answerDialogs(
  policy: () => DialogPolicy | null,
  report: (message: PageReport) => void,
) {
  let waiting: DialogRecord[] = [];
  let recent = 0;
  let timer: number | null = null;
  /** When the dialog that is open was reported. */
  let openSince: number | null = null;

  /** A loop of the page keeps the timer from running. */
  const count = (): void => {
    recent += 1;
    timer ??= setTimeout(() => {
      timer = null;
      recent = 0;
    }, WINDOW_MS);
  };

  /** Tells of a dialog that nobody saw, together with those of the same task. */
  const note = (record: DialogRecord): void => {
    waiting.push(record);
    if (waiting.length > 1) return;
    void Promise.resolve().then(() => {
      report({ report: 'dialogsAnswered', dialogs: waiting });
      waiting = [];
    });
  };

  const ask = (kind: unknown, message: unknown, suggested: unknown): Answer => {
    const type = kindOf(kind);
    if (type === undefined) return null;
    count();
    const now = policy();
    if (now === null || recent > MOST) return null;
    const value = valueOf(type, now, text(suggested));
    const response = outcome(type, message, value);
    note({ ...asked(type, message, suggested), timestamp: Date.now(), ...response, pending: false });
    return { value };
  };

  const opened = (kind: unknown, message: unknown, suggested: unknown): void => {
    const type = kindOf(kind);
    // The browser may open none, and a loop of those must not flood the background.
    if (type === undefined || recent > MOST + 1) return;
    openSince = Date.now();
    report({ report: 'dialogOpened', ...asked(type, message, suggested) });
  };

  const closed = (kind: unknown, message: unknown, value: unknown): void => {
    const type = kindOf(kind);
    if (type === undefined || openSince === null) return;
    // A person has answered: that ends no loop, but bounds it.
    if (Date.now() - openSince > PERSON_MS) recent = 0;
    openSince = null;
    report({ report: 'dialogClosed', ...outcome(type, message, value) });
  };

  return { ask, opened, closed, note };
}

type Kind = (typeof KINDS)[number];

const kindOf = (kind: unknown): Kind | undefined => KINDS.find(known => known === kind);

function valueOf(kind: Kind, { accept, promptText }: DialogPolicy, suggested: string) {
  if (kind === 'alert') return undefined;
  if (kind === 'confirm') return accept;
  return accept ? (promptText ?? suggested) : null;
}

function asked(type: Kind, message: unknown, suggested: unknown) {
  const shown = { type, message: text(message).slice(0, DIALOG_TEXT_LENGTH) };
  if (type !== 'prompt') return shown;
  // Accepted, it is what the prompt returns.
  const isSecret = namesSecret(text(message)) && text(suggested) !== '';
  const defaultValue = isSecret ? REDACTED : text(suggested).slice(0, DIALOG_TEXT_LENGTH);
  return { ...shown, defaultValue };
}

const REDACTED = '[redacted]';

/** What a person types where a secret is asked for stays here. */
function outcome(type: Kind, message: unknown, value: unknown) {
  const secret = type === 'prompt' && namesSecret(text(message));
  if (type === 'alert') return { secret };
  if (type === 'confirm') return { secret, accepted: value === true };
  if (typeof value !== 'string') return { secret, accepted: false };
  return { secret, accepted: true, ...(secret ? {} : { text: value.slice(0, DIALOG_TEXT_LENGTH) }) };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
