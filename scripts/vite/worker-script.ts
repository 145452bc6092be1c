import { readdirSync } from 'node:fs';
import type { Plugin } from 'vite';
import { buildScript } from './boot-script.ts';

const SOURCE = 'src/web/worker/worker.ts';
const EMOJI = 'assets/g/emoji';
/** What a page needs besides the built files. */
const pictures = [
  '/favicon.svg',
  '/assets/g/logo-1.svg',
  '/assets/g/logo-2.svg',
  ...readdirSync(`public/${EMOJI}`).map((name) => `/${EMOJI}/${name}`),
];

/** Builds the service worker that opens the app offline: one script at the root of the site that lists all built files. */
export function workerScript(define: Record<string, string>): Plugin {
  return {
    name: 'worker-script',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((file) => file.startsWith('assets/app/'));
      const list = [...files.map((file) => `/${file}`).sort(), ...pictures];
      const source = await buildScript(SOURCE, 'worker', { ...define, __BUILD_FILES__: JSON.stringify(list) });
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}
