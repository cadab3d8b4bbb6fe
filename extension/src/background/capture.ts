// Captures of a tab where it is: nothing is shown, and a page is drawn in one piece.

import type { Answer, Area } from '../protocol';
import { draw, drawPreview, post } from './capture-image';
import { inView } from './capture-place';
import { fitted, previewed } from './capture-size';
import { pageToRead } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import { moved } from '../shared/boxes';

export async function capture(
  parts: Parts,
  { caller, deadline }: Call,
  { tabId, area, format, scale, preview, upload }: CommandOf<'capture'>,
): Promise<Answer> {
  if (area.area !== 'viewport') {
    await parts.admission.toScroll(tabId, caller, captureName(area));
  }
  const tab = await pageToRead(parts, tabId, deadline);
  const { place, image, box } = await inView(parts, tab, area, deadline, async place => {
    const { box, scale: smaller } = (preview ? previewed : fitted)(place.box, scale);
    const isWhole = box.width === place.box.width && box.height === place.box.height;
    const rect = area.area === 'viewport' && isWhole ? undefined : box;
    const drawing = { format, scale: smaller, rect };
    const image = await (preview ? drawPreview : draw)(tab, drawing, deadline);
    return { place, image, box };
  });
  await post(tab, image, upload, deadline);
  const { whole, viewport, url, title } = place;
  return {
    result: 'captured',
    capture: {
      format: image.format,
      scale: image.scale,
      bounds: moved(box, { x: -viewport.x, y: -viewport.y }),
      wholeWidth: whole.width,
      wholeHeight: whole.height,
      complete: box.width >= whole.width && box.height >= whole.height,
      url,
      title,
    },
  };
}

/** The contract's name of the capture. */
function captureName(area: Area): string {
  return area.area === 'element' ? 'elementScreenshot' : 'fullPageScreenshot';
}
