import { readFileSync } from 'node:fs';

/** The version of this Pick'em. */
export const VERSION = versionOf(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

function versionOf(packageJson: string): string {
  return (JSON.parse(packageJson) as { readonly version: string }).version;
}
