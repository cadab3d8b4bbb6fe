// The toolbar popup: shows whether the bridge is connected, and what to do when it is not.
// It asks the background page once a second for as long as it is open.

import * as decode from '../shared/decode';
import type { ConnectionView, PopupRequest } from '../shared/messages';

const REFRESH_MS = 1_000;
const NOT_RUNNING =
  'Run “kitsune launch” in a terminal, or start an MCP client that uses Kitsune. ' +
  'This browser then connects by itself within seconds.';

const readView: decode.Decoder<ConnectionView> = decode.open({
  connected: decode.flag,
  socketUrl: decode.text,
  reason: decode.nullable(decode.text),
  bridgeVersion: decode.nullable(decode.text),
  extensionVersion: decode.text,
  flavor: decode.literals('dev', 'signed'),
});

async function refresh(): Promise<void> {
  const request: PopupRequest = { ask: 'connection' };
  try {
    show(readView(await browser.runtime.sendMessage(request)));
  } catch {
    write('headline', 'The extension does not answer');
  }
}

function show(view: ConnectionView): void {
  write('headline', view.connected ? 'Connected' : 'Not connected');
  document.getElementById('dot')?.classList.toggle('connected', view.connected);
  const advice = view.connected ? '' : (view.reason ?? NOT_RUNNING);
  write('advice', advice);
  document.getElementById('advice')?.toggleAttribute('hidden', advice === '');
  write('address', view.socketUrl);
  write('bridge', view.bridgeVersion ?? '–');
  write('extension', `${view.extensionVersion}${view.flavor === 'dev' ? ' (developer build)' : ''}`);
}

/** Writes only what changed, so that a screen reader is not told the same again. */
function write(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

void refresh();
setInterval(() => void refresh(), REFRESH_MS);
