// The scripts in the frames of one page whose documents are of other origins. The page stays, a
// frame's document may go at any time; what it gave out is remembered, so that a ref of it is told
// from one that never was.

import type { Link } from './link';
import { DocumentRefs } from './refs';

/** Documents that are no more, or not read for long, which are remembered for one page. */
const KEPT = 256;

export class FrameLinks {
  readonly #links = new Map<number, Link>();
  /** Refs of documents that are no more, by document. */
  readonly #gone = new Map<string, DocumentRefs>();
  /** The document that each frame held when it was last read for the agent. */
  readonly #read = new Map<number, string | undefined>();

  all(): Link[] {
    return [...this.#links.values()];
  }

  /** The script of what the frame holds now, if it is known. */
  of(frameId: number): Link | undefined {
    return this.#links.get(frameId);
  }

  /** The refs of a document whose script connects: those from before, when it was there already. */
  refsOf(documentId: string | undefined): DocumentRefs {
    const known = documentId === undefined ? undefined : this.#gone.get(documentId);
    if (documentId !== undefined) this.#gone.delete(documentId);
    return known ?? new DocumentRefs();
  }

  add(link: Link): void {
    this.#links.set(link.frameId, link);
  }

  /** The link's document is gone. */
  remove(link: Link): void {
    if (this.#links.get(link.frameId) === link) this.#links.delete(link.frameId);
    keep(this.#gone, link.documentId ?? crypto.randomUUID(), link.refs);
  }

  /** The frame whose document gave out the number; `gone` when that document is no more. */
  issuer(ref: number): Link | 'gone' | undefined {
    const living = this.all().find(({ refs }) => refs.issued(ref));
    if (living !== undefined) return living;
    return [...this.#gone.values()].some(refs => refs.issued(ref)) ? 'gone' : undefined;
  }

  /** The agent is shown what the frame holds; says whether it was shown another document before. */
  isAnother({ frameId, documentId }: Link): boolean {
    const isAnother = this.#read.has(frameId) && this.#read.get(frameId) !== documentId;
    keep(this.#read, frameId, documentId);
    return isAnother;
  }
}

/** Adds to a map of bounded size, which forgets what was added first. */
function keep<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}
