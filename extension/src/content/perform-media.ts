// Carries out what is done to video and audio elements, and says how they are afterwards
// (contract: *Media*).

import { change, play, type Played } from './act/media';
import { isMedia } from './dom/elements';
import { clip } from './observe/fold';
import { withoutQuery } from './observe/states';
import type { Page } from './page';
import { performed, targetOf, type Performed } from './performed';
import { NAME_LENGTH, type Media, type MediaOp, type NotPlaying, type Target } from '../protocol';
import { plainError } from './target/refusal';

export async function performMedia(page: Page, target: Target, op: MediaOp): Promise<Performed> {
  const element = targetOf(page, target, 'value');
  const tag = element.localName;
  if (!isMedia(element)) {
    throw plainError(`This ${tag} is no video or audio element`, {
      hint: 'Nothing was done. Use the ref of a video or audio line of browser_snapshot.',
      state: { tag },
    });
  }
  const { over } = page.patience;
  if (op.op === 'play') {
    const played = await play(element, over);
    const note = played === 'later' ? NOT_YET : null;
    return performed(element, { tag, media: mediaOf(element, played), note });
  }
  const outcome = await change(element, op, over);
  return performed(element, {
    tag,
    media: mediaOf(element, 'started'),
    note: outcome === 'later' ? NO_FRAME : null,
  });
}

/** Plays or pauses an element, as its own controls would. */
export async function toggle(page: Page, element: HTMLMediaElement): Promise<Media> {
  if (element.paused) return mediaOf(element, await play(element, page.patience.over));
  element.pause();
  return mediaOf(element, 'started');
}

const NOT_YET = 'It has not begun to play yet: it is still loading.';
const NO_FRAME = 'The picture at that time is not there yet: it is still loading.';

function mediaOf(element: HTMLMediaElement, played: Played): Media {
  const { currentSrc, duration, currentTime, paused, muted, controls } = element;
  const failed = played !== 'started' && played !== 'later';
  return {
    src: currentSrc === '' ? null : clip(withoutQuery(currentSrc), NAME_LENGTH),
    duration: seconds(duration),
    currentTime: seconds(currentTime),
    paused,
    muted,
    controls,
    ...(failed ? { error: REFUSALS[played], reason: played } : {}),
  };
}

const seconds = (time: number): number | null =>
  Number.isFinite(time) ? Math.round(time * 100) / 100 : null;

const REFUSALS: Readonly<Record<NotPlaying, string>> = {
  autoplay_blocked: "The browser plays with sound only after the person's own input in the page",
  refused: 'The browser cannot play this source',
  background_tab: 'The browser plays nothing in a tab that has not been shown yet',
};
