/** The supported encodings of a text file. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Decodes bytes into text, without a byte order mark. @throws if the bytes are not valid UTF-8 */
export type Decode = (bytes: Uint8Array, encoding: Encoding) => string;

/** The text of a file, and how it was decoded. */
export interface FileText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** Why a text is unreadable, and where that shows. */
export interface Unreadable {
  readonly offset: number;
  readonly message: string;
}

/** The first bytes of a ZIP archive, such as an XLSX, and of an old XLS, decoded as Windows-1252. */
const workbooks: readonly string[] = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'];

/**
 * Decodes a file: UTF-16 if it begins with such a byte order mark, else UTF-8, else Windows-1252, in which Excel writes its plain CSV.
 * Every byte is valid in Windows-1252, so it never fails. The byte order mark is left out.
 */
export function textOfFile(bytes: Uint8Array, decode: Decode): FileText {
  const utf16 = utf16Of(bytes);
  if (utf16) return { text: decode(bytes.subarray(2, bytes.length & ~1), utf16), encoding: utf16 };
  try {
    return { text: decode(bytes, 'utf-8'), encoding: 'utf-8' };
  } catch {
    return { text: decode(bytes, 'windows-1252'), encoding: 'windows-1252' };
  }
}

/** What makes a text unreadable as a table: an Excel workbook, other binary data, or lost characters; null if nothing does. */
export function unreadable(text: string): Unreadable | null {
  if (workbooks.some((begin) => text.startsWith(begin))) {
    return { offset: 0, message: 'This is an Excel workbook. Save it as CSV and import that.' };
  }
  const binary = text.indexOf('\0');
  if (binary >= 0)
    return { offset: binary, message: 'This is not a text file. Save the table as CSV and import that.' };
  const lost = text.indexOf('\ufffd');
  return lost < 0
    ? null
    : { offset: lost, message: 'This character was lost. Save the file as UTF-8 and import that.' };
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
