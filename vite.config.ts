import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './scripts/vite/boot-script.ts';
import { leanStyles } from './scripts/vite/lean-styles.ts';
import { workerScript } from './scripts/vite/worker-script.ts';

const define = { __BUILD_TIME__: JSON.stringify(new Date().toISOString()) };

export default defineConfig({
  root: 'src/web',
  publicDir: '../../public',
  plugins: [react(), tailwind(), bootScript(), leanStyles(), workerScript(define)],
  define,
  // The router asks a stand-in for a hook that React itself has.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets/app',
    assetsInlineLimit: 0,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The core only computes: what is not used of it need not be loaded.
      treeshake: { moduleSideEffects: [{ test: /src\/core\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // Changes seldom, so that browsers keep it over many releases. The virtual table, the queries of all weeks and of the log, and what
            // forms need are for screens of their own, confetti for rare moments.
            {
              name: 'libraries',
              test: /vite\/preload-helper|node_modules\/(?!qr\/|@tanstack\/(react-)?virtual|@tanstack\/.*\/(useQueries|queriesObserver|useMutation|useMutationState|mutationObserver|useInfiniteQuery|infiniteQueryObserver|infiniteQueryOptions)\.js|canvas-confetti)/,
            },
            // Fields, dialogs, badges and saving, in one piece: the screens that are only looked at do without.
            {
              name: 'forms',
              test: /src\/(core\/validation|web\/ui\/(confirm-dialog|dialog|field|refusal|search-field|select-field|text-area|text-field))\.tsx?$|(useMutation|useMutationState|mutationObserver)\.js$/,
              includeDependenciesRecursively: false,
              minShareCount: 2,
            },
            // What watches the lead, once a screen is there.
            {
              name: 'leader',
              test: /src\/(core\/leader|web\/(layout\/leader-celebration|parts\/(celebrations|leader|leader-watch)))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // What people are told, and how a device takes it: for the profile, and for lines that come later.
            {
              name: 'messages',
              test: /src\/(core\/(push|notify\/[\w-]+)|web\/(lib\/(push|installed|zone)|parts\/notifications))\.ts$/,
              includeDependenciesRecursively: false,
            },
            // The pages that mailed links open, and the screens of the admin panel: few people open one, and who does opens others. Each file of
            // its own would be named to everybody.
            {
              name: 'link-pages',
              test: /src\/web\/(features\/(reset|verify|unsubscribe)\/|features\/join\/old-invite|ui\/link-page)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'admin',
              test: /src\/web\/features\/(admin|test)\//,
              includeDependenciesRecursively: false,
            },
            // What tells places and past weeks: for the screens that look at scores.
            {
              name: 'places',
              test: /src\/(core\/(listed|ordinal|recap\/place)|web\/parts\/recap-link)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // What people write, cleaned: for screens with forms.
            {
              name: 'written',
              test: /src\/core\/(names|talk)\.ts$/,
              includeDependenciesRecursively: false,
            },
            // What several screens show of pools in few words.
            {
              name: 'pool-parts',
              test: /src\/web\/parts\/(first-steps|may-make-pool|no-weeks|pool-rows)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // What pools need that count missed games.
            {
              name: 'counted',
              test: /src\/(core\/auto-picks|web\/parts\/counted-week)\.(tsx?|css)$/,
              includeDependenciesRecursively: false,
            },
            // What the screens behind the sign-in share, in one piece, without what comes later. What only its parts need belongs to it,
            // or it would wait for a piece that waits for it.
            {
              name: 'league',
              test: /src\/(core\/permissions|web\/lib\/(retryable-import|sound-switch|live\/live-provider)|web\/(parts|parts\/picks|layout)\/(?!leader|celebration|asked-pool|counted-week|pick-mark|toast-card|disabled-account|use-entry|ask-to-join|closed-pool|reminder-switch|disconnect-offer|new-password|invitation|first-steps|may-make-pool|no-weeks|pool-rows|requester|unread-talk|recap-link)[\w-]+)\.(tsx?|css)$/,
              includeDependenciesRecursively: false,
            },
            // Rules and tools that several screens need, in one piece: each file of its own is a trip to the server. Without what brings styles
            // of its own, what paper needs, and what only admins and the pages before the sign-in need.
            {
              name: 'common',
              test: /src\/(core|core\/rules|web\/(lib|lib\/live|ui))\/(?!active-week|announcements|audit|auto-picks|badge|check-row|short-line|copy-button|dialog-foot|eastern-time|focus-fallback|leader-notice|link-page|listed|ordinal|outside|names|once|pick-letters|outcome|pool-rules|pool-settings|presets|scoring|segments|sign-in-options|standings|talk|tiebreak|words)[\w-]+\.tsx?$/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: true } } },
});
