import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** What shrinks; pictures of pixels and fonts are packed already. */
const SHRINKING = '**/*.{js,mjs,css,html,svg,webmanifest}';
/** A smaller file fits into one packet anyway. */
const WORTHWHILE_BYTES = 1000;

/** Lays a Brotli and a gzip copy beside each file of a built web app, so that the server never packs anything itself. */
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
