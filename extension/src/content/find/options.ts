// What closed lists offer (contract: *POST /api/find*). Their options have no boxes and nothing acts on
// them, so the list stands for them.

import { isOpenList, isSelect } from '../dom/elements';
import { fold } from '../observe/fold';
import { isHiddenItself } from '../observe/hidden';
import type { Read } from '../observe/read';
import { isMasked, isSensitive } from '../observe/redact';

/** Options of one list that are looked at. */
const LOOKED_AT = 5_000;

/** The labels that a closed list offers and that are wanted; none of a sensitive one. */
export function offeredBy(
  read: Read,
  element: Element,
  isWanted: (label: string) => boolean,
): string[] {
  if (!isSelect(element) || isOpenList(element) || isSensitive(read, element)) return [];
  return [...element.options]
    .slice(0, LOOKED_AT)
    .map(option => ({ option, label: fold(option.label) }))
    .filter(({ option, label }) => isWanted(label) && isOffered(read, option))
    .map(({ label }) => label);
}

const isOffered = (read: Read, option: Element): boolean =>
  !isMasked(read, option) && !isHiddenItself(option);
