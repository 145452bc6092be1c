import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { asksForOrder, openGames } from '#core/reminders.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOwnWeekChoice } from '#web/parts/picks/pick-context.tsx';

export interface OrderMissingProps {
  readonly pool: Pick<PoolReply, 'id' | 'rules'>;
  readonly weekId: string;
  readonly games: readonly GameReply[];
}

/** Says so while the games of a week can still be put in order and are not. */
export function OrderMissing({ pool, weekId, games }: OrderMissingProps) {
  const { choice } = useOwnWeekChoice(pool.id, weekId, 'order');
  const isAsked = useClock((now) => asksForOrder(openGames(games, now).length, pool.rules));
  return isAsked && choice === null && <span className="text-led-red">Games not in order yet.</span>;
}
