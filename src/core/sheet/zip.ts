/** ZIP archives (PKWARE APPNOTE 6.3), as far as workbooks need them. */

/** A file of an archive, still packed. */
export interface ZipFile {
  readonly name: string;
  readonly packed: Uint8Array;
  /** Whether it is packed with DEFLATE; otherwise it is stored as it is. */
  readonly isDeflated: boolean;
  /** The size in bytes that the archive names. */
  readonly size: number;
}

/** The most files of an archive, and the most bytes that they may have in all. */
export const ZIP_FILES_MAX = 1000;
const ZIP_BYTES_MAX = 100_000_000;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const COMMENT_MAX = 0xffff;

/** The files of an archive, from its central directory, or why it is not read. The limits hold before anything is unpacked. */
export function zipFiles(bytes: Uint8Array): readonly ZipFile[] | 'damaged' | 'too_large' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return 'damaged';
  const count = view.getUint16(end + 10, true);
  if (count > ZIP_FILES_MAX) return 'too_large';
  const files: ZipFile[] = [];
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL) return 'damaged';
    const file = fileAt(view, bytes, at);
    if (file === null) return 'damaged';
    total += file.size;
    if (total > ZIP_BYTES_MAX) return 'too_large';
    files.push(file);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

/** The end of the central directory stands before a comment of any length. */
function endOf(view: DataView): number | null {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at -= 1) if (view.getUint32(at, true) === END) return at;
  return null;
}

function fileAt(view: DataView, bytes: Uint8Array, at: number): ZipFile | null {
  const method = view.getUint16(at + 10, true);
  const length = view.getUint32(at + 20, true);
  const nameLength = view.getUint16(at + 28, true);
  const local = view.getUint32(at + 42, true);
  if (![0, 8].includes(method) || local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL) return null;
  const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (begin + length > view.byteLength) return null;
  return {
    name: String.fromCharCode(...bytes.subarray(at + 46, at + 46 + nameLength)),
    packed: bytes.subarray(begin, begin + length),
    isDeflated: method === 8,
    size: view.getUint32(at + 24, true),
  };
}

/** An archive of files that are not packed; names are ASCII. Readers of workbooks don't check the CRC, which is left out. */
export function storedZip(files: readonly (readonly [name: string, content: Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const { length } = content;
    const local = header(30, LOCAL, name, { 4: 20 }, { 18: length, 22: length }, 26);
    directory.push(header(46, CENTRAL, name, { 4: 20, 6: 20 }, { 20: length, 24: length, 42: offset }, 28));
    parts.push(local, content);
    offset += local.length + length;
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0);
  const end = header(END_LENGTH, END, '', { 8: files.length, 10: files.length }, { 12: size, 16: offset }, 20);
  return joined([...parts, ...directory, end]);
}

/** A record with its numbers of 2 and 4 bytes by offset, and a name behind it. */
function header(
  size: number,
  signature: number,
  name: string,
  shorts: Readonly<Record<number, number>>,
  longs: Readonly<Record<number, number>>,
  nameLengthAt: number,
): Uint8Array {
  const bytes = new Uint8Array(size + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  for (const [at, value] of Object.entries(shorts)) view.setUint16(Number(at), value, true);
  for (const [at, value] of Object.entries(longs)) view.setUint32(Number(at), value, true);
  view.setUint16(nameLengthAt, name.length, true);
  for (let index = 0; index < name.length; index += 1) bytes[size + index] = name.charCodeAt(index);
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
