import type { Page } from '@playwright/test';
import { half } from './cards.ts';
import { gidOf, HOUR_MS, makePicksLeague, WEEK } from './picks-league.ts';
import { checkAxe } from './support/pages.ts';
import { openRule, setRule } from './support/rulebook.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const MINUTE_MS = 60_000;

function card(page: Page, home: string) {
  return page.locator(`#game-${gidOf(home)}`);
}

test('if a week locks as a whole, every card counts down to its first game and closes with it', {
  tag: '@long',
}, async ({ page, app }) => {
  const first = Date.now() + 2 * HOUR_MS;
  const league = await makePicksLeague(app, {
    rules: { deadline: 'week' },
    games: [
      { away: 'NE', home: 'CAR', kickoff: first },
      { away: 'GB', home: 'DET', kickoff: first + 72 * HOUR_MS },
      { away: 'CHI', home: 'MIN', kickoff: first + 72 * HOUR_MS },
    ],
  });
  await league.open(page, 'ann', '/');
  await expect(page.getByText('These lock next: 3 of 3 not picked yet.')).toBeVisible();

  await league.open(page);
  await expect(page.getByText(/^Locks in 1 h \d\d min$/)).toHaveCount(2);
  await half(card(page, 'DET'), 'home').click();
  await expect.poll(league.stored).toEqual({ DET: 'home' });
  const quickFill = page.getByRole('button', { name: 'Quick fill' });
  await expect(quickFill).toBeVisible();

  await league.edit('CAR', { kickoff: Date.now() - 5 * MINUTE_MS + 4000 });
  await expect(page.getByText('May lock at any moment')).toHaveCount(2);
  await expect(half(card(page, 'DET'), 'away')).toBeDisabled();
  await expect(half(card(page, 'CAR'), 'home')).toBeDisabled();
  await expect(page.getByText('2 missed').first()).toBeVisible();
  await expect(quickFill).toHaveCount(0);

  await page.goto(`/admin/pools/edit/${league.poolId}`);
  await openRule(page.getByRole('main'), 'Picks lock');
  await expect(page.getByText(/^Deadlines and games change for weeks that are at least 48 hours away/)).toBeVisible();
  await checkAxe(page);
});

test('a pool that was created in mid-week is told that its open games keep their locks', {
  tag: '@long',
}, async ({ page, app }) => {
  const now = Date.now();
  const league = await makePicksLeague(app, {
    weeks: [WEEK, '2026-week2'],
    games: [
      { away: 'NE', home: 'CAR', kickoff: now - HOUR_MS },
      { away: 'GB', home: 'DET', kickoff: now + 72 * HOUR_MS },
    ],
  });
  await league.open(page, 'ann', `/admin/pools/edit/${league.poolId}`);
  const main = page.getByRole('main');
  const late = main.getByText(
    "It's too late for this in Week 1: its open games keep the locks that they have. This holds from Week 2 on.",
  );
  await openRule(main, 'Picks lock');
  await expect(late).toHaveCount(0);
  await setRule(main, 'Picks lock', "At the week's first game");
  await expect(late).toBeVisible();
  await setRule(main, 'Picks lock', "At each game's kick-off");
  await expect(late).toHaveCount(0);
});
