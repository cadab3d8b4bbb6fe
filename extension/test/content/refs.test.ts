// A ref names one attached node, and a number that was given out is never given out again.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { MoreRefs, Refs } from '../../src/content/observe/refs';

/** A node of a page, as far as refs look at it. */
function node(): Element & { isConnected: boolean } {
  const view = { top: null as unknown };
  view.top = view;
  const fake = { isConnected: true, ownerDocument: { defaultView: view } };
  return fake as unknown as Element & { isConnected: boolean };
}

function leased(): Refs {
  const refs = new Refs();
  refs.lease({ next: 10, end: 20 });
  return refs;
}

void describe('refs of a document', () => {
  void it('stay with their nodes over observations', () => {
    const refs = leased();
    const [first, second] = [node(), node()];
    refs.issue([first]);
    refs.issue([second, first]);
    assert.deepEqual([refs.numberOf(first), refs.numberOf(second)], [10, 11]);
    assert.deepEqual(refs.find(10), { kind: 'element', element: first });
  });

  void it('of a removed node stay removed, whatever comes in its place', () => {
    const refs = leased();
    const [removed, replacement] = [node(), node()];
    refs.issue([removed]);
    removed.isConnected = false;
    assert.equal(refs.find(10).kind, 'removed');
    refs.issue([replacement]);
    assert.equal(refs.numberOf(replacement), 11);
    assert.equal(refs.find(10).kind, 'removed');
    assert.equal(refs.find(12).kind, 'unknown');
  });

  void it('of a node that was seen detached are not given back to it', () => {
    const refs = leased();
    const element = node();
    refs.issue([element]);
    element.isConnected = false;
    refs.issue([]);
    assert.equal(refs.numberOf(element), 10, 'a delta names what went');
    element.isConnected = true;
    refs.issue([element]);
    assert.equal(refs.numberOf(element), 11);
    assert.equal(refs.find(10).kind, 'removed');
  });

  void it('are not given out at all when the lease does not suffice', () => {
    const refs = leased();
    const nodes = Array.from({ length: 11 }, node);
    assert.throws(() => refs.issue(nodes), MoreRefs);
    assert.equal(refs.next, 10);
    assert.equal(refs.find(10).kind, 'unknown');
  });

  void it('are void when the document comes back, their numbers used', () => {
    const refs = leased();
    const element = node();
    refs.issue([element]);
    refs.forget();
    assert.equal(refs.find(10).kind, 'unknown');
    refs.issue([element]);
    assert.equal(refs.numberOf(element), 11);
  });
});
