import { readFileSync } from 'node:fs';
import type { FileText } from '#core/file-text.ts';
import { textOfFile } from '#core/file-text.ts';
import { fromHere } from './options.ts';
import { Problem } from './problems.ts';

/** Reads a file of text. @throws Problem when it cannot be read */
export function readText(file: string): FileText {
  return textOfFile(readBytes(file), (bytes, label) =>
    new TextDecoder(label, { fatal: label === 'utf-8' }).decode(bytes),
  );
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(fromHere(file));
  } catch (error) {
    throw new Problem(`${file}: ${whyUnreadable(error as NodeJS.ErrnoException)}`);
  }
}

function whyUnreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file.';
  if (error.code === 'EISDIR') return 'this is a folder, not a file.';
  return error.code === 'EACCES' ? 'it may not be read.' : error.message;
}
