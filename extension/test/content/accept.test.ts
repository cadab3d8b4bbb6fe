// Whether a file is of the kinds that a file input proposes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isAccepted } from '../../src/content/act/accept';

void test('a kind is an ending, a media type, or all types of a sort', () => {
  const photo = { name: 'Photo.JPG', type: 'image/jpeg' };
  for (const accept of ['', ' , ', '.jpg', 'image/*', 'image/jpeg', '*/*', '.pdf, IMAGE/JPEG']) {
    assert.ok(isAccepted(accept, photo), accept);
  }
  for (const accept of ['.pdf', 'image/png', 'video/*', 'jpg', 'image']) {
    assert.ok(!isAccepted(accept, photo), accept);
  }
  assert.ok(!isAccepted('image/*', { name: 'a', type: '' }));
});
