import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './scripts/vite/boot-script.ts';
import { thirdParty, thirdPartyOfWorkers } from './scripts/vite/third-party.ts';
import { verifyProgram } from './scripts/vite/verify-program.ts';
import { workerScript } from './scripts/vite/worker-script.ts';
import { VERSION } from './src/server/platform/version.ts';

const define = {
  __BUILD_TIME__: JSON.stringify(new Date().toISOString()),
  __VERSION__: JSON.stringify(VERSION),
};

export default defineConfig({
  root: 'src/web',
  publicDir: '../../public',
  plugins: [react(), tailwind(), bootScript(), workerScript(define), verifyProgram(), thirdParty()],
  define,
  worker: {
    plugins: () => [thirdPartyOfWorkers()],
    // The core is plain functions: a worker that takes one of them does not take the tables beside it, such as that of the teams.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /src\/core\//, sideEffects: false }] } },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets/app',
    assetsInlineLimit: 0,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract is data: a screen that takes one value of it does not take its schemas, and their library.
      treeshake: {
        manualPureFunctions: ['Type', 'shape'],
        moduleSideEffects: [{ test: /src\/(contract|core)\/|node_modules\/typebox\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            // Changes seldom, so that browsers keep it over many releases. What only lazy imports need comes with them.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            // One file for what many screens share: each file of its own is a trip to the server. Large modules, such as the texts of the
            // rules, stay apart, so that a first screen without them does not load them, and so do what imports them, closed rules,
            // the money of pools and words of weeks.
            {
              name: 'shared',
              test: /src\/(?!core\/(?:money|prize-shares|side-tables|week-words|rules\/(?:closed-rules|sentences))|web\/parts\/(?:money|invitation|side-tables))/,
              minShareCount: 5,
              maxModuleSize: 6_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: true } } },
});
