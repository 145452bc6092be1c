import type { PoolReply } from '#contract/pools.ts';
import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { weekScale } from '#core/formats/confidence/confidence.ts';

/** What the games of a week are worth in a pool with confidence. */
export function scaleInPool({ rules, scales }: Pick<PoolReply, 'rules' | 'scales'>, weekId: string): WeekScale {
  return weekScale(rules, weekId, scales?.[weekId]);
}
