import readXlsxFile from 'read-excel-file/universal';
import { cellAddresses } from '#core/sheet/cell-addresses.ts';
import type { Cell, SheetTable } from '#core/sheet/table.ts';
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from '#core/sheet/table.ts';
import type { ZipFile } from '#core/sheet/zip.ts';
import { storedZip, zipFiles } from '#core/sheet/zip.ts';

/** Why a workbook is not read. */
export type WorkbookFlaw = 'damaged' | 'too_large' | 'other_format';

/** The last row of any spreadsheet: some programs write an empty one there. */
const LAST_ROW = 1_048_576;
const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/;

/**
 * The sheets of an Excel workbook. It is unpacked here, where what it unpacks to has a limit, and handed on as a ZIP of stored files: the
 * package would unpack large files in workers of `blob:` addresses, which our security policy refuses.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetTable[] | WorkbookFlaw> {
  const files = zipFiles(bytes);
  if (typeof files === 'string') return files;
  if (!files.some(({ name }) => name === 'xl/workbook.xml')) return 'other_format';
  try {
    const unpacked: [string, Uint8Array][] = [];
    for (const file of files.filter(({ name }) => /\.(?:xml|rels)$/.test(name))) {
      const content = await unpack(file);
      const flaw = flawOf(new TextDecoder().decode(content));
      if (flaw !== null) return flaw;
      unpacked.push([file.name, content]);
    }
    const sheets = await readXlsxFile(storedZip(unpacked).buffer);
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(toCell)) }));
  } catch (error) {
    console.warn('The workbook could not be read', error);
    return 'damaged';
  }
}

/** @throws if it is damaged, or larger than the archive says */
async function unpack({ packed, isDeflated, size }: ZipFile): Promise<Uint8Array> {
  if (!isDeflated) return packed;
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const content = new Uint8Array(size);
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length + part.value.length > size) throw new RangeError('A file of the archive is larger than it says.');
    content.set(part.value, length);
    length += part.value.length;
  }
  return content.subarray(0, length);
}

/** Checks the addresses of cells and rows before they are read: a single cell far away takes the memory of all before it. */
function flawOf(xml: string): WorkbookFlaw | null {
  for (const { tag, address } of cellAddresses(xml)) {
    if (address === null) return 'damaged';
    const [, letters = '', digits] = ADDRESS.exec(address) ?? [];
    if (digits === undefined) return 'damaged';
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    const mostRows = tag === 'row' ? LAST_ROW : SHEET_ROWS_MAX;
    if (Number(digits) > mostRows || column > SHEET_COLUMNS_MAX) return 'too_large';
  }
  return null;
}

const dayOfDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

function toCell(value: unknown): Cell {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : { date: dayOfDate.format(value) };
  return value === null ? '' : String(value);
}
