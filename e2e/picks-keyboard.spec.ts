import { half, openCards } from './cards.ts';
import { fullWeek, makePicksLeague } from './picks-league.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', size: 'desktop' });

test('a whole week can be picked by keyboard: up and down between games, left for away, right for home', async ({
  page,
  app,
}) => {
  const games = fullWeek();
  const league = await makePicksLeague(app, { games });
  await league.open(page);
  await expect(openCards(page)).toHaveCount(16);
  await expect(page.getByText('picks the away side')).toBeVisible();

  const first = half(openCards(page).first(), 'away');
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    if (await first.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(first).toBeFocused();
  expect(await first.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');

  const wanted: Record<string, string> = {};
  for (const [at, { home }] of games.entries()) {
    const card = page.locator(`#game-at-${home}`);
    const side = at % 2 === 0 ? ('home' as const) : ('away' as const);
    await page.keyboard.press(side === 'away' ? 'ArrowLeft' : 'ArrowRight');
    await expect(half(card, side)).toBeFocused();
    await expect(half(card, side)).toHaveAttribute('aria-pressed', 'true');
    await expect(half(card, side)).toBeInViewport({ ratio: 1 });
    wanted[home] = side;
    const next = games[at + 1];
    if (next === undefined) break;
    await page.keyboard.press('ArrowDown');
    await expect(half(page.locator(`#game-at-${next.home}`), side)).toBeFocused();
  }
  await page.keyboard.press('ArrowUp');
  await expect(half(page.locator(`#game-at-${games[14]?.home}`), 'away')).toBeFocused();
  await expect(page.getByText('All picks submitted!')).toBeVisible();
  await expect.poll(() => league.stored()).toEqual(wanted);

  // A followed hint is hidden but keeps its space until the next visit.
  const hint = page.getByText('picks the away side');
  await expect(hint).toBeHidden();
  await expect(hint).toHaveCount(1);
  await page.reload();
  await expect(openCards(page).first()).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test('arrow keys skip locked games, and do nothing outside games', { tag: '@long' }, async ({ page, app }) => {
  const [a, b, c] = fullWeek();
  if (!(a && b && c)) throw new Error('A week has three games');
  const league = await makePicksLeague(app, { games: [a, { ...b, status: 'In Progress' }, c] });
  await league.open(page);
  await half(page.locator(`#game-at-${a.home}`), 'home').focus();
  await page.keyboard.press('ArrowDown');
  await expect(half(page.locator(`#game-at-${c.home}`), 'home')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(half(page.locator(`#game-at-${c.home}`), 'home')).toBeFocused();
  await page.getByRole('combobox', { name: 'Select Week:' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('heading', { name: 'Week 1', exact: true })).toBeVisible();
  expect(await league.stored()).toEqual({});
});

test('a key pressed as soon as there is a card counts', { tag: '@long' }, async ({ page, app }) => {
  const [a, b] = fullWeek();
  if (!(a && b)) throw new Error('A week has two games');
  const league = await makePicksLeague(app, { games: [a, b] });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const first = document.querySelector<HTMLElement>('[data-side="home"]:enabled');
      if (first === null) return;
      watch.disconnect();
      first.focus();
      first.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await league.open(page);
  await expect(half(page.locator(`#game-at-${b.home}`), 'home')).toBeFocused();
});

test('keys pressed in quick succession count in order', async ({ page, app }) => {
  const [a, b] = fullWeek();
  if (!(a && b)) throw new Error('A week has two games');
  const league = await makePicksLeague(app, { games: [a, b] });
  await league.open(page);
  await half(page.locator(`#game-at-${a.home}`), 'home').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => league.stored()).toEqual({ [b.home]: 'away' });
});
