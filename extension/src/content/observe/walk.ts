// One pass over the rendered tree that emits its lines in document order. It changes nothing.
// What an element's line says is in describe.ts; this file says where lines and texts stand.

import { isEditingHost, isElement, isFrame, isLabel, isSelect, isText } from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { renderedChildren } from '../dom/tree';
import { boxState } from './boxes';
import { describe, type Description } from './describe';
import { factsOf } from './facts';
import { frameContent } from './frames';
import { lookOf } from './look';
import { nameOf } from './names';
import type { Facts, Read } from './read';
import { costOf, type Line } from './record';
import { isInMaskedEditor, isMasked } from './redact';
import { LISTED_UNLESS_EMPTY } from './roles';
import { addSpace, addText, endRun, startRun, type Run } from './runs';
import { plainTextOf } from './text';

export type Draft = { -readonly [K in keyof Line<Element>]: Line<Element>[K] } & {
  dropped: boolean;
};

/** What one walk needs. Made for it, dropped after it. */
export type Walk = {
  readonly read: Read;
  readonly boxes: boolean;
  /** Depth in the DOM below the root that is still walked. */
  readonly maxDepth: number;
  readonly lines: Draft[];
  /** The line of text that is being put together, if any. */
  run: Run | null;
  /** What the lines so far cost when shown. */
  cost: number;
};

/** Where in the page the walk is. */
export type Place = {
  /** Depth and index of the line above. */
  readonly depth: number;
  readonly parent: number;
  readonly domDepth: number;
  readonly frames: number;
  /** The innermost block, which holds the text met here. */
  readonly block: Element;
  /** A name around here that may say the same as the text. */
  readonly cover: string;
  /** The text here says something even where a name around it says the same. */
  readonly ownText: boolean;
  /** Inside a control that is no link: its icons only repeat it. */
  readonly inControl: boolean;
};

/** Blocks up to this length are kept whole or left out whole (contract: *browser_snapshot*). */
const BLOCK_LENGTH = 2000;

/** A page can nest without limit, a call stack cannot. */
const DEEPEST = 1000;

/** The elements whose content is not walked. */
const LEAVES = new Set('audio canvas img input meter progress textarea video'.split(' '));

const FRAMES = new Set(['iframe', 'frame']);

/** Graphics are walked only for what can be read or operated in them. */
const IN_GRAPHICS = 'text, a, foreignObject, [role], [tabindex]';

export type WalkOptions = { read: Read; boxes: boolean; maxDepth: number };

/** The lines of a subtree, its root included. */
export function walkFrom(root: Element, options: WalkOptions): Line<Element>[] {
  const above = root.parentElement;
  if (above !== null && isInMaskedEditor(options.read, above)) return [];
  const walk: Walk = { ...options, lines: [], run: null, cost: 0 };
  const place: Place = {
    depth: 0,
    parent: -1,
    domDepth: 0,
    frames: 0,
    block: root,
    cover: '',
    ownText: true,
    inControl: false,
  };
  visit(walk, root, place, true);
  endRun(walk);
  return withoutDropped(walk);
}

function visit(walk: Walk, element: Element, place: Place, isRoot = false): void {
  const look = lookOf(walk.read, element);
  if (!look.open) return;
  const description = look.shown ? describe(walk.read, element) : null;
  const isRepeated = description?.role === 'img' && repeats(place, description.name);
  const line = description === null || isRepeated ? null : description;
  if (!look.inline) endRun(walk);
  if (line === null) visitBelow(walk, element, below(walk, place, element, look.inline), isRoot);
  else visitListed(walk, element, place, line, isRoot);
  if (!look.inline) endRun(walk);
}

const repeats = (place: Place, name: string): boolean =>
  place.inControl && place.cover.includes(name);

function visitListed(
  walk: Walk,
  element: Element,
  place: Place,
  description: Description,
  isRoot: boolean,
): void {
  const isLink = description.role === 'link';
  // The text around a link includes the link's; its line comes first.
  if (isLink && lookOf(walk.read, element).inline) startRun(walk, place);
  const outer = walk.run;
  if (!isLink) walk.run = null;
  const index = addLine(walk, element, place, description);
  const inner: Place = {
    ...below(walk, place, element, isLink && lookOf(walk.read, element).inline),
    depth: place.depth + 1,
    parent: index,
    cover: description.name === '' ? place.cover : description.name,
    ownText: !isLink,
    inControl: place.inControl || (!isLink && description.role === 'button'),
  };
  visitBelow(walk, element, inner, isRoot);
  if (walk.run !== null && walk.run.index > index) endRun(walk);
  if (!isLink) walk.run = outer;
  dropIfEmpty(walk, index);
}

