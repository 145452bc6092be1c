import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/root.ts';

const notOurs = ['node_modules', '.git', '.build', 'dist', 'data', 'test-results'];
const files = globSync('**/*', { cwd: root, exclude: (entry) => notOurs.includes(entry) })
  .concat(globSync(['.ci/*', '.gitignore'], { cwd: root }))
  .filter((file) => statSync(join(root, file)).isFile() && !/\.(wav|mp3|ogg|png|webp|ico|woff2)$/.test(file));

interface Line {
  readonly place: string;
  readonly text: string;
}

function linesOf(file: string): Line[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.map((text, index) => ({ place: `${file}:${index + 1}`, text }));
}

const lockfile = linesOf('package-lock.json');
const ours = files.filter((file) => file !== 'package-lock.json').flatMap(linesOf);

/** A pattern from halves of words, so that it does not match this file. */
function words(...halves: readonly (readonly [string, string])[]): RegExp {
  return new RegExp(`\\b(${halves.map((pair) => pair.join('')).join('|')})\\b`);
}

const registryHost = /\/\/([\w-]+\.)*(registry|npm|nexus|artifactory|verdaccio|mirror)\.[\w.-]+/;

const unwanted: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['the host of a package registry', registryHost],
  ['a path of one machine', /(^|[^\w.])\/(work|tmp|root|home\/\w+|Users\/\w+)\//],
  ['a note of work left to do', words(['TO', 'DO'], ['FIX', 'ME'], ['HA', 'CK'], ['X', 'XX'])],
  ['a silenced check', /@ts[-](ignore|nocheck)|eslint[-]disable/],
  ['the number of an issue', /\b(issue|ticket|PR) ?#?\d+\b/i],
  [
    'a machine as author',
    words(['A', 'I'], ['LL', 'M'], ['G', 'PT'], ['Cla', 'ude'], ['Anthr', 'opic'], ['Cop', 'ilot']),
  ],
];

describe('The texts of the project', () => {
  it.each(unwanted)('name nowhere %s', (_what, pattern) => {
    expect(ours.filter(({ text }) => pattern.test(text)).map(({ place, text }) => `${place} ${text.trim()}`)).toEqual(
      [],
    );
  });

  it('leave the registry to the machine that installs: the lockfile names none', () => {
    expect(lockfile.length).toBeGreaterThan(100);
    expect(lockfile.filter(({ text }) => /"resolved":|:\/\/registry/.test(text))).toEqual([]);
  });
});
