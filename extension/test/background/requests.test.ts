// The HTTP status of what a tab shows.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Statuses } from '../../src/background/requests';

const TAB = 7;
const url = 'http://a.test/x';
const shows = (shown: string) => ({ id: TAB, url: shown });

void describe('a tab’s status', () => {
  void it('is that of its document, whatever the fragment', () => {
    const statuses = new Statuses();
    statuses.answered({ tabId: TAB, url, statusCode: 404 });
    assert.equal(statuses.of(shows(url)), 404);
    assert.equal(statuses.of(shows(`${url}#part`)), 404);
  });

  void it('is not that of another document', () => {
    const statuses = new Statuses();
    statuses.answered({ tabId: TAB, url, statusCode: 200 });
    assert.equal(statuses.of(shows('http://a.test:1/')), undefined);
    statuses.began(TAB);
    assert.equal(statuses.of(shows(url)), undefined);
  });

  void it('may be of an old document right after a reload, or answered since the command began', () => {
    const statuses = new Statuses();
    assert.equal(statuses.isPassing(shows(url), performance.now()), false);
    const began = performance.now() - 1;
    statuses.answered({ tabId: TAB, url, statusCode: 200 });
    assert.equal(statuses.isPassing(shows(url), began), true);
    assert.equal(statuses.isPassing(shows(url), performance.now() + 1), false);
    statuses.reloaded(TAB);
    assert.equal(statuses.isPassing(shows(url), performance.now() + 1), true);
    statuses.answered({ tabId: TAB, url, statusCode: 404 });
    assert.equal(statuses.isPassing(shows(url), began), false);
  });
});
