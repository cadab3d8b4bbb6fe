// Gives a page files (contract: *POST /api/upload-file*, browser_file_upload, browser_drop): through a
// file input, or by a drop. Everything that can be wrong is refused before the page notices anything.

import { isAccepted } from './act/accept';
import { drop, transferOf, type Dropped } from './act/drop';
import { facts, filesFor, setFiles } from './act/give-files';
import { lastAsked } from './chooser';
import { isDisabled, isFileInput } from './dom/elements';
import { isRendered } from './dom/rendered';
import { describeTarget } from './done';
import { contextOf, type Page } from './page';
import { performed, targetOf, type Performed } from './performed';
import type { PageAction } from '../protocol';
import { fileInputBehind, onlyFileInput } from './target/file-input';
import { notFillable, notFound, plainError, refuse, type Refusal } from './target/refusal';

type Upload = Extract<PageAction, { act: 'upload' }>;

export async function performUpload(
  page: Page,
  action: Upload,
  contents: readonly Blob[],
): Promise<Performed> {
  if (contents.length !== action.files.length) throw plainError('The files did not reach the page');
  const { target = null, by, files } = action;
  const element = target === null ? null : targetOf(page, target, 'value');
  const input = by === 'drop' ? null : inputFor(page, action, element);
  if (input !== null) return choose(page, input, element, action, contents);
  const to = element ?? document.body;
  if (to === null) throw notFound({ selector: 'body' });
  if (files.length === 0 && action.data.length === 0) throw noInput(to);
  return dropOn(page, to, action, contents);
}

/** `null` when the files are dropped on the element instead. */
function inputFor(page: Page, action: Upload, element: Element | null): HTMLInputElement | null {
  const { first, lastClicked } = action;
  if (element === null) {
    const asked = lastClicked ? lastAsked() : null;
    return asked ?? onlyFileInput(contextOf(page), first, lastClicked);
  }
  const input = fileInputBehind(contextOf(page), element, first);
  if (input === null && action.by === 'input') throw noInput(element);
  return input;
}

const noInput = (element: Element): Refusal =>
  notFillable(
    element.localName,
    'no_field',
    'Nothing was uploaded: the target is no file input and holds none. Pass the ref of the input or of its button, or drop the files with browser_drop.',
    element.getAttribute('role'),
  );

function choose(
  page: Page,
  input: HTMLInputElement,
  named: Element | null,
  { files }: Upload,
  contents: readonly Blob[],
): Performed {
  if (isDisabled(input)) {
    throw notFillable(input.localName, 'disabled', 'Nothing was uploaded: the input is disabled.');
  }
  if (files.length > 1 && !takesSeveral(input)) throw onlyOne(files.length);
  const { tag = null } = describeTarget(page, input);
  const made = filesFor(input, files, contents);
  const given = { by: 'input' as const, files: setFiles(input, made) };
  const note = noteFor(input, made);
  return performed(
    lineOf(input, named),
    { tag, given, ...(note === null ? {} : { note }) },
    { readBack: { read: 'files', element: input, given } },
  );
}

/** What has a line in a snapshot: a hidden input has none. */
const lineOf = (input: HTMLInputElement, named: Element | null): Element | null =>
  isRendered(input) ? input : named;

const takesSeveral = (input: HTMLInputElement): boolean =>
  input.multiple || input.hasAttribute('webkitdirectory');

const onlyOne = (count: number): Refusal =>
  refuse('invalid_argument', false, `The input takes one file; ${count} were given`, {
    hint: 'Nothing was uploaded. Give it one file at a time.',
    state: { reason: 'too_many', files: count },
  });

function noteFor(input: HTMLInputElement, files: readonly File[]): string | null {
  if (files.length > 0 && input.hasAttribute('webkitdirectory')) {
    return 'The input asks for a directory; the files have no paths in one.';
  }
  const other = files.find(file => !isAccepted(input.accept, file));
  return other === undefined
    ? null
    : `The input proposes only ${input.accept}; the page may refuse ${other.name}.`;
}

async function dropOn(
  page: Page,
  to: Element,
  { files, data }: Upload,
  contents: readonly Blob[],
): Promise<Performed> {
  const made = filesFor(to, files, contents);
  const transfer = transferOf(to, made, data);
  const { tag = null } = describeTarget(page, to);
  const own = ownInput(to, made);
  const { dropped, on } = await drop(to, transfer, own !== null);
  if (dropped === 'refused') throw refused(to);
  const isChosen = dropped === 'unhandled' && own !== null && on === own;
  const held = isChosen ? setFiles(own, made) : made.map(facts);
  const given = { by: 'drop' as const, files: held };
  const note = isChosen ? null : NOTES[dropped];
  return performed(
    to,
    { tag, given, ...(note === null ? {} : { note }) },
    isChosen ? { readBack: { read: 'files', element: own, given } } : {},
  );
}

/** A file input takes files that are dropped on it by itself. */
function ownInput(to: Element, files: readonly File[]): HTMLInputElement | null {
  if (!isFileInput(to) || isDisabled(to) || files.length === 0) return null;
  return files.length === 1 || takesSeveral(to) ? to : null;
}

const NOTES: Readonly<Record<Exclude<Dropped, 'refused'>, string | null>> = {
  taken: null,
  unhandled:
    'The page let the drop come, but did not handle it: a browser would open what was dropped. Check whether the page has it.',
};

/** It saw something dragged over it, and no drop. */
const refused = (to: Element): Refusal =>
  refuse('not_supported', false, 'The page did not take the drop', {
    hint: 'Nothing was dropped: neither the element nor what is around it accepted what was dragged over it. Take a new browser_snapshot and drop on the area that asks for it, or use browser_file_upload for a file input and browser_type for text.',
    state: { tag: to.localName, reason: 'drop_refused' },
  });
