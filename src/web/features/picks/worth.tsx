import type { PoolListing } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { halvesOfPoints, pointsOfWeek, pointsText } from '#core/scoring.ts';
import { useOrder } from '#web/parts/confidence/use-order.ts';
import { usePool } from '#web/parts/pool-context.tsx';

interface WorthProps {
  readonly game: GameReply;
}

/** What a game of the chosen pool is worth by the own order. */
export function Worth({ game }: WorthProps) {
  const { pool } = usePool();
  return pool && <WorthIn pool={pool} game={game} />;
}

/** Nothing for a game that is off; a round of the post-season may count its values more than once. */
function WorthIn({ pool, game: { gid, weekId } }: WorthProps & { readonly pool: PoolListing }) {
  const value = useOrder(pool, weekId).values.get(gid);
  if (value === undefined || pool.details === null) return null;
  const worth = halvesOfPoints(value * pointsOfWeek(weekId, pool.details.rules));
  return (
    <span className="ml-auto px-3 font-display text-base font-medium whitespace-nowrap text-ink">
      {pointsText(worth)}
    </span>
  );
}
