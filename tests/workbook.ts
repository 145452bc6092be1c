/** Excel workbooks for tests. */
import { deflateRawSync } from 'node:zlib';
import { columnName } from '#core/sheet/table.ts';
import { storedZip } from '#core/sheet/zip.ts';

/** A cell; a serial number is shown as a date. */
type TestCell = string | number | { readonly serial: number };

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/**
 * A workbook of some sheets.
 * @param isPacked whether its files are packed, as spreadsheets do
 * @param extra rows as XML, added to the last sheet
 */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>,
  isPacked = false,
  extra = '',
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const files: [string, string][] = [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${names
        .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${RELATIONS}">${names
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
    ...Object.values(sheets).map((rows, at): [string, string] => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowXml).join('')}${at === names.length - 1 ? extra : ''}</sheetData></worksheet>`,
    ]),
  ];
  const contents = files.map(([name, xml]) => [name, new TextEncoder().encode(xml)] as const);
  return isPacked ? packed(contents) : storedZip(contents);
}

function rowXml(row: readonly TestCell[], at: number): string {
  return `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`)).join('')}</row>`;
}

function cellXml(cell: TestCell, address: string): string {
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${address}" s="1"><v>${cell.serial}</v></c>`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return cell === '' ? '' : `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** A ZIP with DEFLATE: the stored one, with the methods and sizes in its records changed. */
function packed(files: readonly (readonly [name: string, content: Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const zip = storedZip(files.map(([name, content]) => [name, deflateRawSync(content)]));
  const view = new DataView(zip.buffer);
  let at = view.getUint32(zip.length - 22 + 16, true);
  for (const [name, content] of files) {
    const local = view.getUint32(at + 42, true);
    view.setUint16(at + 10, 8, true);
    view.setUint32(at + 24, content.length, true);
    view.setUint16(local + 8, 8, true);
    view.setUint32(local + 22, content.length, true);
    at += 46 + name.length;
  }
  return zip;
}
