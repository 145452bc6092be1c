import type { SurvivorResult } from '#core/formats/survivor.ts';

const results: Readonly<Record<Exclude<SurvivorResult, 'open'>, string>> = {
  won: 'Won',
  lost: 'Lost a life',
  missed: 'No team, lost a life',
  off: "Didn't count",
  out: 'Out',
};

/** What became of a week, in words. @param hasTeam whether a team is chosen */
export function resultText(result: SurvivorResult, hasTeam: boolean): string {
  if (result === 'open') return hasTeam ? 'Chosen' : 'Open';
  return results[result];
}
