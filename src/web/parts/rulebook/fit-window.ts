import type { RefObject } from 'react';
import { useEffect } from 'react';

/**
 * Lets a sticky card end above the bottom of the window, wherever the page is scrolled, and at the latest with its area, or as far below that
 * as a negative margin says. What it scrolls is marked with `data-more` while more of it follows below.
 * @param box the part of the card that scrolls, with one child
 */
export function useFitWindow(area: string, card: RefObject<HTMLElement | null>, box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [sticky, scrolled] = [card.current, box.current];
    const around = sticky?.closest(area);
    if (!sticky || !scrolled || !around) return;
    const markMore = (): void => {
      const below = scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight;
      scrolled.toggleAttribute('data-more', below > 1);
    };
    const fit = (): void => {
      const { top, bottom: end } = around.getBoundingClientRect();
      const own = getComputedStyle(sticky);
      const bottom = end - (Number.parseFloat(own.marginBottom) || 0);
      // What bars cover at the bottom is what the page keeps free when it scrolls to something.
      const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
      const start = Math.max(top, Number.parseFloat(own.top) || 0);
      sticky.style.maxHeight = `${Math.max(0, Math.min(bottom, innerHeight - covered) - start)}px`;
      markMore();
    };
    const sizes = new ResizeObserver(fit);
    for (const each of [around, scrolled.firstElementChild]) if (each) sizes.observe(each);
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    addEventListener('scroll', fit, options);
    addEventListener('resize', fit, options);
    scrolled.addEventListener('scroll', markMore, options);
    return () => {
      sizes.disconnect();
      stop.abort();
    };
  }, [area, card, box]);
}
