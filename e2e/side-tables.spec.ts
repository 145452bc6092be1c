import { HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkOverflow } from './support/overflow.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const weeks = ['2026-week1', '2026-week9', '2026-week10', '2026-week11'];

test('a commissioner adds side tables by taps, and they are tabs of the Scoreboard', { tag: '@long' }, async ({
  page,
  app,
  newPage,
}) => {
  const league = await makePicksLeague(app, { games: [{ away: 'NE', home: 'CAR' }], weeks });
  const bob = await newPage();
  await league.open(bob, 'bob', '/scoreboard');
  await expect(bob.getByRole('heading', { name: 'No scores available yet' })).toBeVisible();
  const tabs = bob.getByRole('navigation', { name: 'Tables' });
  await expect(tabs).toHaveCount(0);

  await league.open(page, 'ann', '/pool/manage');
  await page.getByRole('link', { name: 'Side tables', exact: true }).click();
  for (const name of ['First half', 'Second half']) await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Monday night' }).click();
  const tables = page.getByRole('region', { name: 'Side tables' });
  await expect(tables.getByRole('listitem')).toHaveCount(3);
  await tables.locator('summary').filter({ hasText: 'First half' }).click();
  await tables.getByRole('button', { name: 'Remove this table: First half' }).click();
  await expect(tables.getByRole('listitem')).toHaveCount(2);

  const half = tables.getByRole('listitem').first();
  await half.locator('summary').first().click();
  await half.getByLabel('Prize ($) in dollars').fill('20');
  await half.getByLabel('Table name').fill('monday NIGHT');
  await expect(half.getByText('Another side table has this name')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save side tables' })).toBeDisabled();
  await half.getByRole('button', { name: 'Last week: Week 11' }).click();
  await checkAxeInBothThemes(page);
  await checkOverflow(page, 'side tables of a pool');
  await half.getByLabel('Table name').fill('Second half');
  await page.getByRole('button', { name: 'Save side tables' }).click();

  await expect(page).toHaveURL('/pool/rules');
  await expect(page.getByText('Most points in Weeks 10 to 11. Prize: $20')).toBeVisible();
  await expect(page.getByText('Most points in Weeks 1 to 11, Monday games only.')).toBeVisible();
  await checkAxeInBothThemes(page);

  await expect(tabs.getByRole('link')).toHaveText(['Season', 'Second half', 'Monday night']);
  await expect(tabs.getByRole('link', { name: 'Season' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'Second half' }).click();
  await expect(bob).toHaveURL(/\/scoreboard\?table=/);
  await expect(tabs.getByRole('link', { name: 'Second half' })).toHaveAttribute('aria-current', 'page');
  const table = bob.getByRole('region', { name: 'Second half' });
  await expect(table.getByText('Prize: $20')).toBeVisible();
  await expect(table.getByText(/^It starts with .* Week 10 or later\./)).toBeVisible();
  await checkAxeInBothThemes(bob);
  await checkOverflow(bob, 'a side table');
  await bob.reload();
  await expect(table).toBeVisible();
  await bob.goBack();
  await expect(bob.getByRole('heading', { name: 'No scores available yet' })).toBeVisible();
});

test('a side table ranks everybody once it has begun, and can no longer be changed', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const league = await makePicksLeague(app, {
    games: [{ away: 'NE', home: 'CAR', kickoff: Date.now() - HOUR_MS }],
    picks: { CAR: 'home' },
  });
  await league.open(page, 'ann', '/pool/manage/side-tables');
  await page.getByRole('button', { name: 'Side table of your own' }).click();
  const name = page.getByLabel('Table name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('placeholder', 'Week 1');
  await expect(page.getByText('Check it')).toHaveCount(0);
  await name.fill('Most right');
  await page.getByRole('group', { name: 'What counts' }).getByRole('button', { name: 'Most right picks' }).click();
  await page.getByRole('button', { name: 'Save side tables' }).click();
  await expect(page).toHaveURL('/pool/rules');

  await league.edit('CAR', { status: 'Final', homeScore: 20, awayScore: 10 });
  await page.goto('/scoreboard');
  await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'Most right' }).click();
  const table = page.getByRole('region', { name: 'Most right' });
  await expect(table.getByText('Decided')).toBeVisible();
  const rows = table.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('1 right');
  await expect(rows.first()).toContainText('Winner');
  await expect(rows.filter({ hasText: 'YOU' })).toHaveCount(1);
  await checkAxeInBothThemes(page);

  await page.goto('/pool/manage/side-tables');
  await expect(page.getByText("It has begun, so it can't be changed.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove this table: Most right' })).toHaveCount(0);
});

test('what somebody else saved first is named, comes along, and nothing typed is lost @desktop', {
  tag: '@long',
}, async ({ page, app, newPage, problems }) => {
  problems.expect(/409|Error saving the side tables/);
  const league = await makePicksLeague(app, { games: [{ away: 'NE', home: 'CAR' }], weeks });
  const other = await newPage();
  await league.open(page, 'ann', '/pool/manage/side-tables');
  await league.open(other, 'ann', '/pool/manage/side-tables');
  for (const name of ['First half', 'Second half']) await page.getByRole('button', { name, exact: true }).click();
  await other.getByRole('button', { name: 'Monday night' }).click();
  await other.getByRole('button', { name: 'Save side tables' }).click();
  await expect(other).toHaveURL('/pool/rules');

  await expect(page.getByText('Changed by someone else: Monday night')).toBeVisible();
  await page.getByRole('button', { name: 'Save side tables' }).click();
  await expect(page.getByRole('alert').getByText(/^Somebody else just changed this/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Side tables' }).locator('li > details > summary')).toHaveText([
    /^Monday night/,
    /^First half/,
    /^Second half/,
  ]);
  await page.getByRole('button', { name: 'Save side tables' }).click();
  await expect(page).toHaveURL('/pool/rules');
  await expect(page.getByText(/^(Monday night|First half|Second half):/)).toHaveCount(3);
});
