// What a field holds, for searching (contract: *POST /api/find*).

import type { Read } from '../observe/read';
import { isSensitive } from '../observe/redact';
import { heldBy } from '../observe/values';

/** Never of a sensitive field. */
export function valueOf(read: Read, element: Element): string {
  const held = isSensitive(read, element) ? null : heldBy(read, element);
  return held?.kind === 'value' ? held.text : '';
}
