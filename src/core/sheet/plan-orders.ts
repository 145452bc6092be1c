import type { OrderedGame, WeekScale } from '#core/formats/confidence/confidence.ts';
import { scaleOf } from '#core/formats/confidence/confidence.ts';
import { orderOfValues } from '#core/formats/confidence/value-order.ts';
import { gameCounts } from '#core/game.ts';
import type { Game } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import type { SheetPick } from './reading.ts';
import { cellName } from './table.ts';

/** A week of a confidence pool. */
export interface ValuedWeek {
  readonly games: readonly (OrderedGame & Pick<Game, 'home' | 'away'>)[];
  readonly scale: WeekScale;
}

/** A pick of a game with what it is worth. */
export type ValuedPick = Extract<SheetPick, { readonly kind: 'pick' }>;

/** What the values of a player's week make of it: an order of its games, or what is wrong with one of the picks. */
export type WeekOrder = { readonly order: readonly string[] } | { readonly pick: ValuedPick; readonly why: string };

/** Reads the order of a player's week: each pick of a game that counts needs a value of that week, each value once. */
export function orderOfWeek(picks: readonly ValuedPick[], weekId: string, { games, scale }: ValuedWeek): WeekOrder {
  const values = scaleOf(games.length, scale);
  const given = new Map<number, ValuedPick>();
  for (const pick of picks) {
    const game = games.find(({ gid }) => gid === pick.gid);
    const { points, value } = pick;
    const team = game?.[value] ?? '';
    const wrong = (why: string): WeekOrder => ({
      pick,
      why: `${why}, so ${weekName(weekId)} of this player is left out.`,
    });
    if (points === null) {
      if (game === undefined || !gameCounts(game)) continue;
      return wrong(`${team} has no value`);
    }
    if (!values.includes(points))
      return wrong(`${points} is no value of this week, which has ${values[0]} to ${values.at(-1)}`);
    const other = given.get(points);
    if (other !== undefined) return wrong(`${cellName(other.row, other.column)} has the value ${points}, too`);
    given.set(points, pick);
  }
  const known = new Map([...given].map(([points, { gid }]) => [gid, points]));
  return { order: orderOfValues(games, known, scale) };
}
