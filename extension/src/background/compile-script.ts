// Makes a function of an agent's JavaScript, with what it needs around it in the page's own world.
// Only the developer build holds this code; see evaluate.ts.

import { messageOf, unclassified } from './failure';

/** Runs in the page: takes the window property that holds the target, and the longest text. */
export type Script = (property: string | null, most: number) => Promise<string>;

/**
 * What runs in the page, with the agent's code in place of `CODE`, where it sees none of our names.
 * Only what has a `then` of its own is awaited: a page may have given one to every object.
 */
const FRAME = `
  return (async code => {
    const describe = thrown =>
      thrown instanceof Error ? thrown.name + ': ' + thrown.message : String(thrown);
    const asJson = value => {
      if (value === undefined) return undefined;
      if (value instanceof Node || value === window) return JSON.stringify(String(value));
      try {
        return JSON.stringify(value) ?? JSON.stringify(String(value));
      } catch {
        return JSON.stringify(String(value));
      }
    };
    const told = value => {
      if (typeof value === 'string') {
        return { kind: 'text', text: value.slice(0, most), cut: value.length > most };
      }
      const json = asJson(value);
      return { kind: 'value', json: json?.slice(0, most), cut: json?.length > most };
    };
    const take = () => {
      if (property === null) return undefined;
      const target = window[property];
      delete window[property];
      return target;
    };
    const isPromise = value => {
      const then = value?.then;
      return typeof then === 'function' && then !== Object.prototype.then;
    };
    try {
      const target = take();
      const made = code();
      const value = typeof made === 'function' ? made(target) : made;
      return JSON.stringify(told(isPromise(value) ? await value : value));
    } catch (thrown) {
      return JSON.stringify({ kind: 'thrown', error: describe(thrown) });
    }
  })(() => (CODE\n));`;

/** Makes the function that runs in the page; a mistake in the code's syntax is found here. */
export function compile(code: string): Script {
  try {
    // Alone first: the code must not end the expression that it is put into.
    functionOf(`return (${code}\n)`);
    return functionOf(FRAME.replace('CODE', () => code));
  } catch (error) {
    throw unclassified(`SyntaxError: ${messageOf(error)}`, { retryable: false });
  }
}

function functionOf(body: string): Script {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- this is what the command is for
  return new Function('property', 'most', body) as Script;
}
