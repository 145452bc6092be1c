import type { Locator } from '@playwright/test';
import { usualEngines } from '#tests/engines.ts';
import { adminLink } from './admin-people.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** The maximum time from an empty league to a running pool, including clicks. */
const WAY_MS = 180_000;
/** The maximum number of taps from the first sign-in to an invite link. */
const WAY_TAPS = 11;
/** The maximum number of taps of a new player from the link to fifteen picks. */
const PICKS_TAPS = 22;
const PICKS_FIELDS = 4;

const season = new Date().getUTCFullYear() + 1;

const others =
  'MIA NE CIN CLE PIT BAL HOU IND JAX TEN DEN LAC DAL NYG PHI WAS DET MIN NO ATL CAR TB SEA LAR ARI SF'.split(' ');
const firstWeek = ['LV,,KC,,6.5', 'NYJ,,BUF,,3', ...pairs(others).map(([away, home]) => `${away},,${home},,`)];
const games = [
  'game_id,season,game_type,week,gameday,gametime,away_team,away_score,home_team,home_score,spread_line',
  ...firstWeek.map((line, index) => `${season}_01_${index},${season},REG,1,${season}-09-13,13:00,${line}`),
  `${season}_02_CHI_GB,${season},REG,2,${season}-09-20,13:00,CHI,,GB,,`,
].join('\n');

for (const engine of usualEngines) {
  test.describe(`an empty league on ${engine}`, { tag: engine === 'sqlite' ? [] : '@desktop' }, () => {
    test.use({ kind: 'league', engine });

    test('an admin sets up a running pool, and a new player with the invite link makes fifteen picks', {
      tag: '@long',
    }, async ({ page, app, newPage }) => {
      test.setTimeout(2 * WAY_MS);
      await page.goto(await adminLink(app));
      await page.getByLabel('New password').fill('Tailgate7');
      await page.getByLabel('Confirm password').fill('Tailgate7');
      await page.getByRole('button', { name: 'Set password' }).click();
      const admin = countTaps();
      const startedAt = Date.now();

      await expect(page.getByRole('heading', { level: 1, name: 'Welcome, boss' })).toBeVisible();
      const main = page.getByRole('main');
      await expect(main.getByRole('link')).toHaveText(['Load season']);
      await admin.tap(main.getByRole('link', { name: 'Load season' }));
      await expect(
        page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Load season' }),
      ).toHaveAttribute('aria-current', 'page');

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

      admin.count(2); // The file, and the year: only this test loads next year's season.
      await file.setInputFiles({ name: 'games.csv', mimeType: 'text/csv', buffer: Buffer.from(games) });
      await expect(page.getByText('games.csv is ready')).toBeVisible();
      await admin.tap(preview);
      await expect(page.getByText('16 games in 2 weeks.')).toBeVisible();
      for (const [words, count] of [
        ['Added', 16],
        ['Changed', 0],
        ['Unchanged', 0],
        ['Kept as set by an admin', 0],
      ] as const) {
        const number = page.locator('dl > div').filter({ has: page.getByText(words, { exact: true }) });
        await expect(number.getByRole('definition')).toHaveText(String(count));
      }
      await admin.tap(page.getByRole('button', { name: 'Load season' }));
      await expect(main.getByText(`Season ${season} is loaded`)).toBeVisible();
      await expect(page).toHaveURL('/admin/pools');

      await admin.tap(main.getByRole('link', { name: 'New Pool' }).first());
      await admin.fill(main.getByLabel('Name'), '  Sunday Crew ');
      await admin.tap(main.getByRole('button', { name: 'Create' }));
      const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
      expect(admin.taps()).toBeLessThanOrEqual(WAY_TAPS);
      await expect(page.getByRole('heading', { name: 'Sunday Crew is ready' })).toBeVisible();
      await checkAxe(page);

      await page.goto('/pool/manage/weeks');
      const weeks = page.getByRole('region', { name: 'Weeks' });
      await expect(weeks.getByLabel('Week 1')).toBeChecked();
      await expect(weeks.getByLabel('Week 2')).toBeChecked();
      await page.goto('/admin/pools');
      const pool = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Sunday Crew' }) });
      await expect(pool).toContainText('1 user · 2 weeks');

      const took = Date.now() - startedAt;
      test.info().annotations.push({ type: 'from nothing to a running pool', description: `${took} ms` });
      expect(took).toBeLessThan(WAY_MS);

      const player = await newPage();
      // Without animations: nothing moves between pressing and releasing the mouse.
      await player.emulateMedia({ reducedMotion: 'reduce' });
      const stranger = countTaps();
      await player.goto(link);
      await expect(player.getByRole('heading', { level: 1, name: 'Sunday Crew' })).toBeVisible();
      await expect(player.getByText('boss invites you to')).toBeVisible();
      for (const [name, value] of [
        ['Members', '1'],
        ['Format', "Pick'em, straight up"],
        ['Next lock', /Sep 13/],
      ] as const) {
        await expect(player.locator('dl > div').filter({ hasText: name }).getByRole('definition')).toHaveText(value);
      }
      const create = player.getByRole('button', { name: 'Create account' }).last();
      await expect(create).toBeInViewport({ ratio: 1 });
      await checkAxeInBothThemes(player);
      await stranger.fill(player.getByLabel('Display name'), 'Cid');
      await stranger.fill(player.getByLabel('Email'), 'cid@example.com');
      await stranger.fill(player.getByLabel('Password', { exact: true }), 'Tailgate7');
      await stranger.fill(player.getByLabel('Confirm password'), 'Tailgate7');
      await stranger.tap(create);
      await expect(player).toHaveURL('/picks');
      await expect(player.getByText('Sunday Crew')).not.toHaveCount(0);
      const aways = player.getByRole('article').getByRole('button', { name: /Pick / });
      await expect(aways).toHaveCount(30);
      for (let game = 0; game < 15; game += 1) {
        const side = aways.nth(2 * game);
        await stranger.tap(side);
        await expect(side).toHaveAttribute('aria-pressed', 'true');
        // The page scrolls to the next game: a person does not tap while it moves.
        await player.evaluate(stopsScrolling);
      }
      await expect(player.getByText('All picks submitted!').first()).toBeAttached();
      expect(stranger.fields()).toBeLessThanOrEqual(PICKS_FIELDS);
      expect(stranger.taps()).toBeLessThanOrEqual(PICKS_TAPS);
    });
  });
}

/** Runs in the page: resolves when it has not scrolled for some frames. */
async function stopsScrolling(): Promise<void> {
  const FRAMES = 12;
  let still = 0;
  for (let last = scrollY; still < FRAMES; last = scrollY) {
    await new Promise(requestAnimationFrame);
    still = scrollY === last ? still + 1 : 0;
  }
}

/** Counts the taps that a person needs: filling in a field takes one. */
function countTaps() {
  let taps = 0;
  let fields = 0;
  return {
    taps: () => taps,
    fields: () => fields,
    count(more: number): void {
      taps += more;
    },
    async tap(target: Locator): Promise<void> {
      taps += 1;
      await target.click();
    },
    async fill(field: Locator, text: string): Promise<void> {
      taps += 1;
      fields += 1;
      await field.click();
      await field.fill(text);
    },
  };
}

function pairs(teams: readonly string[]): [string, string][] {
  return teams.flatMap((team, index) => (index % 2 === 0 ? [[team, teams[index + 1] ?? '']] : []));
}
