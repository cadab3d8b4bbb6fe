// Ref numbers never name two nodes: not in two documents, and not after a restart.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { DocumentRefs, RefNumbers } from '../../src/background/refs';
import type { Storage } from '../../src/background/refs';

function memory(values: Record<string, unknown> = {}): Storage & { values: Record<string, unknown> } {
  return {
    values,
    get: key => Promise.resolve(key in values ? { [key]: values[key] } : {}),
    set: given => Promise.resolve(void Object.assign(values, given)),
  };
}

async function documentOf(numbers: RefNumbers): Promise<DocumentRefs> {
  const document = new DocumentRefs();
  await numbers.supply(document);
  return document;
}

void describe('ref numbers', () => {
  void it('gives two documents different numbers', async () => {
    const numbers = new RefNumbers(memory());
    const first = await documentOf(numbers);
    const second = await documentOf(numbers);
    assert.deepEqual(first.lease, { next: 1, end: 65 });
    assert.deepEqual(second.lease, { next: 65, end: 129 });
  });

  void it('keeps a lease that suffices and replaces one that does not', async () => {
    const numbers = new RefNumbers(memory());
    const document = await documentOf(numbers);
    document.advance(60);
    await numbers.supply(document, 5);
    assert.deepEqual(document.lease, { next: 60, end: 65 });
    await numbers.supply(document, 500);
    assert.deepEqual(document.lease, { next: 65, end: 565 });
    assert.ok(document.issued(59) && !document.issued(60));
  });

  void it('gives unused numbers of a document that is gone to the next', async () => {
    const numbers = new RefNumbers(memory());
    const gone = await documentOf(numbers);
    numbers.retire(gone);
    assert.deepEqual((await documentOf(numbers)).lease, { next: 1, end: 65 });
  });

  void it('never gives out again what a document has used', async () => {
    const numbers = new RefNumbers(memory());
    const gone = await documentOf(numbers);
    gone.advance(10);
    numbers.retire(gone);
    const next = await documentOf(numbers);
    assert.ok(next.lease.next >= 10);
  });

  void it('goes on after a restart from the reserved end', async () => {
    const storage = memory();
    await documentOf(new RefNumbers(storage));
    const end = Number(storage.values['shortRefEnd']);
    const restarted = await documentOf(new RefNumbers(storage));
    assert.equal(restarted.lease.next, end);
  });

  void it('fails when the stored end cannot be read, every time', async () => {
    for (const stored of ['', 'many', '-1', '1.5', 7, null, '99999999999999999999']) {
      const numbers = new RefNumbers(memory({ shortRefEnd: stored }));
      await assert.rejects(documentOf(numbers), /cannot be read/);
      await assert.rejects(documentOf(numbers), /cannot be read/);
    }
  });

  void it('fails when the reservation cannot be stored', async () => {
    const storage = { ...memory(), set: () => Promise.reject(new Error('disk full')) };
    await assert.rejects(documentOf(new RefNumbers(storage)), /disk full/);
  });

  void it('tells refs of other documents from refs that were never given out', async () => {
    const numbers = new RefNumbers(memory({ shortRefEnd: '100' }));
    const first = await documentOf(numbers);
    first.advance(110);
    const second = await documentOf(numbers);
    const living = [first, second];
    const issued = (ref: number) => numbers.wasIssued(ref, living);
    assert.ok(issued(100) && issued(109));
    assert.ok(!issued(99), 'from before the restart');
    assert.ok(!issued(110), 'leased, not given out');
    assert.ok(!issued(100_000), 'beyond the counter');
    numbers.retire(first);
    assert.ok(issued(109) && !issued(110), 'the document is gone');
  });

  void it('counts what a document gave out before it came back as another’s', async () => {
    const numbers = new RefNumbers(memory());
    const document = await documentOf(numbers);
    document.advance(10);
    document.forget();
    assert.ok(!document.issued(9) && numbers.wasIssued(9, [document]));
    assert.equal(document.lease.next, 10);
  });

  void it('ignores numbers outside the lease that a page reports', async () => {
    const document = await documentOf(new RefNumbers(memory()));
    document.advance(1_000_000);
    document.advance(0);
    assert.deepEqual(document.lease, { next: 1, end: 65 });
  });
});
