import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import { isSlateSettled } from '#core/slate.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { gamesQuery } from '#web/parts/queries.ts';
import { ByeTeams } from './bye-teams.tsx';

interface OutOfWeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  /** Of the chosen entry. */
  readonly picks: Readonly<Record<string, { readonly side: Side | null }>>;
}

/** The teams without a game in the NFL week, and the games that the pool leaves out. */
export function OutOfWeek(props: OutOfWeekProps) {
  const { data: games } = useQuery(gamesQuery(props.pool.id, props.weekId));
  if (games === undefined) return null;
  return (
    <>
      <ByeTeams games={games} />
      <LeftOutGames {...props} heading="h2" className="" />
    </>
  );
}

interface LeftOutGamesProps extends OutOfWeekProps {
  readonly heading: 'h2' | 'h3';
  readonly className: string;
}

/** The games of a week that the pool leaves out, with the picks that are kept for them. */
export function LeftOutGames({ pool, weekId, picks, heading: Heading, className }: LeftOutGamesProps) {
  const { id, deadlines, leftOut = [] } = pool;
  const { data: games = [] } = useQuery(gamesQuery(id, weekId, { deadlines }));
  const slate = new Map(games.map(({ gid }) => [gid, !leftOut.includes(gid)]));
  const out = games.filter(({ gid }) => slate.get(gid) === false);
  const isSettled = useClock((now) => isSlateSettled(games, slate, now, { since: 0, settlesAt: null }));
  if (out.length === 0) return null;
  return (
    <section className={`panel p-4 ${className}`}>
      <Heading className="heading mb-3 text-lg">Not in This Pool</Heading>
      <ul>
        {out.map(({ gid, away, home }) => (
          <li key={gid}>
            {away} @ {home}
            {picks[gid]?.side && (
              <span className="text-ink-soft">
                {isSettled ? ": your pick doesn't count." : ': your pick is kept, and counts if the game comes back.'}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
