import type { Side } from '#core/types.ts';

/** The visual order: away on the left, home on the right. */
const sides: Readonly<Record<string, Side>> = { ArrowLeft: 'away', ArrowRight: 'home' };

/**
 * Up and down move to the games before and after the one with the focus, left and right pick the side there. The focus is read
 * now: keys before this one may have moved it since it was pressed.
 */
export function followArrow(root: HTMLElement, key: string): void {
  const game = root.querySelector('article:focus-within');
  if (game === null) return;
  const side = sides[key];
  if (side !== undefined) choose(halfOf(game, side));
  else goTo(root, game, key === 'ArrowDown' ? 1 : -1);
}

function choose(half: HTMLButtonElement | null): void {
  half?.focus();
  half?.click();
}

/** Skips games that take no picks. */
function goTo(root: HTMLElement, game: Element, step: 1 | -1): void {
  const side = game.querySelector(':focus')?.getAttribute('data-side') === 'home' ? 'home' : 'away';
  const games = [...root.querySelectorAll<Element>('article')].filter((each) => each === game || halfOf(each, side));
  const half = halfOf(games[games.indexOf(game) + step], side);
  half?.focus({ preventScroll: true });
  half?.closest('article')?.scrollIntoView({ block: 'nearest' });
}

function halfOf(game: Element | undefined, side: Side): HTMLButtonElement | null {
  return game?.querySelector<HTMLButtonElement>(`button[data-side="${side}"]:enabled`) ?? null;
}
