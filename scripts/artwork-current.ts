/** Says which pictures differ from what scripts/artwork draws, so that a change of the drawing is never half committed. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artwork } from './artwork/artwork.ts';
import { root } from './root.ts';

const drawn = artwork();
const stale = [...drawn].filter(([path, text]) => {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
const leftOver = globSync('public/assets/g/**/*.svg', { cwd: root }).filter((path) => !drawn.has(path));

for (const [path] of stale) console.log(`${path} is not what the scripts draw.`);
for (const path of leftOver) console.log(`${path} is drawn by no script.`);
if (stale.length + leftOver.length > 0) {
  console.log('Run `node scripts/artwork/build.ts` with the Node of this project, and commit the pictures.');
  process.exitCode = 1;
}
