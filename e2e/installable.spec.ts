import type { Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { test } from './support/front.ts';
import { expectSeparate } from './support/pages.ts';
import { expect } from './support/test.ts';

test.use({ onlyReads: true, serviceWorkers: 'allow' });
test.beforeEach(({ problems }) =>
  problems.expect(/ERR_|Failed to load resource|WebSocket|Error fetching|Error reading data|fetch/),
);

test('without a connection the app opens with the picks and standings seen last', async ({ page, front }) => {
  await signInToDemo(page, 'alex', '/scoreboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible();
  await expect(page.getByText('Alex').filter({ visible: true }).first()).toBeVisible();
  await expect.poll(() => keptTexts(page)).toContain('"key":["standings"');
  await page.goto('/picks');
  await expect(page.getByText(/of \d+/).first()).toBeVisible();
  const made = await picksMade(page);
  await ready(page);

  front.cut();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Make Your Picks' })).toBeVisible();
  expect(await picksMade(page)).toBe(made);
  await expect(page.getByText(/Connection lost|Not up to date/)).toBeVisible();
  await page.goto('/scoreboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible();
  await expect(page.getByText('Alex').filter({ visible: true }).first()).toBeVisible();
  const status = page.getByRole('status').filter({ hasText: /Connection lost|Not up to date/ });
  await expectSeparate(page.locator('.pinned-row').filter({ visible: true }), status);
  await expect.poll(() => page.locator('.leader-row img').evaluateAll(brokenPictures)).toEqual([]);

  front.mend();
  await page.reload();
  await expect(page.getByText(/Connection lost|Not up to date/)).toHaveCount(0);

  await page.goto('/picks');
  await expect(page.getByText(/of \d+/).first()).toBeVisible();
  front.cut();
  await page.getByRole('link', { name: 'Scoreboard' }).filter({ visible: true }).click();
  await expect(page.getByText('Alex').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: "Couldn't load scores" })).toHaveCount(0);
});

test('after signing out no personal data is left on the device', { tag: '@long' }, async ({ page, front }) => {
  await signInToDemo(page, 'alex', '/picks');
  await ready(page);
  expect(await keptTexts(page)).toContain('alex@demo.pickem');
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect.poll(() => keptTexts(page)).not.toMatch(/alex|demo\.pickem|poolId/i);
  expect(await page.evaluate(() => localStorage.getItem('early'))).toBeNull();

  front.cut();
  await page.goto('/picks');
  await expect(page.getByText("Couldn't load Pick'em")).toBeVisible();
});

test('the data of one person is removed when another signs in, even if nobody signed out', { tag: '@long' }, async ({
  page,
  front,
}) => {
  await signInToDemo(page, 'alex', '/picks');
  await ready(page);
  await page.context().clearCookies();
  await signInToDemo(page, 'sam', '/scoreboard');
  await expect.poll(() => keptTexts(page)).toContain('sam@demo.pickem');
  expect(await keptTexts(page)).not.toContain('alex@demo.pickem');
  front.cut();
  await page.goto('/profile');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('sam@demo.pickem');
});

test('a newer build is announced, and loads when the person chooses', { tag: '@long' }, async ({ page, front }) => {
  await page.goto('/login');
  await installed(page);
  front.deploy();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect.poll(() => buildShownBy(page)).toContain('2031');
  await page.waitForTimeout(3000);
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
});

test('the page itself always comes from the server if it answers', { tag: '@long' }, async ({ page, front }) => {
  await page.goto('/login');
  await installed(page);
  const answer = await page.goto('/login');
  expect(answer?.headers().date).toBeTruthy();
  const calls = await page.evaluate(async () => {
    const names = await caches.keys();
    const found = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map((r) => r.url)),
    );
    return found.flat().filter((url) => url.includes('/api/'));
  });
  expect(calls).toEqual([]);
  front.cut();
  expect((await page.goto('/login'))?.fromServiceWorker()).toBe(true);
});

function brokenPictures(pictures: readonly Node[]): readonly string[] {
  return pictures.flatMap((each) => (each instanceof HTMLImageElement && each.naturalWidth === 0 ? [each.alt] : []));
}

/** Waits until the worker controls the page, and the content of the page is cached. */
async function ready(page: Page): Promise<void> {
  await installed(page);
  await expect.poll(() => keptTexts(page)).toContain('"key":["picks"');
}

async function installed(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept = await caches.match('/last-known', { cacheName: 'last-known' });
    return `${(await kept?.text()) ?? ''} ${JSON.stringify({ ...localStorage })}`;
  });
}

async function picksMade(page: Page): Promise<string | null> {
  return page
    .getByText(/picks made/i)
    .first()
    .locator('..')
    .textContent();
}

/** The build that a fresh page of this browser would run. */
function buildShownBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<string>((resolve) => {
      port1.onmessage = ({ data }) => resolve(String(data));
    });
    navigator.serviceWorker.controller?.postMessage('build', [port2]);
    return answer;
  });
}
