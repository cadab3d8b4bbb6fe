// Sets what answers a tab's dialogs, and takes it to its documents: the early script of each asks
// for it when the page calls one, and cannot wait.

import type { Answer, DialogPolicy } from '../protocol';
import type { Call, CommandOf, Parts } from './parts';
import { Deadline, within } from './timing';

/** A document whose process is busy gets the policy when that is over. */
const APPLIED_MS = 1_000;

export async function handleDialog(
  { admission, dialogs }: Parts,
  { caller }: Call,
  { tabId, policy }: CommandOf<'handleDialog'>,
): Promise<Answer> {
  await admission.toOwn(tabId, caller, 'handleDialog');
  dialogs.setPolicy(tabId, policy ?? undefined);
  await apply({ tabId, allFrames: true }, policy ?? null);
  return { result: 'dialogs', history: dialogs.history(tabId) };
}

/** A frame shows another document, which knows no policy yet. */
export function applyToNewDocument({ dialogs }: Parts, tabId: number, frameId: number): void {
  const policy = dialogs.policyOf(tabId);
  if (policy !== undefined) void apply({ tabId, frameIds: [frameId] }, policy);
}

async function apply(
  target: browser.scripting.InjectionTarget,
  policy: DialogPolicy | null,
): Promise<void> {
  const applied = browser.scripting
    .executeScript({
      target,
      injectImmediately: true,
      args: [policy],
      // It may come before the early script, which then finds the policy.
      func: (wanted: unknown) => {
        (globalThis as unknown as { kitsunePolicy?: unknown }).kitsunePolicy = wanted;
      },
    })
    .catch(() => undefined);
  await within(applied, Deadline.in(APPLIED_MS));
}
