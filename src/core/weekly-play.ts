/**
 * Weekly play: entries choose which weeks they play, and pay for those (decision 054). An entry plays a week once one of its picks of it has
 * locked; a guess of the tiebreak game is no pick. Its other weeks are blank.
 */
import type { PoolRules } from './rules/pool-rules.ts';
import type { Entrant } from './standings.ts';

/** The entries that play, by week. */
export type WeekPlayers = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether an entry does not play a week, or not yet. */
export function isBlank(
  { weeks }: Pick<Entrant, 'weeks'>,
  weekId: string,
  { weekly }: Pick<PoolRules, 'weekly'>,
): boolean {
  return weekly && weeks[weekId] === undefined;
}

/** The scores of an entry in the weeks that it plays: 0 where none is stored, nothing for a blank week. */
export function playedWeeks(id: string, scores: Entrant['weeks'], players: WeekPlayers): Entrant['weeks'] {
  const own = [...players].filter(([, entries]) => entries.has(id));
  return Object.fromEntries(own.map(([week]) => [week, scores[week] ?? 0]));
}
