import type { Pool } from './types.ts';

/** What a pool takes over that is played again; its enabled members follow. */
export type PoolAgain = Pick<Pool, 'name' | 'description' | 'moneyUrl' | 'rules'>;

/**
 * What a pool takes into another season, under the name of that season.
 * @param played the season that it played; null where it had no weeks
 */
export function playAgain(pool: PoolAgain, played: number | null, season: number): PoolAgain {
  const { name, description, moneyUrl, rules } = pool;
  return { name: nameInSeason(name, played, season), description, moneyUrl, rules };
}

/** The name of a pool in another season: where it tells the year that was played, also as 2026/27, it tells the new one. */
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
