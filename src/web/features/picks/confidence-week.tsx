import type { KeyboardEvent, ReactNode, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import {
  halvesPossible,
  orderByLines,
  rebaseOrder,
  scaleOf,
  valuesLeft,
  wholeOrder,
} from '#core/formats/confidence/confidence.ts';
import { gameCounts } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { isPickable } from '#core/locks.ts';
import { lockedBeforeJoining } from '#core/newcomers.ts';
import { pickOf, pickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { formatPoints, pointsText, weeklyScore } from '#core/scoring.ts';
import { teamByAbbr } from '#core/teams.ts';
import { useClock } from '#web/lib/clock.ts';
import { usePrinting } from '#web/lib/printing.ts';
import { useOrder } from '#web/parts/confidence.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { StatusBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { PickMark } from '#web/parts/pick-mark.tsx';
import type { ShownWeekChoice } from '#web/parts/picks/pick-context.tsx';
import { scaleInPool } from '#web/parts/scale.ts';
import type { CountedShown, WeekData } from '#web/parts/week-data.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { KeyHint, useKeyHint } from './key-hint.tsx';
import { SHOW_CARDS } from './moving.tsx';
import './confidence-week.css';

export interface ConfidenceWeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
  /** The cards. */
  readonly children: ReactNode;
}

const weekViews = [
  ['picks', 'Winners'],
  ['order', 'Order'],
] as const;

/** A week of a pool with confidence: its cards, or its games in order, and the available points. */
export function ConfidenceWeek({ pool, weekId, week, children }: ConfidenceWeekProps) {
  const [view, setView] = useState<(typeof weekViews)[number][0]>('picks');
  useEffect(() => {
    const show = () => setView('picks');
    addEventListener(SHOW_CARDS, show);
    return () => removeEventListener(SHOW_CARDS, show);
  }, []);
  const { order, values, saving } = useOrder(pool, weekId);
  const { games, picks } = week;
  const left = useClock((now) => valuesLeft(games, values, picks, now, scaleInPool(pool, weekId)));
  const isOpen = useClock((now) => games.some((game) => isPickable(game, now)));
  const isEntered = order.length > 0;
  const isPrinting = usePrinting();
  return (
    <>
      <div className="no-print order-head">
        <div>
          <Segments label="View" value={view} options={weekViews} onChange={setView} />
        </div>
        <p className="mb-4 font-display text-lg text-ink-soft">
          <span className="text-ink">{pointsText(weeklyScore(games, picks, pool.rules))}</span>,{' '}
          <span className="text-ink">{formatPoints(halvesPossible(0, left, weekId, pool.rules))}</span> still possible
        </p>
      </div>
      {(view === 'order' || isPrinting) && <OrderView {...{ pool, weekId, week }} />}
      {view === 'picks' &&
        (!isEntered || saving.isWaiting || saving.failure !== undefined || saving.bus !== undefined) && (
          <div className="no-print mb-2">
            <OrderSaved {...{ saving, isEntered, isOpen }} />
          </div>
        )}
      {(view === 'picks' || isPrinting) && children}
    </>
  );
}

interface OrderViewProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
}

