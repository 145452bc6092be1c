/** A pool file as the screen sends it: compressed, because that of a large pool is far larger than other bodies. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compile } from 'typebox/compile';
import { PoolFile } from '#contract/pool-file.ts';
import { hasMoreValues } from '#core/json-values.ts';

const MIB = 1024 * 1024;
/** The most that a file unpacks to, in bytes, of an admin and of others: 1,000 entries over a season have about 80 MB. */
const unpackedMax = { admin: 128 * MIB, other: 16 * MIB } as const;
/** The most values in a file, which bound the memory that it takes: 1,000 entries over a season have 2.6 million. */
const MAX_VALUES = 6_000_000;

const poolFile = Compile(PoolFile);

/** @param by who sent it @returns the file, or the problem with it */
export async function unpacked(
  packed: string,
  by: keyof typeof unpackedMax,
): Promise<PoolFile | { readonly problem: string }> {
  const limit = { maxOutputLength: unpackedMax[by] };
  const bytes = await promisify(gunzip)(Buffer.from(packed, 'base64'), limit).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : UNREADABLE,
  );
  if ('problem' in bytes) return bytes;
  const text = bytes.toString();
  if (hasMoreValues(text, MAX_VALUES)) return TOO_LARGE;
  return readPoolText(text);
}

const UNREADABLE = { problem: 'It is not complete JSON.' };
const TOO_LARGE = { problem: 'It is too large to be read here. An admin can import it at the command line.' };

/** Reads the text of a file. @returns the file, or the first problem with its form */
export function readPoolText(text: string): PoolFile | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
  if (poolFile.Check(value)) return value;
  const [first] = poolFile.Errors(value);
  const place = first?.instancePath.split('/').slice(1).join('.') || 'The file';
  return { problem: `${place} ${first?.message ?? 'is not right'}.` };
}
