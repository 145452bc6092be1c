import { textOfFile } from '#core/file-text.ts';
import { csvSheet } from '#core/sheet/csv-table.ts';
import type { Cell, SheetTable } from '#core/sheet/table.ts';
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX, widthOf } from '#core/sheet/table.ts';
import type { WorkbookFlaw } from './read-workbook.ts';
import { readWorkbook } from './read-workbook.ts';

/** The sheets of a file, or why it is refused. */
export type FileContent = { readonly tables: readonly SheetTable[] } | { readonly refusal: string };

/** Longer texts are cut: no name, team or game is as long, and a long text may stand in many cells. */
const TEXT_MAX = 200;

const TOO_LARGE = `This table is too large. At most ${SHEET_ROWS_MAX.toLocaleString('en-US')} rows and ${SHEET_COLUMNS_MAX} columns can be imported.`;

const POOL_FILE = "This isn't a table. To open a saved pool, go to New Pool.";

const flawTexts: Readonly<Record<WorkbookFlaw, string>> = {
  damaged: 'This workbook is damaged. Open it in your spreadsheet, save it again and choose the new file.',
  too_large: TOO_LARGE,
  other_format: "This isn't a CSV file or an Excel workbook (.xlsx). Save the table as one of these and choose that.",
};

/** Reads the sheets of a CSV file or an Excel workbook, whatever its name says. */
export async function readFile(bytes: Uint8Array): Promise<FileContent> {
  if (bytes.length === 0) return { refusal: 'This file is empty.' };
  if (beginsWith(bytes, 'PK')) {
    const sheets = await readWorkbook(bytes);
    return typeof sheets === 'string' ? { refusal: flawTexts[sheets] } : checked(sheets);
  }
  if (beginsWith(bytes, '\u00d0\u00cf\u0011\u00e0'))
    return {
      refusal: 'This is an old (.xls) or password-protected workbook. Save it as .xlsx or CSV and choose that.',
    };
  const { text } = textOfFile(bytes, (part, encoding) => new TextDecoder(encoding, { fatal: true }).decode(part));
  if (text.includes('\0')) return { refusal: flawTexts.other_format };
  if (text.trimStart().startsWith('{')) return { refusal: POOL_FILE };
  const sheet = csvSheet(text);
  return 'problem' in sheet ? { refusal: sheet.problem } : checked([sheet.table]);
}

function checked(sheets: readonly SheetTable[]): FileContent {
  const tables = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')));
  if (tables.length === 0) return { refusal: 'This file has no cells with text.' };
  if (tables.some((table) => table.rows.length > SHEET_ROWS_MAX || widthOf(table) > SHEET_COLUMNS_MAX))
    return { refusal: TOO_LARGE };
  return {
    tables: tables.map(({ name, rows }) => ({ name: name.slice(0, TEXT_MAX), rows: rows.map((row) => row.map(cut)) })),
  };
}

function cut(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.slice(0, TEXT_MAX) : cell;
}

function beginsWith(bytes: Uint8Array, begin: string): boolean {
  return [...begin].every((sign, at) => bytes[at] === sign.charCodeAt(0));
}
