import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { artwork } from './artwork.ts';

/** Writes all pictures to where the server finds them: `node tools/artwork/build.ts`. */
const root = join(import.meta.dirname, '../..');
for (const [path, text] of artwork()) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
