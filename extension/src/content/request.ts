// Decodes what comes over the port; see shared/messages.ts.

import {
  readDataRead,
  readPageAction,
  readPageCondition,
  readPoint,
  readQuestion,
  readScope,
  readTarget,
  readTreeScope,
  type Show,
} from '../protocol';
import * as decode from '../shared/decode';
import type { ContentCommand, ContentRequest } from '../shared/messages';

const show: decode.Decoder<Show> = decode.literals('nothing', 'delta', 'full');

const doing = { action: readPageAction, show, ready: decode.flag };

const command: decode.Decoder<ContentCommand> = decode.tagged('do', {
  ping: decode.closed({ do: decode.literals('ping') }),
  observe: decode.closed({ do: decode.literals('observe'), scope: readScope }),
  act: decode.closed({ do: decode.literals('act'), ...doing }),
  begin: decode.closed({ do: decode.literals('begin'), ...doing }),
  goOn: decode.closed({ do: decode.literals('goOn') }),
  stopWaiting: decode.closed({ do: decode.literals('stopWaiting') }),
  quiet: decode.closed({ do: decode.literals('quiet') }),
  observeAfter: decode.closed({ do: decode.literals('observeAfter'), show }),
  readTree: decode.closed({
    do: decode.literals('readTree'),
    scope: readTreeScope,
    characters: decode.integer(0),
    whole: decode.flag,
  }),
  readForms: decode.closed({ do: decode.literals('readForms') }),
  readData: decode.closed({ do: decode.literals('readData'), read: readDataRead }),
  inspect: decode.closed({ do: decode.literals('inspect'), question: readQuestion }),
  find: decode.closed({ do: decode.literals('find'), query: decode.text }),
  highlight: decode.closed({
    do: decode.literals('highlight'),
    target: decode.nullable(readTarget),
  }),
  look: decode.closed({
    do: decode.literals('look'),
    condition: readPageCondition,
    last: decode.flag,
    moreThan: decode.nullable(decode.integer(0)),
  }),
  focusedFrame: decode.closed({ do: decode.literals('focusedFrame') }),
  frameToScroll: decode.closed({ do: decode.literals('frameToScroll'), action: readPageAction }),
  frameAt: decode.closed({ do: decode.literals('frameAt'), at: readPoint }),
  measure: decode.closed({ do: decode.literals('measure'), target: decode.nullable(readTarget) }),
  reveal: decode.closed({ do: decode.literals('reveal'), target: decode.nullable(readTarget) }),
  scrollBack: decode.closed({ do: decode.literals('scrollBack') }),
  handOver: decode.closed({
    do: decode.literals('handOver'),
    target: readTarget,
    property: decode.text,
  }),
});

const request: decode.Decoder<ContentRequest> = decode.closed({
  id: decode.integer(0),
  returns: decode.integer(0),
  lease: decode.closed({ next: decode.integer(0), end: decode.integer(0) }),
  command,
});

/** A `ContentMessage`; throws for anything else. */
export function readRequest(message: unknown): { request: ContentRequest; files: readonly Blob[] } {
  if (typeof message === 'string') return { request: request(JSON.parse(message)), files: [] };
  const { text, files } = withFiles(message);
  return { request: request(JSON.parse(text)), files };
}

/** Made in another part of the extension, it is an instance of no class that is known here. */
const blob: decode.Decoder<Blob> = (value, path = '') => {
  if (typeof value !== 'object' || value === null || !('arrayBuffer' in value)) {
    throw new decode.Malformed(`${path} must be a file`);
  }
  return value as Blob;
};

const withFiles = decode.closed({ text: decode.text, files: decode.list(blob) });
