import { withAutoPicks } from '#core/auto-picks.ts';
import type { Format } from '#core/formats/format.ts';
import { openField, pointsSeason } from '#core/formats/points-season.ts';
import { sidesScore } from '#core/formats/sides.ts';
import { picksAsked } from '#core/picks.ts';
import { missingOf } from '#core/reminders.ts';

/** Sides of games: each right one earns its points. */
export const pickem: Format = {
  score({ finals }, rules) {
    const score = sidesScore(finals, rules);
    return ({ picks, ...entry }) => score(withAutoPicks(finals, picks, rules, entry));
  },
  asked: (_, openGames, rules) => picksAsked(openGames, rules),
  field: ({ rules }) => openField((week, _, made) => ({ picks: missingOf(week, made, rules), order: false })),
  season: pointsSeason,
};
