import { withAutoPicks } from '#core/auto-picks.ts';
import type { Format } from '#core/formats/format.ts';
import { openField, pointsSeason } from '#core/formats/points-season.ts';
import { sidesScore } from '#core/formats/sides.ts';
import { picksAsked } from '#core/picks.ts';
import { asksForOrder, missingOf } from '#core/reminders.ts';
import { valuesByOrder, weekScale, withValues } from './confidence.ts';

/** Sides of games, and an order of the games: each right side earns the value of its game. */
export const confidence: Format = {
  score({ id, games, finals, values }, rules) {
    const score = sidesScore(finals, rules);
    const valuesBy = valuesByOrder(games, weekScale(rules, id, values));
    return ({ picks, order, ...entry }) =>
      score(withValues(withAutoPicks(finals, picks, rules, entry), valuesBy(order)));
  },
  asked: (_, openGames, rules) => picksAsked(openGames, rules),
  field: ({ rules }) =>
    openField((week, _, made) => ({
      picks: missingOf(week, made, rules),
      order: asksForOrder(week.open, rules) && !made.hasOrder,
    })),
  season: pointsSeason,
};
