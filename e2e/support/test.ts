/**
 * What every browser test starts from: a server of its own with a fresh database, and pages whose complaints fail the test.
 *
 *     import { expect, test } from './support/test.ts';
 *     test.use({ kind: 'league', engine: 'postgres' });   // the demo on SQLite unless said otherwise
 *     test('…', async ({ page, app, newPage, problems }) => { … });
 */
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import type { App, AppSettings, Engine, Kind } from './app.ts';
import { startApp } from './app.ts';
import type { Problems, ProblemWatch } from './problems.ts';
import { watchProblems } from './problems.ts';

export { expect };

export interface AppOptions {
  kind: Kind;
  engine: Engine;
  /** More variables of the server's environment. */
  serverEnv: AppSettings['env'];
}

export interface Fixtures {
  /** The server of this test. */
  app: App;
  /** Complaints of the browser; what is left over at the end fails the test. */
  problems: Problems;
  watch: ProblemWatch;
  /** A page of another person: cookies and storage of its own, on the same screen as `page`. */
  newPage: () => Promise<Page>;
}

export const test = base.extend<AppOptions & Fixtures>({
  kind: ['demo', { option: true }],
  engine: ['sqlite', { option: true }],
  serverEnv: [{}, { option: true }],

  app: async ({ kind, engine, serverEnv }, use, testInfo) => {
    const app = await startApp({ kind, engine, env: serverEnv });
    await use(app);
    await app.stop();
    if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('server', { body: app.output() });
  },

  baseURL: async ({ app }, use) => use(app.url),

  watch: [
    async ({ context }, use) => {
      const watch = watchProblems();
      await watch.watch(context);
      await use(watch);
      await letGo(context);
      expect(watch.found(), 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],

  problems: async ({ watch }, use) => use(watch),

  newPage: async (
    { browser, watch, baseURL, viewport, hasTouch, isMobile, deviceScaleFactor, locale, timezoneId, serviceWorkers },
    use,
  ) => {
    const device: BrowserContextOptions = {
      baseURL,
      viewport,
      hasTouch,
      isMobile,
      deviceScaleFactor,
      locale,
      timezoneId,
      serviceWorkers,
    };
    const contexts = new Set<BrowserContext>();
    await use(async () => {
      const context = await browser.newContext(device);
      contexts.add(context);
      await watch.watch(context);
      return context.newPage();
    });
    for (const context of contexts) {
      await letGo(context);
      await context.close();
    }
  },
});

/** A call that a test answers may still be under way: nobody waits for it, nor for a window that closes by itself. */
async function letGo(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    await page.unrouteAll({ behavior: 'ignoreErrors' }).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  }
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}
