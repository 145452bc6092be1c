import type { Page } from '@playwright/test';
import type { Session } from '#contract/accounts.ts';
import type { PoolListing } from '#contract/pools.ts';
import { footers } from '#web/layout/footers.ts';
import { signInToDemo } from './demo-login.ts';
import { mockReply } from './support/mock-reply.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

interface Pools {
  readonly pools: readonly PoolListing[];
}

/** Opens the menu on phones; on wide screens everything is in the header. */
async function openMenu(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

const shown = { visible: true } as const;
/** Waits for the pools. */
async function poolNames(page: Page): Promise<string[]> {
  await expect(poolList(page)).toBeEnabled();
  return poolList(page).locator('option').allTextContents();
}

const poolList = (page: Page) => page.getByLabel('Pool', { exact: true }).filter(shown);

test('the header names the product and links to every screen of a player', async ({ page }) => {
  await signInToDemo(page, 'alex');
  const header = page.getByRole('banner');
  await expect(header.getByText('Where champions are made!')).toBeAttached();
  await expect(header.locator('a[href="/"]').filter({ hasText: "Pick'em" })).toBeVisible();
  await openMenu(page);
  for (const [name, path] of [
    ['Picks', '/picks'],
    ['MatchUp', '/matchup'],
    ['Scoreboard', '/scoreboard'],
    ['Pool', '/pool'],
  ] as const) {
    await expect(header.getByRole('link', { name, exact: true }).filter(shown)).toHaveAttribute('href', path);
  }
  await expect(header.getByRole('link', { name: /Alex/ }).filter(shown)).toHaveAttribute('href', '/profile');
  await expect(header.getByRole('button', { name: 'Logout' }).filter(shown)).toBeVisible();
  await expect(header.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await expect(page.getByText('Demo league on its own clock:')).toBeVisible();

  await mockReply<Session>(page, '/api/session', (session) => ({
    ...session,
    user: session.user && { ...session.user, displayName: '' },
  }));
  await page.reload();
  await openMenu(page);
  const nameless = header.getByRole('link', { name: /alex@demo\.pickem/ }).filter(shown);
  await expect(nameless).toHaveAttribute('href', '/profile');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(nameless).toHaveText('alex@demo.pickem');
});

test('the tabs of a phone are the screens of the pool, which opens at unread talk, otherwise at its rules', async ({
  page,
}) => {
  let readUntil = Number.MAX_SAFE_INTEGER;
  await mockReply<Pools>(page, '/api/pools', ({ pools }) => ({
    pools: pools.map((pool) => ({ ...pool, readUntil })),
  }));
  await signInToDemo(page, 'alex', '/picks');
  const tabs = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link');
  await expect(tabs).toHaveText(['Picks', 'MatchUp', 'Scoreboard', 'Pool']);
  await tabs.filter({ hasText: 'Pool' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
  await expect(tabs.filter({ hasText: 'Pool' })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL('/pool/rules');
  await page.goBack();
  await expect(page).toHaveURL('/picks');

  readUntil = 0;
  await page.reload();
  await tabs.filter({ hasText: 'Pool' }).click();
  await expect(page).toHaveURL('/pool/talk');
  await expect(page.getByRole('heading', { level: 1, name: 'Talk' })).toBeVisible();
});

for (const [person, count] of [
  ['alex', 12],
  ['commissioner', 13],
] as const) {
  test(`the header of ${person} has room for everything: only name and pool are truncated`, {
    tag: ['@desktop', '@long'],
  }, async ({ page }) => {
    await mockReply<Session>(page, '/api/session', (session) => ({
      ...session,
      user: session.user && { ...session.user, displayName: 'W'.repeat(50) },
    }));
    await mockReply<Pools>(page, '/api/pools', ({ pools }) => ({
      pools: pools.map((pool) => ({
        ...pool,
        name: `${pool.name} ${'of the Long Sundays '.repeat(4)}`,
        details: pool.details && { ...pool.details, moneyUrl: 'https://money.example.org/pot' },
      })),
    }));
    await signInToDemo(page, person, '/profile');
    for (const width of [768, 1023, 1024, 1060, 1100, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const parts = page.getByRole('banner').locator('a, button, select').filter(shown);
      // If there is a menu, it contains the pools, 'New Pool', the sound and the account.
      await expect(parts).toHaveCount(width < 1024 ? count - 4 : count);
      const boxes = await parts.evaluateAll((all) =>
        all.map((each) => {
          const { left, right } = each.getBoundingClientRect();
          return { name: each.textContent, isCut: each.scrollWidth > each.clientWidth, left, right };
        }),
      );
      for (const [at, { name, isCut, left, right }] of boxes.entries()) {
        const where = `at ${width}: ${name}`;
        expect(left, where).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0);
        expect(right, where).toBeLessThanOrEqual(width);
        expect(right - left, where).toBeGreaterThanOrEqual(44);
        expect(isCut && !name.includes('Long Sundays'), where).toBe(false);
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `at ${width}`).toBeLessThanOrEqual(0);
    }
  });
}

test('the pool list changes the pool, and the device remembers it', { tag: ['@desktop', '@long'] }, async ({
  page,
}) => {
  await signInToDemo(page, 'alex');
  // In the header itself, not in a menu.
  const names = await poolNames(page);
  expect(names.length).toBeGreaterThan(1);
  const other = names.at(-1) ?? '';
  await poolList(page).selectOption({ label: other });
  await page.reload();
  await expect(poolList(page).locator('option:checked')).toHaveText(other);
});

test('on phones the name above the title switches between pools, and the menu closes once one is chosen', async ({
  page,
}) => {
  await signInToDemo(page, 'alex', '/matchup');
  const name = page.getByRole('combobox', { name: 'Switch pool' });
  await expect(name.locator('option')).toHaveCount(6);
  const [first = '', other = ''] = await name.locator('option').allTextContents();
  await name.selectOption({ label: other });
  await expect(page.getByRole('table')).toBeVisible();
  await expect(name.locator('option:checked')).toHaveText(other);
  await expect(name).toBeFocused();
  await openMenu(page);
  await poolList(page).selectOption({ label: first });
  await expect(poolList(page)).toHaveCount(0);
  await expect(name.locator('option:checked')).toHaveText(first);
});

test.describe('on a server of its own', () => {
  test.use({ onlyReads: false });

  test('a new device starts with the pool last chosen on any device, and then keeps its own choice', {
    tag: ['@desktop', '@long'],
  }, async ({ page, newPage }) => {
    await signInToDemo(page, 'alex');
    const names = await poolNames(page);
    const [first = '', other = ''] = [names[0], names.at(-1)];
    const choose = async (on: Page, label: string) => {
      const kept = on.waitForResponse('**/api/profile');
      await poolList(on).selectOption({ label });
      expect((await kept).status()).toBe(200);
    };
    await choose(page, other);
    const device = await newPage();
    await signInToDemo(device, 'alex');
    await expect(poolList(device).locator('option:checked')).toHaveText(other);
    await choose(device, first);
    await page.reload();
    await expect(poolList(page).locator('option:checked')).toHaveText(other);
  });
});

test('the menu of a small phone scrolls to its end, and leads home and, for those who run the pool, to Manage', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await signInToDemo(page, 'commissioner', '/profile');
  await openMenu(page);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
  await menu.getByRole('link', { name: 'Manage pool' }).click();
  await expect(page).toHaveURL('/pool/manage');
  await expect(page.getByRole('heading', { name: 'What you pick' })).toBeVisible();
  await openMenu(page);
  await menu.getByRole('link', { name: 'This week' }).click();
  await expect(page.getByRole('heading', { name: 'Picks made' })).toBeVisible();
});

test('a deleted pool is replaced by the first pool that the person is in', { tag: '@long' }, async ({ page }) => {
  let gone = '';
  await mockReply<Pools>(page, '/api/pools', ({ pools }) => ({ pools: pools.filter(({ name }) => name !== gone) }));
  await signInToDemo(page, 'alex');
  await openMenu(page);
  const names = await poolNames(page);
  gone = names.at(-1) ?? '';
  await poolList(page).selectOption({ label: gone });
  await page.reload();
  await openMenu(page);
  await expect(poolList(page).locator('option')).toHaveText(names.filter((name) => name !== gone));
  await expect(poolList(page).locator('option:checked')).toHaveText(names[0] ?? '');
});

test('without pools, the list is disabled and says so', { tag: '@long' }, async ({ page }) => {
  await mockReply<Pools>(page, '/api/pools', () => ({ pools: [] }));
  await signInToDemo(page, 'alex');
  await openMenu(page);
  await expect(poolList(page)).toBeDisabled();
  await expect(poolList(page).locator('option')).toHaveText('No pools available');
});

test('if pools cannot be read, there is no list and no choice, but a retry button', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/Error fetching pools|status of 500/);
  let broken = true;
  await page.route('**/api/pools', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'Something went wrong.' } } })
      : route.continue(),
  );
  await signInToDemo(page, 'alex');
  await expect(page.getByRole('heading', { name: "Couldn't load pools" })).toBeVisible();
  await openMenu(page);
  await expect(poolList(page)).toHaveCount(0);
  await expect(page.getByText('No pools available')).toHaveCount(0);
  expect(problems.found()).toEqual([]);
  broken = false;
  await page.getByRole('banner').getByRole('button', { name: "Couldn't load pools. Try again" }).filter(shown).click();
  await expect(poolList(page)).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Picks made' })).toBeVisible();
});

