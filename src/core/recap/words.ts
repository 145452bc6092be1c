import type { LifeRules } from '#core/formats/survivor/cost.ts';
import { costWords } from '#core/formats/survivor/cost.ts';
import { listedNames } from '#core/listed.ts';
import { ordinal } from '#core/ordinal.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { pointsText } from '#core/scoring.ts';
import { poolWonText, wonText } from '#core/talk.ts';
import type { Call, OwnRecap, WeekRecap } from './recap.ts';
import type { SurvivorRecap } from './survivor-recap.ts';

/** The result of a decided week for a person, line by line: how they did, then what stood out. */
export function ownTexts(own: OwnRecap, rules: PoolRules): [string, ...string[]] {
  const { bestCall, costliest } = own;
  return [
    `${ownWeekText(own)} ${placeText(own)}`,
    ...(bestCall ? [`Best call: ${rightText(bestCall, rules)}. ${fewText(bestCall)}`] : []),
    ...(costliest ? [`Costliest miss: ${rightText(costliest, rules)}. ${costText(costliest)}`] : []),
  ];
}

/** Who won a week, or leads it: `Ann won it with 11 points.` */
export function bestText({ stage, best, bestHalves }: WeekRecap): string {
  const points = pointsText(bestHalves);
  if (stage === 'decided') return wonText(best, points);
  if (best.length === 0) return 'Nobody has scored yet.';
  return `${listedNames(best)} ${best.length === 1 ? 'leads' : 'lead'} it with ${points}.`;
}

/** How a person did in a week: `You scored 9 points, 2nd of 12 this week.` */
export function ownWeekText(own: OwnRecap): string {
  return `You scored ${entryWeekText(own)} this week.`;
}

/** How an entry did in a week, beside its name: `9 points, 2nd of 12`. */
export function entryWeekText({ halves, rank, of }: OwnRecap): string {
  return `${pointsText(halves)}, ${ordinal(rank)} of ${of}`;
}

/** How the week changed their place in the pool: `Up 2 places to 3rd in the pool.` */
export function placeText({ place, up }: OwnRecap): string {
  if (up === null) return `${ordinal(place)} in the pool.`;
  if (up === 0) return `Still ${ordinal(place)} in the pool.`;
  const places = Math.abs(up) === 1 ? '1 place' : `${Math.abs(up)} places`;
  return `${up > 0 ? 'Up' : 'Down'} ${places} to ${ordinal(place)} in the pool.`;
}

/** The right pick of a game: `BUF over KC`; against the spread `BUF covered against KC`. */
export function rightText({ game, right }: Call, { useSpread }: PoolRules): string {
  const other = right === 'home' ? 'away' : 'home';
  return useSpread ? `${game[right]} covered against ${game[other]}` : `${game[right]} over ${game[other]}`;
}

/** Who else had a right pick: `None of the 11 others had it.`, `2 of the 11 others had it too.` */
export function fewText({ others, of }: Call): string {
  if (others === 0) return of === 1 ? 'The other player got it wrong.' : `None of the ${of} others had it.`;
  return `${others} of the ${of} others had it too.`;
}

/** What a miss cost: `You had CHI. That cost you 1 point. 8 of the 11 others got it right.` */
export function costText({ game, side, halves, others, of, isMissed }: Call): string {
  const had = isMissed || side === null ? "You didn't pick this one." : `You had ${game[side]}.`;
  const cost = `${had} That cost you ${pointsText(halves)}.`;
  if (of === 0) return cost;
  if (of === 1) return others === 0 ? cost : `${cost} The other player got it right.`;
  return `${cost} ${others === 0 ? 'None' : others} of the ${of} others got it right.`;
}

/** The result of a week of a survivor pool: `Knocked out: Ann and Bob. Still in: 9 of 11.`, `Knocked out: Bob. Ann won the pool.` */
export function survivorText({ out, left, before, winners }: SurvivorRecap): string {
  const gone = out.length === 0 ? 'Nobody was knocked out.' : `Knocked out: ${listedNames(out)}.`;
  return `${gone} ${winners.length === 0 ? `Still in: ${left} of ${before}.` : poolWonText(winners)}`;
}

/** The causes of lost lives: `Lives lost: KC 4, DAL 1, no team 2.`; with one life `Players out: KC 4.` */
export function lostText({ lost, missed }: SurvivorRecap, rules: LifeRules): string {
  const causes = [...lost.map(({ team, by }) => `${team} ${by}`), ...(missed > 0 ? [`no team ${missed}`] : [])];
  const { losses, noLoss } = costWords(rules);
  return causes.length === 0 ? noLoss : `${losses}: ${causes.join(', ')}.`;
}

/** The result for the player: `You're out.`, `You're still in with 2 lives.` */
export function ownLifeText({ own, winners }: SurvivorRecap): string {
  if (own === null) return 'You were already out.';
  if (own.hasWon) return winners.length === 1 ? 'You won the pool!' : 'You share the win.';
  if (own.lives === 0) return "You're out.";
  return own.lives === 1 ? "You're still in." : `You're still in with ${own.lives} lives.`;
}

/** The result for an entry, beside its name: `Out`, `Still in with 2 lives`. */
export function entryLifeText({ own, winners }: SurvivorRecap): string {
  if (own === null) return 'Already out';
  if (own.hasWon) return winners.length === 1 ? 'Won the pool' : 'Shares the win';
  if (own.lives === 0) return 'Out';
  return own.lives === 1 ? 'Still in' : `Still in with ${own.lives} lives`;
}
