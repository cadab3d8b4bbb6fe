// Decoders of what content scripts send. A page's process is not trusted: everything is read.

import {
  readDialogRecord,
  readDone,
  readElementTree,
  readErrorReply,
  readFinding,
  readForms,
  readHits,
  readObservation,
  readPageData,
  readPoint,
  readSeen,
} from '../protocol';
import * as decode from '../shared/decode';
import type { Box, ContentAnswer, ContentReply, ListedFrame, Measures, PageReport } from '../shared/messages';

const readBox: decode.Decoder<Box> = decode.open({
  x: decode.number,
  y: decode.number,
  width: decode.number,
  height: decode.number,
});

const readMeasures: decode.Decoder<Measures> = decode.open({
  viewport: readBox,
  page: readBox,
  target: decode.nullable(readBox),
  inside: decode.nullable(readBox),
  devicePixelRatio: decode.number,
});

const readFrames: decode.Decoder<ListedFrame[]> = decode.list(
  decode.open({
    ref: decode.integer(0),
    frameId: decode.integer(1),
    at: readBox,
    depth: decode.integer(0),
    shown: decode.flag,
  }),
);

const acted = {
  done: readDone,
  hidden: decode.flag,
  plainField: decode.flag,
  pageHandledKey: decode.flag,
  newTab: decode.nullable(decode.open({ url: decode.text, opener: decode.flag })),
};

const part = {
  acted: decode.nullable(decode.open(acted)),
  done: readDone,
  hidden: decode.flag,
};

const readAnswer: decode.Decoder<ContentAnswer> = decode.tagged('did', {
  ping: decode.open({ did: decode.literals('ping'), version: decode.integer(0) }),
  observe: decode.open({ did: decode.literals('observe'), observation: readObservation, frames: readFrames }),
  act: decode.open({ did: decode.literals('act'), ...acted }),
  begin: decode.open({ did: decode.literals('begin'), ...part }),
  goOn: decode.open({ did: decode.literals('goOn'), ...part }),
  stopWaiting: decode.open({ did: decode.literals('stopWaiting') }),
  quiet: decode.open({ did: decode.literals('quiet'), quietMs: decode.number, changed: decode.flag, requestMs: decode.nullable(decode.number) }),
  observeAfter: decode.open({
    did: decode.literals('observeAfter'),
    observation: decode.nullable(readObservation),
    frames: readFrames,
    done: readDone,
  }),
  readTree: decode.open({
    did: decode.literals('readTree'),
    tree: readElementTree,
    size: decode.integer(0),
    frames: readFrames,
  }),
  readForms: decode.open({ did: decode.literals('readForms'), forms: readForms, frames: readFrames }),
  readData: decode.open({ did: decode.literals('readData'), data: readPageData }),
  inspect: decode.open({ did: decode.literals('inspect'), finding: readFinding }),
  find: decode.open({ did: decode.literals('find'), hits: readHits, frames: readFrames }),
  highlight: decode.open({ did: decode.literals('highlight') }),
  look: decode.open({ did: decode.literals('look'), met: decode.flag, seen: readSeen }),
  focusedFrame: decode.open({
    did: decode.literals('focusedFrame'),
    frameId: decode.nullable(decode.integer(1)),
  }),
  frameToScroll: decode.open({
    did: decode.literals('frameToScroll'),
    frameId: decode.nullable(decode.integer(1)),
  }),
  frameAt: decode.open({
    did: decode.literals('frameAt'),
    frame: decode.nullable(decode.open({ frameId: decode.integer(1), at: readPoint })),
  }),
  measure: decode.open({
    did: decode.literals('measure'),
    measures: readMeasures,
    url: decode.text,
    title: decode.text,
  }),
  reveal: decode.open({
    did: decode.literals('reveal'),
    measures: readMeasures,
    seen: decode.nullable(readBox),
    url: decode.text,
    title: decode.text,
  }),
  scrollBack: decode.open({ did: decode.literals('scrollBack') }),
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
  dialogOpened: decode.open({
    report: decode.literals('dialogOpened'),
    type: decode.text,
    message: decode.text,
    defaultValue: decode.optional(decode.text),
  }),
  dialogClosed: decode.open({
    report: decode.literals('dialogClosed'),
    accepted: decode.optional(decode.flag),
    text: decode.optional(decode.text),
    secret: decode.flag,
  }),
  dialogsAnswered: decode.open({
    report: decode.literals('dialogsAnswered'),
    dialogs: decode.list(readDialogRecord),
  }),
  popupRefused: decode.open({
    report: decode.literals('popupRefused'),
    url: decode.nullable(decode.text),
    dispatched: decode.flag,
  }),
  leaving: decode.open({
    report: decode.literals('leaving'),
    asks: decode.literals('person', 'nobody'),
  }),
  fileChooser: decode.open({ report: decode.literals('fileChooser') }),
});
