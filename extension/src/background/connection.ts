// The socket to the bridge. Firefox delays the retries of a failing WebSocket more and more, so
// the port is asked by `fetch` about once a second and the socket opened only when it answers.

import {
  CLOSE_OTHER_BROWSER,
  CLOSE_PROTOCOL,
  CLOSE_REPLACED,
  CLOSE_WIRE_VERSION,
  WIRE_VERSION,
  readCommandId,
  readToExtension,
} from '../protocol';
import type { BrowserState, FromExtension, ToExtension } from '../protocol';
import { messageOf, unclassified } from './failure';
import type { Fingerprint } from './fingerprint';
import type { Router } from './router';
import * as decode from '../shared/decode';
import type { ConnectionView } from '../shared/messages';
import { sleep } from './timing';

const PROBE_EVERY_MS = 800;
const PROBE_MS = 1_000;
const WELCOME_MS = 5_000;
const HEARTBEAT_MS = 20_000;
/** After a refusal that a retry does not change soon. */
const REFUSED_RETRY_MS = 15_000;

const REFUSALS: Readonly<Record<number, string>> = {
  [CLOSE_OTHER_BROWSER]: 'Another browser is connected to Kitsune. Close it to use this one.',
  [CLOSE_WIRE_VERSION]:
    'The extension and the Kitsune program have different versions. Update the older one.',
  [CLOSE_REPLACED]: 'A newer connection of this extension took over.',
};

const readUnknownCommand = decode.open({
  kind: decode.literals('command'),
  id: readCommandId,
});

/** Where the bridge is, and the secret of a managed launch. */
export type Address = { socketUrl: string; pairingSecret: string | undefined };

export class Connection {
  #socket: WebSocket | undefined;
  #bridgeVersion: string | null = null;
  #reason: string | null = null;

  constructor(
    private readonly address: Address,
    private readonly router: Router,
    private readonly readState: () => Promise<BrowserState>,
    private readonly loadedFrom: Fingerprint,
  ) {}

  /** Connects, and connects again after every loss. Never returns. */
  async keep(): Promise<never> {
    for (;;) {
      if (await this.#bridgeListens()) {
        const code = await this.#connectOnce();
        this.#reason = REFUSALS[code] ?? null;
        await sleep(this.#reason === null ? PROBE_EVERY_MS : REFUSED_RETRY_MS);
      } else {
        this.#reason = null;
        await sleep(PROBE_EVERY_MS);
      }
    }
  }

  /** The windows or the site access changed. */
  async sendState(): Promise<void> {
    if (this.#bridgeVersion === null) return;
    this.#send({ kind: 'state', state: await this.readState() });
  }

  view(): ConnectionView {
    return {
      connected: this.#bridgeVersion !== null,
      socketUrl: this.address.socketUrl,
      reason: this.#reason,
      bridgeVersion: this.#bridgeVersion,
      extensionVersion: browser.runtime.getManifest().version,
      flavor: __FLAVOR__,
    };
  }

  /** Any HTTP answer means that the bridge is there. */
  async #bridgeListens(): Promise<boolean> {
    try {
      const port = this.address.socketUrl.replace(/^ws/, 'http');
      await fetch(port, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
      return true;
    } catch {
      return false;
    }
  }

  /** One connection from its opening to its end; resolves to the close code. */
  #connectOnce(): Promise<number> {
    return new Promise(resolve => {
      const socket = new WebSocket(this.address.socketUrl);
      const welcome = setTimeout(() => socket.close(), WELCOME_MS);
      const heartbeat = setInterval(() => this.#send({ kind: 'heartbeat' }), HEARTBEAT_MS);
      socket.onopen = () => {
        this.#socket = socket;
        void this.#hello();
      };
      socket.onmessage = ({ data }: MessageEvent<unknown>) => {
        const message = this.#decoded(socket, data);
        if (message?.kind === 'welcome') clearTimeout(welcome);
        if (message !== undefined) this.#receive(socket, message);
      };
      socket.onclose = ({ code }) => {
        clearTimeout(welcome);
        clearInterval(heartbeat);
        this.#socket = undefined;
        this.#bridgeVersion = null;
        resolve(code);
      };
    });
  }

  async #hello(): Promise<void> {
    const { name, vendor, version, buildID } = await browser.runtime.getBrowserInfo();
    this.#send({
      kind: 'hello',
      hello: {
        wire: WIRE_VERSION,
        version: browser.runtime.getManifest().version,
        flavor: __FLAVOR__,
        browser: { name, vendor, version, buildId: buildID },
        pairing: this.address.pairingSecret ?? null,
        ...this.loadedFrom,
      },
    });
  }

  #decoded(socket: WebSocket, data: unknown): ToExtension | undefined {
    let message: unknown;
    try {
      message = JSON.parse(String(data));
      return readToExtension(message);
    } catch (error) {
      console.error('Unreadable message of the bridge:', error);
      if (this.#refused(message, error)) return undefined;
      // A close reason is at most 123 bytes.
      socket.close(CLOSE_PROTOCOL, messageOf(error).replace(/[^\x20-\x7e]/g, '?').slice(0, 120));
      return undefined;
    }
  }

  /** Answers a command that this build does not know; a newer bridge may have more of them. */
  #refused(message: unknown, error: unknown): boolean {
    try {
      const { id } = readUnknownCommand(message);
      const { reply } = unclassified(`Unknown action: ${messageOf(error)}`);
      this.#send({ kind: 'reply', id, outcome: { status: 'failed', error: reply } });
      return true;
    } catch {
      return false;
    }
  }

  #receive(socket: WebSocket, message: ToExtension): void {
    switch (message.kind) {
      case 'welcome':
        this.#bridgeVersion = message.bridge;
        this.#reason = null;
        void this.sendState();
        return;
      case 'command':
        void this.#answer(socket, message);
        return;
    }
  }

  async #answer(
    socket: WebSocket,
    { id, caller, deadlineMs, command }: Extract<ToExtension, { kind: 'command' }>,
  ): Promise<void> {
    const outcome = await this.router.run(caller, deadlineMs, command);
    // A reply belongs to the connection that asked: another bridge numbers its own commands.
    if (this.#socket === socket) this.#send({ kind: 'reply', id, outcome });
  }

  #send(message: FromExtension): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
