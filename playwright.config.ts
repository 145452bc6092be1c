import { defineConfig } from '@playwright/test';
import { HOME_HOST } from './e2e/support/home-host.ts';
import type { AppOptions } from './e2e/support/test.ts';
import { installedChromium } from './scripts/find-chromium.ts';
import { isLong } from './tests/long.ts';

const executablePath = process.env.CHROMIUM_PATH ?? (await installedChromium());
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process fewer to start: without a graphics card it draws in memory anyway.
  '--in-process-gpu',
  '--num-raster-threads=1',
  // A name of a home network, which is no secure address for a browser.
  `--host-resolver-rules=MAP ${HOME_HOST} 127.0.0.1`,
];

export default defineConfig<AppOptions>({
  testDir: 'e2e',
  // Node runs TypeScript by itself.
  build: { external: ['**/{e2e,scripts,src,tests}/**'] },
  outputDir: '.build/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  // A browser test waits half of its time, for frames, timers and the network.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // A machine that stands still for a moment is no fault of the product. The last line counts what needed a second try.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '.build/reports/playwright.json' }],
  ],
  use: {
    ...(executablePath ? { launchOptions: { executablePath, args: quiet } } : { launchOptions: { args: quiet } }),
    screenshot: 'only-on-failure',
    // Pages that stand still cost a test run less; what tries motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Requests that a worker answers cannot be held up or changed by a test; what tries the worker itself allows it.
    serviceWorkers: 'block',
  },
  // A test that is tagged @long runs in a long run only.
  grepInvert: isLong ? [] : /@long\b/,
});
