import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of the files that a fault may change: the source of the product and how the web app is built, without tests. */
export function sourceFiles(folder: string): readonly string[] {
  const files = globSync('{src,scripts/vite}/**/*.{ts,tsx,css}', { cwd: folder });
  return files.filter((file) => !/\.test\.tsx?$/.test(file)).map((file) => join(folder, file));
}
