// Decoders of what content scripts send. A page's process is not trusted: everything is read.

import type { Done, ErrorCode, ErrorReply, FieldOutcome, NameMatch, Observation, Warning } from '../protocol';
import { readRef } from '../protocol';
import * as decode from '../shared/decode';
import type { Box, ContentAnswer, ContentReply, Measures, PageReport } from '../shared/messages';

const maybe = <T>(inner: decode.Decoder<T>): decode.Decoder<T | null | undefined> =>
  decode.optional(decode.nullable(inner));

/** The codes that a content script may use. */
const readCode: decode.Decoder<ErrorCode> = decode.literals(
  'not_found',
  'not_fillable',
  'ambiguous_target',
  'unsupported_selector',
  'stale_ref',
  'content_unavailable',
  'invalid_argument',
  'not_supported',
);

const readErrorReply: decode.Decoder<ErrorReply> = decode.open({
  error: decode.text,
  code: maybe(readCode),
  retryable: maybe(decode.flag),
  hint: maybe(decode.text),
  state: maybe(decode.dictionary),
});

const readWarning: decode.Decoder<Warning> = decode.open({
  code: decode.text,
  state: decode.dictionary,
  hint: decode.text,
});

const readDone: decode.Decoder<Done> = decode.lazy(() =>
  decode.open({
    tag: maybe(decode.text),
    text: maybe(decode.text),
    value: maybe(decode.text),
    values: maybe(decode.list(decode.text)),
    checked: maybe(decode.flag),
    key: maybe(decode.text),
    effect: maybe(decode.text),
    prevented: maybe(decode.flag),
    note: maybe(decode.text),
    repeat: maybe(decode.integer(0)),
    warning: maybe(readWarning),
    fields: maybe(decode.list(readFieldOutcome)),
  }),
);

const readFieldOutcome: decode.Decoder<FieldOutcome> = decode.lazy(() =>
  decode.open({ name: decode.text, done: maybe(readDone), error: maybe(readErrorReply) }),
);

const readObservation: decode.Decoder<Observation> = decode.open({
  records: decode.text,
  delta: decode.flag,
  url: decode.text,
  title: decode.text,
  readyState: decode.text,
  hidden: decode.flag,
  target: maybe(readRef),
  unshownChange: decode.flag,
  urlChanged: decode.flag,
  titleChanged: decode.flag,
});

const readNameMatch: decode.Decoder<NameMatch> = decode.open({
  ref: readRef,
  role: decode.text,
  name: decode.text,
  source: decode.text,
});

const readBox: decode.Decoder<Box> = decode.open({
  x: decode.number,
  y: decode.number,
  width: decode.number,
  height: decode.number,
});

const readMeasures: decode.Decoder<Measures> = decode.open({
  viewport: readBox,
  page: decode.open({ width: decode.number, height: decode.number }),
  target: decode.nullable(readBox),
  devicePixelRatio: decode.number,
});

const readAnswer: decode.Decoder<ContentAnswer> = decode.tagged('did', {
  ping: decode.open({ did: decode.literals('ping'), version: decode.integer(0) }),
  observe: decode.open({ did: decode.literals('observe'), observation: readObservation }),
  act: decode.open({
    did: decode.literals('act'),
    done: readDone,
    hidden: decode.flag,
    plainField: decode.flag,
    pageHandledKey: decode.flag,
  }),
  quiet: decode.open({ did: decode.literals('quiet'), quietMs: decode.number, changed: decode.flag }),
  observeAfter: decode.open({
    did: decode.literals('observeAfter'),
    observation: decode.nullable(readObservation),
    done: readDone,
  }),
  readText: decode.open({
    did: decode.literals('readText'),
    counts: decode.list(decode.integer(0)),
    names: decode.list(readNameMatch),
  }),
  measure: decode.open({
    did: decode.literals('measure'),
    measures: readMeasures,
    url: decode.text,
    title: decode.text,
  }),
  handOver: decode.open({ did: decode.literals('handOver') }),
});

/** Reads a content script's reply. */
export const readContentReply: decode.Decoder<ContentReply> = decode.open({
  id: decode.integer(0),
  next: decode.integer(0),
  outcome: decode.tagged('kind', {
    answer: decode.open({ kind: decode.literals('answer'), answer: readAnswer }),
    error: decode.open({ kind: decode.literals('error'), error: readErrorReply }),
    moreRefs: decode.open({ kind: decode.literals('moreRefs'), count: decode.integer(1) }),
  }),
});

/** Reads what an early script reports. */
export const readPageReport: decode.Decoder<PageReport> = decode.tagged('report', {
  input: decode.open({
    report: decode.literals('input'),
    type: decode.text,
    sinceMs: decode.number,
  }),
  dialog: decode.open({
    report: decode.literals('dialog'),
    kind: decode.literals('alert', 'confirm', 'prompt'),
    message: decode.text,
    open: decode.flag,
  }),
  popupRefused: decode.open({
    report: decode.literals('popupRefused'),
    url: decode.nullable(decode.text),
  }),
});
