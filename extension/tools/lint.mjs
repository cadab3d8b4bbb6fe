// Checks both unpacked flavors with Mozilla's add-on linter (what `web-ext lint` runs), offline.
// A warning fails unless it is in the table below, with the reason why it is fine.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import linter from 'addons-linter';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');

// The linter also judges for Firefox for Android, where Kitsune is not offered.
const ANDROID = ['KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION'];
// The developer flavor exists to run JavaScript that an agent sends.
const AGENT_JAVASCRIPT = ['MANIFEST_CSP', 'MANIFEST_CSP_UNSAFE_EVAL', 'DANGEROUS_EVAL'];

const ACCEPTED = { dev: [...ANDROID, ...AGENT_JAVASCRIPT], signed: ANDROID };

for (const [flavor, accepted] of Object.entries(ACCEPTED)) {
  const report = await lint(join(DIST, flavor));
  const found = [...report.errors, ...report.warnings].filter(
    ({ code }) => !accepted.includes(code),
  );
  for (const { code, message, file, line } of found) {
    console.error(`${flavor}: ${file ?? 'package'}:${line ?? 1}: ${code}: ${message}`);
  }
  if (found.length > 0) {
    process.exitCode = 1;
  }
}

function lint(directory) {
  const config = { _: [directory], selfHosted: true, logLevel: 'fatal', output: 'none' };
  return linter.createInstance({ config, runAsBinary: false }).run();
}
