// Target -> element: the one resolver that actions, scoped reads and captures share
// (contract: *Element targets*, *Target selectors*, *Ref lifetime*).

import { isElement } from '../dom/elements';
import type { Read } from '../observe/read';
import type { Refs } from '../observe/refs';
import type { Target } from '../../protocol';
import { byCss, byLabel, byRole, byText, parentStep, type Scope } from './engines';
import { fieldsNamed } from './field';
import { parseSelector, type Step } from './parse';
import type { CssAlternative } from './parse-css';
import { pointedAt } from './point';
import { notFound, staleRef, unsupportedSelector } from './refusal';
import { NotAccepted } from './scan';
import { refuseUnsafeXPath, refuseValueSelector } from './secrets';
import { ambiguousTarget, theOne, type Intent } from './strict';

/** What resolving needs to know of the document. */
export type Context = { read: Read; refs: Refs; document: Document };

export function resolve(context: Context, target: Target, intent: Intent): Element {
  switch (target.by) {
    case 'ref':
      return byRef(context.refs, target.ref);
    case 'selector':
      return bySelector(context, target.selector, intent, target.first);
    case 'field':
      return byField(context, target.key, target.first);
    case 'point':
      return pointedAt(context.document, target.at).element;
  }
}

function byRef(refs: Refs, ref: number): Element {
  const found = refs.find(ref);
  switch (found.kind) {
    case 'element':
      return found.element;
    case 'removed':
      throw staleRef(ref, 'element_removed');
    case 'unknown':
      throw staleRef(ref, 'not_in_snapshot');
  }
}

function bySelector(context: Context, selector: string, intent: Intent, first: boolean): Element {
  const matches = matchSelector(context, selector);
  const element = theOne(matches, intent, first, actionable =>
    ambiguousTarget(context.read, context.refs, { selector }, actionable),
  );
  if (element === null) throw notFound({ selector });
  return element;
}

function byField(context: Context, key: string, first: boolean): Element {
  refuseValueSelector(context.read, context.document, key);
  const matches = fieldsNamed(context.read, context.document, key);
  const element = theOne(matches, 'value', first, actionable =>
    ambiguousTarget(context.read, context.refs, { field: key }, actionable),
  );
  if (element === null) throw notFound({ field: key });
  return element;
}

/** Every match, in search order. */
export function matchSelector(context: Context, selector: string): Element[] {
  const steps = accepted(selector, () => parseSelector(selector));
  // Also a step that the search never comes to must be valid.
  valid(selector, 'it is not valid CSS or XPath', () => steps.forEach(checkStep));
  let matches: Element[] | null = null;
  for (const step of steps) {
    const found = accepted(selector, () => runStep(context, selector, step, matches));
    matches = [...new Set(found)];
  }
  return matches ?? [];
}

/** What turns out not to be accepted is refused with the reason. */
function accepted<T>(selector: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof NotAccepted) throw unsupportedSelector(selector, error.message);
    throw error;
  }
}

function runStep(
  context: Context,
  selector: string,
  step: Step,
  earlier: Element[] | null,
): Element[] {
  const { read, document } = context;
  const scopes: Scope[] = earlier ?? [document];
  const search = (find: (scope: Scope) => Element[]): Element[] => scopes.flatMap(find);
  switch (step.step) {
    case 'ref':
      return [byRef(context.refs, step.ref)];
    case 'css':
      refuseValueSelector(read, document, step.source);
      return search(scope => byCss(read, scope, step.selector));
    case 'text':
      return search(scope => byText(read, scope, step.match));
    case 'role':
      return search(scope => byRole(read, scope, step.query));
    case 'label':
      return search(scope => byLabel(read, scope, step.match));
    case 'nth':
      return [(earlier ?? []).at(step.index)].filter(match => match !== undefined);
    case 'parent':
      return (earlier ?? []).map(parentStep).filter(parent => parent !== null);
    case 'xpath':
      refuseUnsafeXPath(read, new Set(scopes.map(documentOf)), selector);
      return valid(selector, 'it selects no elements', () =>
        search(scope => byXPath(scope, step.expression)),
      );
  }
}

/** Throws what the browser throws for a step that it cannot parse. */
function checkStep(step: Step): void {
  if (step.step === 'xpath') document.createExpression(step.expression, null);
  if (step.step !== 'css') return;
  const nothing = document.createDocumentFragment();
  for (const css of step.selector.flatMap(nativeParts)) nothing.querySelector(css);
}

const nativeParts = (part: CssAlternative): string[] =>
  part.kind === 'native' ? [part.css] : part.compounds.map(({ css }) => css);

/** Runs a query of the browser's; what it cannot parse is refused. */
function valid<T>(selector: string, why: string, query: () => T): T {
  try {
    return query();
  } catch {
    throw unsupportedSelector(selector, why);
  }
}

const documentOf = (scope: Scope): Document => (isElement(scope) ? scope.ownerDocument : scope);

function byXPath(scope: Scope, expression: string): Element[] {
  const relative = isElement(scope) ? expression.replace(/^(\(*)\//, '$1./') : expression;
  const result = documentOf(scope).evaluate(
    relative,
    scope,
    null,
    XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
    null,
  );
  const found: Element[] = [];
  for (let index = 0; index < result.snapshotLength; index++) {
    const node = result.snapshotItem(index);
    if (node !== null && isElement(node)) found.push(node);
  }
  return found;
}
