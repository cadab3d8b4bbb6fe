// The fingerprint of a developer build. The bridge makes the same of the files on disk; its test
// has the same files.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';

import { fingerprint } from '../../src/background/fingerprint';

const MANIFEST = JSON.stringify({
  background: { scripts: ['background.js'] },
  content_scripts: [{ js: ['early.js'] }, { css: ['early.css'] }, { js: ['early.js'] }],
});
const FILES: Readonly<Record<string, string>> = {
  'manifest.json': MANIFEST,
  'background.js': '1',
  'early.js': '2',
  'content.js': '3',
};

const reader = (files: Readonly<Record<string, string>>) => (path: string) => {
  const text = files[path];
  return text === undefined
    ? Promise.reject(new Error(`no ${path}`))
    : Promise.resolve(new TextEncoder().encode(text));
};
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

void describe('the fingerprint of a developer build', () => {
  void it('counts every loaded script once, in the order of the manifest', async () => {
    assert.deepEqual(await fingerprint(reader(FILES)), {
      sourceHash: hash('background.js\x001\0early.js\x002\0content.js\x003\0'),
      manifestHash: hash(MANIFEST),
    });
  });

  void it('is not known where a file cannot be read', async () => {
    const missing = { 'manifest.json': MANIFEST, 'background.js': '1' };
    const found = await fingerprint(reader(missing));
    assert.deepEqual(found, { sourceHash: null, manifestHash: hash(MANIFEST) });
    assert.deepEqual(await fingerprint(reader({})), { sourceHash: null, manifestHash: null });
  });
});
