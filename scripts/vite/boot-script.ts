import { basename } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { build } from 'vite';

const SOURCE = 'src/web/boot.ts';
const SCREEN = /src\/web\/features\/(\w+)\/\1-screen\.tsx$/;
const LAYOUT = /src\/web\/layout\/signed-in-layout\.tsx$/;
/** The one of them that stands alone, without header and footer. */
const ALONE = 'login';
/** Nobody opens them every day: naming their files would cost all others more than it saves them. */
const rare = ['new-pool', 'recap'];

/**
 * Builds what has to happen before the app is there: the theme, the first calls, and the files of the screen. It stands in the page itself,
 * at its top, so that nothing waits for it; the server allows it by its hash.
 */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle }) {
        const define = { __SCREEN_FILES__: JSON.stringify(screenFiles(Object.values(bundle ?? {}))) };
        const children = (await buildScript(SOURCE, 'boot', define)).trim();
        return [{ tag: 'script', children, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** One classic script from one source file. */
export async function buildScript(entry: string, name: string, define: Record<string, string>): Promise<string> {
  const bundle = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: { write: false, lib: { entry, formats: ['iife'], name } },
  });
  const [first] = Array.isArray(bundle) ? bundle : [bundle];
  if (first === undefined || !('output' in first)) throw new Error(`${entry} was not built`);
  return first.output[0].code;
}

type Output = Rollup.OutputChunk | Rollup.OutputAsset;

/** The files of each path beside those of the page itself. A screen's file is named after its path; that of `/` is the home screen. */
function screenFiles(outputs: readonly Output[]): Record<string, string[]> {
  const chunks = new Map(outputs.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])));
  const entry = [...chunks.values()].find((chunk) => chunk.isEntry);
  const loaded = new Set(entry ? withImports(entry, chunks) : []);
  const layout = [...chunks.values()].find((chunk) => chunk.moduleIds.some((id) => LAYOUT.test(id)));
  const files: Record<string, string[]> = {};
  for (const chunk of chunks.values()) {
    const name = SCREEN.exec(chunk.facadeModuleId ?? '')?.[1];
    if (name === undefined || rare.includes(name)) continue;
    const parts = [chunk, ...(layout && name !== ALONE ? [layout] : [])];
    const needed = new Set(parts.flatMap((part) => withImports(part, chunks)));
    files[name === 'home' ? '/' : `/${name}`] = [...needed]
      .filter((file) => !loaded.has(file))
      .map((file) => `/${file}`);
  }
  if (files['/'] === undefined)
    throw new Error(`No home screen among ${[...chunks.keys()].map((file) => basename(file))}`);
  return files;
}

/** A chunk, all that it imports at once, and the styles of all these. */
function withImports(chunk: Rollup.OutputChunk, chunks: ReadonlyMap<string, Rollup.OutputChunk>): string[] {
  const found = new Set([chunk]);
  for (const each of found) {
    for (const name of each.imports) {
      const imported = chunks.get(name);
      if (imported) found.add(imported);
    }
  }
  return [...found].flatMap((each) => [each.fileName, ...(each.viteMetadata?.importedCss ?? [])]);
}
