import { easternToUtc } from '#core/eastern-time.ts';
import { dateInWeek, momentInWeek, SUNDAY, weekAt, weeksFrom } from './calendar.ts';

/**
 * A demo begins at this Eastern time of a Sunday: Thursday's game is over, the first games of the afternoon are in their
 * second quarter, the others are to come.
 */
const OPENS = '14:10';
/** Up to here the first games of the afternoon are still running. */
const CLOSES = '15:50';
/** The week in which the first start falls. */
const OPENING_WEEK = 9;

/** Where a new demo begins: a Sunday in the middle of the season of the year of `realNow` (ms). */
export function firstDemoMoment(realNow: number): number {
  const season = new Date(realNow).getUTCFullYear();
  return momentInWeek({ season, number: OPENING_WEEK }, SUNDAY, OPENS);
}

/** Where a demo that has reached a moment goes on: there, or at the next moment with finished, live and coming games. */
export function nextDemoMoment(reached: number): number {
  for (const week of weeksFrom(weekAt(reached).season)) {
    const opens = momentInWeek(week, SUNDAY, OPENS);
    if (reached <= opens) return opens;
    if (reached < easternToUtc(dateInWeek(week, SUNDAY), CLOSES)) return reached;
  }
  throw new RangeError(`No season after ${reached}.`);
}
