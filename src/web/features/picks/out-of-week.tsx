import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import { gamesQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { ByeTeams } from './bye-teams.tsx';

interface OutOfWeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly picks: WeekData['picks'];
}

/** The teams without a game in the NFL week, and the games that the pool leaves out, with the picks that are kept for them. */
export function OutOfWeek({ pool: { id, leftOut = [] }, weekId, picks }: OutOfWeekProps) {
  const { data: games } = useQuery(gamesQuery(id, weekId));
  if (games === undefined) return null;
  const out = games.filter(({ gid }) => leftOut.includes(gid));
  return (
    <>
      <ByeTeams games={games} />
      {out.length > 0 && (
        <section className="panel p-4">
          <h2 className="heading mb-3 text-lg">Not in This Pool</h2>
          <ul>
            {out.map(({ gid, away, home }) => (
              <li key={gid}>
                {away} @ {home}
                {picks[gid] && (
                  <span className="text-ink-soft">: your pick is kept, and counts if the game comes back.</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
