import type { OwnEntry } from '#contract/entries.ts';

/** The teams of an entry of the viewer by slot, including those that are sealed from others. */
export function ownTeams({ weeks }: Pick<OwnEntry, 'weeks'>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(weeks).flatMap(([slot, { entry }]) =>
      entry && 'team' in entry ? [[slot, entry.team] as const] : [],
    ),
  );
}
