import type { Pool } from './types.ts';

/** What a pool that is played again takes over; its enabled members follow. */
export type PoolAgain = Pick<Pool, 'name' | 'description' | 'moneyUrl' | 'rules'>;

/**
 * What a pool takes over into another season, with the name of that season.
 * @param played the season that it played; null if it had no weeks
 */
export function playAgain(pool: PoolAgain, played: number | null, season: number): PoolAgain {
  const { name, description, moneyUrl, rules } = pool;
  return { name: nameInSeason(name, played, season), description, moneyUrl, rules };
}

/** The name of a pool in another season: a year of the played season, also in the form 2026/27, becomes the new one. */
export function nameInSeason(name: string, played: number | null, season: number): string {
  if (played === null) return name;
  const [next, short] = [played + 1, shortYear(played + 1)];
  const years = new RegExp(`(?<!\\d)${played}(?:([/–-])(${next}|${short}))?(?!\\d)`, 'g');
  return name.replace(years, (_, dash?: string, end?: string) => {
    if (dash === undefined) return `${season}`;
    return `${season}${dash}${end === short ? shortYear(season + 1) : season + 1}`;
  });
}

function shortYear(year: number): string {
  return String(year).slice(-2);
}
