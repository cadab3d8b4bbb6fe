// How loads end, replayed from what Firefox tells of each kind.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bells } from '../../src/background/bells';
import { Navigations } from '../../src/background/navigations';
import { Deadline } from '../../src/background/timing';

type Told = 'began' | 'committed' | 'completed' | 'failed' | 'idle';

const TAB = 7;

/** Tells a new tab's loads and reads how the last one ended. */
async function endAfter(...told: Told[]): Promise<string | undefined> {
  const bells = new Bells();
  const navigations = new Navigations(bells);
  const mark = navigations.mark();
  tell(navigations, told);
  return bells.until(TAB, () => navigations.endSince(TAB, mark), Deadline.in(500));
}

function tell(navigations: Navigations, told: Told[]): void {
  for (const event of told) {
    if (event === 'idle') navigations.idle(TAB);
    else navigations[event]({ tabId: TAB, frameId: 0 });
  }
}

void describe('a load', () => {
  void it('ends with a page', async () => {
    assert.equal(await endAfter('began', 'committed', 'completed', 'idle'), 'loaded');
  });

  void it('may go to another process on its way', async () => {
    const told: Told[] = ['began', 'failed', 'began', 'committed', 'completed', 'idle'];
    assert.equal(await endAfter(...told), 'loaded');
  });

  void it('keeps the document when it is a download or brings nothing', async () => {
    assert.equal(await endAfter('began', 'completed', 'idle'), 'kept');
    assert.equal(await endAfter('began', 'failed', 'idle'), 'kept');
  });

  void it('that brought nothing does not take the error page of the next one', async () => {
    const bells = new Bells();
    const navigations = new Navigations(bells);
    const end = (mark: number) =>
      bells.until(TAB, () => navigations.endSince(TAB, mark), Deadline.in(1_000));
    const first = navigations.mark();
    tell(navigations, ['began', 'failed', 'idle']);
    assert.equal(await end(first), 'kept');
    const second = navigations.mark();
    tell(navigations, ['committed', 'idle']);
    assert.equal(await end(second), 'failed');
  });

  void it('fails when the browser shows a page of its own', async () => {
    assert.equal(await endAfter('began', 'failed', 'idle', 'committed', 'idle'), 'failed');
    assert.equal(await endAfter('committed', 'idle'), 'failed');
  });

  void it('goes on when a script sends the page elsewhere', async () => {
    const sentOn: Told[] = ['began', 'committed', 'failed', 'idle', 'began'];
    assert.equal(await endAfter(...sentOn), undefined);
    assert.equal(await endAfter(...sentOn, 'committed', 'completed', 'idle'), 'loaded');
  });

  void it('is not ended by the status of the load before it', async () => {
    assert.equal(await endAfter('began', 'idle'), undefined);
  });
});

void describe('a mark', () => {
  const page: Told[] = ['began', 'committed', 'completed', 'idle'];

  void it('leaves out what was before it', () => {
    const navigations = new Navigations(new Bells());
    tell(navigations, page);
    const mark = navigations.mark();
    assert.equal(navigations.begunSince(TAB, mark), false);
    tell(navigations, ['began', 'committed']);
    assert.equal(navigations.begunSince(TAB, mark), true);
    assert.equal(navigations.committedSince(TAB, mark), true);
  });

  void it('sees moves within the document as what they are', () => {
    const navigations = new Navigations(new Bells());
    const mark = navigations.mark();
    navigations.movedWithin({ tabId: TAB, frameId: 0 });
    assert.equal(navigations.movedSince(TAB, mark), true);
    assert.equal(navigations.begunSince(TAB, mark), false);
  });

  void it('does not count frames', () => {
    const navigations = new Navigations(new Bells());
    const mark = navigations.mark();
    navigations.began({ tabId: TAB, frameId: 12 });
    navigations.movedWithin({ tabId: TAB, frameId: 12 });
    assert.equal(navigations.begunSince(TAB, mark) || navigations.movedSince(TAB, mark), false);
  });
});
