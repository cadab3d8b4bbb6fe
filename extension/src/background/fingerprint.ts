// What this running extension was loaded from, so that the bridge can tell a developer build that
// was edited and not reloaded. crates/bridge/src/status/unpacked.rs makes the same of the files on
// disk. Made once, at the start: later the same addresses may read other files.

import { CONTENT_SCRIPT } from '../protocol';
import type { Hello } from '../protocol';
import * as decode from '../shared/decode';

/** The hashes of a hello; null when a file cannot be read, and in the signed build. */
export type Fingerprint = Required<Pick<Hello, 'sourceHash' | 'manifestHash'>>;

/** How a file of the extension is read. */
export type ReadFile = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Hex digits of a hash that are sent. */
const DIGITS = 16;

const readManifest = decode.open({
  background: decode.open({ scripts: decode.list(decode.text) }),
  content_scripts: decode.list(decode.open({ js: decode.optional(decode.list(decode.text)) })),
});

/** The fingerprint of the running extension. */
export async function ownFingerprint(): Promise<Fingerprint> {
  if (__FLAVOR__ === 'signed') return { sourceHash: null, manifestHash: null };
  return fingerprint(async path => {
    const file = await fetch(browser.runtime.getURL(path));
    return new Uint8Array(await file.arrayBuffer());
  });
}

/** The fingerprint of the extension whose files `read` reads. */
export async function fingerprint(read: ReadFile): Promise<Fingerprint> {
  const known = async (hash: Promise<string>) =>
    hash.catch((error: unknown) => {
      console.error('The extension cannot read its own files:', error);
      return null;
    });
  return {
    sourceHash: await known(sourceHash(read)),
    manifestHash: await known(read('manifest.json').then(shortHash)),
  };
}

/** Over each loaded script, once: path, NUL, bytes, NUL. */
async function sourceHash(read: ReadFile): Promise<string> {
  const manifest = readManifest(JSON.parse(new TextDecoder().decode(await read('manifest.json'))));
  const inPages = manifest.content_scripts.flatMap(({ js }) => js ?? []);
  const scripts = new Set([...manifest.background.scripts, ...inPages, CONTENT_SCRIPT]);
  const parts = await Promise.all(
    [...scripts].map(async path => [new TextEncoder().encode(`${path}\0`), await read(path), NUL]),
  );
  return shortHash(new Uint8Array(await new Blob(parts.flat()).arrayBuffer()));
}

const NUL = new Uint8Array(1);

async function shortHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, byte => byte.toString(16).padStart(2, '0'));
  return hex.join('').slice(0, DIGITS);
}
