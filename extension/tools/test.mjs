// Runs the extension's unit tests: test/**/*.test.ts, bundled for Node, and tools/*.test.mjs.
// Node 20 cannot read TypeScript by itself, so esbuild translates the tests first.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const TOOLS = dirname(fileURLToPath(import.meta.url));
const TESTS = join(TOOLS, '..', 'test');
const OUTPUT = join(TOOLS, '..', '..', 'target', 'extension-test');

rmSync(OUTPUT, { recursive: true, force: true });
await build({
  entryPoints: filesIn(TESTS, '.test.ts'),
  outdir: OUTPUT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  define: { __FLAVOR__: '"dev"' },
  sourcemap: 'inline',
  logLevel: 'warning',
});
const files = [...filesIn(OUTPUT, '.test.mjs'), ...filesIn(TOOLS, '.test.mjs')];
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', '--test', '--test-reporter=dot', ...files],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;

function filesIn(directory, ending) {
  if (!existsSync(directory)) {
    return [];
  }
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(directory, name));
}
