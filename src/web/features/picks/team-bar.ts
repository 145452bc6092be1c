import { barColor } from '#core/teams.ts';

/** What a half of a card is painted with in each theme: `--panel-low` of the tokens. */
export const grounds = { light: '#f3ecdd', dark: '#0a1220' } as const;

/** A team's thin bar, to be seen in both themes. */
export function barBackground(team: string): string {
  return `light-dark(${barColor(team, grounds.light)}, ${barColor(team, grounds.dark)})`;
}
