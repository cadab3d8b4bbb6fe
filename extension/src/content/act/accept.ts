// Whether a file is of the kinds that a file input's `accept` names. A browser only proposes such
// files, and lets others be chosen. Pure.
// https://html.spec.whatwg.org/multipage/input.html#attr-input-accept

type Named = { readonly name: string; readonly type: string };

export function isAccepted(accept: string, { name, type }: Named): boolean {
  const kinds = accept.split(',').map(kind => kind.trim().toLowerCase());
  const wanted = kinds.filter(kind => kind !== '');
  return wanted.length === 0 || wanted.some(kind => isOfKind(kind, name.toLowerCase(), type.toLowerCase()));
}

function isOfKind(kind: string, name: string, type: string): boolean {
  if (kind.startsWith('.')) return name.endsWith(kind);
  if (kind === '*/*') return true;
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
}
