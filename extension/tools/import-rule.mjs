// An eslint rule that checks imports against the table in eslint.config.mjs.
// Only relative imports exist in the extension: it has no run-time dependencies.

import { dirname, relative, resolve, sep } from 'node:path';

export const importRule = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object' }],
    messages: {
      forbidden: '{{from}} may not import {{to}}; see MAY_IMPORT in eslint.config.mjs.',
      packages: 'The extension imports its own files only, not "{{source}}".',
      unlisted: '{{file}} belongs to no part that MAY_IMPORT in eslint.config.mjs lists.',
    },
  },
  create: (context) => {
    const [{ root, MAY_IMPORT, MAY_IMPORT_TYPES }] = context.options;
    const base = resolve(context.cwd, root);
    const own = relative(base, context.filename).split(sep).join('/');
    const from = partOf(own, MAY_IMPORT);

    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string') {
        return;
      }
      if (!source.startsWith('.')) {
        context.report({ node, messageId: 'packages', data: { source } });
        return;
      }
      const path = relative(base, resolve(dirname(context.filename), source)).split(sep).join('/');
      const to = partOf(path, MAY_IMPORT);
      const typeOnly = node.importKind === 'type' || node.exportKind === 'type';
      const types = typeOnly ? (MAY_IMPORT_TYPES[from] ?? []) : [];
      const allowed = [from, ...MAY_IMPORT[from], ...types];
      if (!allowed.some((part) => to === part || to?.startsWith(`${part}/`))) {
        context.report({ node, messageId: 'forbidden', data: { from, to: to ?? path } });
      }
    };

    if (from === undefined) {
      return {
        Program: (node) => context.report({ node, messageId: 'unlisted', data: { file: own } }),
      };
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** The longest listed part that is or holds the file; `.ts` may be left out on both sides. */
function partOf(path, parts) {
  const file = path.replace(/\.ts$/, '');
  return Object.keys(parts)
    .filter((part) => file === part.replace(/\.ts$/, '') || file.startsWith(`${part}/`))
    .sort((a, b) => b.length - a.length)[0];
}
