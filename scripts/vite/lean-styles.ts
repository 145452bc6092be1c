import type { Plugin } from 'vite';

/** Tailwind's way around browsers that know no `@property`; those that the build is for all do. */
const FALLBACK = /@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/;

/** Leaves out of the styles what no browser of ours needs. */
export function leanStyles(): Plugin {
  return {
    name: 'lean-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replace(FALLBACK, '');
      }
    },
  };
}
