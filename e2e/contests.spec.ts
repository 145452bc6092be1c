/** Rules that leagues add to plain pick'em: upset points, deadlines of their own, the points of confidence. */
import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { ruleValue, setRule } from './support/rulebook.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const soon = Date.now() + 6 * HOUR_MS;

test('a card names the underdog and what a right pick of it is worth, and the score explains it', {
  tag: '@long',
}, async ({ page, app }) => {
  const league = await makePicksLeague(app, {
    rules: { upset: 'line' },
    games: [
      { away: 'DAL', home: 'PHI', kickoff: soon, spread: 6.5 },
      { away: 'GB', home: 'DET', kickoff: soon, spread: -3 },
      { away: 'NE', home: 'CAR', kickoff: soon, spread: null },
    ],
    picks: { PHI: 'away', DET: 'away' },
  });
  const card = (home: string) => page.locator(`#game-${gidOf(home)}`);
  await league.open(page);
  await expect(card('PHI').getByText('PHI 6.5').filter({ visible: true })).toBeVisible();
  await expect(card('PHI').getByText('DAL: 7 points').filter({ visible: true })).toBeVisible();
  await expect(card('DET').getByText('DET: 3 points').filter({ visible: true })).toBeVisible();
  await expect(card('CAR')).toBeVisible();
  await expect(card('CAR').getByText(/points/)).toHaveCount(0);
  await checkAxeInBothThemes(page);
  await league.edit('PHI', { status: 'Final', awayScore: 24, homeScore: 20 });
  await league.edit('DET', { status: 'Final', awayScore: 24, homeScore: 20 });
  await page.goto('/scoreboard');
  await page.getByRole('button', { name: /^8/ }).first().click();
  await page
    .getByRole('list', { name: 'Weeks' })
    .getByRole('button', { name: /^Week 1/ })
    .click();
  await expect(page.getByText('Underdog by 6.5, rounded up: 7 points.')).toBeVisible();
});

test('the form says that a late pick makes an entry play the week, and the week is blank before @desktop', {
  tag: '@long',
}, async ({ page, app }) => {
  const league = await makePicksLeague(app, {
    rules: { weekly: true },
    games: [
      { away: 'DAL', home: 'PHI', kickoff: Date.now() - HOUR_MS },
      { away: 'GB', home: 'DET', kickoff: soon },
    ],
  });
  await league.open(page);
  await expect(page.getByText('Not playing this week yet. Your first pick to lock enters you.')).toBeVisible();
  await page.goto('/matchup');
  const row = page.getByRole('row').filter({ hasText: 'Player 2' });
  await expect(row.getByRole('button', { name: '–' })).toHaveCount(1);
  await row.getByRole('button', { name: 'Player 2' }).click();
  const form = page.getByRole('dialog', { name: 'Enter picks for Player 2' });
  const says = form.getByText('This enters Player 2 in Week 1, and the fee is due.');
  await form.getByRole('group', { name: 'GB @ DET' }).getByRole('button', { name: 'DET' }).click();
  await expect(says).toHaveCount(0);
  await form.getByRole('group', { name: 'DAL @ PHI' }).getByRole('button', { name: 'PHI' }).click();
  await expect(says).toBeVisible();
});

