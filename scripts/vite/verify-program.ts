import type { Plugin } from 'vite';
import { buildFile } from './boot-script.ts';

const SOURCE = 'src/verify/verify.ts';

/** Builds the program that checks a file of lock receipts. People download it from the root of the site. */
export function verifyProgram(): Plugin {
  return {
    name: 'verify-program',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.mjs', source: await buildVerify() });
    },
  };
}

/** One file for Node, not minified, so that people can read what they run. */
export function buildVerify(): Promise<string> {
  const banner = '// Checks a file of lock receipts: node verify.mjs FILE [HASH...]';
  const rolldownOptions = { output: { banner } };
  return buildFile(SOURCE, { build: { ssr: SOURCE, target: 'node20', minify: false, rolldownOptions } });
}
