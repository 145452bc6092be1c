import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** The fewest characters of a list that is packed. */
const LEAST_PACKED = 1000;

/** The list of a receipt as its column has it: JSON, or if it is long, the same packed, as Base64. Entries repeat in it, so it gets far smaller. */
export function packedList(text: string): string {
  return text.length < LEAST_PACKED ? text : deflateRawSync(text, { level: 1 }).toString('base64');
}

/** The list in JSON. @param stored as the column has it: only JSON begins with a bracket; in a file that was imported, after spaces */
export function unpackedList(stored: string): string {
  return stored.trimStart().startsWith('[') ? stored : inflateRawSync(Buffer.from(stored, 'base64')).toString();
}