test('the money page opens in a new tab, only where the pool has one, and is named Pay beside a ledger', {
  tag: '@long',
}, async ({ page }) => {
  let [moneyUrl, hasMoney] = ['https://money.example.org/pot', false];
  await mockReply<Pools>(page, '/api/pools', ({ pools }) => ({
    pools: pools.map((pool) => ({ ...pool, details: pool.details && { ...pool.details, moneyUrl, hasMoney } })),
  }));
  await signInToDemo(page, 'alex');
  await openMenu(page);
  const link = page.getByRole('link', { name: /^Money/ }).filter(shown);
  await expect(link).toHaveAttribute('href', moneyUrl);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAccessibleName('Money (opens in a new tab)');
  await expect(link).toHaveAttribute('rel', /noopener/);
  hasMoney = true;
  await page.reload();
  await openMenu(page);
  await expect(page.getByRole('link', { name: 'Pay (opens in a new tab)' }).filter(shown)).toBeVisible();
  await expect(link).toHaveCount(0);
  [moneyUrl, hasMoney] = ['', false];
  await page.reload();
  await openMenu(page);
  await expect(poolList(page)).toBeEnabled();
  await expect(page.getByRole('link', { name: /^Money/ })).toHaveCount(0);
});

test('the logo flips every five seconds, except with reduced motion', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await signInToDemo(page, 'alex');
  const turning = page.getByRole('banner').locator('a[href="/"] span[style]').first();
  await expect(turning).toHaveAttribute('style', /rotateY\(0deg\)/);
  await page.clock.runFor(5000);
  await expect(turning).toHaveAttribute('style', /rotateY\(180deg\)/);
  await page.clock.runFor(5000);
  await expect(turning).toHaveAttribute('style', /rotateY\(360deg\)/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(turning).toHaveAttribute('style', /rotateY\(0deg\)/);
  await page.clock.runFor(12_000);
  await expect(turning).toHaveAttribute('style', /rotateY\(0deg\)/);
});

