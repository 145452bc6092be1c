import type { RefObject } from 'react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { nextUnpicked, pickProgress } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, Picks, Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';
import { readItem, writeItem } from '#web/lib/storage.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The maximum number of frames until a nearby week is rendered. */
const MAX_FRAMES = 30;

/** The element id of a game's card. */
export function cardId(gid: string): string {
  return `game-${gid}`;
}

/** The element id of a week on the page of all weeks. */
export function weekSectionId(weekId: string): string {
  return `week-${weekId}`;
}

/** The event that shows the cards when another view is in their place. */
export const SHOW_CARDS = 'show-cards';

/** Scrolls to a game. If its week is not rendered yet, scrolls to the week first, which renders it. */
export function scrollToGame(game: { readonly gid: string; readonly weekId: string }, frames = MAX_FRAMES): void {
  const card = document.getElementById(cardId(game.gid));
  if (card === null) {
    dispatchEvent(new Event(SHOW_CARDS));
    document.getElementById(weekSectionId(game.weekId))?.scrollIntoView({ block: 'start' });
    if (frames > 0) requestAnimationFrame(() => scrollToGame(game, frames - 1));
    return;
  }
  const isFar = frames < MAX_FRAMES;
  card.scrollIntoView({ block: 'center', behavior: isFar || prefersReducedMotion() ? 'auto' : 'smooth' });
  card.focus({ preventScroll: true });
}

/** The height that the bar at the bottom and the tabs cover on phones, in pixels. */
const COVERED_BELOW = 144;

interface OpeningProps {
  /** Whether the screen was just opened. */
  readonly isOpening: RefObject<boolean>;
}

/**
 * Rendered with the cards, which may come later than the page around them. Scrolls to the first open game, if it is out of view and the
 * person has not started to read or act. On phones only: on other screens the state of saving is shown only above the games. The page is
 * painted first: if the scroll came in the same step as the content that replaces the skeleton, the footer would count as a layout shift.
 */
export function Opening({ isOpening }: OpeningProps) {
  useLayoutEffect(() => {
    if (!isOpening.current) return;
    isOpening.current = false;
    afterPaint(() => {
      const game = document.querySelector('main article [data-side]:enabled')?.closest('article');
      // A focused list is the switch between pools, which gets the focus back by itself.
      if (!game || innerWidth >= 768 || scrollY > 0 || document.querySelector('main :focus:not(select)')) return;
      if (game.getBoundingClientRect().bottom > innerHeight - COVERED_BELOW) game.closest('section')?.scrollIntoView();
    });
  }, [isOpening]);
  return null;
}

export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** A pause that shows the pick before the page scrolls, so that the second half of a double tap hits the same card. */
const SCROLL_DELAY_MS = 180;
/** A tap this soon after another comes while the page is still scrolling. */
const SCROLLING_MS = 1000;
/** The height that the header covers, in pixels. */
const COVERED_ABOVE = 80;

let scrollTimer: ReturnType<typeof setTimeout> | undefined;
/** The game and position of the last scroll. */
let lastScroll = { game: null as Element | null, top: 0, at: 0 };

/**
 * Scrolls the next unpicked game to the position of the tapped one, where the thumb is.
 * @param coveredBelow the height that is covered at the bottom of the page, in pixels
 */
