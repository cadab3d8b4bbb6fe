// What a script in the page's world returned, and how it becomes the answer.

import type { Answer } from '../protocol';
import { SCRIPT_RESULT_BYTES } from '../protocol';
import * as decode from '../shared/decode';
import { messageOf, unclassified } from './failure';
import type { Failure } from './failure';

/** What the injected code returns, as JSON text: results cross the process border as text only. */
const readReturned = decode.tagged('kind', {
  text: decode.open({ kind: decode.literals('text'), text: decode.text, cut: decode.flag }),
  value: decode.open({
    kind: decode.literals('value'),
    json: decode.optional(decode.text),
    cut: decode.flag,
  }),
  thrown: decode.open({ kind: decode.literals('thrown'), error: decode.text }),
});
type Returned = ReturnType<typeof readReturned>;

export type Evaluated = Extract<Answer, { result: 'evaluated' }>;

/** The answer to what the injected code returned; a script that threw is a failure. */
export function evaluated(returned: unknown): Evaluated {
  const read = readText(returned);
  switch (read.kind) {
    case 'thrown':
      throw unclassified(read.error, { retryable: false });
    case 'text':
      return answer(read.text, read.cut, JSON.stringify);
    case 'value':
      return read.json === undefined
        ? { result: 'evaluated', truncated: false }
        : answer(read.json, read.cut, json => json);
  }
}

/** `whole` makes JSON of a text that fits; what is cut of any value is the JSON of a string. */
function answer(text: string, cut: boolean, whole: (text: string) => string): Evaluated {
  const bytes = new TextEncoder().encode(text);
  const truncated = cut || bytes.length > SCRIPT_RESULT_BYTES;
  // The last character may be cut in the middle; `stream` leaves such a one out.
  const most = bytes.subarray(0, SCRIPT_RESULT_BYTES);
  const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(most, { stream: true });
  return { result: 'evaluated', json: truncated ? JSON.stringify(start) : whole(start), truncated };
}

function readText(returned: unknown): Returned {
  try {
    return readReturned(JSON.parse(String(returned)));
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): Failure {
  const cause = messageOf(error);
  return unclassified(`The script ran, but its result cannot be read: ${cause}`, {
    retryable: false,
    hint: 'The page may have replaced JSON or other built-ins. Read it with browser_snapshot instead.',
  });
}
