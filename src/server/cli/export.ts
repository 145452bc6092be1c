import type { Command } from 'commander';
import { nflverseWeek } from '#core/weeks.ts';
import { csvLine } from '../csv/csv-text.ts';
import { parseYear } from './options.ts';
import { count } from './problems.ts';

/** By this mark Excel knows that a CSV file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Said of every export. */
export const exportHelp = `
--excel begins the file with a byte order mark, so that Excel reads accents as they are. npm itself writes two lines before
the CSV: leave them out with npm run --silent pickem -- …`;

/** Adds `--excel` to an export. */
export function withExcel(command: Command): Command {
  return command.option('--excel', 'begin with a byte order mark, for Excel');
}

/** What an export of a pool is asked for. */
export interface PoolExportOptions {
  readonly pool: string;
  readonly season?: number;
  readonly excel?: true;
}

/** `export NAME --pool NAME [--season YEAR] [--excel]` */
export function addPoolExport(
  parent: Command,
  { name, description, help }: { readonly name: string; readonly description: string; readonly help: string },
  run: (options: PoolExportOptions, command: Command) => Promise<void>,
): void {
  const command = parent
    .command(name)
    .description(description)
    .requiredOption('--pool <name>', 'the name of the pool, or its id')
    .option('--season <year>', 'the weeks of this season only', parseYear);
  withExcel(command).addHelpText('after', help).action(run);
}

/** Says which weeks an export leaves out: those that nflverse has no number for, each given as often as it is left out. */
export function tellLeftOut(weekIds: readonly string[], what: 'game' | 'week'): void {
  const left = weekIds.filter((weekId) => nflverseWeek(weekId) === null);
  if (left.length === 0) return;
  const weeks = [...new Set(left)].join(', ');
  console.error(`${count(left.length, what)} left out, because nflverse has no number for the week: ${weeks}.`);
}

/** Writes a table to standard output. */
export function writeCsv(lines: readonly (readonly (string | number)[])[], { excel }: { readonly excel?: true }): void {
  process.stdout.write((excel ? BYTE_ORDER_MARK : '') + lines.map(csvLine).join(''));
}
