// Takes what a page is given from the bridge, each file from an address that is good for once.

import type { OfferedFile, PageAction } from '../protocol';
import { failure, messageOf } from './failure';
import type { Failure } from './failure';
import type { Deadline } from './timing';

/** The files of an upload, in their order. Nothing has reached the page when this fails. */
export async function takeFiles(action: PageAction, deadline: Deadline): Promise<Blob[]> {
  return action.act === 'upload'
    ? Promise.all(action.files.map(file => takeFile(file, deadline)))
    : [];
}

/** A browser names its origin only with a POST, and the bridge wants to know it. */
async function takeFile(file: OfferedFile, deadline: Deadline): Promise<Blob> {
  try {
    const signal = AbortSignal.timeout(deadline.left);
    const response = await fetch(file.address, { method: 'POST', signal });
    if (!response.ok) throw notTaken(file, `HTTP ${response.status}`);
    return await response.blob();
  } catch (error) {
    throw deadline.left === 0 ? tooSlow(file) : notTaken(file, messageOf(error));
  }
}

const HINT = 'Nothing reached the page. Try again; the file may have changed meanwhile.';

function notTaken({ name }: OfferedFile, cause: string): Failure {
  return failure('bridge_disconnected', `${name} did not arrive in the browser: ${cause}`, {
    hint: HINT,
    state: { file: name },
  });
}

function tooSlow({ name, size }: OfferedFile): Failure {
  return failure('timeout', `${name} did not arrive in the browser in time`, {
    hint: 'Nothing reached the page. Allow more time with timeout, in seconds.',
    state: { file: name, size },
  });
}
