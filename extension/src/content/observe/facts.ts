// What is asked of every element, asked once per read: each question to the page costs more than
// all that is done with the answer.

import { once, type Read } from './read';

export type Facts = {
  /** Local name, in lower case for HTML. */
  readonly tag: string;
  readonly html: boolean;
  readonly attributes: ReadonlySet<string>;
};

const HTML = 'http://www.w3.org/1999/xhtml';

const NONE: ReadonlySet<string> = new Set();

export const factsOf = (read: Read, element: Element): Facts =>
  once(read.facts, element, () => {
    const name = element.tagName;
    // In HTML documents only HTML elements have upper-case names, which saves one question.
    const isUpper = name >= 'A' && name < 'a';
    return {
      tag: isUpper ? name.toLowerCase() : element.localName,
      html: isUpper || element.namespaceURI === HTML,
      attributes: element.hasAttributes() ? new Set(element.getAttributeNames()) : NONE,
    };
  });

export const hasAttribute = (read: Read, element: Element, name: string): boolean =>
  factsOf(read, element).attributes.has(name);

/** The attribute's value, or `null`; most elements have none of what is asked. */
export const attributeOf = (read: Read, element: Element, name: string): string | null =>
  hasAttribute(read, element, name) ? element.getAttribute(name) : null;
