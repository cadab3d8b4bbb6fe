// What is asked of every element, asked once per read: each question to the page costs more than
// all that is done with the answer.

import { attributeNames, attributeValue, hasAttributes, tagNameOf } from '../dom/ask';
import type { Facts, Read } from './read';

const HTML = 'http://www.w3.org/1999/xhtml';

const NONE: ReadonlySet<string> = new Set();

export function factsOf(read: Read, element: Element): Facts {
  // Most questions are about the element that the last one was about.
  const { latest } = read;
  if (latest?.element === element) return latest;
  let facts = read.facts.get(element);
  if (facts === undefined) {
    facts = learn(element);
    read.facts.set(element, facts);
  }
  read.latest = facts;
  return facts;
}

function learn(element: Element): Facts {
  const name = tagNameOf(element);
  // In HTML documents only HTML elements have upper-case names, which saves one question.
  const isUpper = name >= 'A' && name < 'a';
  return {
    element,
    tag: isUpper ? name.toLowerCase() : element.localName,
    html: isUpper || element.namespaceURI === HTML,
    attributes: hasAttributes(element) ? new Set(attributeNames(element)) : NONE,
    style: undefined,
    look: undefined,
    pointer: undefined,
    masked: undefined,
    plainText: undefined,
  };
}

export const hasAttribute = (read: Read, element: Element, name: string): boolean =>
  factsOf(read, element).attributes.has(name);

/** The attribute's value, or `null`; most elements have none of what is asked. */
export const attributeOf = (read: Read, element: Element, name: string): string | null =>
  hasAttribute(read, element, name) ? attributeValue(element, name) : null;
