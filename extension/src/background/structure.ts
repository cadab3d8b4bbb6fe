// The structural reads of a tab: its page as a tree of elements, and the fields of its forms, each
// with what frames of other origins hold (contract: *Frames*, cross-origin frames in other reads).

import {
  FIELDS_CHARACTERS,
  FIELDS_LISTED,
  TREE_CHARACTERS,
  TREE_NESTING,
} from '../protocol';
import type { Answer, Bounds, FormField, Forms, TreeNode } from '../protocol';
import type { Answering } from './content-link';
import { walkFrames, type FrameRead, type Point, type Spot } from './frame-walk';
import { originOf } from './frames';
import type { Link } from './link';
import { read, refOf } from './observe';
import type { Call, CommandOf, Parts } from './parts';
import type { Deadline } from './timing';

const TOP: Point = { x: 0, y: 0 };

export async function readTree(
  parts: Parts,
  { deadline }: Call,
  { tabId, scope }: CommandOf<'readTree'>,
): Promise<Answer> {
  const command = { do: 'readTree', scope, characters: TREE_CHARACTERS, whole: false } as const;
  const { page, link, answer } = await read(parts, tabId, command, deadline, refOf(scope.root));
  const origin = link === page ? TOP : await originOf(parts, link, deadline);
  const characters = TREE_CHARACTERS - answer.size;
  const depthIn = ({ levels }: Spot): number => scope.maxDepth - levels;
  const ask = (inner: Link, spot: Spot, until: Deadline): Promise<TreeAnswer> => {
    const inside = { root: null, maxDepth: depthIn(spot) };
    const part = { do: 'readTree', scope: inside, characters, whole: true } as const;
    return parts.content.ask(inner, part, until);
  };
  const isWanted = (spot: Spot): boolean => depthIn(spot) >= 0;
  const place = { origin, levels: 0 };
  const walk = { from: link, frames: answer.frames, place, ask, isWanted };
  const { reads, leftOut } = await walkFrames(parts, page, walk, deadline);
  const nodes = answer.tree.nodes.map(node => ({ ...node, bounds: moved(node.bounds, origin) }));
  return { result: 'tree', tree: { ...treeWith(nodes, answer, reads), framesLeftOut: leftOut } };
}

type TreeAnswer = Answering<'readTree'>;

/** Puts the tree of each frame below its node, as far as it fits. */
function treeWith(
  nodes: readonly TreeNode[],
  { tree, size }: TreeAnswer,
  reads: readonly FrameRead<TreeAnswer>[],
): { nodes: TreeNode[]; truncated: boolean } {
  const all = [...nodes];
  let { truncated } = tree;
  let room = TREE_CHARACTERS - size;
  for (const { frame, origin, answer } of reads) {
    const at = all.findIndex(node => node.ref === frame.ref);
    const holder = all[at];
    if (holder === undefined) continue;
    const inner = answer.tree.nodes.map(node => ({
      ...node,
      depth: node.depth + holder.depth + 1,
      bounds: moved(node.bounds, origin),
    }));
    const isTooNested = inner.some(node => node.depth > TREE_NESTING);
    const needed = answer.size + LIST_SIZE;
    if (answer.tree.truncated || isTooNested || needed > room) {
      truncated = true;
      continue;
    }
    room -= needed;
    all.splice(at, 1, { ...holder, content: null, frame: 'cross_origin' }, ...inner);
  }
  return { nodes: all, truncated };
}

/** What the frame's node needs for a list of children. */
const LIST_SIZE = ',"children":[]'.length;

export async function readForms(
  parts: Parts,
  { deadline }: Call,
  { tabId }: CommandOf<'readForms'>,
): Promise<Answer> {
  const command = { do: 'readForms' } as const;
  const { page, answer } = await read(parts, tabId, command, deadline);
  const ask = (link: Link, _: Spot, until: Deadline): Promise<FormsAnswer> =>
    parts.content.ask(link, command, until);
  const place = { origin: TOP, levels: 0 };
  const walk = { from: page, frames: answer.frames, place, ask, isWanted: () => true };
  const { reads, leftOut } = await walkFrames(parts, page, walk, deadline);
  return { result: 'forms', forms: { ...formsWith(answer.forms, reads), framesLeftOut: leftOut } };
}

type FormsAnswer = Answering<'readForms'>;

/** Lists the fields of frames after the page's, and only the frames that were not read. */
function formsWith(page: Forms, reads: readonly FrameRead<FormsAnswer>[]): Forms {
  const all = [page, ...reads.map(({ answer }) => answer.forms)];
  const unread = all.flatMap(({ unavailableFrames }) => unavailableFrames);
  const labels = new Map(unread.map(({ ref, name }) => [ref, name]));
  const inFrames = reads.flatMap(({ frame, origin, answer }) =>
    answer.forms.fields.map(field => inFrame(field, labels.get(frame.ref) ?? '', origin)),
  );
  const isRead = new Set(reads.map(({ frame }) => frame.ref));
  return {
    fields: fitting([...page.fields, ...inFrames]),
    unavailableFrames: unread.filter(({ ref }) => !isRead.has(ref)),
    total: all.reduce((sum, { total }) => sum + total, 0),
  };
}

/** A selector would match in the page, so a frame's field has none. */
const inFrame = (field: FormField, label: string, origin: Point): FormField => ({
  ...field,
  selector: null,
  frame: field.frame ?? label,
  bounds: moved(field.bounds, origin),
});

function fitting(fields: readonly FormField[]): FormField[] {
  let size = 0;
  const end = fields.findIndex(field => (size += JSON.stringify(field).length) > FIELDS_CHARACTERS);
  return fields.slice(0, Math.min(end === -1 ? fields.length : end, FIELDS_LISTED));
}

const moved = (bounds: Bounds, { x, y }: Point): Bounds => ({
  ...bounds,
  x: Math.round(bounds.x + x),
  y: Math.round(bounds.y + y),
});
