import type { OwnEntry } from '#contract/entries.ts';

/** The teams of an own entry by week, those that are sealed for everyone else too. */
export function ownTeams({ weeks }: Pick<OwnEntry, 'weeks'>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(weeks).flatMap(([weekId, { entry }]) =>
      entry && 'team' in entry ? [[weekId, entry.team] as const] : [],
    ),
  );
}
