// A copy of an input outside the page, to ask the browser what it makes of a value.

/** What decides which values an input takes, and by which steps; `value` is where steps begin. */
const LIMITS = ['min', 'max', 'step', 'value'];

/** Has the input's type and limits, and holds the value as the browser keeps it. */
export function inputLike(input: HTMLInputElement, value: string): HTMLInputElement {
  const copy = input.ownerDocument.createElement('input');
  copy.type = input.type;
  for (const name of LIMITS) {
    const limit = input.getAttribute(name);
    if (limit !== null) copy.setAttribute(name, limit);
  }
  copy.value = value;
  return copy;
}