function scrollToGap(root: HTMLElement, tapped: HTMLElement, coveredBelow: number): void {
  clearTimeout(scrollTimer);
  scrollTimer = setTimeout(() => {
    const games = [...root.querySelectorAll('article')];
    const at = games.indexOf(tapped);
    const next = [...games.slice(at + 1), ...games.slice(0, at)].find(isGap);
    if (next === undefined) return;
    const isMoving = lastScroll.game === tapped && performance.now() - lastScroll.at < SCROLLING_MS;
    const { top, height } = next.getBoundingClientRect();
    const thumb = isMoving ? lastScroll.top : tapped.getBoundingClientRect().top;
    const hints = document.getElementById('hints')?.offsetHeight ?? 0;
    const goal = Math.max(COVERED_ABOVE, Math.min(thumb, innerHeight - coveredBelow - hints - height));
    lastScroll = { game: next, top: goal, at: performance.now() };
    scrollBy({ top: top - goal, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, SCROLL_DELAY_MS);
}

function isGap(game: Element): boolean {
  return game.querySelector('[data-side]:enabled') !== null && game.querySelector('[aria-pressed="true"]') === null;
}

const AUTO_NEXT_KEY = 'auto-next';

/** Whether a tap on an unpicked game scrolls to the next one: stored on the device, initially on for phones. */
export interface AutoNext {
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

/** @param isDense in a list the next game is in sight: nothing scrolls */
export function useAutoNext(board: RefObject<HTMLElement | null>, isDense: boolean): AutoNext {
  const [isOn, setOn] = useState(
    () => (readItem(AUTO_NEXT_KEY) ?? (matchMedia('(width < 48rem)').matches ? 'on' : 'off')) === 'on',
  );
  useEffect(() => {
    const root = board.current;
    if (root === null || !isOn || isDense) return;
    const onTap = ({ target, detail }: MouseEvent) => {
      const game = target instanceof Element && target.closest('[data-side]')?.closest('article');
      // The tap is not rendered yet: a pressed side was picked before. Key presses have no detail and are handled elsewhere.
      if (!game || detail === 0 || game.querySelector('[aria-pressed="true"]')) return;
      scrollToGap(root, game, COVERED_BELOW);
    };
    root.addEventListener('click', onTap);
    return () => root.removeEventListener('click', onTap);
  }, [board, isOn, isDense]);
  return {
    isOn,
    set: (next) => {
      setOn(next);
      writeItem(AUTO_NEXT_KEY, next ? 'on' : 'off');
    },
  };
}

/** The visual order: away on the left, home on the right. */
const arrowSides: Readonly<Record<string, Side>> = { ArrowLeft: 'away', ArrowRight: 'home' };

/**
 * Up and down move to the game before or after the focused one; left and right pick a side there. The focus is read now, because an earlier
 * key may have moved it since this one was pressed.
 */
function followArrow(root: HTMLElement, key: string): void {
  const game = root.querySelector('article:focus-within');
  if (game === null) return;
  const side = arrowSides[key];
  if (side !== undefined) pickHalf(halfOf(game, side));
  else focusGame(root, game, key === 'ArrowDown' ? 1 : -1);
}

function pickHalf(half: HTMLButtonElement | null): void {
  half?.focus();
  half?.click();
}

/** Skips games that accept no picks. */
function focusGame(root: HTMLElement, game: Element, step: 1 | -1): void {
  const side = game.querySelector(':focus')?.getAttribute('data-side') === 'home' ? 'home' : 'away';
  const games = [...root.querySelectorAll<Element>('article')].filter((each) => each === game || halfOf(each, side));
  const half = halfOf(games[games.indexOf(game) + step], side);
  half?.focus({ preventScroll: true });
  half?.closest('article')?.scrollIntoView({ block: 'nearest' });
}

function halfOf(game: Element | undefined, side: Side): HTMLButtonElement | null {
  return game?.querySelector<HTMLButtonElement>(`button[data-side="${side}"]:enabled`) ?? null;
}

/**
 * While a game has the focus, the arrow keys move and pick.
 * @param onUse called when one of them did
 */
export function useArrowKeys(board: RefObject<HTMLElement | null>, onUse: () => void): void {
  // Attached as soon as the cards are rendered: a key pressed before the browser is idle must not be lost.
  useLayoutEffect(() => {
    const root = board.current;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const isOnGame = target instanceof Element && target.closest('article') !== null;
      if (!root || !isOnGame || !key.startsWith('Arrow') || altKey || ctrlKey || metaKey || shiftKey) return;
      if (root.querySelector('[data-side]:enabled') === null) return; // No open game: the page scrolls.
      event.preventDefault();
      followArrow(root, key);
      onUse();
    };
    root?.addEventListener('keydown', onKey);
    return () => root?.removeEventListener('keydown', onKey);
  }, [board, onUse]);
}

/** Scrolls to the guess of a week's tiebreak. */
function goToGuess(): void {
  const field = document.querySelector<HTMLInputElement>('.tiebreak input');
  field?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  field?.focus({ preventScroll: true });
}

interface NextUnpickedProps {
  /** Those that count for the entry, in the order of the page. */
  readonly games: readonly Game[];
  readonly picks: Picks;
  readonly rules: PoolRules;
  /** Whether the week's tiebreak is open and not guessed. */
  readonly isGuessMissing: boolean;
  readonly className: string;
  /** The color of the text in its place. */
  readonly doneLook: string;
}

/** A button to the first open game without a pick, then to the tiebreak; if nothing is left but some were missed, a text that says so. */
export function NextUnpicked({ games, picks, rules, isGuessMissing, className, doneLook }: NextUnpickedProps) {
  const next = useClock((now) => nextUnpicked(games, picks, now, rules)?.gid ?? null);
  const game = games.find(({ gid }) => gid === next);
  if (game === undefined && !isGuessMissing) {
    if (pickProgress(games, picks, rules).complete) return null;
    return <p className={`font-display font-medium ${className} ${doneLook}`}>Nothing left to pick</p>;
  }
  return (
    <button
      type="button"
      onClick={() => (game ? scrollToGame(game) : goToGuess())}
      className={`flex min-h-11 items-center gap-1 font-display font-medium whitespace-nowrap max-narrow:leading-5 max-narrow:whitespace-normal ${className}`}
    >
      {game ? 'Next unpicked' : 'Next: tiebreak'}
      <Icon name="arrowDown" />
    </button>
  );
}
