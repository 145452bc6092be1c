import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { orderByLines, rebaseOrder, wholeOrder } from '#core/formats/confidence.ts';
import { gameCounts } from '#core/game.ts';
import { isPickable } from '#core/locks.ts';
import { pickOf } from '#core/picks.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOrder } from '#web/parts/confidence/use-order.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDrag } from './order-drag.ts';
import { lineId, OrderLine, told } from './order-line.tsx';
import { movedBy, swapped } from './order-moves.ts';
import { OrderSaved } from './order-saved.tsx';
import './order.css';

interface OrderViewProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
}

/** The games of a week from the most trusted down, to be put in order by finger, mouse, keys, or two taps. */
export function OrderView({ pool, weekId, week }: OrderViewProps) {
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
  const focusAfter = useRef<string | null>(null);
  const lines = useRef<HTMLUListElement>(null);

  const byGid = new Map(games.map((game) => [game.gid, game]));
  const gids = wholeOrder(games, order);
  const counting = gids.filter((gid) => values.has(gid)).toReversed();
  const off = games.filter((game) => !gameCounts(game)).map(({ gid }) => gid);
  const list = { gids: counting, movable: new Set(openKey.split(' ')) };

  /** @param next from the highest value down */
  function enter(next: readonly string[], moved: string | null): void {
    const isOpen = (gid: string) => list.movable.has(gid);
    const wanted = next.filter(isOpen).toReversed();
    // What is no longer open is locked, whatever the clock of the page says until the next second.
    const now = Math.min(...games.filter(({ gid }) => isOpen(gid)).map((game) => game.lockAt)) - 1;
    setBefore(order.length > 0 ? order : gids);
    saving.pick({ kind: 'order', weekId, order: rebaseOrder(games, order, wanted, now) });
    const place = moved === null ? -1 : next.indexOf(moved);
    setSaid(moved === null ? 'Ordered by the lines' : sayMoved(moved, next.length - place));
  }

  function sayMoved(gid: string, value: number): string {
    const game = byGid.get(gid);
    return game === undefined ? '' : `${told(game, pickOf(picks, gid))}: now ${value}`;
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
    setSaid([chosen, gid].map((each) => sayMoved(each, next.length - next.indexOf(each))).join('. '));
    setChosen(null);
  }

  function onKey(gid: string, event: KeyboardEvent): void {
    if (event.key === 'Escape') setChosen(null);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
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

  // A line that the browser moved in the document has lost the focus.
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
              // This button goes, and with it the focus.
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
              value={counting.length - shown}
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
        <p className="no-print mt-3 text-sm text-ink-soft max-md:sr-only not-pointer-fine:sr-only">
          On a game, Enter chooses it, then ↑ and ↓ move it. Without a choice they go to the other games.
        </p>
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
