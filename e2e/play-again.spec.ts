import type { Page } from '@playwright/test';
import { addWeeks } from '#server/game-changes/store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { withLeague } from '../tests/direct-league.ts';
import { HOUR_MS, makePicksLeague } from './picks-league.ts';
import type { App } from './support/app.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

test('a pool whose season is over is played again in the next', { tag: '@long' }, async ({ page, app }) => {
  const over = { home: 'KC', away: 'LV', kickoff: Date.now() - 24 * HOUR_MS, status: 'Final', homeScore: 7 } as const;
  const league = await makePicksLeague(app, { games: [over] });
  await change(app, ({ db }) => db.updateTable('pools').set({ name: 'Thumbs Up 2026' }).execute());
  await league.open(page, 'ann', '/admin/pools');
  const old = card(page, 'Thumbs Up 2026');
  await expect(old.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  const playAgain = old.getByRole('button', { name: 'Play again: Thumbs Up 2026' });
  await playAgain.click();
  const dialog = page.getByRole('dialog', { name: 'Play Again' });
  await expect(dialog).toContainText("Season 2027 isn't loaded yet.");
  await expect(dialog.getByRole('button', { name: 'Create' })).toHaveCount(0);
  await dialog.getByRole('link', { name: 'Load season' }).click();
  await expect(page).toHaveURL('/admin/season');

  await change(app, ({ db }) => addWeeks(db, ['2027-week1', '2027-week2']));
  await page.goto('/admin/pools');
  await playAgain.click();
  await expect(dialog).toContainText('Create Thumbs Up 2027 for season 2027?');
  await expect(dialog).not.toContainText('already');
  await checkAxeInBothThemes(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('status').getByText('Thumbs Up 2027 is ready for 2027')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const made = card(page, 'Thumbs Up 2027');
  await expect(made).toContainText('2 users · 2 weeks');
  await expect(made.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await expect(made.getByRole('button', { name: /^Play/ })).toHaveCount(0);
  await expect(old).toContainText('2 users · 1 week');

  await playAgain.click();
  await expect(dialog).toContainText('There is a pool of this name in season 2027 already.');
  await page.keyboard.press('Escape');
  await expect(playAgain).toBeFocused();
});

/** Changes the database directly. */
function change(app: App, act: (store: Store) => Promise<unknown>): Promise<unknown> {
  return withLeague(app.env.DATABASE_URL ?? app.env.DATABASE_FILE ?? '', ({ store }) => act(store));
}

function card(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
}
