// Tests of the import rule with a small table of its own.

import { describe, it } from 'node:test';

import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';

import { importRule } from './import-rule.mjs';

RuleTester.describe = describe;
RuleTester.it = it;

const options = [
  {
    root: 'src',
    MAY_IMPORT: {
      'wire.ts': ['shared/decode'],
      shared: ['wire.ts'],
      'shared/decode': [],
      page: [],
      content: ['shared'],
      'content/act': ['shared'],
    },
    MAY_IMPORT_TYPES: { page: ['shared'] },
  },
];
const source = (filename, code) => ({ filename: `src/${filename}`, code, options });
const refused = (filename, code, messageId) => ({
  ...source(filename, code),
  errors: [{ messageId }],
});

new RuleTester({ languageOptions: { parser: tseslint.parser } }).run('imports', importRule, {
  valid: [
    source('content/act/click.ts', "import { a } from './keys';"),
    source('content/act/deep/click.ts', "import { a } from '../../../shared/text';"),
    source('shared/text.ts', "import { a } from '../wire';"),
    source('wire.ts', "import { a } from './shared/decode';"),
    source('content/main.ts', "import { a } from './act/click';"),
    source('content/act/click.ts', "import { a } from '../../shared/decode';"),
    source('page/early.ts', "import type { A } from '../shared/text';"),
  ],
  invalid: [
    refused('page/early.ts', "import { a } from '../shared/text';", 'forbidden'),
    refused('shared/text.ts', "export * from '../content/act/click';", 'forbidden'),
    refused('shared/text.ts', "export { a } from '../page/early';", 'forbidden'),
    refused('wire.ts', "import { a } from './shared/text';", 'forbidden'),
    refused('shared/decode.ts', "import { a } from '../wire';", 'forbidden'),
    refused('content/act/click.ts', "import { a } from '../main';", 'forbidden'),
    refused('content/act/click.ts', "await import('../other/file');", 'forbidden'),
    refused('content/act/click.ts', "import { a } from 'lodash';", 'packages'),
    refused('elsewhere/file.ts', 'export {};', 'unlisted'),
  ],
});
