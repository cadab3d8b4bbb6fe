// Sizes of the page.

import type { PageMetrics } from '../../protocol';

export function metricsOf(page: Document): PageMetrics {
  const root: Element | null = page.documentElement;
  const { innerWidth, innerHeight, scrollX, scrollY, devicePixelRatio } = window;
  return {
    viewport: { width: innerWidth, height: innerHeight },
    page: {
      width: Math.max(root?.scrollWidth ?? 0, root?.clientWidth ?? 0),
      height: Math.max(root?.scrollHeight ?? 0, root?.clientHeight ?? 0),
    },
    scrollX,
    scrollY,
    devicePixelRatio,
  };
}
