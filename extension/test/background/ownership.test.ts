// Whose tab it is, from the events that make and copy tabs.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Activity } from '../../src/background/activity';
import { Ownership } from '../../src/background/ownership';
import type { TabValues } from '../../src/background/ownership';
import type { Caller } from '../../src/protocol';

const me: Caller = { owner: 'me', userTabs: 'readonly' };
const other: Caller = { owner: 'other', userTabs: 'readonly' };
const nobody: Caller = { userTabs: 'readonly' };

/** Session values by tab, as the browser keeps them. */
class Values implements TabValues {
  readonly stored = new Map<number, unknown>();

  getTabValue(tabId: number): Promise<unknown> {
    return Promise.resolve(this.stored.get(tabId));
  }

  setTabValue(tabId: number, _key: string, value: unknown): Promise<void> {
    return Promise.resolve(void this.stored.set(tabId, value));
  }

  removeTabValue(tabId: number): Promise<void> {
    return Promise.resolve(void this.stored.delete(tabId));
  }
}

function kit() {
  const values = new Values();
  const activity = new Activity();
  return { values, activity, ownership: new Ownership(values, activity) };
}

void describe('a tab', () => {
  void it('that a command opened belongs to its caller alone', async () => {
    const { ownership, values } = kit();
    await ownership.claim(1, me);
    assert.ok(ownership.mayWrite(1, me));
    assert.ok(!ownership.mayWrite(1, other) && !ownership.mayWrite(1, nobody));
    assert.deepEqual(values.stored.get(1), { version: 2, owner: 'me' });
  });

  void it('of the person is read-only unless the client may write all', () => {
    const { ownership } = kit();
    assert.ok(!ownership.mayWrite(1, me));
    assert.ok(ownership.mayWrite(1, { ...me, userTabs: 'writable' }));
    assert.ok(!ownership.isOwned(1, { ...me, userTabs: 'writable' }));
  });

  void it('that a page opened belongs to the owner of that page', async () => {
    const { ownership, values } = kit();
    await ownership.claim(1, me);
    await ownership.created(2, 1);
    assert.ok(ownership.isOwned(2, me));
    assert.deepEqual(values.stored.get(2), { version: 2, owner: 'me' });
  });

  void it('is the person’s when the opener got input in the second before', async () => {
    for (const [since, agents] of [[900, false], [1_200, true]] as const) {
      const { ownership, activity } = kit();
      await ownership.claim(1, me);
      activity.input(1, 'mousedown', since);
      await ownership.created(2, 1);
      assert.equal(ownership.isAgents(2), agents, `${since} ms`);
      assert.ok(ownership.isOwned(1, me), 'input does not change the opener’s owner');
    }
  });

  void it('is the person’s when a page of theirs opened it', async () => {
    const { ownership } = kit();
    await ownership.created(2, 1);
    assert.ok(!ownership.isAgents(2));
  });

  void it('that the person opened again is theirs, and its value goes', async () => {
    const { ownership, values } = kit();
    values.stored.set(5, { version: 2, owner: 'me' });
    await ownership.created(5, undefined);
    assert.ok(!ownership.isAgents(5));
    assert.ok(!values.stored.has(5));
  });

  void it('that the person duplicated is theirs, though its value comes late', async () => {
    const { ownership, values } = kit();
    await ownership.claim(1, me);
    await ownership.created(6, undefined);
    values.stored.set(6, { version: 2, owner: 'me' });
    await ownership.loaded(6);
    assert.ok(!ownership.isAgents(6));
    assert.ok(!values.stored.has(6));
  });

  void it('keeps its owner when it appears before the command has named it', async () => {
    const { ownership, values } = kit();
    const appeared = ownership.created(1, undefined);
    await ownership.claim(1, me);
    await appeared;
    await ownership.loaded(1);
    assert.ok(ownership.isOwned(1, me));
    assert.deepEqual(values.stored.get(1), { version: 2, owner: 'me' });
  });
});

void describe('a start', () => {
  void it('reads the owners back', async () => {
    const { ownership, values } = kit();
    values.stored.set(1, { version: 2, owner: 'me' });
    await ownership.restore([1, 2]);
    assert.ok(ownership.isOwned(1, me) && !ownership.isAgents(2));
  });

  void it('leaves records of another form to the person', async () => {
    const { ownership, values } = kit();
    const records = [{ version: 1 }, { version: 3, owner: 'me' }, 'me', null, { owner: 'me' }];
    records.forEach((record, index) => values.stored.set(index + 1, record));
    await ownership.restore([1, 2, 3, 4, 5]);
    assert.deepEqual([1, 2, 3, 4, 5].filter(tabId => ownership.isAgents(tabId)), []);
  });

  void it('orders tabs by their opening, restored ones last', async () => {
    const { ownership, values } = kit();
    values.stored.set(1, { version: 2, owner: 'me' });
    await ownership.restore([1]);
    await ownership.claim(2, me);
    await ownership.claim(3, me);
    const order = [1, 2, 3].map(tabId => ownership.openedOrder(tabId));
    assert.deepEqual(order, [0, 1, 2]);
  });
});
