// One pass over the rendered tree that emits its lines in document order. It changes nothing.
// What an element's line says is in describe.ts; this file says where lines and texts stand.

import { dataOf } from '../dom/ask';
import { isEditingHost, isElement, isFrame, isLabel, isOpenList, isSelect, isText } from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { parentInDocument, renderedChildren } from '../dom/tree';
import { boxState } from './boxes';
import { INTERACTIVE } from './clickable';
import { describe, type Description } from './describe';
import { factsOf, hasAttribute } from './facts';
import { frameContent } from './frames';
import { lookOf, showsText } from './look';
import { nameOf } from './names';
import type { Read } from './read';
import { MORE, TEXT, type Line } from './record';
import { isInMaskedEditor, isMasked, isSensitive } from './redact';
import { CONTROLS, explicitRole, LISTED_UNLESS_EMPTY, NAMED_BY_CONTENT, roleOf } from './roles';
import { addSpace, addText, endRun, startRun, type Run } from './runs';
import { foldSimilar, LISTED, LISTED_IN_SCOPE, type Folded, type Folding } from './similar';
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
  /** Which runs of items are folded; `null` lists every item. */
  readonly folding: Folding | null;
  /** The line of text that is being put together, if any. */
  run: Run | null;
  /** DOM depth of the innermost element that was not left since the last line. */
  level: number;
  readonly listed: Set<Element>;
  readonly collapsed: Set<Element>;
};

/** The lines of a subtree, and the items of its runs. */
export type Walked = {
  readonly lines: readonly Line<Element>[];
  readonly listed: ReadonlySet<Element>;
  readonly collapsed: ReadonlySet<Element>;
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
  /** It is a control's or heading's: it says each part of the text in it. A container's says all or none. */
  readonly coversParts: boolean;
  /** The text here says something even where a name around it says the same. */
  readonly ownText: boolean;
  /** Inside a control that is no link: icons drawn in it only repeat it. */
  readonly inControl: boolean;
  /** Inside an editor, whose line says its text: only what can be operated has lines of its own. */
  readonly inEditor: boolean;
};

/** Roles whose name stands for the text inside. */
const SAYS_ITS_CONTENT: ReadonlySet<string> = new Set([...CONTROLS, ...NAMED_BY_CONTENT, 'img']);

/** A page can nest without limit, a call stack cannot. */
const DEEPEST = 1000;

/** The elements whose content is not walked. */
const LEAVES = new Set(
  'audio canvas img input meter option progress textarea video'.split(' '),
);

const FRAMES = new Set(['iframe', 'frame']);

/** Graphics are walked only for what can be read or operated in them. */
export const IN_GRAPHICS = 'text, a, foreignObject, [role], [tabindex], [onclick], svg * > title';

export type WalkOptions = Pick<Walk, 'read' | 'boxes' | 'maxDepth' | 'folding'> & {
  /** The root was asked for: more of its own items are listed. */
  isScoped: boolean;
};

/** More than any page's depth: nothing was left yet. */
const NO_LEVEL = 0xffff;

/** The lines of a subtree, its root included. */
export function walkFrom(root: Element, options: WalkOptions): Walked {
  const walk: Walk = {
    ...options,
    lines: [],
    run: null,
    level: NO_LEVEL,
    listed: new Set(),
    collapsed: new Set(),
  };
  const above = parentInDocument(root);
  if (above !== null && isInMaskedEditor(options.read, above)) return walk;
  const place: Place = {
    depth: 0,
    parent: -1,
    domDepth: 0,
    frames: 0,
    block: root,
    cover: '',
    coversParts: false,
    ownText: true,
    inControl: false,
    inEditor: false,
  };
  visit(walk, root, place, options.isScoped);
  endRun(walk);
  const { listed, collapsed } = walk;
  return { lines: withoutDropped(walk), listed, collapsed };
}

function visit(walk: Walk, element: Element, place: Place, isScope = false): void {
  if (factsOf(walk.read, element).tag === 'br') {
    addSpace(walk);
    return;
  }
  const look = lookOf(walk.read, element);
  if (!look.open) {
    if (walk.read.towards.has(element)) visitTowards(walk, element, place);
    return;
  }
  leaveTo(walk, place);
  const description = look.shown ? describe(walk.read, element) ?? unpainted(walk.read, element) : null;
  const isRepeated = description !== null && repeatsItsPlace(walk.read, element, place, description);
  const line = isRepeated ? null : description;
  if (!look.inline) endRun(walk);
  if (line === null) visitBelow(walk, element, below(walk, place, element, look.inline), isScope);
  else visitListed(walk, element, place, line, isScope);
  if (!look.inline) endRun(walk);
}