/** The games of a week from the highest value down. They are put in order by finger, mouse, keys, or two taps. */
function OrderView({ pool, weekId, week }: OrderViewProps) {
  const { order, values, saving } = useOrder(pool, weekId);
  const { games, picks } = week;
  const { rules } = pool;
  const openKey = useClock((now) =>
    games
      .filter((game) => isPickable(game, now))
      .map(({ gid }) => gid)
      .join(' '),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  const hint = useKeyHint('order');
  const focusAfter = useRef<string | null>(null);
  const lines = useRef<HTMLUListElement>(null);

  const byGid = new Map(games.map((game) => [game.gid, game]));
  const gids = wholeOrder(games, order);
  const counting = gids.filter((gid) => values.has(gid)).toReversed();
  const off = games.filter((game) => !gameCounts(game)).map(({ gid }) => gid);
  const list = { gids: counting, movable: new Set(openKey.split(' ')) };
  const scale = scaleOf(counting.length, scaleInPool(pool, weekId));
  /** @param place from 0 for the highest value */
  const valueAt = (place: number) => scale[scale.length - 1 - place];

  /** @param next from the highest value down */
  function enter(next: readonly string[], moved: string | null): void {
    const isOpen = (gid: string) => list.movable.has(gid);
    const wanted = next.filter(isOpen).toReversed();
    // A game that is no longer open is locked, even if the page's clock shows it a second later.
    const now = Math.min(...games.filter(({ gid }) => isOpen(gid)).map((game) => game.lockAt)) - 1;
    setBefore(order.length > 0 ? order : gids);
    saving.pick({ kind: 'order', about: weekId, value: { order: rebaseOrder(games, order, wanted, now) } });
    setSaid(moved === null ? 'Ordered by the lines' : sayMoved(moved, next));
  }

  /** @param next from the highest value down */
  function sayMoved(gid: string, next: readonly string[]): string {
    const game = byGid.get(gid);
    return game === undefined ? '' : `${spokenPick(game, pickOf(picks, gid))}: now ${valueAt(next.indexOf(gid))}`;
  }

  const { dragged, start } = useDrag(lines, list, (gid, next) => enter(next, gid));

  function choose(gid: string): void {
    if (chosen === null || chosen === gid) {
      setChosen(chosen === gid ? null : gid);
      setSaid(
        chosen === gid ? 'No longer chosen' : 'Chosen. Tap another game to swap, or press the arrow keys to move it.',
      );
      return;
    }
    const next = swapped(list, chosen, gid);
    enter(next, chosen);
    setSaid([chosen, gid].map((each) => sayMoved(each, next)).join('. '));
    setChosen(null);
  }

  function onKey(gid: string, event: KeyboardEvent): void {
    if (event.key === 'Escape') setChosen(null);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (chosen !== null) hint.use();
    const step = event.key === 'ArrowUp' ? -1 : 1;
    if (chosen === gid) {
      const next = movedBy(list, gid, step);
      focusAfter.current = gid;
      if (next.join() !== counting.join()) enter(next, gid);
      return;
    }
    const open = counting.filter((each) => list.movable.has(each));
    document.getElementById(lineId(open[open.indexOf(gid) + step] ?? gid))?.focus();
  }

  // A row that was moved in the document has lost the focus.
  useEffect(() => {
    if (focusAfter.current !== null) document.getElementById(lineId(focusAfter.current))?.focus();
    focusAfter.current = null;
  });

  const isOpen = list.movable.size > 1 || (list.movable.size === 1 && openKey !== '');
  return (
    <section aria-label="Order of the week" className="order-view">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {isOpen && (
          <Button
            tone="plain"
            onClick={() => enter([...counting.filter((gid) => !list.movable.has(gid)), ...byLines()], null)}
          >
            Order by the lines
          </Button>
        )}
        {before !== null && isOpen && (
          <Button
            tone="plain"
            onClick={() => {
              enter(before.toReversed(), null);
              setBefore(null);
              setChosen(null);
              setSaid('Undone');
              // This button disappears, and the focus with it.
              focusAfter.current = counting.find((gid) => list.movable.has(gid)) ?? null;
            }}
          >
            Undo
          </Button>
        )}
        <OrderSaved saving={saving} isEntered={order.length > 0} isOpen={isOpen} />
      </div>
      <p className="no-print mb-3 text-sm text-ink-soft">
        {isOpen
          ? 'Your surest game goes at the top. Drag a game by its handle, or tap two to swap them.'
          : "This week's order can no longer be changed."}
      </p>
      <ul ref={lines} className="panel order-list">
        {counting.map((gid, at) => {
          const game = byGid.get(gid);
          if (game === undefined) return null;
          const shown = dragged === null ? at : dragged.gids.indexOf(gid);
          return (
            <OrderLine
              key={gid}
              game={game}
              pick={pickOf(picks, gid)}
              value={valueAt(shown)}
              rules={rules}
              isMovable={list.movable.has(gid)}
              isChosen={chosen === gid}
              isDragged={dragged?.gid === gid}
              shift={shown - at}
              onChoose={() => choose(gid)}
              onKey={(event) => onKey(gid, event)}
              onGrab={(event) => start(gid, event)}
            />
          );
        })}
      </ul>
      {isOpen && (
        <KeyHint hint={hint}>
          On a game, Enter chooses it, then ↑ and ↓ move it. Without a choice they go to the other games.
        </KeyHint>
      )}
      {off.length > 0 && (
        <OffGames names={off.map((gid) => byGid.get(gid)).map((game) => `${game?.away} at ${game?.home}`)} />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );

  function byLines(): string[] {
    const open = games.filter(({ gid }) => list.movable.has(gid));
    return orderByLines(open, picks, rules).toReversed();
  }
}

function OffGames({ names }: { readonly names: readonly string[] }) {
  return (
    <p className="mt-3 text-sm text-ink-soft">
      Called off, so worth nothing: {names.join(', ')}. A game that is played after all gets its old place back.
    </p>
  );
}

interface OrderLineProps {
  readonly game: GameReply;
  readonly pick: CountedShown | undefined;
  /** Undefined if the game does not count. */
  readonly value: number | undefined;
  readonly rules: PoolRules;
  readonly isMovable: boolean;
  readonly isChosen: boolean;
  readonly isDragged: boolean;
  /** How many rows further down it is shown; a dragged row follows the finger. */
  readonly shift: number;
  readonly onChoose: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onGrab: (event: ReactPointerEvent) => void;
}

/** One game in the order: its value, the player's pick, and a handle. */
function OrderLine(props: OrderLineProps) {
  const { game, pick, value, rules, isMovable, isChosen, isDragged, shift, onChoose, onKey, onGrab } = props;
  const content = (
    <>
      <span className="w-9 shrink-0 text-right font-display text-2xl font-semibold text-ink">{value ?? '–'}</span>
      <Sides game={game} pick={pick} />
      <Mark {...{ game, pick, rules, isMovable }} />
    </>
  );
  return (
    <li
      className={`order-line ${isChosen ? 'order-line-chosen' : ''} ${isDragged ? 'order-line-dragged' : ''}`}
      style={shift === 0 || isDragged ? undefined : { transform: `translateY(${100 * shift}%)` }}
    >
      {isMovable ? (
        <button
          type="button"
          id={lineId(game.gid)}
          aria-pressed={isChosen}
          onClick={onChoose}
          onKeyDown={onKey}
          className="order-game"
        >
          {content}
        </button>
      ) : (
        <div className="order-game text-ink-soft">{content}</div>
      )}
      {isMovable && (
        <span aria-hidden="true" data-handle={game.gid} onPointerDown={onGrab} className="order-handle no-print">
          ≡
        </span>
      )}
    </li>
  );
}

/** The element id of a game's row. */
function lineId(gid: string): string {
  return `order-${gid}`;
}

/** A game and the player's pick, as a screen reader announces it. */
export function spokenPick({ home, away }: GameReply, pick: CountedShown | undefined): string {
  const name = (team: string) => teamByAbbr(team)?.longName ?? team;
  if (pick === undefined) return `${name(away)} at ${name(home)}, not picked`;
  const [own, other] = pick.side === 'home' ? [home, away] : [away, home];
  return `${name(own)} over ${name(other)}`;
}

function Sides({ game, pick }: Pick<OrderLineProps, 'game' | 'pick'>) {
  const { home, away } = game;
  const { day, time } = kickoffText(game);
  const joinedAt = useEntries().entry?.joinedAt ?? 0;
  const own = pick && (pick.side === 'home' ? home : away);
  const isBefore = own === undefined && lockedBeforeJoining(game, joinedAt);
  return (
    <>
      {own === undefined ? (
        <span className="w-11 shrink-0" />
      ) : (
        <Helmet team={own} side={pick?.side ?? 'home'} className="h-9 w-11 shrink-0" />
      )}
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-display text-lg font-medium">
          {own === undefined ? `${away} at ${home}` : own}
          {own !== undefined && <span className="text-base text-ink-soft"> over {own === home ? away : home}</span>}
          {own === undefined && !isBefore && (
            <span className="text-base text-ink-soft max-[22rem]:sr-only"> · not picked</span>
          )}
        </span>
        <span className="block text-xs text-ink-soft max-narrow:truncate">
          {isBefore ? 'This game locked before you joined.' : `${day} · ${time}`}
        </span>
      </span>
    </>
  );
}

function Mark({ game, pick, rules, isMovable }: Pick<OrderLineProps, 'game' | 'pick' | 'rules' | 'isMovable'>) {
  if (!gameCounts(game)) return <StatusBadge game={game} />;
  const result = pickResult(pick, game, rules);
  if (isMovable || result === 'none' || result === 'pending') {
    return isMovable ? null : <Icon name="lock" label="Locked" className="order-mark" />;
  }
  return <PickMark result={result} className="order-mark" />;
}

interface OrderSavedProps {
  readonly saving: ShownWeekChoice<'order'>;
  readonly isEntered: boolean;
  /** Whether it can be changed. */
  readonly isOpen: boolean;
}

/** The state of saving the order, and the order that counts if none was entered. */
function OrderSaved({ saving, isEntered, isOpen }: OrderSavedProps) {
  const { isWaiting, isSending, failure, bus } = saving;
  return (
    <p role="status" className="flex min-h-11 items-center gap-1.5 text-sm text-ink-soft">
      {failure !== undefined && !isSending ? (
        <span className="text-red">{failure}</span>
      ) : isWaiting ? (
        <span className="text-amber">Order not confirmed yet</span>
      ) : isSending ? (
        'Saving...'
      ) : bus !== undefined ? (
        `Entered for you${bus && `: ${bus}`}`
      ) : isEntered ? (
        <>
          <Icon name="check" className="size-4 text-turf" />
          Order saved
        </>
      ) : isOpen ? (
        'No order yet: until you set one, games count in a fixed order.'
      ) : (
        'No order was set: games counted in a fixed order.'
      )}
    </p>
  );
}

/** Closer than this to the edge of the window, a drag scrolls the page, in px. */
const EDGE_PX = 110;
const SCROLL_PX = 10;

/** A dragged game, and the list as it would be after dropping it now. */
interface Dragged {
  readonly gid: string;
  readonly gids: readonly string[];
}

/**
 * Moves a row of a list with the finger or the mouse. The row follows the pointer, and other rows make room where it can be dropped. All
 * rows have the same height. They are moved in the document only at the end, so that the browser does not lose the pointer.
 * @param onDrop called with the new order if it changed
 */
function useDrag(
  lines: RefObject<HTMLElement | null>,
  list: OrderList,
  onDrop: (gid: string, gids: readonly string[]) => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  function start(gid: string, { pointerId, button, clientY, currentTarget }: ReactPointerEvent): void {
    const root = lines.current;
    const line = currentTarget.closest('li');
    if (root === null || line === null || button !== 0) return;
    // Only one row at a time: a second finger takes over.
    stop.current();
    const ending = new AbortController();
    const grabbedAt = clientY - root.getBoundingClientRect().top;
    const place = list.gids.indexOf(gid);
    let [y, gids] = [clientY, list.gids];
    /** Null until the finger moves. */
    let frame: number | null = null;
    const follow = (): void => {
      const { top, height } = root.getBoundingClientRect();
      const step = height / list.gids.length;
      const moved = Math.min(Math.max(y - top - grabbedAt, -place * step), (list.gids.length - 1 - place) * step);
      line.style.transform = `translateY(${moved}px)`;
      gids = movedTo(list, gid, Math.floor(((y - top) / height) * list.gids.length));
      setDragged((before) => (before && before.gids.join() === gids.join() ? before : { gid, gids }));
    };
    const scroll = (): void => {
      const by = y < EDGE_PX ? -SCROLL_PX : y > innerHeight - EDGE_PX ? SCROLL_PX : 0;
      if (by !== 0) {
        scrollBy({ top: by, behavior: 'instant' });
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== pointerId) return;
      y = event.clientY;
      frame ??= requestAnimationFrame(scroll);
      follow();
    };
    const end = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerId !== pointerId) return;
      stop.current();
      if (event.type === 'pointerup' && gids.join() !== list.gids.join()) onDrop(gid, gids);
    };
    stop.current = () => {
      ending.abort();
      if (frame !== null) cancelAnimationFrame(frame);
      line.style.transform = '';
      setDragged(null);
    };
    const { signal } = ending;
    setDragged({ gid, gids });
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && end(event), { signal });
  }

  return { dragged, start };
}

