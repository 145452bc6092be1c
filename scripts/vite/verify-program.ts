import type { Plugin } from 'vite';
import { buildFile } from './boot-script.ts';

const SOURCE = 'src/verify/verify.ts';

/** Builds the program that checks a file of lock receipts, at the top of the site, where people download it. */
export function verifyProgram(): Plugin {
  return {
    name: 'verify-program',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.mjs', source: await buildVerify() });
    },
  };
}

/** The program as one file for Node, not minified: people may read what they run. */
export function buildVerify(): Promise<string> {
  const banner = '// Checks a file of lock receipts: node verify.mjs FILE [HASH...]';
  const rolldownOptions = { output: { banner } };
  return buildFile(SOURCE, { build: { ssr: SOURCE, target: 'node20', minify: false, rolldownOptions } });
}
