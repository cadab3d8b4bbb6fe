// The warning for a click whose popup the browser refused (contract: Script-opened popups).

import type { PageAction, Warning } from '../protocol';

const HINT =
  'A script of the page tried to open a popup, which Firefox blocks after a synthetic click, so ' +
  'none opened. state.urls lists every refused address. If this click should open one of them, ' +
  'such as a sign-in, ask the user to click it and go on in the new tab; if not, for example an ' +
  'advertisement, ignore this warning.';

/** The warning, if popups were refused to the page and the click opened no tab. */
export function popupWarning(
  action: PageAction,
  refused: (string | null)[],
  opened: number,
): Warning | undefined {
  const clicked = action.act === 'click' && !action.double;
  if (!clicked || refused.length === 0 || opened > 0) return undefined;
  const urls = refused.filter(url => url !== null && url !== '');
  const [url] = urls;
  return {
    code: 'popup_blocked',
    state: { ...(url === undefined ? {} : { url }), urls, reason: 'script_popup' },
    hint: HINT,
  };
}