/** The games of a week from the highest value down, as the list shows them, and those that can be moved. */
interface OrderList {
  readonly gids: readonly string[];
  readonly movable: ReadonlySet<string>;
}

/** Moves a game to a position of the list, or to the nearest one that is free: locked games stay in place. */
export function movedTo(list: OrderList, gid: string, place: number): readonly string[] {
  const open = list.gids.filter((each) => list.movable.has(each));
  if (!open.includes(gid)) return list.gids;
  const places = list.gids.flatMap((each, at) => (list.movable.has(each) ? [at] : []));
  const nearest = places.reduce((best, each) => (Math.abs(each - place) < Math.abs(best - place) ? each : best));
  const others = open.filter((each) => each !== gid);
  const at = places.indexOf(nearest);
  return withOpen(list, [...others.slice(0, at), gid, ...others.slice(at)]);
}

/** Moves a game down by a number of movable games; up if the number is negative. */
export function movedBy(list: OrderList, gid: string, steps: number): readonly string[] {
  const places = list.gids.flatMap((each, at) => (list.movable.has(each) ? [at] : []));
  const at = places.indexOf(list.gids.indexOf(gid)) + steps;
  const place = places[Math.min(Math.max(at, 0), places.length - 1)];
  return place === undefined ? list.gids : movedTo(list, gid, place);
}

/** Swaps two games. */
export function swapped({ gids, movable }: OrderList, one: string, other: string): readonly string[] {
  if (!movable.has(one) || !movable.has(other)) return gids;
  return gids.map((gid) => (gid === one ? other : gid === other ? one : gid));
}

/** The list with its movable games in another order. */
function withOpen({ gids, movable }: OrderList, open: readonly string[]): readonly string[] {
  let next = 0;
  return gids.map((gid) => (movable.has(gid) ? (open[next++] ?? gid) : gid));
}
