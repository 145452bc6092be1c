import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import { ruleExample } from '#core/rules/example.ts';
import { gamesQuery } from '#web/parts/queries.ts';

/**
 * One real game by the rules of a pool: of the active week, or of the one before while none of it is over. Null where there is
 * none, undefined while the games are on their way.
 */
export function useExample(pool: PoolReply): string | null | undefined {
  const { id, weeks, activeWeekId, rules } = pool;
  const at = weeks.indexOf(activeWeekId ?? '');
  const [week, weekBefore] = [weeks[at], weeks[at - 1]];
  const latest = useQuery({ ...gamesQuery(id, week ?? '', pool), enabled: week !== undefined });
  const example = latest.data === undefined ? null : ruleExample(latest.data, rules);
  const asksBefore = !isAwaited(latest) && example === null && weekBefore !== undefined;
  const before = useQuery({ ...gamesQuery(id, weekBefore ?? '', pool), enabled: asksBefore });
  if (isAwaited(latest) || isAwaited(before)) return undefined;
  return example ?? (before.data === undefined ? null : ruleExample(before.data, rules));
}

/** The rules do not wait for a second try. */
function isAwaited({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>): boolean {
  return isLoading && failureCount === 0;
}
