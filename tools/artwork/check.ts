/** Says which pictures differ from tools/artwork draws: a change of the drawing must not be committed without them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root.ts';
import { artwork } from './artwork.ts';

const drawn = artwork();
const stale = [...drawn].filter(([path, text]) => {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
const leftOver = globSync('public/assets/g/**/*.svg', { cwd: root }).filter((path) => !drawn.has(path));

for (const [path] of stale) console.log(`${path} is not what tools/artwork draws.`);
for (const path of leftOver) console.log(`${path} is drawn by nothing in tools/artwork.`);
if (stale.length + leftOver.length > 0) {
  console.log('Run `node tools/artwork/build.ts` with the Node of this project, and commit the pictures.');
  process.exitCode = 1;
}