test('one of the 29 pictures is at the bottom, another if one is broken, and the build time at the right', {
  tag: ['@desktop', '@long'],
}, async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/);
  const asked: string[] = [];
  await page.route('**/assets/g/footers/*', async (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    if (asked.length === 1) await route.abort();
    else await route.continue();
  });
  await signInToDemo(page, 'alex');
  const foot = page.getByRole('contentinfo');
  await foot.scrollIntoViewIfNeeded();
  await expect.poll(() => asked.length).toBe(2);
  expect(footers).toHaveLength(29);
  expect(new Set(asked).size).toBe(2);
  expect(asked.filter((file) => !footers.includes(file))).toEqual([]);
  await expect.poll(() => foot.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const time = foot.getByText(/^Version \d\S+ · Build /);
  await expect(time).toBeVisible();
  expect(Date.parse((await time.locator('time').getAttribute('datetime')) ?? '')).toBeGreaterThan(0);
  expect(await time.evaluate((text) => getComputedStyle(text).textAlign)).toBe('right');
});

test('if no picture loads, each is requested once and none is shown', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/);
  const asked: string[] = [];
  await page.route('**/assets/g/footers/*', async (route) => {
    asked.push(route.request().url());
    await route.abort();
  });
  await signInToDemo(page, 'alex');
  const foot = page.getByRole('contentinfo');
  await foot.scrollIntoViewIfNeeded();
  await expect(foot.locator('img')).toHaveCount(0);
  expect(asked).toHaveLength(29);
  expect(new Set(asked).size).toBe(29);
});

test('the keyboard skips to the content, opens the menu and returns from it', async ({ page }) => {
  await signInToDemo(page, 'alex');
  await expect(page.getByRole('heading', { name: 'Picks made' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const menu = page.getByRole('button', { name: 'Menu' });
  if (!(await menu.isVisible())) return;
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(poolList(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(poolList(page)).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('nothing overflows the screen at any width, nor at twice the text size', { tag: ['@desktop', '@long'] }, async ({
  page,
}) => {
  test.slow();
  await signInToDemo(page, 'alex');
  for (const path of ['/', '/test', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [640, 400],
      [768, 1024],
      [1024, 768],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      // Not `innerWidth`: a phone zooms out until a page that is too wide fits.
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(needed, `${path} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
  // The browser's own setting, which leaves the width of the window as it is.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/', '/pools/new', '/profile/messages']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});
