// Runs an agent's JavaScript in the page's own world. Only the developer build holds this code:
// the signed one is refused by its build script if a way to run text as code is left in it.

import type { Answer } from '../protocol';
import { SCRIPT_RESULT_BYTES } from '../protocol';
import * as decode from '../shared/decode';
import { failure, messageOf, unclassified } from './failure';
import type { Failure } from './failure';
import { injectionRefused, pageToWrite, stillLoading } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import { getTab } from './tabs';
import type { BrowserTab } from './tabs';
import { LATE, within } from './timing';
import type { Deadline } from './timing';

/** What the injected code returns, as JSON text: results cross the process border as text only. */
const readResult = decode.tagged('kind', {
  value: decode.open({
    kind: decode.literals('value'),
    json: decode.optional(decode.text),
    cut: decode.flag,
  }),
  thrown: decode.open({ kind: decode.literals('thrown'), error: decode.text }),
});
type Result = ReturnType<typeof readResult>;

export async function evaluate(
  parts: Parts,
  call: Call,
  command: CommandOf<'evaluate'>,
): Promise<Answer> {
  if (__FLAVOR__ === 'dev') return runInPage(parts, call, command);
  throw failure('not_supported', 'Running JavaScript needs the developer build of the extension', {
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
  const deadline = call.deadline.orIn(timeoutMs);
  let property: string | null = null;
  if (target !== null && target !== undefined) {
    property = `kitsune${crypto.randomUUID().replaceAll('-', '')}`;
    const link = await parts.content.reach(tab, deadline);
    await parts.content.ask(link, { do: 'handOver', target, property }, deadline);
  }
  parts.admission.stillFree(tab);
  const result = await inject(parts, tab, script, property, deadline);
  if (result.kind === 'thrown') throw unclassified(result.error, { retryable: false });
  return value(result);
}

type Script = (property: string | null, most: number) => Promise<string>;

/** What runs in the page, with the agent's code in place of `CODE`. */
const FRAME = `
  const describe = thrown =>
    thrown instanceof Error ? thrown.name + ': ' + thrown.message : String(thrown);
  const asJson = value => {
    if (value === undefined) return undefined;
    if (value instanceof Node || value === window) return JSON.stringify(String(value));
    try {
      return JSON.stringify(value) ?? JSON.stringify(String(value));
    } catch {
      return JSON.stringify(String(value));
    }
  };
  const take = () => {
    if (property === null) return undefined;
    const target = window[property];
    delete window[property];
    return target;
  };
  return (async () => {
    try {
      const target = take();
      const made = (CODE\n);
      const json = asJson(await (typeof made === 'function' ? made(target) : made));
      return JSON.stringify({ kind: 'value', json: json?.slice(0, most), cut: json?.length > most });
    } catch (thrown) {
      return JSON.stringify({ kind: 'thrown', error: describe(thrown) });
    }
  })();`;

/** Makes the function that runs in the page; a mistake in the code's syntax is found here. */
function compile(code: string): Script {
  try {
    // Alone first: the code must not end the expression that it is put into.
    functionOf(`return (${code}\n)`);
    return functionOf(FRAME.replace('CODE', () => code));
  } catch (error) {
    throw unclassified(`SyntaxError: ${messageOf(error)}`, { retryable: false });
  }
}

function functionOf(body: string): Script {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- this is what the command is for
  return new Function('property', 'most', body) as Script;
}

/** Runs the script; a navigation ends the wait for a promise that can settle no more. */
async function inject(
  { bells, navigations, statuses }: Parts,
  tab: BrowserTab,
  func: Script,
  property: string | null,
  deadline: Deadline,
): Promise<Result> {
  const mark = navigations.mark();
  const committed = () => (navigations.committedSince(tab.id, mark) ? 'gone' : undefined);
  const injected = browser.scripting
    .executeScript({
      target: { tabId: tab.id, frameIds: [0] },
      world: 'MAIN',
      injectImmediately: true,
      func,
      args: [property, SCRIPT_RESULT_BYTES],
    })
    .catch((error: unknown) => ({ refused: error }));
  const first = await within(
    Promise.race([injected, bells.until(tab.id, committed, deadline)]),
    deadline,
  );
  if (first === LATE || first === undefined) throw tooLate(tab);
  if (first === 'gone') throw stillLoading(await getTab(tab.id), false);
  if ('refused' in first) throw await refused(tab, first.refused, statuses.of(tab.id));
  return readInjection(first[0]);
}

function readInjection(injection: browser.scripting.InjectionResult | undefined): Result {
  if (injection?.error !== undefined) {
    throw unclassified(messageOf(injection.error), { retryable: false });
  }
  return readResult(JSON.parse(String(injection?.result)));
}

function value({ json, cut }: Extract<Result, { kind: 'value' }>): Answer {
  if (json === undefined) return { result: 'evaluated', truncated: false };
  const bytes = new TextEncoder().encode(json);
  if (bytes.length <= SCRIPT_RESULT_BYTES) return { result: 'evaluated', json, truncated: cut };
  const start = new TextDecoder().decode(bytes.subarray(0, SCRIPT_RESULT_BYTES), { stream: true });
  return { result: 'evaluated', json: start, truncated: true };
}

async function refused(tab: BrowserTab, error: unknown, status: number | undefined) {
  return injectionRefused(await getTab(tab.id), error, status);
}

function tooLate(tab: BrowserTab): Failure {
  return failure('timeout', `The script in tab ${tab.id} did not end in time`, {
    retryable: false,
    hint: 'It may still be running. Look at the page before you run it again.',
    state: { tabId: tab.id },
  });
}
