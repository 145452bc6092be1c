import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';

/** How many frames a week may take to be rendered once it is near. */
const FRAMES = 30;

/** The element id of a game's card. */
export function cardId(gid: string): string {
  return `game-${gid}`;
}

/** The element id of a week, on the page of all weeks. */
export function weekSectionId(weekId: string): string {
  return `week-${weekId}`;
}

/** What asks for the cards, where something else is in their place. */
export const SHOW_CARDS = 'show-cards';

/** Scrolls to a game; where its week is not rendered yet, to the week first, which renders it. */
export function scrollToGame(game: { readonly gid: string; readonly weekId: string }, frames = FRAMES): void {
  const card = document.getElementById(cardId(game.gid));
  if (card === null) {
    dispatchEvent(new Event(SHOW_CARDS));
    document.getElementById(weekSectionId(game.weekId))?.scrollIntoView({ block: 'start' });
    if (frames > 0) requestAnimationFrame(() => scrollToGame(game, frames - 1));
    return;
  }
  const isFar = frames < FRAMES;
  card.scrollIntoView({ block: 'center', behavior: isFar || prefersReducedMotion() ? 'auto' : 'smooth' });
  card.focus({ preventScroll: true });
}
