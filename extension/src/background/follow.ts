// Follows an action that may load another document (contract: An action that loads another page).

import { NAVIGATED_MS } from '../protocol';
import type { Parts } from './parts';
import type { Deadline } from './timing';
import type { Watch } from './watch';

/** `kept`: the request kept the document, as a download or an empty answer does. */
export type Followed = 'kept' | 'navigated' | 'pending';

/** Waits for the load that the action began, if it began one. */
export async function followLoad(
  { bells }: Parts,
  watch: Watch,
  deadline: Deadline,
): Promise<Followed> {
  if (!watch.navigating()) return watch.sameDocument ? 'kept' : 'navigated';
  const until = deadline.orIn(NAVIGATED_MS);
  const ended = () => watch.loadEnd() ?? (watch.dialog() === undefined ? undefined : 'dialog');
  const end = await bells.until(watch.tabId, ended, until);
  if (end === undefined || end === 'dialog') return 'pending';
  return end === 'kept' ? 'kept' : 'navigated';
}
