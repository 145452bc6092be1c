import type { Format } from '#core/formats/format.ts';
import { choiceOf, choiceScore, teamSlots } from '#core/formats/survivor.ts';
import { totalScore } from '#core/scoring.ts';

/** A team for each week, which costs a life unless it is safe. */
export const survivor: Format = {
  score({ id, games }, { teams }, rules) {
    const scores = teamSlots(id, rules).map((slot) => {
      const choice = choiceOf(teams, slot);
      return choice === undefined ? 0 : choiceScore(games, choice, rules);
    });
    return { halves: totalScore(scores), correct: scores.filter((score) => score > 0).length };
  },
};
