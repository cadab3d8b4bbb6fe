// The structural reads: the page as a tree of elements, and the fields of its forms. What the
// answer has no room for gets no ref (contract: *browser_dom*, *GET /api/forms*).

import { treesOf } from './dom/tree';
import { fieldOf, findFields, type FieldFound } from './observe/form-fields';
import { frameOf } from './observe/frames';
import { walkTree } from './observe/dom-nodes';
import type { Read } from './observe/read';
import { scopeRoot } from './observing';
import { readOf, type Page } from './page';
import { FIELDS_CHARACTERS, FIELDS_LISTED, type FormField } from '../protocol';
import type { ContentAnswer, ContentCommand } from '../shared/messages';
import { cssInPage, type Steps } from './target/css-path';

/** Frames that are named although they were not read. */
const UNREAD_LISTED = 50;
/** What a field has in the answer besides its ref, less what is not written there. */
const WRITTEN_BESIDES =
  ',"ref":"e12345678"'.length - ',"states":[],"hidden":false"x":"y":"width":"height":'.length;

type TreeRead = Omit<Extract<ContentAnswer, { did: 'readTree' }>, 'did'>;
type FormsRead = Omit<Extract<ContentAnswer, { did: 'readForms' }>, 'did'>;
type TreeCommand = Extract<ContentCommand, { do: 'readTree' }>;

const NO_TREE: TreeRead = { tree: { nodes: [], truncated: false }, size: 0, frames: [] };

export function readTree(page: Page, { scope, characters, whole }: TreeCommand): TreeRead {
  // A script can take even the root of a document out of it.
  const root: Element | null = scopeRoot(page, scope);
  if (root === null) return NO_TREE;
  const limits = { maxDepth: scope.maxDepth, characters };
  const { drafts, truncated, size } = walkTree(readOf(page), root, limits);
  if (truncated && whole) return { ...NO_TREE, tree: { nodes: [], truncated } };
  const refs = refsOf(page, drafts.map(({ element }) => element));
  const nodes = drafts.map(({ node }, index) => ({ ref: refs(index), ...node }));
  const frames = drafts
    .filter(({ node }) => node.content === 'cross_origin')
    .flatMap(({ element }) => frameOf(page.refs, root, element));
  return { tree: { nodes, truncated }, size, frames };
}

export function readForms(page: Page): FormsRead {
  const read = readOf(page);
  const found = findFields(read, document);
  const fields = describeWithin(read, found.fields);
  const unread = found.unread.slice(0, UNREAD_LISTED);
  const elements = [...found.fields.slice(0, fields.length), ...unread].map(each => each.element);
  const refs = refsOf(page, elements);
  const unavailableFrames = unread.map(({ frame }, index) => ({
    ref: refs(fields.length + index),
    ...frame,
  }));
  const frames = unread
    .filter(({ frame }) => frame.content === 'cross_origin')
    .flatMap(({ element }) => frameOf(page.refs, null, element));
  const listed = fields.map((field, index) => ({ ref: refs(index), ...field }));
  return { forms: { fields: listed, unavailableFrames, total: found.fields.length }, frames };
}

/** The fields that fit into an answer. */
function describeWithin(read: Read, found: readonly FieldFound[]): Omit<FormField, 'ref'>[] {
  const fields: Omit<FormField, 'ref'>[] = [];
  const trees = treesOf(document);
  const steps: Steps = new Map();
  let size = 0;
  for (const each of found.slice(0, FIELDS_LISTED)) {
    const selector = cssInPage(trees, steps, each.element);
    const field = { ...fieldOf(read, each), ...(selector === null ? {} : { selector }) };
    size += JSON.stringify(field).length + WRITTEN_BESIDES;
    if (size > FIELDS_CHARACTERS) break;
    fields.push(field);
  }
  return fields;
}

/** Gives the elements their refs; throws `MoreRefs` before anything is shown. */
export function refsOf(page: Page, elements: readonly Element[]): (index: number) => number {
  page.refs.issue(elements);
  const numbers = elements.map(element => page.refs.numberOf(element));
  return index => numbers[index] ?? 0;
}
