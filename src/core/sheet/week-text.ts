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
const BARE = /^(\d{1,2})(?:[.,]0+)?$/;
const YEAR = /\b(?:19|20)\d\d\b/;

const rounds: readonly (readonly [slug: string, words: RegExp])[] = [
  ['wild-card', /^(?:wc|wild[\s-]*card)$/i],
  ['divisional', /^(?:div|divisional|divisionals)$/i],
  ['conference', /^(?:conf|con|conference|championship|conference championship)s?$/i],
  ['super-bowl', /^(?:sb|super[\s-]*bowl)$/i],
];

/** @param weekIds of the pool */
export function weekReader(weekIds: readonly string[]): WeekReader {
  const known = weekIds.map((id) => ({ id, slug: roundOf(id)?.slug, ...nflverseWeek(id) }));
  const only = (found: readonly { readonly id: string }[]): string | null =>
    found.length === 1 ? (found[0]?.id ?? null) : null;
  const numbered = (number: number, season: string | undefined): string | null =>
    only(known.filter((each) => each.week === number && isSeason(each.season, season)));
  const inTitle = (text: string): string | null => {
    const year = YEAR.exec(text)?.[0];
    const name = withoutBeside(text);
    const number = NAMED.exec(name)?.[1];
    if (number !== undefined) return numbered(Number(number), year);
    const slug = rounds.find(([, words]) => words.test(name))?.[0];
    return slug === undefined ? null : only(known.filter((each) => each.slug === slug && isSeason(each.season, year)));
  };
  return {
    inTitle,
    isTitle: (text) => NAMED.test(withoutBeside(text)),
    inCell: (text, season) => {
      if (weekIds.includes(text)) return text;
      const number = BARE.exec(text)?.[1];
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

function isSeason(season: number | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || season === Number(wanted);
}
