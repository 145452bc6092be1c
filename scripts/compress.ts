import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Files worth compressing. Bitmaps and fonts are compressed already. */
const SHRINKING = '**/*.{js,mjs,css,html,svg,txt,json,webmanifest}';
/** Smaller files fit into one packet, in bytes. */
const WORTHWHILE_BYTES = 1000;

/** Writes a Brotli and a gzip copy of each file of a built web app, so the server compresses nothing. */
export function compress(folder: string): void {
  for (const file of globSync(SHRINKING, { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path);
    if (text.length < WORTHWHILE_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
    writeFileSync(`${path}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
  }
}
