// The file input that an upload means (contract: *Strict selectors*, browser_file_upload): the one that
// the target is, names or holds; without a target the page's only one.

import { isFileInput, isLabel } from '../dom/elements';
import { treesWithin } from '../dom/tree';
import { notFound } from './refusal';
import type { Context } from './resolve';
import { ambiguousTarget, theOne } from './strict';

const FILE_INPUTS = 'input[type=file]';

/** The input behind an element; `null` when there is none. Several are refused unless `first`. */
export function fileInputBehind(
  context: Context,
  element: Element,
  first: boolean,
): HTMLInputElement | null {
  if (isFileInput(element)) return element;
  const label = element.closest('label');
  const control = label !== null && isLabel(label) ? label.control : null;
  if (control !== null && isFileInput(control)) return control;
  return oneOf(context, inputsWithin(element), first);
}

/** The page's only input, in its document; `deep`: else in the shadow trees and frames in that. */
export function onlyFileInput(context: Context, first: boolean, deep: boolean): HTMLInputElement {
  const { document } = context;
  const own = [...document.querySelectorAll(FILE_INPUTS)].filter(isFileInput);
  const inputs = own.length === 0 && deep ? inputsWithin(document) : own;
  const input = oneOf(context, inputs, first);
  if (input !== null) return input;
  throw notFound(
    { selector: FILE_INPUTS },
    'The page has no file input; nothing was uploaded. Click what asks for files first, or drop them with browser_drop',
  );
}

const inputsWithin = (start: Document | Element): HTMLInputElement[] =>
  treesWithin(start).flatMap(tree => [...tree.querySelectorAll(FILE_INPUTS)].filter(isFileInput));

function oneOf(
  { read, refs }: Context,
  inputs: readonly HTMLInputElement[],
  first: boolean,
): HTMLInputElement | null {
  const one = theOne(inputs, 'value', first, several =>
    ambiguousTarget(read, refs, { selector: FILE_INPUTS }, several),
  );
  return one !== null && isFileInput(one) ? one : null;
}
