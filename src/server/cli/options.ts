import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

/** The year of a season, as an option. */
export function parseYear(text: string): number {
  if (/^[12]\d{3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A season is a year, such as 2026.');
}

/** A path as the person at the keyboard means it: npm runs its scripts in the project's folder, wherever it is called. */
export function fromHere(path: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: here } = process.env;
  return resolve(script === 'pickem' && here ? here : '.', path);
}
