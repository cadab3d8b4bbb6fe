// Which handler runs which command, and what is answered when one fails.

import type { Answer, Caller, Command, Outcome } from '../protocol';
import { act } from './act';
import { aftermath, awaitCondition, mark } from './await';
import { capture } from './capture';
import { evaluate } from './evaluate';
import { handleDialog } from './dialog-policy';
import { errorReply, unclassified } from './failure';
import { find } from './find';
import { clearHighlights, highlight, inspect } from './inspect';
import { goBack, navigate } from './load';
import { observe } from './observe';
import { readData } from './page-data';
import type { Call, Parts } from './parts';
import { resizeWindow } from './resize';
import { goForward, reload } from './revisit';
import { readForms, readTree } from './structure';
import { activeTab, closeTab, listTabs, newTab } from './tab-commands';
import { Deadline } from './timing';

/** Commands that run at once. The bridge sends one a tab, so this is far away. */
const RUNNING = 256;

export class Router {
  #running = 0;

  /** `ready` resolves when the state of earlier runs has been read. */
  constructor(
    private readonly parts: Parts,
    private readonly ready: Promise<void>,
  ) {}

  async run(caller: Caller, deadlineMs: number, command: Command): Promise<Outcome> {
    if (this.#running >= RUNNING) {
      return { status: 'failed', error: unclassified('Too many commands at once').reply };
    }
    this.#running++;
    try {
      const deadline = Deadline.in(deadlineMs);
      await this.ready;
      const answer = await dispatch(this.parts, { caller, deadline }, command);
      return { status: 'done', answer };
    } catch (error) {
      return { status: 'failed', error: errorReply(error) };
    } finally {
      this.#running--;
    }
  }
}

function dispatch(parts: Parts, call: Call, command: Command): Promise<Answer> {
  switch (command.command) {
    case 'listTabs':
      return listTabs(parts, call, command);
    case 'activeTab':
      return activeTab(parts, call);
    case 'newTab':
      return newTab(parts, call, command);
    case 'closeTab':
      return closeTab(parts, call, command);
    case 'navigate':
      return navigate(parts, call, command);
    case 'goBack':
      return goBack(parts, call, command);
    case 'goForward':
      return goForward(parts, call, command);
    case 'reload':
      return reload(parts, call, command);
    case 'resizeWindow':
      return resizeWindow(parts, call, command);
    case 'observe':
      return observe(parts, call, command);
    case 'act':
      return act(parts, call, command);
    case 'readTree':
      return readTree(parts, call, command);
    case 'readForms':
      return readForms(parts, call, command);
    case 'readData':
      return readData(parts, call, command);
    case 'inspect':
      return inspect(parts, call, command);
    case 'find':
      return find(parts, call, command);
    case 'highlight':
      return highlight(parts, call, command);
    case 'clearHighlights':
      return clearHighlights(parts, call);
    case 'await':
      return awaitCondition(parts, call, command);
    case 'mark':
      return mark(parts, call, command);
    case 'aftermath':
      return aftermath(parts, call, command);
    case 'capture':
      return capture(parts, call, command);
    case 'handleDialog':
      return handleDialog(parts, call, command);
    case 'evaluate':
      return evaluate(parts, call, command);
    default:
      return unreachable(command);
  }
}

function unreachable(command: never): never {
  throw unclassified(`Unknown action: ${JSON.stringify(command)}`);
}
