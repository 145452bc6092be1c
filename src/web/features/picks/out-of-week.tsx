import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { isLocked } from '#core/locks.ts';
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
  const { id, deadlines, leftOut = [], slateLocks = {} } = pool;
  const { data: games = [] } = useQuery(gamesQuery(id, weekId, { deadlines }));
  const out = games.filter(({ gid }) => leftOut.includes(gid));
  const settlesAt = slateLocks[weekId];
  if (out.length === 0) return null;
  return (
    <section className={`panel p-4 ${className}`}>
      <Heading className="heading mb-3 text-lg">Not in This Pool</Heading>
      <ul>
        {out.map((game) => (
          <li key={game.gid}>
            {game.away} @ {game.home}
            {picks[game.gid]?.side && <PickLeftOut game={game} settlesAt={settlesAt} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PickLeftOutProps {
  readonly game: GameReply;
  /** When the week keeps its games, ms; undefined if no lock of it is known. */
  readonly settlesAt: number | undefined;
}

/** What becomes of a pick of a game that is left out: it can come back until its lock, and until the week keeps its games. */
function PickLeftOut({ game, settlesAt = Number.POSITIVE_INFINITY }: PickLeftOutProps) {
  const mayReturn = useClock((now) => now < settlesAt && !isLocked(game, now));
  return (
    <span className="text-ink-soft">
      {mayReturn ? ': your pick is kept, and counts if the game comes back.' : ": your pick doesn't count."}
    </span>
  );
}
