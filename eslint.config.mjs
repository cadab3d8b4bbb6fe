// Lint rules of the extension and its build script: strict TypeScript, and who may import whom.
// The import table below is the extension's architecture; extension/tools/import-rule.mjs enforces it.

import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { importRule } from './extension/tools/import-rule.mjs';

/**
 * What each part below extension/src may import besides itself and what lies below it. The longest
 * matching part counts, so `content` stands for the files that tie its folders together.
 */
const MAY_IMPORT = {
  'protocol.ts': ['shared/decode'],
  'shared/decode': [],
  shared: ['protocol.ts'],
  page: [],
  background: ['shared', 'protocol.ts'],
  popup: ['shared', 'protocol.ts'],
  content: ['shared', 'protocol.ts'],
  'content/act': ['content/target', 'content/dom', 'shared', 'protocol.ts'],
  'content/wait': ['content/target', 'content/dom', 'shared', 'protocol.ts'],
  'content/target': ['content/observe', 'content/dom', 'shared', 'protocol.ts'],
  'content/observe': ['content/dom', 'shared', 'protocol.ts'],
  'content/dom': [],
};

/** What may be imported as a type only: it vanishes when the extension is built. */
const MAY_IMPORT_TYPES = { page: ['shared'] };

export default defineConfig(
  globalIgnores(['extension/dist/', 'target/']),
  {
    files: ['extension/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-eval': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['extension/src/**/*.ts'],
    plugins: { kitsune: { rules: { imports: importRule } } },
    rules: {
      'kitsune/imports': ['error', { root: 'extension/src', MAY_IMPORT, MAY_IMPORT_TYPES }],
    },
  },
  { files: ['**/*.mjs'], extends: [tseslint.configs.recommended] },
);
