/**
 * The base of every browser test: a server with a fresh database, or a shared one for tests that only read, and pages whose problems
 * fail the test.
 *
 *     import { expect, test } from './support/test.ts';
 *     test.use({ kind: 'league', engine: 'postgres' });   // by default the demo on SQLite
 *     test('…', async ({ page, app, newPage, problems }) => { … });
 *     readingTest('…', async ({ page }) => { … });        // changes nothing, on a shared demo
 *     test('… @desktop', async ({ page }) => { … });      // in a wide window; or test.use({ size: 'desktop' }) for a file
 */
import type { BrowserContext, BrowserContextOptions, Page, TestInfo } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import type { App, AppSettings, Engine, Kind } from './app.ts';
import { startApp } from './app.ts';
import { watchChanges } from './changes.ts';
import { signOut } from './pages.ts';
import type { Problems, ProblemWatch } from './problems.ts';
import { watchProblems } from './problems.ts';

export { expect };

/** What most tests have, and what those have whose screens differ in a wide window. */
const windows = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
} as const;

export type Size = keyof typeof windows;

export interface AppOptions {
  /** The window; a test that is tagged @desktop has a wide one. */
  size: Size;
  kind: Kind;
  engine: Engine;
  /** The name in the server's address: 'localhost', or `HOME_HOST`. */
  host: string;
  /** Additional environment variables of the server. */
  serverEnv: AppSettings['env'];
  /** The tests change nothing on the server, so those of a worker share a demo. A change fails them. */
  onlyReads: boolean;
}

export interface WorkerFixtures {
  /** The read-only demo; it starts with the first test that needs it. */
  sharedDemo: () => Promise<App>;
}

export interface Fixtures {
  /** The server of this test. */
  app: App;
  /** Problems that the browser reports; those not declared by the end fail the test. */
  problems: Problems;
  watch: ProblemWatch;
  /** A page of another person: with its own cookies and storage, on the same screen size as `page`. */
  newPage: () => Promise<Page>;
}

export const test = base.extend<AppOptions & Fixtures, WorkerFixtures>({
  size: ['phone', { option: true }],
  viewport: ({ size }, use, info) => use(windowOf(size, info).viewport),
  hasTouch: ({ size }, use, info) => use(windowOf(size, info).hasTouch),
  isMobile: ({ size }, use, info) => use(windowOf(size, info).isMobile),

  kind: ['demo', { option: true }],
  engine: ['sqlite', { option: true }],
  host: ['localhost', { option: true }],
  serverEnv: [{}, { option: true }],

  onlyReads: [false, { option: true }],

  sharedDemo: [
    async ({ browserName: _ }, use) => {
      let demo: Promise<App> | undefined;
      await use(() => {
        demo ??= startApp({ kind: 'demo', engine: 'sqlite' });
        return demo;
      });
      await (await demo)?.stop();
    },
    { scope: 'worker' },
  ],

  app: async ({ kind, engine, host, serverEnv, onlyReads, sharedDemo }, use) => {
    const app = onlyReads ? await sharedDemo() : await startApp({ kind, engine, host, env: serverEnv });
    await use(app);
    if (!onlyReads) await app.stop();
  },

  baseURL: async ({ app }, use) => use(app.url),

  watch: [
    async ({ context, app, onlyReads }, use) => {
      const [problems, changes] = [watchProblems(), watchChanges()];
      const watch = async (each: BrowserContext): Promise<void> => {
        await problems.watch(each);
        if (onlyReads) await changes.watch(each);
      };
      await watch(context);
      await use({ ...problems, watch });
      await letGo(context);
      expect(problems.found(), 'complaints of the browser').toEqual([]);
      expect(await changes.found(), 'changes of a server that is only read').toEqual([]);
      if (onlyReads) await signOut(context, app.url);
    },
    { auto: true },
  ],

  problems: async ({ watch }, use) => use(watch),

  newPage: async (
    { browser, watch, baseURL, viewport, hasTouch, isMobile, locale, timezoneId, serviceWorkers },
    use,
  ) => {
    const device: BrowserContextOptions = {
      baseURL,
      viewport,
      hasTouch,
      isMobile,
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

/** Tests that change nothing on the server, in files whose other tests do. */
export const readingTest = test.extend({ onlyReads: true });

function windowOf(size: Size, { tags }: TestInfo): (typeof windows)[Size] {
  return windows[tags.includes('@desktop') ? 'desktop' : size];
}

/** A call that a test answers may still be running: the teardown waits neither for it nor for a window that closes by itself. */
async function letGo(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    await page.unrouteAll({ behavior: 'ignoreErrors' }).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  }
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}
