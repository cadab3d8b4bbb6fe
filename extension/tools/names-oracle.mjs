// Prints a script that computes roles and names by the standards, for a test that compares them
// with ours: `names.rs` of crates/e2e runs it in the page of fixtures/gallery/names.html.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Yields `[[case, role, name], …]` as JSON. */
const ENTRY = `
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
export const answers = JSON.stringify(
  Array.from(document.querySelectorAll('[data-case]'), element => [
    element.closest('div[id]').id,
    getRole(element) ?? '',
    computeAccessibleName(element, { computedStyleSupportsPseudoElements: true }),
  ]),
);
`;

const { outputFiles } = await build({
  stdin: { contents: ENTRY, resolveDir: join(ROOT, 'extension') },
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'oracle',
  target: 'firefox140',
  charset: 'utf8',
  logLevel: 'warning',
});
process.stdout.write(outputFiles[0].text);
