// Builds the unpacked extension, once per flavor, into dist/dev and dist/signed.
// `node extension/tools/build.mjs VERSION`; `cargo xtask ext` calls it and packs the results.
// One source, two flavors: only `dev` may run JavaScript that an agent sends.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FLAVORS = ['dev', 'signed'];

/** Bundle in the package -> entry file below src/. */
const ENTRIES = {
  background: 'background/main.ts',
  early: 'content/early.ts',
  'early-page': 'page/early.ts',
  content: 'content/main.ts',
  'pattern-worker': 'background/pattern-worker.ts',
  'popup/popup': 'popup/popup.ts',
};

/** File in the package -> file below the extension's directory. */
const COPIES = {
  'icons/kitsune.svg': 'icons/kitsune.svg',
  'popup/popup.html': 'src/popup/popup.html',
  'popup/popup.css': 'src/popup/popup.css',
};

/** Ways to run text as code. None may be in the signed package. */
const EVALUATION = /\bnew Function\b|\beval\s*\(|\bFunction\s*\(/;

const version = process.argv[2];
if (version === undefined) {
  throw new Error('usage: node extension/tools/build.mjs VERSION');
}
for (const flavor of FLAVORS) {
  await buildFlavor(flavor, join(ROOT, 'dist', flavor));
}

async function buildFlavor(flavor, output) {
  rmSync(output, { recursive: true, force: true });
  await bundle(flavor, output);
  for (const [to, from] of Object.entries(COPIES)) {
    mkdirSync(dirname(join(output, to)), { recursive: true });
    cpSync(join(ROOT, from), join(output, to));
  }
  writeJson(join(output, 'manifest.json'), manifest(flavor));
  writeJson(join(output, 'config.json'), { socketUrl: 'ws://127.0.0.1:47652' });
  if (flavor === 'signed') {
    refuseEvaluation(output);
  }
}

async function bundle(flavor, output) {
  await build({
    entryPoints: Object.fromEntries(
      Object.entries(ENTRIES).map(([to, from]) => [to, join(ROOT, 'src', from)]),
    ),
    outdir: output,
    bundle: true,
    format: 'iife',
    target: 'firefox140',
    define: { __FLAVOR__: JSON.stringify(flavor) },
    // Without this, code that the flavor rules out would stay in the bundle.
    minifySyntax: true,
    charset: 'utf8',
    logLevel: 'warning',
  });
}

function manifest(flavor) {
  const common = JSON.parse(readFileSync(join(ROOT, 'manifest.json'), 'utf8'));
  const policy = "script-src 'self' 'unsafe-eval'; object-src 'self'";
  return {
    ...common,
    version,
    ...(flavor === 'dev' ? { content_security_policy: policy } : {}),
  };
}

function refuseEvaluation(output) {
  for (const name of Object.keys(ENTRIES)) {
    const found = EVALUATION.exec(readFileSync(join(output, `${name}.js`), 'utf8'));
    if (found !== null) {
      throw new Error(`the signed ${name}.js contains "${found[0]}"; guard it with __FLAVOR__`);
    }
  }
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
