import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const WEEKS = ['2026-week1', '2026-week2'];

test('a card says whether its line is frozen, and a corrected line reaches it at once', { tag: '@long' }, async ({
  page,
  app,
  context,
}) => {
  const league = await makePicksLeague(app, {
    rules: { useSpread: true, line: 'frozen' },
    weeks: WEEKS,
    games: [
      { away: 'NE', home: 'CAR', kickoff: Date.now() - HOUR_MS, status: 'In Progress', spread: 3 },
      { away: 'GB', home: 'DET', kickoff: Date.now() + 14 * 24 * HOUR_MS, spread: 3, weekId: WEEKS[1] ?? '' },
    ],
  });
  const card = (home: string) => page.locator(`#game-${gidOf(home)}`);
  const shown = (text: string) => card('CAR').getByText(text, { exact: true }).filter({ visible: true });
  await league.open(page, 'ann', `/picks?week=${WEEKS[1]}`);
  await expect(page.getByText('Regular Season · Not Started · Line moves until Tuesday 12:00 ET')).toBeVisible();
  await expect(card('DET').getByText('Frozen').filter({ visible: true })).toBeHidden();
  await league.open(page);
  await expect(shown('Frozen')).toBeVisible();
  await expect(shown('CAR 3')).toBeVisible();

  const admin = await context.newPage();
  await admin.goto(`/admin/pools/edit/${league.poolId}/weeks`);
  const lines = admin.getByRole('region', { name: 'Frozen lines' });
  await expect(lines.getByLabel('Game')).toContainText('NE @ CAR · CAR favored by 3');
  await checkAxe(admin);
  await lines.getByLabel('New line').fill('-6.5');
  await expect(lines.getByText('NE favored by 6.5')).toBeVisible();
  await lines.getByLabel('Why is it corrected?').fill('The sides were swapped');
  await lines.getByRole('button', { name: 'Correct line' }).click();
  await expect(lines.getByText('Corrected.')).toBeVisible();
  await expect(lines.getByLabel('Game')).toContainText('NE favored by 6.5');
  await expect(shown('NE 6.5')).toBeVisible();
  await admin.goto('/pool/log');
  await expect(admin.getByText('reason: The sides were swapped')).toBeVisible();
});
