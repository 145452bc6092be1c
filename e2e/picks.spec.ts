import type { Route } from '@playwright/test';
import { endedLine, half, openCards } from './cards.ts';
import { signInToDemo } from './demo-login.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, readingTest, test } from './support/test.ts';

test('a pick is saved on tap, can be changed, and survives a reload', { tag: '@desktop' }, async ({ page }) => {
  await signInToDemo(page, 'alex', '/picks');
  const card = openCards(page).first();
  const [away, home] = [half(card, 'away'), half(card, 'home')];
  const made = page.getByText(/of \d+ picks made/).locator('..');
  await expect(away).toHaveAttribute('aria-pressed', 'false');
  const before = await made.textContent();
  for (const [side, of] of [
    ['away', away],
    ['home', home],
  ] as const) {
    await expect(of.locator('img')).toHaveAttribute('src', new RegExp(`/helmets/\\w+/${side}\\.svg$`));
  }
  const columns = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
  expect(new Set(columns).size, 'the columns of the grid').toBeGreaterThan(1);

  const held = Promise.withResolvers<void>();
  const holdBack = (route: Route) => held.promise.then(() => route.continue());
  await page.route('**/api/entries/*/picks', holdBack, { times: 1 });
  await away.click();
  await expect(away).toHaveAttribute('aria-pressed', 'true');
  for (const part of [card, made.locator('..')]) {
    await expect(part.getByText('Saving...')).toBeVisible();
  }
  held.resolve();
  await expect(card.getByText('Saving...')).toBeHidden();
  await expect(made).not.toHaveText(before ?? '');

  await home.focus();
  await page.keyboard.press('Enter');
  await expect(home).toHaveAttribute('aria-pressed', 'true');
  await expect(away).toHaveAttribute('aria-pressed', 'false');
  await expect(card.getByText('Saving...')).toBeHidden();

  await page.reload();
  await expect(home).toHaveAttribute('aria-pressed', 'true');
  await expect(card.getByRole('img', { name: 'Pick made - waiting for result' })).toBeVisible();
});

test('a refused pick is reverted, with the reason', async ({ page, problems }) => {
  problems.expect(/Error saving pick/);
  await signInToDemo(page, 'alex', '/picks');
  const card = openCards(page).first();
  const [away, home] = [half(card, 'away'), half(card, 'home')];
  await away.click();
  await expect(card.getByText('Saving...')).toBeHidden();

  const text = 'This game is locked. Picks can no longer be changed.';
  await page.route('**/api/entries/*/picks', (route) =>
    route.fulfill({ json: { picks: [{ saved: false, code: 'game_locked', message: text }] } }),
  );
  await home.click();
  await expect(card.getByRole('alert')).toHaveText(text);
  await expect.poll(() => problems.logged('Error saving pick')).toBe(true);
  await expect(home).toHaveAttribute('aria-pressed', 'false');
  await expect(away).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Not saved' }).filter({ visible: true }).click();
  await expect(card).toBeFocused();
  await expect(card.getByRole('alert')).toBeInViewport();

  await page.unroute('**/api/entries/*/picks');
  await home.click();
  await expect(card.getByRole('alert')).toBeEmpty();
  await expect(home).toHaveAttribute('aria-pressed', 'true');
});

readingTest(
  "a game locks on the page by the server's clock, without a reload",
  { tag: '@desktop' },
  async ({ page }) => {
    await page.clock.install();
    // The live connection would report that the page's clock has jumped.
    await page.routeWebSocket('**/api/live', (socket) => void socket.close());
    // A call in flight when the clock jumps would seem to last hours.
    const leader = page.waitForResponse('**/leader');
    await signInToDemo(page, 'alex', '/picks');
    const cards = openCards(page);
    await expect(page.getByText(/^Locks in/).first()).toBeVisible();
    await (await leader).finished();
    const open = await cards.count();

    // Two hours later, the first games of the late afternoon have begun; the server has sent nothing.
    await page.clock.fastForward('02:05:00');
    await expect.poll(() => cards.count()).toBeLessThan(open);
  },
);

readingTest(
  'the screen opens at the first open game, and the bar below links to the next unpicked one',
  async ({ page }) => {
    await noteShifts(page);
    await signInToDemo(page, 'alex', '/picks');
    await expect(openCards(page).first()).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await expect(page.getByRole('article').filter({ hasText: 'LIVE' }).first()).not.toBeInViewport();
    await expectShiftBelow(page, UNSEEN_SHIFT);
    await page
      .getByRole('button', { name: 'W8', exact: true })
      .or(page.getByRole('button', { name: 'Week 8' }))
      .click();
    await expect(endedLine(page, /1 game: /).first()).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBeLessThan(300);
    await page.getByRole('button', { name: 'Week 9' }).click();
    await page.getByRole('button', { name: 'Next unpicked' }).click();
    const card = openCards(page).first();
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();

    // The code of a confidence week comes after the page around it.
    await page.getByRole('combobox', { name: /pool/i }).first().selectOption({ label: 'Confidence' });
    await expect(page.getByText(/still possible/)).toBeVisible();
    await page.goto('/picks');
    await expect(card).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await expectShiftBelow(page, UNSEEN_SHIFT);
  },
);

readingTest(
  'games that cannot be loaded show a failure, never an empty list',
  { tag: '@long' },
  async ({ page, problems }) => {
    problems.expect(/status of 500|Error fetching games/);
    // The live connection would bring them anyway.
    await page.routeWebSocket('**/api/live', (socket) => void socket.close());
    await page.route('**/api/pools/*/weeks/*/games', (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: 'unexpected', message: 'An error occurred. Please try again.' } },
      }),
    );
    await signInToDemo(page, 'alex', '/picks');
    await expect(page.getByRole('heading', { name: "Couldn't load games" })).toBeVisible();
    await expect(page.getByText('No games available for this week')).toBeHidden();
    await page.unroute('**/api/pools/*/weeks/*/games');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  },
);

readingTest('a missing helmet is replaced by the name of its team', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/);
  await page.route('**/assets/g/helmets/**', (route) => route.abort());
  await signInToDemo(page, 'alex', '/picks');
  const card = openCards(page).first();
  // Pictures are loaded when they come near.
  await card.scrollIntoViewIfNeeded();
  const away = half(card, 'away');
  await expect(away.locator('.led')).toBeVisible();
  await expect(away.locator('img')).toHaveCount(0);
  const [instead, name] = await away.locator('.font-display, .led').allTextContents();
  // Its record stands beside the name.
  expect(name?.split(' ')[0]).toBe(instead);
});
