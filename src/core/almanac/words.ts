import { counted, listedNames } from '#core/listed.ts';
import { ordinal } from '#core/ordinal.ts';
import { formatPoints, pointsText } from '#core/scoring.ts';
import { teamByAbbr, teams } from '#core/teams.ts';
import { weekName, weekRange } from '#core/weeks.ts';
import type { AlmanacYear } from './almanac.ts';
import type { OwnRecord } from './own-record.ts';
import type { AlmanacRecord } from './records.ts';
import type { Duel } from './rivals.ts';
import type { Tally } from './season.ts';

/** The names of those in first place. */
function leadersOf({ table }: Pick<AlmanacYear, 'table'>): string[] {
  return table.filter(({ place }) => place === 1).map(({ name }) => name);
}

/** Who won a year: `Ann and Bob`; of a season that is not over who leads it: `After 10 weeks: Ann leads`. */
export function championText(year: Pick<AlmanacYear, 'isOver' | 'weeks' | 'table'>): string {
  const leaders = leadersOf(year);
  if (leaders.length === 0) return year.isOver ? 'Nobody' : 'No week is decided yet';
  const names = listedNames(leaders);
  if (year.isOver) return names;
  return `After ${counted(year.weeks, 'week')}: ${names} ${leaders.length === 1 ? 'leads' : 'lead'}`;
}

/** A record in words: what it is, how much, and each group of holders with when it was. */
export interface RecordWords {
  readonly title: string;
  readonly value: string;
  /** `Ann and Bob, 2026 Week 5`; the last one may be `and 2 more`. */
  readonly holders: readonly string[];
}

export function recordWords(record: AlmanacRecord): RecordWords {
  const groups = Map.groupBy(record.holders, (holder) => whereText(record, holder));
  const holders = [...groups].map(([where, own]) => `${listedNames(own.map(({ name }) => name))}, ${where}`);
  const more = record.more > 0 ? [`and ${record.more} more`] : [];
  return { ...valueWords(record), holders: [...holders, ...more] };
}

function valueWords({ kind, value, of }: AlmanacRecord): Pick<RecordWords, 'title' | 'value'> {
  switch (kind) {
    case 'bestWeek':
      return { title: 'Best week', value: of === undefined ? `${value} right` : `${value} of ${of} right` };
    case 'streak':
      return { title: 'Longest streak', value: `${value} right in a row` };
    case 'weekWins':
      return { title: 'Most weeks won', value: counted(value, 'week') };
    case 'closestFinish':
      return { title: 'Closest finish', value: value === 0 ? 'A tie for first' : pointsText(value) };
    case 'upset':
      return { title: 'Biggest upset', value: `${value}-point underdog` };
  }
}

/** `2026 Week 5`, or the year alone if the viewer didn't play in it; an upset begins with its teams. */
function whereText({ kind }: AlmanacRecord, holder: AlmanacRecord['holders'][number]): string {
  const { year, weekId, toWeekId = weekId, team, opponent } = holder;
  const when = weekId === undefined || toWeekId === undefined ? `${year}` : `${year} ${weekRange([weekId, toWeekId])}`;
  if (kind !== 'upset' || team === undefined || opponent === undefined) return when;
  return `${when}: ${team} beat ${opponent}`;
}

/** How often somebody finished before and behind another: `12–5`, or `12–5–1` with those that were level; null if they never met. */
export function duelText({ before, behind, level }: Duel): string | null {
  if (before + behind + level === 0) return null;
  return [before, behind, ...(level > 0 ? [level] : [])].join('–');
}

/** Right and wrong picks: `12–5`. */
export function tallyText({ right, wrong }: Tally): string {
  return `${right}–${wrong}`;
}

/** The share of right picks: `61%`; null without a pick. */
export function rightPercent({ right, wrong }: Tally): string | null {
  return right + wrong === 0 ? null : `${Math.round((100 * right) / (right + wrong))}%`;
}

/** `Las Vegas costs you most: 3 right, 9 wrong.` @param own with the team that costs most first */
export function costText({ teams: [worst] }: Pick<OwnRecord, 'teams'>): string {
  if (worst === undefined) return 'None of your picks is decided yet.';
  const { right, wrong } = worst.picked;
  if (wrong <= right) return 'No team costs you: you are right about each of them at least as often as wrong.';
  const place = placeOf(worst.team);
  const costs = place === teamByAbbr(worst.team)?.longName ? `The ${place} cost` : `${place} costs`;
  return `${costs} you most: ${right} right, ${wrong} wrong.`;
}

/** The city of a team; with its name where two teams play in one: `Las Vegas`, `New York Jets`. */
export function placeOf(abbr: string): string {
  const team = teamByAbbr(abbr);
  if (team === null) return abbr;
  return teams.filter(({ city }) => city === team.city).length > 1 ? team.longName : team.city;
}

/** The course of a season: `You went from 7th to 2nd in 10 weeks`. @param ranks after each decided week */
export function courseText(who: string, ranks: readonly number[]): string {
  const [first, last] = [ranks[0], ranks.at(-1)];
  if (first === undefined || last === undefined) return 'No week is decided yet';
  const [isYou, weeks] = [who === 'You', counted(ranks.length, 'week')];
  if (ranks.length === 1) return `${who} ${isYou ? 'are' : 'is'} ${ordinal(last)} after the first week`;
  if (ranks.every((rank) => rank === first))
    return `${who} ${isYou ? 'have' : 'has'} been ${ordinal(last)} for ${weeks}`;
  if (first === last)
    return `${who} ${isYou ? 'are' : 'is'} ${ordinal(last)} after ${weeks}, where ${isYou ? 'you' : 'they'} started`;
  return `${who} went from ${ordinal(first)} to ${ordinal(last)} in ${weeks}`;
}

/** The points of each week: `Your weeks: 7 to 12 points, the best in Week 5`; null if none was played. */
export function weekPointsText(weekIds: readonly string[], halves: readonly (number | null)[]): string | null {
  const played = halves.flatMap((value, at) => (value === null ? [] : [{ value, id: weekIds[at] ?? '' }]));
  const [first, ...others] = played;
  if (first === undefined) return null;
  const best = others.reduce((top, each) => (each.value > top.value ? each : top), first);
  const low = Math.min(...played.map(({ value }) => value));
  if (low === best.value) return `${pointsText(best.value)} each week`;
  return `${formatPoints(low)} to ${pointsText(best.value)} a week, the most in ${weekName(best.id)}`;
}
