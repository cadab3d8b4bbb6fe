// One pass over the rendered tree that makes a node of each element (contract: *browser_dom*).
// It ends where the nodes no longer fit, and changes nothing. A page can nest without limit and a
// call stack cannot, so the places still to visit are a list.

import { isElement, isFrame, isInput, isLink, isSvg, isText } from '../dom/elements';
import { renderedChildren } from '../dom/tree';
import { topBox } from './boxes';
import { attributeOf, factsOf } from './facts';
import { clip, fold } from './fold';
import { frameContent } from './frames';
import { lookOf } from './look';
import { nameOf } from './names';
import type { Read } from './read';
import { isInMaskedEditor, isMasked } from './redact';
import { roleOf } from './roles';
import { renderedTextOf } from './text';
import { toldOf } from './told';
import { IN_GRAPHICS, isEditor, isLeaf } from './walk';
import { NAME_LENGTH, TREE_NESTING, type Bounds, type TreeNode } from '../../protocol';

export type Draft = { readonly element: Element; readonly node: Omit<TreeNode, 'ref'> };

export type TreeLimits = {
  /** DOM depth below the root. */
  readonly maxDepth: number;
  /** What the serialized nodes may take. */
  readonly characters: number;
};

export type WalkedTree = {
  readonly drafts: readonly Draft[];
  readonly truncated: boolean;
  /** What the nodes take. */
  readonly size: number;
};

/** Where the walk is. */
type Place = {
  readonly element: Element;
  /** Nesting in the tree of nodes. */
  readonly depth: number;
  readonly domDepth: number;
  readonly frames: number;
};

/** What is below an element. */
type Below = {
  readonly children: readonly Element[];
  readonly text: string;
  /** Of a frame that cannot be read: `content=…` and `src=…`. */
  readonly unread: readonly string[];
};

/** Addresses longer than this are data. */
const HREF_LENGTH = 2000;

/** Elements that only break lines. */
const BREAKS = new Set(['br', 'wbr']);

/** Roles that say nothing. */
const PLAIN = new Set(['generic', 'none', 'presentation']);

export function walkTree(
  read: Read,
  root: Element,
  { maxDepth, characters }: TreeLimits,
): WalkedTree {
  const drafts: Draft[] = [];
  const pending: Place[] = [{ element: root, depth: 0, domDepth: 0, frames: 0 }];
  let truncated = false;
  let size = 0;
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { element, depth, domDepth } = place;
    const look = lookOf(read, element);
    if (!look.open || isNoise(element)) continue;
    const below = contentBelow(read, place);
    const isTooNested = depth === TREE_NESTING;
    const isWalked = domDepth < maxDepth && !isTooNested;
    // A tree has a root, even one that is seen only by what is in it.
    const isNode = look.shown || element === root;
    if (isNode) {
      const node = nodeOf(read, place, below, isWalked);
      truncated ||= isTooNested && domDepth < maxDepth && below.children.length > 0;
      const more = sizeOf(node, drafts.at(-1)?.node.depth ?? depth);
      if (size + more > characters) return { drafts, truncated: true, size };
      size += more;
      drafts.push({ element, node });
    }
    if (!isWalked) continue;
    const inner = {
      depth: isNode ? depth + 1 : depth,
      domDepth: domDepth + 1,
      frames: isFrame(element) ? place.frames + 1 : place.frames,
    };
    for (const child of below.children.toReversed()) pending.push({ element: child, ...inner });
  }
  return { drafts, truncated, size };
}

/** Line breaks, and the shapes of a drawing. */
const isNoise = (element: Element): boolean =>
  BREAKS.has(element.localName) ||
  (isSvg(element) &&
    element.localName !== 'svg' &&
    !element.matches(IN_GRAPHICS) &&
    element.querySelector(IN_GRAPHICS) === null);

function contentBelow(read: Read, { element, frames }: Place): Below {
  const facts = factsOf(read, element);
  if (isFrame(element)) return contentOfFrame(element, frames);
  if (isLeaf(read, element) || isEditor(read, element)) return NOTHING;
  const nodes = renderedChildren(element, facts.tag);
  const isSecret = isMasked(read, element) || isInMaskedEditor(read, element);
  const texts = isSecret ? [] : nodes.filter(isText).map(text => text.data);
  return { children: nodes.filter(isElement), text: fold(texts.join(' ')), unread: [] };
}

const NOTHING: Below = { children: [], text: '', unread: [] };

function contentOfFrame(frame: HTMLIFrameElement, frames: number): Below {
  const content = frameContent(frame, frames);
  if (content.kind === 'unread') return { ...NOTHING, unread: content.states };
  const root: Element | null = content.document.body ?? content.document.documentElement;
  return { ...NOTHING, children: root === null ? [] : [root] };
}

function nodeOf(read: Read, place: Place, below: Below, isWalked: boolean): Draft['node'] {
  const { element, depth } = place;
  const role = roleOf(read, element) ?? '';
  const told = toldOf(read, element, role);
  const whole = isWalked || below.children.length === 0 ? below.text : renderedTextOf(read, element);
  const text = clip(whole, NAME_LENGTH);
  const name = nameOf(read, element);
  const more = isWalked ? 0 : below.children.filter(child => lookOf(read, child).open).length;
  return {
    depth,
    tag: factsOf(read, element).tag,
    ...given('role', PLAIN.has(role) ? '' : role),
    ...given('name', name === text ? '' : name),
    ...given('text', text),
    ...given('id', clip(attributeOf(read, element, 'id') ?? '', NAME_LENGTH)),
    ...given('type', isInput(element) ? element.type : ''),
    ...given('value', clip(fold(told.value ?? ''), NAME_LENGTH)),
    ...(told.hasValue === null ? {} : { hasValue: told.hasValue }),
    ...given('href', hrefOf(element)),
    states: [...told.states],
    ...given('content', stateNamed(below.unread, 'content')),
    ...given('src', stateNamed(below.unread, 'src')),
    ...(more === 0 ? {} : { more }),
    bounds: boundsOf(element),
  };
}

/** A field that is left out when it tells nothing. */
const given = <K extends string>(key: K, value: string): { [key in K]?: string } =>
  value === '' ? {} : ({ [key]: value } as { [key in K]?: string });

const stateNamed = (states: readonly string[], key: string): string =>
  states.find(state => state.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';

function hrefOf(element: Element): string {
  const href = isLink(element) ? element.href : '';
  return /^https?:/.test(href) && href.length <= HREF_LENGTH ? href : '';
}

export function boundsOf(element: Element): Bounds {
  const { x, y, width, height } = topBox(element);
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  };
}

/** What each node has in the answer besides: the longest ref, less the depth and the keys of bounds. */
const WRITTEN_BESIDES =
  ',"ref":"e12345678"'.length - ',"depth":10'.length - '"x":"y":"width":"height":'.length;

/**
 * What a node takes in the answer, or a little more. The first child of a node also opens the list
 * of its children.
 */
function sizeOf(node: Draft['node'], depthBefore: number): number {
  const list = node.depth > depthBefore ? ',"children":[]'.length : ','.length;
  const told = node.hasValue === undefined ? 0 : '"redacted":true,'.length;
  const { length } = node.states;
  const states = length === 0 ? -',"states":[]'.length : length * ':true'.length;
  return JSON.stringify(node).length + WRITTEN_BESIDES + list + told + states;
}
