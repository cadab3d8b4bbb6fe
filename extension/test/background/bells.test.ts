// Waiting for what happens in a tab, and for nothing more once the tab is closed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bells } from '../../src/background/bells';
import { Deadline } from '../../src/background/timing';

const TAB = 7;

void describe('a wait', () => {
  void it('looks again at each ring', async () => {
    const bells = new Bells();
    const seen: string[] = [];
    const waited = bells.until(TAB, () => seen[0], Deadline.in(1_000));
    bells.ring(TAB);
    seen.push('here');
    bells.ring(TAB);
    assert.equal(await waited, 'here');
  });

  void it('ends when its tab closes, and hears of what came with that', async () => {
    const bells = new Bells();
    const deadline = Deadline.in(60_000);
    const seen: string[] = [];
    const waits = [
      bells.until(TAB, () => undefined, deadline),
      bells.until(TAB, () => seen[0], deadline),
    ];
    bells.closed(TAB);
    bells.ring(TAB);
    seen.push('the end');
    assert.deepEqual(await Promise.all(waits), [undefined, 'the end']);
    assert.ok(deadline.left > 50_000);
  });
});
