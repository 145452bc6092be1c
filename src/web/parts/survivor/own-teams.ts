import type { OwnPicksReply } from '#contract/picks.ts';

/** One week of the regular season and one of the post-season, those of them that a pool has. */
export function phaseWeeks(weekIds: readonly string[], isPostSeason: (weekId: string) => boolean): readonly string[] {
  const found = [weekIds.find((weekId) => !isPostSeason(weekId)), weekIds.find(isPostSeason)];
  return found.filter((weekId) => weekId !== undefined);
}

/**
 * A player's own teams by week: that of each week that was asked for, and those that it cannot choose because other weeks of its phase
 * have them.
 */
export function ownTeams(
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
