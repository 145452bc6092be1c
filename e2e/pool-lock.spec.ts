import type { Page } from '@playwright/test';
import { half } from './cards.ts';
import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkAxe } from './support/pages.ts';
import { openRule } from './support/rulebook.ts';
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
