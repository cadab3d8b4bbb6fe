// Makes files of a page's own kind and puts them into a file input, as a file chooser does.

import type { GivenFile, OfferedFile } from '../../protocol';
import { fireChange, newDataTransfer, viewOf } from './events';

/** The files as objects of the element's own window. */
export function filesFor(
  element: Element,
  offered: readonly OfferedFile[],
  contents: readonly Blob[],
): File[] {
  const { File } = viewOf(element);
  return offered.flatMap(({ name, mediaType, modifiedMs }, place) => {
    const content = contents[place];
    if (content === undefined) return [];
    return new File([content], name, { type: mediaType, lastModified: modifiedMs });
  });
}

/** Puts the files in place of what the input holds; answers what it then holds. */
export function setFiles(input: HTMLInputElement, files: readonly File[]): GivenFile[] {
  const transfer = newDataTransfer(input);
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  const held = filesOf(input);
  const { Event } = viewOf(input);
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  fireChange(input);
  return held;
}

export const filesOf = ({ files }: HTMLInputElement): GivenFile[] =>
  files === null ? [] : [...files].map(facts);

export const facts = ({ name, size, type }: File): GivenFile => ({ name, size, type });

export const sameFiles = (some: readonly GivenFile[], others: readonly GivenFile[]): boolean =>
  some.length === others.length &&
  some.every(({ name, size }, place) => name === others[place]?.name && size === others[place].size);
