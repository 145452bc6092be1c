import { listedNames } from '#core/listed.ts';
import { survivorRecap } from '#core/recap/survivor-recap.ts';
import { entryLifeText, lostText, ownLifeText } from '#core/recap/words.ts';
import { lifeText } from '#core/why/lives.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { Digits } from '#web/ui/digits.tsx';
import type { RecapProps } from './points-recap.tsx';
import { NotYet, OtherEntries, RecapFoot, WonBefore, YourWeek } from './recap-parts.tsx';

/** A week of a survivor pool: whom it put out, what cost lives, and how one came through. */
export function SurvivorRecap({ standings, weekId, week: { games } }: RecapProps) {
  const { entries, entry } = useEntries();
  const recap = survivorRecap(weekId, standings, entry?.id ?? '');
  if (recap.stage === 'coming') return <NotYet weekId={weekId} games={games} />;
  if (recap.wonIn !== null) return <WonBefore weekId={recap.wonIn} />;
  const { out, left, before, own, winners } = recap;
  const isWon = winners.length > 0;
  const plays = standings.rows.some(({ id }) => id === entry?.id);
  const others = entries
    .filter(({ id }) => id !== entry?.id)
    .map(({ id, name }) => ({ id, name, text: entryLifeText(survivorRecap(weekId, standings, id)) }));
  const game = games.find(({ home, away }) => home === own?.team || away === own?.team);
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <section className="board flex flex-col gap-5 p-5 sm:p-7 lg:col-span-2">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="label text-board-soft">{isWon ? 'Won the pool' : 'Knocked out'}</h2>
            <p className="led text-4xl leading-tight break-words sm:text-5xl">
              {listedNames(isWon ? winners : out) || 'Nobody'}
            </p>
          </div>
          <div className="sm:text-right">
            <h2 className="label text-board-soft">Still in</h2>
            <p className="led text-6xl sm:text-7xl">
              <Digits value={left} />
            </p>
            <p className="mt-1 text-board-ink">of {before} before the week</p>
          </div>
        </div>
        <p className="border-t border-board-line pt-4 font-display text-lg">{lostText(recap)}</p>
      </section>
      {plays && (
        <section className="panel p-5">
          <h2 className="label break-words text-ink-soft">
            <YourWeek />
          </h2>
          <p className="mt-2 flex items-center gap-3 font-display text-xl font-semibold">
            {own?.team && game && (
              <Helmet team={own.team} side={game.home === own.team ? 'home' : 'away'} className="h-12 w-14" />
            )}
            {ownLifeText(recap)}
          </p>
          {own && <p className="mt-2">{lifeText(own, games)}</p>}
        </section>
      )}
      <OtherEntries weekId={weekId} lines={others} isBeside={plays} />
      <RecapFoot weekId={weekId} />
    </div>
  );
}
