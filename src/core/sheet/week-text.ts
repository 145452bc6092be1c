import { nflverseWeek, roundOf } from '#core/weeks.ts';
import type { SheetTable } from './table.ts';

/** Reads weeks of a pool from texts of a file. */
export interface WeekReader {
  /** The week of a cell that must be one: `3`, `3.0`, `Week 3`, `Wild Card`, an id. The season helps if the pool has several. */
  readonly inCell: (text: string, season?: string) => string | null;
  /** The week that a title or the name of a sheet is about: `Picks of Week 3`, not `Standings through Week 3`. A bare number is none. */
  readonly inTitle: (text: string) => string | null;
  /** Whether a title is about a week by its number, of the pool or not. */
  readonly isTitle: (text: string) => boolean;
}

const NAMED = /^(?:week|wk|w)\s*(?:[#.-]\s*)?0?(\d{1,2})$/i;
/** What may stand beside the week in a title: words that say nothing else, days and dates. */
const BESIDE =
  /\b(?:nfl|football|pool|our|the|of|for|picks?|games?|sheet|season|round|weekend|playoffs?)\b|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?\s*\d{1,2}(?:st|nd|rd|th)?(?:\s*[-–]\s*\d{1,2}(?:st|nd|rd|th)?)?\b|\b(?:(?:19|20)\d\d-)?\d{1,2}[-/]\d{1,2}(?:\/(?:\d\d)?\d\d)?\b|\b(?:19|20)\d\d\b/gi;
/** What may also stand beside the week of a team. */
const BESIDE_TEAM = /\b(?:survivor|teams?|selections?|my|your)\b/gi;
/** Which of the teams of a week a heading is about: `Week 12a`, `Week 12 (2)`, `Week 12 #1`. */
const OF_TEAM = /(?<=\d)(?:\s?[ab]|\s+(?:#?[1-3]|1st|2nd|first|second))$/i;
const RESULT =
  /^(?:week|wk|w)\s*#?\d{1,2}\s*[-–:]?\s*\(?(?:results?|w[-/]?l|win[-/ ]loss|outcome|status|score|points|pts|opp(?:onent)?)\??\)?$/i;
const BARE = /^(\d{1,2})(?:[.,]0+)?$/;
/** The number of the Super Bowl, in files of nflverse. */
const LAST_WEEK = 22;
const YEAR = /\b(?:19|20)\d\d\b/;

const rounds: readonly (readonly [slug: string, words: RegExp])[] = [
  ['wild-card', /^(?:wc|wild[\s-]*card)$/i],
  ['divisional', /^(?:div|divisional|divisionals)$/i],
  ['conference', /^(?:conf|con|conference|championship|conference championship)s?$/i],
  ['super-bowl', /^(?:sb|super[\s-]*bowl)$/i],
];

/** The weeks of the games of a pool, and whether its picks are teams of weeks, whose headings may say so: `Week 12 Pick 2`. */
interface OfPool {
  readonly games: readonly { readonly weekId: string }[];
  readonly asksTeam?: boolean;
}

export function weekReaderOf({ games, asksTeam = false }: OfPool): WeekReader {
  return weekReader([...new Set(games.map(({ weekId }) => weekId))], asksTeam);
}

/** @param weekIds of the pool */
export function weekReader(weekIds: readonly string[], asksTeam = false): WeekReader {
  const nameOf = (text: string): string => (asksTeam ? withoutTeam(text) : withoutBeside(text));
  const known = weekIds.map((id) => ({ id, slug: roundOf(id)?.slug, ...nflverseWeek(id) }));
  const only = (found: readonly { readonly id: string }[]): string | null =>
    found.length === 1 ? (found[0]?.id ?? null) : null;
  const numbered = (number: number, season: string | undefined): string | null =>
    only(known.filter((each) => each.week === number && isSeason(each.season, season)));
  const inTitle = (text: string): string | null => {
    const year = YEAR.exec(text)?.[0];
    const name = nameOf(text);
    const number = NAMED.exec(name)?.[1];
    if (number !== undefined) return numbered(Number(number), year);
    const slug = rounds.find(([, words]) => words.test(name))?.[0];
    return slug === undefined ? null : only(known.filter((each) => each.slug === slug && isSeason(each.season, year)));
  };
  return {
    inTitle,
    isTitle: (text) => NAMED.test(nameOf(text)),
    inCell: (text, season) => {
      if (weekIds.includes(text)) return text;
      const number = BARE.exec(asksTeam ? text.replace(OF_TEAM, '') : text)?.[1];
      return number === undefined ? inTitle(text) : numbered(Number(number), season);
    },
  };
}

/** The week that a sheet is about by its tab or, if that says none, by its file: `picks_week_3.csv`. */
export function weekOfTable({ name, file = '' }: Pick<SheetTable, 'name' | 'file'>, weeks: WeekReader): string | null {
  return weeks.inTitle(name) ?? weeks.inTitle(file.replace(/\.\w+$/, '').replaceAll(/[_-]/g, ' '));
}

function withoutBeside(text: string): string {
  return text
    .replace(BESIDE, ' ')
    .replace(/[\s,:;()]+/g, ' ')
    .replace(/^[\s.–—-]+|[\s.–—-]+$/g, '');
}

function withoutTeam(text: string): string {
  return withoutBeside(text.replace(BESIDE_TEAM, ' ')).replace(OF_TEAM, '');
}

/** Whether a heading is that of what came of a week: `Week 1 Result`. */
export function isWeekResult(text: string): boolean {
  return RESULT.test(text);
}

/** Whether texts are numbers of weeks, one after the other; `12a` and `12b` are two teams of one. */
export function areWeekNumbers(texts: readonly string[]): boolean {
  const numbers = texts.map((text) => Number(BARE.exec(text.replace(OF_TEAM, ''))?.[1] ?? 0));
  return (
    numbers.length > 1 &&
    numbers.every((number, at) => {
      const before = numbers[at - 1] ?? 0;
      return number <= LAST_WEEK && (number > before || (number === before && OF_TEAM.test(texts[at] ?? '')));
    })
  );
}

function isSeason(season: number | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || season === Number(wanted);
}