test('a commissioner leaves a game out, and its players see it go, and what becomes of their pick', {
  tag: '@desktop',
}, async ({ page, app }) => {
  const league = await makePicksLeague(app, {
    rules: { slate: 'chosen' },
    weeks: ['2026-week1', '2026-week2'],
    games: [
      { away: 'DAL', home: 'PHI', kickoff: soon },
      { away: 'GB', home: 'DET', kickoff: soon },
    ],
    picks: { PHI: 'away' },
  });
  const card = (home: string) => page.locator(`#game-${gidOf(home)}`);
  await league.open(page);
  await expect(card('PHI')).toBeVisible();
  const manager = await page.context().newPage();
  await manager.goto('/pool/manage/weeks');
  await manager.getByRole('checkbox', { name: 'DAL @ PHI' }).uncheck();
  await expect(manager.getByText("1 pick of games that you leave out won't count.")).toBeVisible();
  await checkAxeInBothThemes(manager);
  const chosenWeek = manager.getByRole('region', { name: 'Games of the week' }).getByLabel('Week');
  manager.once('dialog', (dialog) => dialog.dismiss());
  await chosenWeek.selectOption('Week 2');
  await expect(chosenWeek).toHaveValue('2026-week1');
  await manager.getByRole('button', { name: 'Save: 1 game' }).click();
  await expect(manager.getByText('Saved.')).toBeVisible();
  await expect(manager.getByRole('checkbox', { name: /^Week 1/ })).toHaveAccessibleDescription('1 game');
  await expect(card('DET')).toBeVisible();
  await expect(card('PHI')).toHaveCount(0);
  const kept = page.getByText('DAL @ PHI: your pick is kept, and counts if the game comes back.');
  await expect(kept).toBeVisible();
  await page.getByRole('combobox', { name: 'Select Week:' }).selectOption('All Weeks');
  await expect(page.getByRole('region', { name: 'Week 2' })).toBeVisible();
  await expect(kept).toBeVisible();

  await manager.getByRole('checkbox', { name: 'GB @ DET' }).uncheck();
  await expect(manager.getByText('Choose at least one game.')).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Save: 0 games' })).toBeDisabled();
  await league.edit('DET', { status: 'In Progress', homeScore: 0, awayScore: 0 });
  await league.edit('DET', { void: 'cancelled' });
  await expect(manager.getByRole('checkbox', { name: 'DAL @ PHI' })).toBeDisabled();
  await expect(page.getByText("DAL @ PHI: your pick doesn't count.")).toBeVisible();
});

test('a commissioner sets a deadline of the pool’s own, and members read it', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const league = await makePicksLeague(app, { games: [{ away: 'DAL', home: 'PHI', kickoff: soon + 240 * HOUR_MS }] });
  await league.open(page, 'ann', `/admin/pools/edit/${league.poolId}`);
  const settings = page.getByRole('region', { name: 'Settings' });
  await expect(ruleValue(settings, 'Day of the deadline')).toHaveCount(0);
  await setRule(settings, 'Picks lock', 'At a set day and time');
  await setRule(settings, 'Day of the deadline', 'Thursday');
  await setRule(settings, 'Time of the deadline, Eastern', '6 PM');
  await checkAxeInBothThemes(page);
  await settings.getByRole('button', { name: 'Save Pool' }).click();
  await expect(page).toHaveURL('/admin/pools');
  await page.goto('/pool/rules');
  await expect(page.getByText("all of a week's games on Thursday at 6 PM Eastern").first()).toBeVisible();
});

for (const [format, wanted, said] of [
  ['pickem', 'favorites', 'If you forget: favorites'],
  ['survivor', 'teams in order', 'If you forget: PHI first'],
] as const)
  test(`a player says once what counts if they forget: ${wanted}`, {
    tag: format === 'survivor' ? '@long' : [],
  }, async ({ page, app }) => {
    const games = [{ away: 'DAL', home: 'PHI', kickoff: soon, spread: 6.5 }];
    const league = await makePicksLeague(app, { rules: { format, missed: 'own' }, games });
    await league.open(page);
    await page.getByRole('button', { name: 'If you forget: nothing' }).click();
    const dialog = page.getByRole('dialog', { name: 'If you forget' });
    if (format === 'pickem') await dialog.getByLabel('A game without a pick counts as').selectOption('The favorite');
    else
      for (const team of ['Philadelphia Eagles', 'Kansas City Chiefs'])
        await dialog.getByRole('button', { name: team }).click();
    await checkAxeInBothThemes(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: said })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: said })).toBeVisible();
    await expect(page.getByText('your list steps in')).toHaveCount(format === 'survivor' ? 1 : 0);
  });
