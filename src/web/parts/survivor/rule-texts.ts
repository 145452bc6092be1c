import type { EndRules } from '#core/formats/survivor/ends.ts';
import { isSafeWithoutWin } from '#core/formats/survivor/ends.ts';
import type { UseRules } from '#core/formats/survivor/survivor.ts';
import { counted } from '#core/listed.ts';
import { weekName } from '#core/weeks.ts';

/** The heading of the number of safe choices: wins, unless a choice can be safe without one. */
export function winsHeading(rules: EndRules): string {
  return isSafeWithoutWin(rules) ? 'Safe' : 'Wins';
}

/** How many choices were safe: `2 wins`, `1 safe week`. */
export function winsText(wins: number, rules: EndRules): string {
  return counted(wins, isSafeWithoutWin(rules) ? 'safe week' : 'win');
}

/** The result of a safe choice in a word. */
export function safeText(rules: EndRules): string {
  return isSafeWithoutWin(rules) ? 'Safe' : 'Won';
}

/** Where a team was used up: `in Week 3`; `twice` if it may be used more than once. */
export function usesText(lastWeekId: string, { teamUses = 1 }: UseRules): string {
  return teamUses === 1 ? `in ${weekName(lastWeekId)}` : teamUses === 2 ? 'twice' : 'three times';
}
