// The background page's parts, made once, and what a running command gets of them.

import type { Answer, Caller, Command } from '../protocol';
import { Activity } from './activity';
import { Admission } from './admission';
import { Bells } from './bells';
import { Choosers } from './choosers';
import { ContentLinks } from './content-link';
import { Dialogs } from './dialogs';
import { Leavings } from './leavings';
import { Navigations } from './navigations';
import { Network } from './network';
import { Openings } from './openings';
import { Ownership } from './ownership';
import { Patterns } from './patterns';
import { RefNumbers } from './refs';
import { RefusedPopups } from './refused-popups';
import { Requests, Statuses } from './requests';
import type { Deadline } from './timing';

export type Parts = ReturnType<typeof makeParts>;

export function makeParts() {
  const bells = new Bells();
  const activity = new Activity();
  const ownership = new Ownership(browser.sessions, activity);
  const statuses = new Statuses();
  return {
    bells,
    activity,
    ownership,
    statuses,
    admission: new Admission(ownership, activity),
    navigations: new Navigations(bells),
    leavings: new Leavings(bells),
    requests: new Requests(bells),
    network: new Network(),
    patterns: new Patterns(),
    dialogs: new Dialogs(bells),
    refusedPopups: new RefusedPopups(),
    choosers: new Choosers(),
    openings: new Openings(bells),
    content: new ContentLinks(new RefNumbers(browser.storage.local), statuses, bells),
  };
}

/** For whom a command runs, and until when an answer is of use. */
export type Call = { caller: Caller; deadline: Deadline };

export type CommandOf<N extends Command['command']> = Extract<Command, { command: N }>;

/** One command's handler. */
export type Handler<N extends Command['command']> = (
  parts: Parts,
  call: Call,
  command: CommandOf<N>,
) => Promise<Answer>;
