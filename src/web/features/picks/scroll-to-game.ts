import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';

/** So many frames a week that comes near may take to be drawn. */
const FRAMES = 30;

/** Where the card of a game is on the page. */
export function cardId(gid: string): string {
  return `game-${gid}`;
}

/** Where a week is, on the page of all weeks. */
export function weekSectionId(weekId: string): string {
  return `week-${weekId}`;
}

/** Brings a game before the eyes; where its week is not drawn yet, the week first, which then is. */
export function scrollToGame(game: { readonly gid: string; readonly weekId: string }, frames = FRAMES): void {
  const card = document.getElementById(cardId(game.gid));
  if (card === null) {
    document.getElementById(weekSectionId(game.weekId))?.scrollIntoView({ block: 'start' });
    if (frames > 0) requestAnimationFrame(() => scrollToGame(game, frames - 1));
    return;
  }
  const isFar = frames < FRAMES;
  card.scrollIntoView({ block: 'center', behavior: isFar || prefersReducedMotion() ? 'auto' : 'smooth' });
  card.focus({ preventScroll: true });
}
