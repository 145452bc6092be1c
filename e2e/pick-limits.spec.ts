import type { Page } from '@playwright/test';
import { half } from './cards.ts';
import { gidOf, makePicksLeague } from './picks-league.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

function card(page: Page, home: string) {
  return page.locator(`#game-${gidOf(home)}`);
}

test('with a limit of two picks, one of them a best bet, a third game can be picked once one is cleared', {
  tag: '@long',
}, async ({ page, app }) => {
  const league = await makePicksLeague(app, {
    rules: { games: 2, bestBets: 1 },
    games: [
      { away: 'NE', home: 'CAR' },
      { away: 'GB', home: 'DET' },
      { away: 'KC', home: 'LV' },
    ],
    picks: { CAR: 'home' },
  });
  await league.open(page);
  await expect(page.getByText('of 2 picks made')).toBeVisible();
  await half(card(page, 'DET'), 'away').click();
  await expect(page.getByText('All picks submitted!')).toBeVisible();
  await expect(card(page, 'LV').getByText('Limit reached: take one back first')).toBeVisible();
  await expect(half(card(page, 'LV'), 'home')).toBeDisabled();
  await half(card(page, 'CAR'), 'away').click();
  await expect.poll(league.stored).toEqual({ CAR: 'away', DET: 'away' });
  const star = (home: string) => card(page, home).getByRole('button', { name: 'Best bet' });
  await star('DET').click();
  await expect(star('DET')).toHaveAttribute('aria-pressed', 'true');
  await expect(star('CAR')).toBeDisabled();
  await half(card(page, 'DET'), 'home').click();
  await expect.poll(league.stored).toEqual({ CAR: 'away', DET: 'home' });
  await checkAxe(page);

  await card(page, 'CAR').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('1 pick remaining')).toBeVisible();
  await half(card(page, 'LV'), 'home').click();
  await expect.poll(league.stored).toEqual({ CAR: null, DET: 'home', LV: 'home' });
  await expect(card(page, 'CAR').getByText('Limit reached: take one back first')).toBeVisible();

  await league.edit('DET', { status: 'In Progress' });
  await expect(card(page, 'DET').getByRole('img', { name: 'Best bet' })).toBeVisible();
  await page.goto('/matchup');
  await expect(page.getByRole('cell', { name: 'DET Best bet' }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('best bet, counts double');
});
