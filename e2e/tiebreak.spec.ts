import { slotIn } from '#contract/live.ts';
import type { PicksLeague } from './picks-league.ts';
import { HOUR_MS, makePicksLeague, WEEK } from './picks-league.ts';
import { test } from './support/front.ts';
import { checkAxe } from './support/pages.ts';
import { expect } from './support/test.ts';

test.use({ kind: 'league' });

async function storedGuess(league: PicksLeague): Promise<number | null | undefined> {
  return slotIn(await league.own('bob'), 'guess', WEEK)?.value?.total;
}

test('a guess is saved, changed without a connection, cleared by another game, and visible once locked', async ({
  page,
  app,
  front,
  problems,
}) => {
  // The requests after the first save may still be running when the connection is cut.
  problems.expect(
    /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|Error (saving|fetching)|status of 409|could not be loaded/,
  );
  const league = await makePicksLeague(app, {
    rules: { tiebreak: 'closest-under' },
    games: [
      { away: 'NE', home: 'CAR', kickoff: Date.now() + 2 * HOUR_MS },
      { away: 'GB', home: 'DET', kickoff: Date.now() + 5 * HOUR_MS },
    ],
  });
  await league.open(page, 'bob');
  const tiebreak = page.getByRole('region', { name: 'Tiebreak' });
  const field = tiebreak.getByLabel('Tiebreak: total points in GB at DET');
  await expect(tiebreak.getByRole('status')).toHaveText(
    "No guess yet. If players are tied, the closest guess that isn't over wins the week; if all are over, the closest one does.",
  );
  await page.goto('/');
  await expect(page.getByText('Tiebreak not guessed yet.')).toBeVisible();
  await page.goto('/picks');
  for (const at of [0, 1]) await page.locator('[data-side=home]').nth(at).click();
  await page.getByRole('button', { name: 'Next: tiebreak' }).click();
  await expect(field).toBeFocused();
  await field.fill('41');
  await expect(tiebreak.getByText('Saved')).toBeVisible();
  expect(await storedGuess(league)).toBe(41);
  await expect(page.getByText('Tiebreak not guessed yet.')).toHaveCount(0);
  await field.fill('201');
  await expect(tiebreak.getByText('A whole number from 0 to 200.')).toBeVisible();
  await checkAxe(page);

  await page.context().setOffline(true);
  await field.fill('38');
  await expect(tiebreak.getByText('Not sent yet')).toBeVisible();
  await page.context().setOffline(false);
  await expect(tiebreak.getByText('Saved')).toBeVisible();
  await expect(field).toHaveValue('38');
  expect(await storedGuess(league)).toBe(38);

  // An open page would send requests while nobody is signed in.
  await page.goto('about:blank');
  await league.open(page, 'ann', '/pool/manage/weeks');
  await page.getByRole('link', { name: 'name another one on Picks' }).click();
  await tiebreak.getByLabel('Tiebreak game').selectOption('NE at CAR');
  await expect(tiebreak.getByLabel('Tiebreak: total points in NE at CAR')).toBeVisible();
  await page.goto('about:blank');
  await league.open(page, 'bob');
  await expect(
    tiebreak.getByText('The tiebreak game changed to NE at CAR, and your guess was cleared. Make a new one.'),
  ).toBeVisible();
  await tiebreak.getByLabel('Tiebreak: total points in NE at CAR').fill('44');
  await expect(tiebreak.getByText('Saved')).toBeVisible();

  // A guess that has not arrived by the lock does not count.
  front.cutOff('PUT');
  await tiebreak.getByLabel('Tiebreak: total points in NE at CAR').fill('43');
  await expect(tiebreak.getByText('Not sent yet')).toBeVisible();
  await league.edit('CAR', { status: 'Final', awayScore: 20, homeScore: 23 });
  await expect(tiebreak.getByText('Your guess: 44 · total 43, 1 over')).toBeVisible();
});
