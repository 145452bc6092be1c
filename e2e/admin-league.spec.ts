import { becomeAdmin, enterAs, signUp } from './admin-people.ts';
import { expect, test } from './support/test.ts';

/** How long the way from nothing to a running pool may take, clicks and all. */
const WAY_MS = 180_000;

const season = new Date().getUTCFullYear() + 1;

const games = [
  'game_id,season,game_type,week,gameday,gametime,away_team,away_score,home_team,home_score,spread_line',
  `${season}_01_LV_KC,${season},REG,1,${season}-09-13,13:00,LV,,KC,,6.5`,
  `${season}_01_NYJ_BUF,${season},REG,1,${season}-09-13,16:25,NYJ,,BUF,,3`,
  `${season}_02_CHI_GB,${season},REG,2,${season}-09-20,13:00,CHI,,GB,,`,
].join('\n');

for (const engine of ['sqlite', 'postgres'] as const) {
  test.describe(`an empty league on ${engine}`, { tag: engine === 'sqlite' ? '@phone' : '@desktop' }, () => {
    test.use({ kind: 'league', engine });

    test('an admin takes it to a running pool', async ({ page, app, newPage }) => {
      test.setTimeout(2 * WAY_MS);
      await signUp(app, 'Ann');
      await signUp(app, 'Bob');
      await becomeAdmin(app, page);
      const startedAt = Date.now();

      await expect(page.getByRole('heading', { level: 1, name: 'Welcome, boss' })).toBeVisible();
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('link', { name: 'Admin' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
      const tabs = page.getByRole('navigation', { name: 'Admin panel' });
      await tabs.getByRole('link', { name: 'Pools' }).click();
      await expect(page.getByRole('heading', { name: 'No pools yet' })).toBeVisible();
      await page.getByRole('link', { name: 'Load season' }).click();

      await expect(page.getByText('spread_line')).toBeVisible();
      const file = page.getByLabel('Games file (CSV)');
      const preview = page.getByRole('button', { name: 'Preview' });
      await expect(preview).toBeDisabled();
      const flawed = games.replace('6.5', 'six').replace(',NYJ,', ',JFK,');
      await file.setInputFiles({ name: 'flawed.csv', mimeType: 'text/csv', buffer: Buffer.from(flawed) });
      await page.getByLabel('Season').fill(String(season));
      await preview.click();
      await expect(page.getByText('2 errors:')).toBeVisible();
      await expect(page.getByText(/^Line 2, column \d+: spread_line: 'six'/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Load season' })).toHaveCount(0);

      await file.setInputFiles({ name: 'games.csv', mimeType: 'text/csv', buffer: Buffer.from(games) });
      await expect(page.getByText('games.csv is ready')).toBeVisible();
      await preview.click();
      await expect(page.getByText('3 games in 2 weeks.')).toBeVisible();
      for (const [words, count] of [
        ['Added', 3],
        ['Changed', 0],
        ['Unchanged', 0],
        ['Kept as set by an admin', 0],
      ] as const) {
        const number = page.locator('dl > div').filter({ has: page.getByText(words, { exact: true }) });
        await expect(number.getByRole('definition')).toHaveText(String(count));
      }
      await page.getByRole('button', { name: 'Load season' }).click();
      await expect(page.getByText(`Season ${season} is loaded`)).toBeVisible();
      await expect(page).toHaveURL('/admin/pools');

      await page.getByRole('button', { name: 'New Pool' }).click();
      const form = page.getByRole('dialog', { name: 'New Pool' });
      await form.getByLabel('Name').fill('  Sunday Crew ');
      await form.getByRole('button', { name: 'Create' }).click();
      await expect(page).toHaveURL(/\/admin\/pools\/edit\/.+/);

      const users = page.getByRole('region', { name: 'Users' });
      await users.getByRole('checkbox', { name: 'Ann' }).check();
      await users.getByRole('checkbox', { name: 'Bob' }).check();
      const weeks = page.getByRole('region', { name: 'Weeks' });
      await weeks.getByRole('button', { name: `All weeks of ${season}` }).click();
      await expect(weeks.getByLabel('Week 1')).toBeChecked();
      await expect(weeks.getByLabel('Week 2')).toBeChecked();
      await expect(page.getByRole('region', { name: 'Who has not picked' })).toContainText('2 of 2 missing');
      await page.getByRole('button', { name: 'Save Pool' }).click();
      await expect(page).toHaveURL('/admin/pools');
      const pool = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Sunday Crew' }) });
      await expect(pool).toContainText('2 users · 2 weeks');

      const took = Date.now() - startedAt;
      test.info().annotations.push({ type: 'from nothing to a running pool', description: `${took} ms` });
      expect(took).toBeLessThan(WAY_MS);

      const player = await newPage();
      await enterAs(player, 'Ann', '/picks');
      const chiefs = player.getByRole('button', { name: 'Pick Kansas City Chiefs' });
      await chiefs.click();
      await expect(chiefs).toHaveAttribute('aria-pressed', 'true');
    });
  });
}