/** Nothing here is rendered, but a popup below is open: only the way to it is walked. */
function visitTowards(walk: Walk, element: Element, place: Place): void {
  const { towards, unpainted: popups, roots } = walk.read;
  const { tag } = factsOf(walk.read, element);
  const inner = below(walk, place, element, false);
  endRun(walk);
  for (const child of renderedChildren(element, tag, roots)) {
    if (isElement(child) && (towards.has(child) || popups.has(child))) visit(walk, child, inner);
  }
  endRun(walk);
}

/** An open popup has a line, whatever it is. */
const unpainted = (read: Read, element: Element): Description | null =>
  read.unpainted.has(element)
    ? { role: roleOf(read, element) ?? 'generic', name: '', states: [], url: '' }
    : null;

/** The line around it says this already: an icon of a control, but no picture; a paragraph of an editor. */
const repeatsItsPlace = (
  read: Read,
  element: Element,
  place: Place,
  { role, name }: Description,
): boolean =>
  (role === 'img' && place.inControl && place.cover.includes(name) && !isPictureTag(read, element)) ||
  (place.inEditor && !CONTROLS.has(role));

/** Its pixels may say what no name does (contract: *Images*). */
const isPictureTag = (read: Read, element: Element): boolean => factsOf(read, element).tag === 'img';

function visitListed(
  walk: Walk,
  element: Element,
  place: Place,
  description: Description,
  isScope: boolean,
): void {
  const isLink = description.role === 'link';
  // The text around a link includes the link's; its line comes first.
  if (isLink && lookOf(walk.read, element).inline) startRun(walk, place);
  const outer = walk.run;
  if (!isLink) walk.run = null;
  const index = addLine(walk, element, place, description);
  const isNamed = description.name !== '';
  const inner: Place = {
    depth: place.depth + 1,
    parent: index,
    frames: place.frames,
    domDepth: place.domDepth + 1,
    block: isLink && lookOf(walk.read, element).inline ? place.block : element,
    cover: isNamed ? description.name : place.cover,
    coversParts: isNamed ? SAYS_ITS_CONTENT.has(description.role) : place.coversParts,
    ownText: !isLink,
    inControl: place.inControl || (!isLink && description.role === 'button'),
    inEditor: place.inEditor || isEditor(walk.read, element),
  };
  visitBelow(walk, element, inner, isScope);
  if (walk.run !== null && walk.run.index > index) endRun(walk);
  if (!isLink) {
    walk.run = outer;
    // What stands between two texts parts their words.
    addSpace(walk);
  }
  dropIfEmpty(walk, index);
}

function addLine(walk: Walk, node: Element, place: Place, description: Description): number {
  const { role, name, url } = description;
  const states = [
    ...description.states,
    ...(walk.read.unpainted.has(node) ? ['not_rendered'] : []),
    ...(walk.boxes ? [boxState(node)] : []),
  ];
  return push(walk, place, { role, name, states, url, node, dropped: false });
}

/** Adds a line at a place and tells its index. */
export function push(
  walk: Walk,
  place: Place,
  line: Omit<Draft, 'level' | 'depth' | 'parent'>,
): number {
  leaveTo(walk, place);
  const { depth, parent } = place;
  const { level } = walk;
  walk.level = NO_LEVEL;
  return walk.lines.push(Object.assign(line, { depth, parent, level })) - 1;
}

/** What follows stands at a place: everything inside the element around it was left. */
function leaveTo(walk: Walk, place: Place): void {
  walk.level = Math.min(walk.level, place.domDepth);
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
    inEditor: place.inEditor,
    domDepth: place.domDepth + 1,
    block: inline ? place.block : element,
    cover: named ?? place.cover,
    coversParts: place.coversParts || named !== null,
    ownText: place.ownText && named === null,
  };
}

