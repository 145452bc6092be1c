import type { Page } from '@playwright/test';
import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', size: 'desktop' });

const over = { status: 'Final', homeScore: 24, awayScore: 20 } as const;

function card(page: Page, home: string) {
  return page.locator(`#game-${gidOf(home)}`);
}

test('a late rule change is announced until it is read, and missed games count as auto picks', {
  tag: '@long',
}, async ({ page, app }) => {
  const league = await makePicksLeague(app, {
    games: [
      { away: 'NE', home: 'CAR' },
      { away: 'GB', home: 'DET', spread: -3 },
      { away: 'KC', home: 'BUF', kickoff: Date.now() + 72 * HOUR_MS },
    ],
    picks: { CAR: 'away' },
  });
  await league.edit('CAR', over);
  await league.edit('DET', over);
  await league.changeRules({ missed: 'favourite' }, { missed: 'nothing' }, 'Half of us were on a plane');

  await league.open(page, 'bob', '/');
  const news = page.getByRole('region', { name: 'News of this pool' });
  await expect(news).toContainText('Missed picks: Nothing → The favorite');
  await expect(news).toContainText('Why: Half of us were on a plane');
  await expect(page.getByText('2 auto')).toBeVisible();
  await checkAxe(page);
  await news.getByRole('button', { name: 'Got it' }).click();
  await expect(news).toBeHidden();
  await page.reload();
  await expect(page.getByText('Picks made')).toBeVisible();
  await expect(news).toBeHidden();

  await page.goto('/matchup');
  const bob = page.getByRole('row').filter({ hasText: 'Player 2' }).last();
  await expect(bob.getByTitle('Auto: not picked. Correct pick')).toHaveText(/auto\s*CAR/);
  await expect(bob.getByTitle('Auto: not picked. Incorrect pick')).toHaveText(/auto\s*GB/);
  await expect(page.getByRole('row').filter({ hasText: 'Player 1' }).getByTitle(/^Auto/)).toHaveText(/auto\s*GB/);
  await checkAxe(page);

  await page.goto('/picks');
  await page.getByRole('button', { name: /2 games: 1 right, 1 wrong \(2 auto\)/ }).click();
  await expect(card(page, 'CAR')).toContainText('Auto: CAR');
  await expect(card(page, 'DET')).toContainText('Auto: GB');
  await expect(card(page, 'BUF')).not.toContainText('Auto');
  await expect(page.getByText('0of 3 picks made')).toBeVisible();
  await checkAxe(page);
});
