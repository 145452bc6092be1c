import { nflverseWeek, roundOf } from '#core/weeks.ts';

/** Reads weeks of a pool from texts of a file. */
export interface WeekReader {
  /** The week of a cell that must be one: `3`, `3.0`, `Week 3`, `Wild Card`, an id. The season helps if the pool has several. */
  readonly inCell: (text: string, season?: string) => string | null;
  /** The week that a title or the name of a sheet mentions: `Picks of Week 3`. A bare number is none. */
  readonly inTitle: (text: string) => string | null;
}

const MENTIONED = /\b(?:week|wk)\s*[#.-]?\s*0?(\d{1,2})\b|^w\s*0?(\d{1,2})$/i;
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
    const [, week, short] = MENTIONED.exec(text) ?? [];
    const number = week ?? short;
    if (number !== undefined) return numbered(Number(number), year);
    const name = text
      .replace(YEAR, '')
      .replace(/\b(?:round|weekend|playoffs?|picks?)\b/gi, '')
      .replace(/\s+/g, ' ')
      .trim();
    const slug = rounds.find(([, words]) => words.test(name))?.[0];
    return slug === undefined ? null : only(known.filter((each) => each.slug === slug && isSeason(each.season, year)));
  };
  return {
    inTitle,
    inCell: (text, season) => {
      if (weekIds.includes(text)) return text;
      const number = BARE.exec(text)?.[1];
      return number === undefined ? inTitle(text) : numbered(Number(number), season);
    },
  };
}

function isSeason(season: number | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || season === Number(wanted);
}
