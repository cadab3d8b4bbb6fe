// The structural reads: the page as a tree of elements, and the fields of its forms. What the
// answer has no room for gets no ref (contract: *browser_dom*, *GET /api/forms*).

import { fieldOf, findFields, type FieldFound, type UnreadFound } from './observe/form-fields';
import { walkTree } from './observe/dom-nodes';
import type { Read } from './observe/read';
import { scopeRoot } from './observing';
import { readOf, type Page } from './page';
import {
  FIELDS_CHARACTERS,
  FIELDS_LISTED,
  TREE_CHARACTERS,
  type ElementTree,
  type FormField,
  type Forms,
  type TreeScope,
} from '../protocol';
import { cssOf } from './target/css-path';

/** Frames that are named although they were not read. */
const UNREAD_LISTED = 50;
/** What a field has in the answer besides. */
const REF_SIZE = ',"ref":"e12345678"'.length;

export function readTree(page: Page, scope: TreeScope): ElementTree {
  // A script can take even the root of a document out of it.
  const root: Element | null = scopeRoot(page, scope);
  if (root === null) return { nodes: [], truncated: false };
  const limits = { maxDepth: scope.maxDepth, characters: TREE_CHARACTERS };
  const { drafts, truncated } = walkTree(readOf(page), root, limits);
  const refs = refsOf(page, drafts.map(({ element }) => element));
  return { nodes: drafts.map(({ node }, index) => ({ ref: refs(index), ...node })), truncated };
}

export function readForms(page: Page): Forms {
  const read = readOf(page);
  const found = findFields(read, document);
  const fields = describeWithin(read, found.fields);
  const unread = found.unread.slice(0, UNREAD_LISTED);
  const elements = [...found.fields.slice(0, fields.length), ...unread].map(each => each.element);
  const refs = refsOf(page, elements);
  return {
    fields: fields.map((field, index) => ({ ref: refs(index), ...field })),
    unavailableFrames: unread.map(({ frame }: UnreadFound, index) => ({
      ref: refs(fields.length + index),
      ...frame,
    })),
    total: found.fields.length,
  };
}

/** The fields that fit into an answer. */
function describeWithin(read: Read, found: readonly FieldFound[]): Omit<FormField, 'ref'>[] {
  const fields: Omit<FormField, 'ref'>[] = [];
  let size = 0;
  for (const each of found.slice(0, FIELDS_LISTED)) {
    const selector = cssOf(each.element);
    const field = { ...fieldOf(read, each), ...(selector === null ? {} : { selector }) };
    size += JSON.stringify(field).length + REF_SIZE;
    if (size > FIELDS_CHARACTERS) break;
    fields.push(field);
  }
  return fields;
}

/** Gives the elements their refs; throws `MoreRefs` before anything is shown. */
function refsOf(page: Page, elements: readonly Element[]): (index: number) => number {
  page.refs.issue(elements);
  const numbers = elements.map(element => page.refs.issueOne(element));
  return index => numbers[index] ?? 0;
}
