/**
 * Weekly play: entries choose which weeks they play, and pay for those (decision 054). An entry plays a week once one of its picks of it has
 * locked, of a game that was not called off before; a guess of the tiebreak game is no pick. Its other weeks are blank.
 */
import { isLocked } from './locks.ts';
import { pickOf } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Entrant } from './standings.ts';
import type { Game, Picks } from './types.ts';

/** The entries that play, by week. Those that left since are among them, as their fees are. */
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

/**
 * Whether an entry may play a week by its own picks at `now`: one of a locked game, or an order once a game has locked. A game that was
 * called off before its lock counts here, too: who has its pick is told nothing rather than something wrong.
 */
export function mayPlayWeek(
  games: readonly Pick<Game, 'gid' | 'lockAt'>[],
  { picks, hasOrder }: { readonly picks: Picks; readonly hasOrder: boolean },
  now: number,
): boolean {
  const locked = games.filter((game) => isLocked(game, now));
  return locked.some(({ gid }) => hasOrder || pickOf(picks, gid) !== undefined);
}
