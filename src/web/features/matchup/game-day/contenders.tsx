import { useState } from 'react';
import type { DayStanding } from '#core/game-day/game-day.ts';
import { hopeText } from '#core/game-day/words.ts';
import { formatPoints } from '#core/scoring.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { Button } from '#web/ui/button.tsx';

const SHOWN = 20;

interface ContendersProps {
  readonly players: readonly DayStanding[];
  /** By id. */
  readonly names: ReadonlyMap<string, string>;
  readonly viewerId: string;
  /** Nothing is left to play, or to suppose. */
  readonly isOver: boolean;
}

/** Who can still win the week, the best chance first; whoever is out is only counted. */
export function Contenders({ players, names, viewerId, isOver }: ContendersProps) {
  const mine = new Set(useEntries().entries.map(({ id }) => id));
  const [shown, setShown] = useState(SHOWN);
  const inIt = inOrder(isOver ? players : players.filter(({ hope }) => hope !== 'out'));
  const own = players.find(({ id }) => id === viewerId);
  const top = inIt.slice(0, shown);
  const isOwnBelow = own !== undefined && !top.includes(own);
  const out = players.length - inIt.length;
  return (
    <section>
      <h2 className="heading mb-2 text-xl">{isOver ? 'How it ends' : 'Who can still win'}</h2>
      <p aria-hidden="true" className="label flex justify-end gap-3 px-3 pb-1 text-ink-soft">
        Points <span className="w-20 text-right">{isOver ? '' : 'Chance'}</span>
      </p>
      <ol className="panel overflow-hidden">
        {[...top, ...(isOwnBelow ? [own] : [])].map((player) => (
          <li
            key={player.id}
            className={`contender relative flex min-h-11 items-center gap-3 px-3 ${mine.has(player.id) ? 'own-row font-semibold' : ''}`}
          >
            <span
              aria-hidden="true"
              className="chance-bar"
              style={{ inlineSize: `${100 * (player.hope === 'out' ? 0 : player.chance)}%` }}
            />
            <span className="relative min-w-0 flex-1 truncate">
              {mine.has(player.id) ? `${names.get(player.id) ?? ''} (you)` : names.get(player.id)}
            </span>
            <span className="relative text-sm text-ink-soft">
              {formatPoints(player.halves)}
              <span className="sr-only"> points{isOver ? '' : ', chance'}</span>
            </span>
            <span className="relative w-20 text-right font-display text-lg font-semibold">
              {isOver ? endText(player) : hopeText(player)}
            </span>
          </li>
        ))}
      </ol>
      {inIt.length > shown && (
        <Button tone="plain" onClick={() => setShown(shown + 5 * SHOWN)} className="mt-2 w-full">
          Show more
        </Button>
      )}
      <p hidden={isOver} className="mt-2 text-sm text-ink-soft">
        {inIt.length} of {players.length} can still win{out > 0 ? `, ${out} ${out === 1 ? 'is' : 'are'} out` : ''}.
      </p>
    </section>
  );
}

function endText({ chance }: DayStanding): string {
  return chance === 1 ? 'Winner' : chance > 0 ? 'Level' : '';
}

function inOrder(players: readonly DayStanding[]): DayStanding[] {
  return players.toSorted((a, b) => rankOf(a) - rankOf(b) || b.chance - a.chance || b.halves - a.halves);
}

function rankOf({ hope }: DayStanding): number {
  return hope === 'clinched' ? 0 : 1;
}
