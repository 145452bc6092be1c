import { InvalidArgumentError } from 'commander';

/** The year of a season, as an option. */
export function parseYear(text: string): number {
  if (/^[12]\d{3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A season is a year, such as 2026.');
}
