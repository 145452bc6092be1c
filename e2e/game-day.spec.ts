import type { Page } from '@playwright/test';
import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const games = [
  { away: 'NE', home: 'CAR', kickoff: Date.now() + 2 * HOUR_MS },
  { away: 'GB', home: 'DET', kickoff: Date.now() + 5 * HOUR_MS },
  { away: 'KC', home: 'LV', kickoff: Date.now() + 8 * HOUR_MS },
  { away: 'NYJ', home: 'BUF', kickoff: Date.now() + 8 * HOUR_MS },
];

test('a Sunday: the chance, whom to root for, what if, clinched and eliminated, each within two taps of This week', async ({
  page,
  app,
  newPage,
}) => {
  const league = await makePicksLeague(app, { games, picks: { CAR: 'home', DET: 'home', LV: 'home', BUF: 'home' } });
  const main = page.getByRole('main');
  const board = (label: string) => main.getByRole('heading', { name: label, exact: true }).locator('../..');
  for (const [home, side] of [
    ['CAR', 'away'],
    ['DET', 'away'],
    ['LV', 'home'],
    ['BUF', 'away'],
  ] as const)
    await league.pickElsewhere('bob', { gid: gidOf(home), side });

  await test.step('nothing is locked: there is no outlook yet', async () => {
    await league.open(page, 'ann', '/');
    await expect(main.getByText('NE at CAR kicks off next')).toBeVisible();
    await expect(board('Your chance to win the week')).toHaveCount(0);
    await page.goto('/matchup/game-day');
    await expect(main.getByRole('heading', { name: 'Game day begins with the first lock.' })).toBeVisible();
  });

  await test.step('a game runs: This week shows the outlook and whom to root for', async () => {
    await league.edit('CAR', { status: 'In Progress', homeScore: 7, awayScore: 3 });
    await page.goto('/');
    await expect(board('Your chance to win the week')).toContainText(/About \d+%/);
    expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('game-day')]);
    await expect(main.getByText('Your pick is winning.')).toBeVisible();
    await expect(main.getByText('If CAR wins: about 99%, otherwise about 69%.')).toBeVisible();
    await expect(main.getByText(/^Leading now: /)).toBeVisible();
    await checkAxe(page);
    await main.getByRole('link', { name: 'What if, who can win' }).click();
    await expect(page).toHaveURL('/matchup/game-day');
    await expect(main.getByText("Others' picks are sealed")).toHaveCount(3);
    await main.getByText(/^Chances are estimates/).click();
    await expect(
      main.getByText(/They leave out who has the ball, injuries, weather.* ties and pushes\./),
    ).toBeVisible();
    const supposed = main.getByRole('button', { name: 'What if CAR wins?' });
    await supposed.click();
    await expect(main.getByRole('status')).toHaveText(/^If CAR wins: about \d+% \(now about \d+%\)$/);
    await checkAxeInBothThemes(page);
    await supposed.click();
    await expect(main.getByRole('status')).toHaveText('');
  });

  await test.step('three games are left; one that is the same for everyone is folded', async () => {
    await league.edit('CAR', { status: 'Final', homeScore: 20, awayScore: 3 });
    await league.edit('DET', { status: 'In Progress', homeScore: 0, awayScore: 0 });
    for (const home of ['LV', 'BUF']) await league.edit(home, { status: 'In Progress', homeScore: 0, awayScore: 0 });
    await expect(main.getByText('Everybody agrees on one game.')).toBeVisible();
    await expect(main.getByText('0 with you, 1 against')).toHaveCount(2);
  });

  await test.step('what if, by key: everything follows, and is reset', async () => {
    const lose = main.getByRole('button', { name: 'What if GB wins?' });
    await lose.focus();
    await page.keyboard.press('Enter');
    await expect(lose).toHaveAttribute('aria-pressed', 'true');
    await expect(main.getByRole('status')).toHaveText('If GB wins: about 50% (now about 75%)');
    await expect(board('Your chance to win the week')).toContainText('About 75%');
    await main.getByRole('button', { name: 'What if DET wins?' }).click();
    await expect(main.getByRole('status')).toHaveText('If DET wins: clinched (now about 75%)');
    await main.getByRole('button', { name: 'Clear' }).click();
    await expect(board('Your chance to win the week')).toContainText('About 75%');
  });

  await test.step('one player clinches and the other is eliminated before the last games are over', async () => {
    await league.edit('DET', { status: 'Final', homeScore: 20, awayScore: 3 });
    await expect(board('The week')).toContainText('Clinched');
    await expect(main.getByText('1 of 2 can still win, 1 is out.')).toBeVisible();
    const bob = await newPage();
    await league.open(bob, 'bob', '/');
    await expect(bob.getByRole('main').getByText("You can't win the week anymore", { exact: false })).toBeVisible();
    await bob.close();
    for (const home of ['LV', 'BUF']) await league.edit(home, { status: 'Final', homeScore: 20, awayScore: 3 });
    await league.open(page, 'ann', '/matchup/game-day');
    await expect(board('The week')).toContainText('You win');
  });
});

test('in a survivor pool it says who survives each result of a game', { tag: '@long' }, async ({ page, app }) => {
  const league = await makePicksLeague(app, { rules: { format: 'survivor' }, games });
  await league.pickElsewhere('bob', { gid: gidOf('CAR'), team: 'NE' });
  await league.pickElsewhere('ann', { gid: gidOf('CAR'), team: 'CAR' });
  await league.enter(page, 'ann');
  await league.edit('CAR', { status: 'In Progress', homeScore: 7, awayScore: 3 });
  await page.goto('/matchup');
  await page.getByRole('link', { name: 'Game day', exact: true }).click();
  await expect(page.getByText('You stay if CAR wins. A loss or a tie takes you out.')).toBeVisible();
  const end = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(end('CAR wins')).toContainText('1 stays');
  await expect(end('Tie')).toContainText('go out');
  await checkAxeInBothThemes(page);
  await end('NE wins').click();
  const scenario = page.getByRole('main').getByRole('status');
  await expect(scenario).toHaveText('If NE wins: You go out');
  await expect(outlook(page)).toContainText('You go out');
  await end('NE wins').click();
  await expect(outlook(page)).toContainText('CAR');

  await test.step('the last game can also be supposed, until it is over', async () => {
    for (const home of ['DET', 'LV', 'BUF']) await league.edit(home, { status: 'Final', homeScore: 9, awayScore: 3 });
    await end('NE wins').click();
    await expect(scenario).toHaveText('If NE wins: You go out');
    await expect(outlook(page)).toContainText('If it goes that way');
    await league.edit('CAR', { status: 'Final', homeScore: 20, awayScore: 3 });
    await expect(outlook(page)).toContainText('You stay');
    await expect(scenario).toHaveText('');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });
});

function outlook(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 2 }).first().locator('../..');
}