function addLine(walk: Walk, node: Element, place: Place, description: Description): number {
  const states = walk.boxes ? [...description.states, boxState(node)] : description.states;
  const line: Draft = {
    ...description,
    states,
    node,
    depth: place.depth,
    parent: place.parent,
    block: false,
    dropped: false,
  };
  walk.cost += costOf(line);
  return walk.lines.push(line) - 1;
}

function dropIfEmpty(walk: Walk, index: number): void {
  const line = walk.lines[index];
  // A limited walk does not know whether it is empty.
  if (walk.maxDepth !== Infinity) return;
  if (line === undefined || line.name !== '' || !LISTED_UNLESS_EMPTY.has(line.role)) return;
  let inner = index + 1;
  while (walk.lines[inner]?.dropped === true) inner += 1;
  line.dropped = inner === walk.lines.length;
}

/** The place of an element's content. */
function below(walk: Walk, place: Place, element: Element, inline: boolean): Place {
  const isLabelElement = factsOf(walk.read, element).tag === 'label';
  const control = isLabelElement && isLabel(element) ? element.control : null;
  const named = control !== null && isRendered(control) ? nameOf(walk.read, control) : null;
  // Named one by one: copying is what most of a walk's garbage would come from.
  return {
    depth: place.depth,
    parent: place.parent,
    frames: place.frames,
    inControl: place.inControl,
    domDepth: place.domDepth + 1,
    block: inline ? place.block : element,
    cover: named ?? place.cover,
    ownText: place.ownText && named === null,
  };
}

function visitBelow(walk: Walk, element: Element, place: Place, isRoot: boolean): void {
  const facts = factsOf(walk.read, element);
  if (place.domDepth > Math.min(walk.maxDepth, DEEPEST) || isLeaf(element, facts)) return;
  const frame = FRAMES.has(facts.tag) && isFrame(element) ? element : null;
  const inner = frame === null ? place : { ...place, frames: place.frames + 1 };
  const plain = frame === null ? plainTextOf(walk.read, element) : null;
  if (plain !== null) {
    visitText(walk, element, plain, place);
    return;
  }
  const costBefore = walk.cost;
  const starts: number[] = [];
  const nodes = frame === null ? renderedChildren(element, facts.tag) : frameNodes(walk, frame, place);
  for (const child of nodes) {
    const start = walk.lines.length;
    if (isElement(child)) visit(walk, child, inner);
    else if (isText(child)) visitText(walk, element, textIn(walk.read, element, child), place);
    if (walk.lines.length > start) starts.push(start);
  }
  if (isRoot || walk.cost - costBefore > BLOCK_LENGTH) markBlocks(walk, starts);
}

/** The body of a frame's document; a frame that cannot be read says why on its line. */
function frameNodes(walk: Walk, frame: HTMLIFrameElement, place: Place): Node[] {
  const content = frameContent(frame, place.frames);
  if (content.kind === 'document') {
    const root: Element | null = content.document.body ?? content.document.documentElement;
    return root === null ? [] : [root];
  }
  const line = walk.lines[place.parent];
  if (line?.node === frame) line.states = [...line.states, ...content.states];
  return [];
}

function isLeaf(element: Element, { tag, html, attributes }: Facts): boolean {
  if (tag === 'svg') return element.querySelector(IN_GRAPHICS) === null;
  if (!html) return false;
  if (tag === 'select' && isSelect(element)) return !element.multiple && element.size <= 1;
  if (LEAVES.has(tag)) return true;
  if (attributes.has('role') && element.getAttribute('role') === 'img') return true;
  return attributes.has('contenteditable') && isEditingHost(element);
}

const textIn = (read: Read, parent: Element, text: Text): string =>
  isMasked(read, parent) ? '' : text.data;

function visitText(walk: Walk, parent: Element, text: string, place: Place): void {
  if (text === '') return;
  if (!lookOf(walk.read, parent).shown) return;
  if (/\S/.test(text)) addText(walk, place, text);
  else addSpace(walk);
}

function markBlocks(walk: Walk, starts: readonly number[]): void {
  for (const start of starts) {
    const line = walk.lines[start];
    if (line !== undefined) line.block = true;
  }
}

/** Takes the dropped lines out. A text whose whole block names something else is one of them. */
function withoutDropped({ lines, read }: Walk): Line<Element>[] {
  const kept: Draft[] = [];
  const places: number[] = [];
  let startsBlock = false;
  for (const line of lines) {
    const isDropped = line.dropped || (line.role === 'text' && read.labelling.has(line.node));
    startsBlock ||= line.block;
    places.push(isDropped ? -1 : kept.length);
    if (isDropped) continue;
    line.parent = places[line.parent] ?? -1;
    line.block = startsBlock;
    kept.push(line);
    startsBlock = false;
  }
  return kept;
}
