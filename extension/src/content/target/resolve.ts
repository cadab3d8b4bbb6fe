// Target -> element: the one resolver that actions, scoped reads and captures share
// (contract: *Element targets*, *Target selectors*, *Ref lifetime*).

import { isElement } from '../dom/elements';
import type { Read } from '../observe/read';
import type { Refs } from '../observe/refs';
import type { Target } from '../../protocol';
import { byCss, byLabel, byRole, byText, parentStep, type Scope } from './engines';
import { fieldsNamed } from './field';
import { parseSelector, type Step } from './parse';
import { notFound, Refusal, staleRef, unsupportedSelector } from './refusal';
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
  const steps = parsed(selector);
  let matches: Element[] | null = null;
  for (const step of steps) matches = [...new Set(runStep(context, selector, step, matches))];
  return matches ?? [];
}

function parsed(selector: string): Step[] {
  try {
    return parseSelector(selector);
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
      return valid(selector, 'it is not valid CSS', () =>
        search(scope => byCss(read, scope, step.selector)),
      );
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
      return valid(selector, 'it is not valid XPath', () =>
        search(scope => byXPath(context, selector, scope, step.expression)),
      );
  }
}

/** Runs a query of the browser's; what it cannot parse is refused. */
function valid(selector: string, why: string, query: () => Element[]): Element[] {
  try {
    return query();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unsupportedSelector(selector, why);
  }
}

function byXPath(context: Context, selector: string, scope: Scope, expression: string): Element[] {
  const document = isElement(scope) ? scope.ownerDocument : scope;
  refuseUnsafeXPath(context.read, document, selector);
  const relative = isElement(scope) && expression.startsWith('/') ? `.${expression}` : expression;
  const result = document.evaluate(
    relative,
    scope,
    null,
    XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
    null,
  );
  const found: Element[] = [];
  for (let index = 0; index < result.snapshotLength; index++) {
    const node = result.snapshotItem(index);
    if (node === null || !isElement(node))
      throw unsupportedSelector(selector, 'it finds no elements');
    found.push(node);
  }
  return found;
}
