// Questions that are asked of every node of a page. Firefox shows us a page's objects through
// wrappers that look each property up along the whole prototype chain, every time, which costs
// several times as much as the answer. So each accessor is looked up once, here.

type Class<T> = { readonly prototype: T } | undefined;

/** The value of a property. `owner` is the class that has it; there is none outside a browser. */
function property<T extends object, K extends keyof T>(owner: Class<T>, key: K): (of: T) => T[K] {
  const get = accessorOf(owner, key)?.get;
  return get === undefined ? of => of[key] : of => get.call(of) as T[K];
}

/** What a method with one argument, or none, answers. */
function method<T extends object, A, R>(owner: Class<T>, key: keyof T): (of: T, argument: A) => R {
  type Method = (this: T, argument: A) => R;
  const call = accessorOf(owner, key)?.value as Method | undefined;
  return (of, argument) => (call ?? (of[key] as Method)).call(of, argument);
}

type Accessor = { get?: () => unknown; value?: unknown } | undefined;

const accessorOf = <T extends object>(owner: Class<T>, key: keyof T): Accessor =>
  owner === undefined ? undefined : Object.getOwnPropertyDescriptor(owner.prototype, key);

const {
  Node: AnyNode,
  Element: AnyElement,
  CharacterData: AnyText,
  HTMLAnchorElement: AnyAnchor,
  TreeWalker: AnyWalker,
} = globalThis;

export const nodeTypeOf = property<Node, 'nodeType'>(AnyNode, 'nodeType');
export const isConnected = property<Node, 'isConnected'>(AnyNode, 'isConnected');
export const parentNodeOf = property<Node, 'parentNode'>(AnyNode, 'parentNode');
export const firstChildOf = property<Node, 'firstChild'>(AnyNode, 'firstChild');
export const nextSiblingOf = property<Node, 'nextSibling'>(AnyNode, 'nextSibling');
export const rootNodeOf = method<Node, undefined, Node>(AnyNode, 'getRootNode');
export const textContentOf = property<Node, 'textContent'>(AnyNode, 'textContent');
export const dataOf = property<CharacterData, 'data'>(AnyText, 'data');
export const closedRootOf = property<Element, 'openOrClosedShadowRoot'>(
  AnyElement,
  'openOrClosedShadowRoot',
);
export const localNameOf = property<Element, 'localName'>(AnyElement, 'localName');
export const namespaceOf = property<Element, 'namespaceURI'>(AnyElement, 'namespaceURI');
export const tagNameOf = property<Element, 'tagName'>(AnyElement, 'tagName');
export const firstElementOf = property<Element, 'firstElementChild'>(
  AnyElement,
  'firstElementChild',
);
export const nextElementOf = property<Element, 'nextElementSibling'>(
  AnyElement,
  'nextElementSibling',
);

export const hasAttributes = method<Element, void, boolean>(AnyElement, 'hasAttributes');
export const attributeNames = method<Element, void, string[]>(AnyElement, 'getAttributeNames');
export const attributeValue = method<Element, string, string | null>(AnyElement, 'getAttribute');
export const matches = method<Element, string, boolean>(AnyElement, 'matches');
export const checkVisibility = method<Element, CheckVisibilityOptions | undefined, boolean>(
  AnyElement,
  'checkVisibility',
);

export const nextNodeOf = method<TreeWalker, void, Node | null>(AnyWalker, 'nextNode');

export const hrefOf = property<HTMLAnchorElement, 'href'>(AnyAnchor, 'href');

/** The value of a style's property. The class that has it is named differently by version. */
export function styleProperty(key: string, name: string): (style: CSSStyleDeclaration) => string {
  let get: (() => unknown) | undefined;
  return style => {
    get ??= inheritedAccessor(style, key)?.get;
    return get === undefined ? style.getPropertyValue(name) : String(get.call(style));
  };
}

const inheritedAccessor = (of: object, key: string): Accessor =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(of), key);
