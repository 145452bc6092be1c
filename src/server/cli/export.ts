import type { Command } from 'commander';
import { csvLine } from '../csv/csv-text.ts';

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

/** Writes a table to standard output. */
export function writeCsv(lines: readonly (readonly (string | number)[])[], { excel }: { readonly excel?: true }): void {
  process.stdout.write((excel ? BYTE_ORDER_MARK : '') + lines.map(csvLine).join(''));
}
