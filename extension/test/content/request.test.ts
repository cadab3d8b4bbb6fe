// What the content script accepts over its port.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readRequest } from '../../src/content/request';
import { Malformed } from '../../src/shared/decode';

const LEASE = { next: 1, end: 65 };

void test('a request is read with its lease', () => {
  const request = { id: 3, returns: 0, lease: LEASE, command: { do: 'observeAfter', show: 'delta' } };
  assert.deepEqual(readRequest(JSON.stringify(request)), { request, files: [] });
});

void test('files come beside the text of a request', () => {
  const request = { id: 3, returns: 0, lease: LEASE, command: { do: 'ping' } };
  const files = [new Blob(['a'])];
  assert.deepEqual(readRequest({ text: JSON.stringify(request), files }), { request, files });
  assert.throws(() => readRequest({ text: JSON.stringify(request), files: ['a'] }), Malformed);
  assert.throws(() => readRequest(5), Malformed);
});

void test('an unknown command, a missing lease and an extra field are refused', () => {
  for (const wrong of [
    { id: 3, returns: 0, lease: LEASE, command: { do: 'explode' } },
    { id: 3, returns: 0, command: { do: 'ping' } },
    { id: 3, returns: 0, lease: LEASE, command: { do: 'ping', more: 1 } },
    {
      id: 3,
      returns: 0,
      lease: LEASE,
      command: { do: 'act', action: { act: 'fill' }, show: 'delta' },
    },
  ]) {
    assert.throws(() => readRequest(JSON.stringify(wrong)), Malformed);
  }
});
