import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { build, defineConfig } from 'vite';

const THEME_BOOT = 'src/web/theme-boot.ts';

/**
 * Puts the theme on the page before it is painted. The content policy allows no inline script and a module runs too
 * late, so the few lines are built into a classic script of their own.
 */
function themeBoot(): Plugin {
  return {
    name: 'theme-boot',
    apply: 'build',
    async buildStart() {
      const bundle = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: { write: false, lib: { entry: THEME_BOOT, formats: ['iife'], name: 'themeBoot' } },
      });
      const [first] = Array.isArray(bundle) ? bundle : [bundle];
      if (first === undefined || !('output' in first)) throw new Error('The theme script was not built');
      this.emitFile({ type: 'asset', name: 'theme.js', source: first.output[0].code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.values(bundle ?? {}).find(
          (each) => each.type === 'asset' && each.names.includes('theme.js'),
        );
        if (file === undefined) throw new Error('The theme script is missing from the build');
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}

export default defineConfig({
  root: 'src/web',
  publicDir: '../../public',
  plugins: [react(), tailwind(), themeBoot()],
  define: { __BUILD_TIME__: JSON.stringify(new Date().toISOString()) },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets/app',
    assetsInlineLimit: 0,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes seldom, so that browsers keep it over many releases; the virtual table is for its own screen, confetti for rare moments.
            { name: 'libraries', test: /node_modules\/(?!@tanstack\/(react-)?virtual|canvas-confetti)/ },
            // What the screens behind the sign-in share, in one piece, without what comes later.
            {
              name: 'league',
              test: /src\/web\/(parts|layout)\/(?!live|leader|celebration|toast-card|signed-in-layout)/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: true } } },
});
