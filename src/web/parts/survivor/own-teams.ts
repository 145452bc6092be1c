import type { OwnEntry } from '#contract/entries.ts';

/** The teams of an entry of the viewer by slot, including those that are sealed from others. */
export function ownTeams({ picks }: Pick<OwnEntry, 'picks'>): ReadonlyMap<string, string> {
  return new Map(
    Object.values(picks).flatMap(({ kind, about, value }) =>
      kind === 'team' && value !== null ? [[about, value.team] as const] : [],
    ),
  );
}