function visitBelow(walk: Walk, element: Element, place: Place, isScope: boolean): void {
  const facts = factsOf(walk.read, element);
  if (place.domDepth > Math.min(walk.maxDepth, DEEPEST) || isLeaf(walk.read, element)) return;
  const frame = FRAMES.has(facts.tag) && isFrame(element) ? element : null;
  const inner = frame === null ? place : { ...place, frames: place.frames + 1 };
  const plain = frame === null ? plainTextOf(walk.read, element) : null;
  if (plain !== null) {
    visitText(walk, element, plain, place);
    return;
  }
  const nodes = frame === null ? renderedChildren(element, facts.tag, walk.read.roots) : frameNodes(walk, frame, place);
  const listed = isScope ? LISTED_IN_SCOPE : LISTED;
  const folded =
    walk.folding === null ? null : foldSimilar(walk.read, nodes, walk.folding, listed);
  if (folded !== null) {
    visitFolded(walk, element, inner, nodes, folded, isScope);
    return;
  }
  for (const child of nodes) visitChild(walk, element, inner, child);
}

function visitChild(walk: Walk, parent: Element, place: Place, child: Node): void {
  if (isElement(child)) visit(walk, child, place);
  else if (isText(child)) visitText(walk, parent, textIn(walk.read, parent, child), place);
}

/** Children with the items of their runs that are not listed left out, a marker in their place. */
function visitFolded(
  walk: Walk,
  container: Element,
  place: Place,
  nodes: readonly Node[],
  { hidden, gaps, items }: Folded,
  isScope: boolean,
): void {
  for (const item of items) (hidden.has(item) ? walk.collapsed : walk.listed).add(item);
  const starts = new Map<Node, number>();
  for (const child of nodes) {
    const gap = gaps.get(child);
    if (gap !== undefined) {
      endRun(walk);
      push(walk, place, {
        role: MORE,
        name: '',
        states: [`count=${gap.count}`, ...(isScope ? ['far'] : [])],
        url: '',
        node: container,
        since: starts.get(gap.first) ?? walk.lines.length,
        dropped: false,
      });
    }
    if (hidden.has(child)) continue;
    starts.set(child, walk.lines.length);
    visitChild(walk, container, place, child);
  }
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

export function isLeaf(read: Read, element: Element): boolean {
  const { tag, html, attributes } = factsOf(read, element);
  if (tag === 'svg') return element.querySelector(IN_GRAPHICS) === null;
  if (!html) return false;
  if (tag === 'select' && isSelect(element)) {
    return !isOpenList(element) || isSensitive(read, element);
  }
  if (LEAVES.has(tag)) return true;
  if (attributes.has('role') && isPicture(read, element)) return true;
  return isEditor(read, element) && isSensitive(read, element);
}

export const isEditor = (read: Read, element: Element): boolean =>
  hasAttribute(read, element, 'contenteditable') && isEditingHost(element);

/** What a page declares to be a picture is one by its name, unless it holds what can be pressed. */
const isPicture = (read: Read, element: Element): boolean =>
  explicitRole(read, element) === 'img' &&
  nameOf(read, element) !== '' &&
  element.querySelector(INTERACTIVE) === null;

const textIn = (read: Read, parent: Element, text: Text): string =>
  isMasked(read, parent) ? '' : dataOf(text);

function visitText(walk: Walk, parent: Element, text: string, place: Place): void {
  if (text === '' || place.inEditor) return;
  if (!showsText(walk.read, parent)) return;
  if (/\S/.test(text)) addText(walk, place, text);
  else addSpace(walk);
}

/** A text that another line says as its name, in full. */
const isName = (read: Read, { node, name }: Draft): boolean =>
  read.labelling.get(node)?.includes(name) === true;

/** Takes the dropped lines out. A text whose whole block names something else is one of them. */
function withoutDropped({ lines, read }: Walk): Line<Element>[] {
  const kept: Draft[] = [];
  const places: number[] = [];
  let level = NO_LEVEL;
  for (const line of lines) {
    const isDropped = line.dropped || (line.role === TEXT && isName(read, line));
    level = Math.min(level, line.level);
    places.push(kept.length);
    if (isDropped) continue;
    line.parent = lines[line.parent]?.dropped === false ? (places[line.parent] ?? -1) : -1;
    line.level = level;
    if (line.since !== undefined) line.since = places[line.since] ?? 0;
    kept.push(line);
    level = NO_LEVEL;
  }
  return kept;
}
