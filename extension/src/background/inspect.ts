// Questions about a page, and borders around its elements. A ref may be of a frame of another
// origin: then that frame answers.

import type { Answer, Finding, Question, Target } from '../protocol';
import { originOf } from './frames';
import type { Link } from './link';
import { read, refOf } from './observe';
import { pageToWrite } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import type { Deadline } from './timing';

/** The contract's name of the action. */
const CLEAR = 'clearHighlight';
/** Longest wait for pages that are only some of many. */
const CLEAR_MS = 5_000;

export async function inspect(
  parts: Parts,
  { deadline }: Call,
  { tabId, question }: CommandOf<'inspect'>,
): Promise<Answer> {
  const command = { do: 'inspect', question } as const;
  const ref = refOf(targetOf(question));
  const { page, link, answer } = await read(parts, tabId, command, deadline, ref);
  const finding =
    link === page ? answer.finding : await inPage(parts, page, link, answer.finding, deadline);
  return { result: 'found', finding };
}

function targetOf(question: Question): Target | null {
  switch (question.ask) {
    case 'markup':
      return question.root ?? null;
    case 'bounds':
    case 'style':
      return question.target;
    default:
      return null;
  }
}

/** Where something in a frame is, as the page that shows the frame sees it. */
async function inPage(
  parts: Parts,
  page: Link,
  link: Link,
  finding: Finding,
  deadline: Deadline,
): Promise<Finding> {
  if (finding.found !== 'bounds') return finding;
  const { x, y } = await originOf(parts, link, deadline);
  const command = { do: 'inspect', question: { ask: 'metrics' } } as const;
  const around = await parts.content.ask(page, command, deadline);
  const { bounds } = finding;
  return {
    found: 'bounds',
    bounds: { ...bounds, x: bounds.x + x, y: bounds.y + y },
    metrics: around.finding.found === 'metrics' ? around.finding.metrics : finding.metrics,
  };
}

export async function highlight(
  parts: Parts,
  { caller, deadline }: Call,
  { tabId, target }: CommandOf<'highlight'>,
): Promise<Answer> {
  const action = target === null || target === undefined ? CLEAR : 'highlight';
  const knocked = parts.content.knock(tabId, deadline);
  const tab = pageToWrite(await parts.admission.toWrite(tabId, caller, action));
  const page = await parts.content.reach(tab, deadline, knocked);
  parts.admission.stillFree(tab);
  if (target === null || target === undefined) {
    await clearIn(parts, page, deadline);
  } else {
    const link = await parts.content.holder(page, refOf(target));
    await parts.content.ask(link, { do: 'highlight', target }, deadline);
  }
  return { result: 'highlighted' };
}

/** Takes the borders away in every page that the caller may write. */
export async function clearHighlights(parts: Parts, { caller, deadline }: Call): Promise<Answer> {
  const until = deadline.orIn(CLEAR_MS);
  const pages = parts.content.pages.filter(({ tabId }) => parts.ownership.mayWrite(tabId, caller));
  // A page that is gone or hangs has no borders to anybody.
  await Promise.all(pages.map(page => clearIn(parts, page, until).catch(() => undefined)));
  return { result: 'highlighted' };
}

async function clearIn({ content }: Parts, page: Link, deadline: Deadline): Promise<void> {
  const clear = { do: 'highlight', target: null } as const;
  const links = [page, ...page.frames.all()];
  await Promise.all(links.map(link => content.ask(link, clear, deadline)));
}
