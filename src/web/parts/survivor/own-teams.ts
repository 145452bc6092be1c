import { useQueries } from '@tanstack/react-query';
import type { OwnPicksReply } from '#contract/picks.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/scores.ts';
import { isPostSeason } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { ownPicksQuery } from '#web/parts/queries.ts';

/**
 * The own teams by week, those that are sealed for everyone else too. What a week cannot choose any more are the teams of all other weeks
 * of its phase: one week of each phase tells them all but those whose game is off.
 */
export function useOwnTeams(
  { id, weeks }: Pick<PoolReply, 'id' | 'weeks'>,
  standings: StandingsReply | undefined,
): ReadonlyMap<string, string> {
  const me = useMe();
  const own = standings?.rows.find((row) => row.id === me.id)?.survival;
  const first = useTeams(id, phaseWeeks(weeks));
  const sealed = standings?.weeks.filter((weekId, at) => own?.weeks[at]?.made && !first.teams.has(weekId)) ?? [];
  const rest = useTeams(id, first.areRead ? sealed : []);
  return new Map([...first.teams, ...rest.teams]);
}

/** The teams that the replies for some weeks tell. */
function useTeams(poolId: string, weekIds: readonly string[]) {
  const replies = useQueries({ queries: weekIds.map((weekId) => ownPicksQuery(poolId, weekId)) });
  const teams = ownTeams(replies.map(({ data }, at) => [weekIds[at] ?? '', data] as const));
  return { teams, areRead: replies.every(({ isPending }) => !isPending) };
}

/** One week of the regular season and one of the post-season, those of them that a pool has. */
function phaseWeeks(weekIds: readonly string[]): readonly string[] {
  const found = [weekIds.find((weekId) => !isPostSeason(weekId)), weekIds.find(isPostSeason)];
  return found.filter((weekId) => weekId !== undefined);
}

/**
 * A player's own teams by week: that of each week that was asked for, and those that it cannot choose because other weeks of its phase
 * have them.
 */
function ownTeams(
  replies: readonly (readonly [weekId: string, reply: OwnPicksReply | undefined])[],
): ReadonlyMap<string, string> {
  return new Map(
    replies.flatMap(([weekId, reply]): (readonly [string, string])[] => {
      const entry = reply?.entry?.entry;
      const others = Object.entries(reply?.used ?? {}).map(([team, week]) => [week, team] as const);
      return entry && 'team' in entry ? [[weekId, entry.team], ...others] : others;
    }),
  );
}
