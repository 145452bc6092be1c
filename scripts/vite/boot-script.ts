import type { InlineConfig, Plugin } from 'vite';
import { build } from 'vite';

const SOURCE = 'src/web/boot.ts';

/**
 * Builds the script that runs before the app: it sets the theme and makes the first calls. It is inline at the top of the page, so
 * nothing waits for it. The server allows it by its hash.
 */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler() {
        const children = (await buildScript(SOURCE, 'boot', {})).trim();
        return [{ tag: 'script', children, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** Builds a classic script from one source file. */
export function buildScript(entry: string, name: string, define: Record<string, string>): Promise<string> {
  return buildFile(entry, { define, build: { lib: { entry, formats: ['iife'], name } } });
}

/** Builds one file from one source file. */
export async function buildFile(entry: string, config: InlineConfig): Promise<string> {
  const bundle = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...config,
    build: { ...config.build, write: false },
  });
  const [first] = Array.isArray(bundle) ? bundle : [bundle];
  if (first === undefined || !('output' in first)) throw new Error(`${entry} was not built`);
  return first.output[0].code;
}
