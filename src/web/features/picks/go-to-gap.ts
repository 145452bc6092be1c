import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';

/** The pick is seen before its card moves on, and the second half of a double tap meets the same card. */
const PAUSE_MS = 180;
/** A tap this soon after another comes while the page still scrolls. */
const SCROLLING_MS = 1000;
/** What the header covers, in pixels. */
const COVERED_ABOVE = 80;

let timer: ReturnType<typeof setTimeout> | undefined;
/** Where the last scroll brings a game. */
let last = { game: null as Element | null, top: 0, at: 0 };

/**
 * Scrolls the next game without a pick to where the thumb is: to the place of the game that was tapped.
 * @param coveredBelow how much of the page is covered at its bottom, in pixels
 */
export function goToGap(root: HTMLElement, tapped: HTMLElement, coveredBelow: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const games = [...root.querySelectorAll('article')];
    const at = games.indexOf(tapped);
    const next = [...games.slice(at + 1), ...games.slice(0, at)].find(isGap);
    if (next === undefined) return;
    const isMoving = last.game === tapped && performance.now() - last.at < SCROLLING_MS;
    const { top, height } = next.getBoundingClientRect();
    const thumb = isMoving ? last.top : tapped.getBoundingClientRect().top;
    const hints = document.getElementById('hints')?.offsetHeight ?? 0;
    const goal = Math.max(COVERED_ABOVE, Math.min(thumb, innerHeight - coveredBelow - hints - height));
    last = { game: next, top: goal, at: performance.now() };
    scrollBy({ top: top - goal, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, PAUSE_MS);
}

function isGap(game: Element): boolean {
  return game.querySelector('[data-side]:enabled') !== null && game.querySelector('[aria-pressed="true"]') === null;
}
