import { capital } from './listed.ts';
import type { WeekSpan } from './weeks.ts';
import { isPostSeason, parseWeekId, regularWeeks, roundOf, weekName, weeksText } from './weeks.ts';

/** A week in a sentence: `Week 9`, `the Wild Card round`. */
export function weekPlace(id: string): string {
  const round = roundOf(id);
  if (round === undefined) return weekName(id);
  return round.slug === 'super-bowl' ? `the ${round.name}` : `the ${round.name} round`;
}

/** The first and the last week in a few words: `Weeks 9 to 18`, `Week 9 to the Super Bowl`, or `Week 9`. */
export function spanWords({ from, to }: WeekSpan): string {
  if (from === to) return weekPlace(from);
  if (isPostSeason(from) || isPostSeason(to)) return `${weekPlace(from)} to ${weekPlace(to)}`;
  return `Weeks ${weekName(from).replace('Week ', '')} to ${weekName(to).replace('Week ', '')}`;
}

/**
 * Which weeks a pool plays of its latest season: `The regular season`, `Weeks 13 to 18`, or with their number if some are left out; null if
 * none. @param weekIds in order
 */
export function weeksPlayed(weekIds: readonly string[]): string | null {
  const season = Math.max(...weekIds.map((id) => parseWeekId(id)?.season ?? 0));
  const latest = weekIds.filter((id) => parseWeekId(id)?.season === season);
  const [from, to] = [latest[0], latest.at(-1)];
  if (from === undefined || to === undefined) return null;
  const isUsual = latest.length === regularWeeks(season) && !latest.some(isPostSeason);
  if (isUsual) return 'The regular season';
  const numberOf = (id: string) => parseWeekId(id)?.number ?? 0;
  const isWhole = latest.length === numberOf(to) - numberOf(from) + 1;
  return isWhole ? capital(spanWords({ from, to })) : weeksText(latest);
}
