// Plays, pauses, seeks and mutes a video or audio element (contract: *Media*). What the browser
// refuses is said, never worked around.

import type { MediaOp, NotPlaying } from '../../protocol';

/** How playback went: it started, it has not yet, or why it will not. */
export type Played = 'started' | 'later' | NotPlaying;

/** Starts to play. `given` resolves when there is no more time to wait. */
export async function play(media: HTMLMediaElement, given: Promise<void>): Promise<Played> {
  const asked = media.play().then(
    () => 'started' as const,
    (error: unknown) => (isNotAllowed(error) ? 'autoplay_blocked' : 'refused'),
  );
  const played = await Promise.race([asked, given.then(() => 'later' as const)]);
  // Firefox starts nothing in a tab that was never shown, and then starts all of it at once. What it
  // holds back stays paused; what only loads does not.
  if (played !== 'later' || !document.hidden || !media.paused) return played;
  media.pause();
  return 'background_tab';
}

const isNotAllowed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError';

/** Does the rest. Seeking ends when the frame is there. */
export async function change(
  media: HTMLMediaElement,
  op: Exclude<MediaOp, { op: 'play' }>,
  given: Promise<void>,
): Promise<'done' | 'later'> {
  switch (op.op) {
    case 'pause':
      media.pause();
      return 'done';
    case 'mute':
      media.muted = true;
      return 'done';
    case 'unmute':
      media.muted = false;
      return 'done';
    case 'seek':
      return seek(media, op.time, given);
  }
}

async function seek(
  media: HTMLMediaElement,
  time: number,
  given: Promise<void>,
): Promise<'done' | 'later'> {
  const heard = new AbortController();
  const sought = new Promise<'done'>(resolve => {
    media.addEventListener('seeked', () => resolve('done'), { signal: heard.signal });
  });
  media.currentTime = time;
  try {
    if (!media.seeking) return 'done';
    return await Promise.race([sought, given.then(() => 'later' as const)]);
  } finally {
    heard.abort();
  }
}
