// The background page: owns the connection, whose tab is whose, and the way to every page.
//
//   bridge ⇄ connection ─▶ router ─▶ tab-commands, load      tabs as such
//                                    observe, capture        reads
//                                    act, evaluate           writes
//                                      │
//          admission (ownership, activity) ─▶ content-link ⇄ content script of a document
//
//   browser's events ─▶ navigations, requests, openings, dialogs, … ─▶ bells
//
// A command marks the moment it acts, waits at the bells, and looks what happened since.
// This file makes the parts and tells them what the browser and the pages report.

import { Connection } from './connection';
import { injectEarlyScripts } from './early-scripts';
import { followBrowser } from './events';
import { ownFingerprint } from './fingerprint';
import { makeParts } from './parts';
import { followPages } from './reports';
import { Router } from './router';
import { allTabs } from './tabs';
import * as decode from '../shared/decode';

const readConfig = decode.open({
  socketUrl: decode.text,
  /** Only in packages that `kitsune launch` makes. */
  pairingSecret: decode.optional(decode.text),
});

const loadedFrom = ownFingerprint();
const parts = makeParts();
const ready = allTabs().then(tabs => parts.ownership.restore(tabs.map(({ id }) => id)));

followBrowser(parts);
void start();

async function start(): Promise<void> {
  const config = await fetch(browser.runtime.getURL('config.json'));
  const { socketUrl, pairingSecret } = readConfig(await config.json());
  const address = { socketUrl, pairingSecret };
  const router = new Router(parts, ready);
  const connection = new Connection(address, router, browserState, await loadedFrom);
  followPages(parts, connection);
  for (const event of [browser.windows.onCreated, browser.windows.onRemoved]) {
    event.addListener(() => void connection.sendState());
  }
  for (const event of [browser.permissions.onAdded, browser.permissions.onRemoved]) {
    event.addListener(() => void connection.sendState());
  }
  void injectEarlyScripts();
  await connection.keep();
}

async function browserState() {
  const windows = await browser.windows.getAll({ windowTypes: ['normal'] });
  const allSites = await browser.permissions.contains({ origins: ['<all_urls>'] });
  return { windows: windows.length, allSites };
}
