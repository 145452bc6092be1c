import type { Page } from '@playwright/test';
import { slotIn } from '#contract/live.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { PicksLeague } from './picks-league.ts';
import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import type { App } from './support/app.ts';
import { test } from './support/front.ts';
import { checkOverflow, expectNoOverflow } from './support/overflow.ts';
import { checkAxe } from './support/pages.ts';
import { ruleValue } from './support/rulebook.ts';
import { expect } from './support/test.ts';

test.use({ kind: 'league' });

const [FIRST, SECOND] = ['2026-week1', '2026-week2'];

/** Two games in each of two weeks; Detroit plays in both weeks. */
function survivors(app: App, lives: PoolRules['lives'], more: Partial<PoolRules> = {}): Promise<PicksLeague> {
  const now = Date.now();
  return makePicksLeague(app, {
    rules: { format: 'survivor', lives, ...more },
    weeks: [FIRST, SECOND],
    games: [
      { away: 'NE', home: 'CAR', kickoff: now + 2 * HOUR_MS },
      { away: 'GB', home: 'DET', kickoff: now + 5 * HOUR_MS },
      { away: 'DET', home: 'NYJ', weekId: SECOND, kickoff: now + 170 * HOUR_MS },
      { away: 'KC', home: 'LV', weekId: SECOND, kickoff: now + 170 * HOUR_MS },
    ],
  });
}

const boardOf = (page: Page) => page.getByRole('region', { name: 'Your team' });
/** The button of a team: its name, and after a comma its opponent. */
const team = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^[^,]*${name}`) });

async function storedTeam(league: PicksLeague, weekId: string): Promise<string | undefined> {
  return slotIn(await league.own('bob'), 'team', weekId)?.value?.team;
}

test('a team is chosen, changed, cleared, chosen without a connection, and used for the season', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Error (saving|fetching)/);
  const league = await survivors(app, 2);
  await league.open(page, 'bob');
  const board = boardOf(page);
  await expect(board).toContainText('Choose your team');
  await expect(board.getByRole('img', { name: '2 lives left' })).toBeVisible();
  await team(page, 'Panthers').click();
  await expect(board).toContainText('CAR chosen');
  await team(page, 'Packers').click();
  await expect(board).toContainText('GB chosen');
  await expect(team(page, 'Panthers')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => storedTeam(league, FIRST)).toBe('GB');
  await team(page, 'Packers').click();
  await expect(board).toContainText('Choose your team');
  await expect.poll(() => storedTeam(league, FIRST)).toBeUndefined();
  await checkAxe(page);

  await page.context().setOffline(true);
  await team(page, 'Lions').click();
  await expect(board).toContainText('DET chosen');
  await expect(page.getByText('Not confirmed yet, trying again').filter({ visible: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => storedTeam(league, FIRST)).toBe('DET');

  await page.goto(`/picks?week=${SECOND}`);
  await expect(
    page.getByRole('button', { name: 'Detroit Lions, at New York Jets, Your team in Week 1', exact: true }),
  ).toBeDisabled();
  await team(page, 'Chiefs').click();
  await expect(board).toContainText('KC chosen');
  await page.goto('/picks?week=all');
  await expect(page.getByRole('listitem').filter({ hasText: 'Week 2' })).toContainText(/Chiefs.*Chosen/);

  await league.edit('DET', { void: 'postponed' });
  await page.goto(`/picks?week=${FIRST}`);
  await expect(board).toContainText('Choose another team');
  await team(page, 'Patriots').click();
  await expect(board).toContainText('NE chosen');
  await expect.poll(() => storedTeam(league, FIRST)).toBe('NE');

  await league.edit('LV', { void: 'postponed' });
  await page.goto('/picks?week=all');
  await expect(page.getByRole('listitem').filter({ hasText: 'Week 2' })).toContainText('Chiefs');
});

test('two teams of a week are chosen by two taps, and one of them is changed by a third', {
  tag: '@long',
}, async ({ page, app }) => {
  const league = await survivors(app, 2, { twoTeamsFrom: 1 });
  await league.open(page, 'bob');
  const pressed = page.getByRole('button', { pressed: true });
  const second = page.getByRole('region', { name: 'Your second team' });
  await expect(boardOf(page)).toContainText('Choose your first team');
  await team(page, 'Panthers').click();
  await expect(second).toContainText('Choose your second team');
  await team(page, 'Packers').click();
  await expect(second).toContainText('GB chosen');
  await expect(pressed).toHaveCount(2);
  await team(page, 'Lions').click();
  await expect(second).toContainText('DET chosen');
  await expect(boardOf(page)).toContainText('CAR chosen');
  await expect(pressed).toHaveCount(2);
  await checkOverflow(page, 'two teams');
  await checkAxe(page);
  await page.goto('/picks?week=all');
  await expect(page.getByRole('listitem').filter({ hasText: 'Week 1' })).toContainText(['Panthers', 'Lions']);
  await page.goto('/');
  await expect(page.locator('.board', { hasText: 'Your teams' })).toContainText(/CAR chosen.*DET chosen/);
});

test('a locked team stays, a losing one eliminates its player, and the board names the winner', {
  tag: '@long',
}, async ({ page, app, front, problems }) => {
  problems.expect(/ERR_EMPTY_RESPONSE|status of 409|Error (saving|fetching)/);
  const league = await survivors(app, 1);
  await league.open(page, 'bob');
  await team(page, 'Panthers').click();
  await expect.poll(() => storedTeam(league, FIRST)).toBe('CAR');
  await page.goto('/matchup');
  const table = page.getByRole('region', { name: 'Teams of all members' });
  const own = table.getByRole('row', { name: /^YOU/ });
  await expect(own).toContainText('CAR');
  await page.goto('/');
  const home = page.locator('.board', { hasText: 'Your team' });
  await expect(home).toContainText('You can change it until its game locks.');
  await expect(home).not.toContainText('Tap CAR');

  await page.goto('/picks');
  // A team that has not arrived by its lock does not count.
  front.cutOff('PUT');
  await team(page, 'Packers').click();
  await expect(boardOf(page)).toContainText('GB chosen');
  await league.edit('DET', { status: 'In Progress' });
  await expect(boardOf(page)).toContainText('CAR chosen');
  front.mend();
  await expect(boardOf(page).getByRole('alert')).toBeVisible();

  await league.edit('CAR', { status: 'In Progress', awayScore: 7 });
  await expect(boardOf(page)).toContainText('CAR is losing');
  await expect(team(page, 'Lions')).toBeDisabled();
  await league.edit('CAR', { status: 'Final', awayScore: 20, homeScore: 10 });
  await expect(boardOf(page)).toContainText('CAR lost');
  await expect(boardOf(page)).toContainText('That put you out');
  await page.goto(`/picks?week=${SECOND}`);
  await expect(boardOf(page)).toContainText('You went out in Week 1');
  await expect(team(page, 'Chiefs')).toBeDisabled();

  await page.goto('/matchup');
  await expect(own).toContainText('Out W1');
  await expect(page.getByText('1 of 2 still in')).toBeVisible();
  await checkAxe(page);
  await page.emulateMedia({ media: 'print' });
  await expect(table.getByRole('row', { name: /^Player 2/ })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: /still in$/ }).click();
  // One's own row stays pinned.
  await expect(table.locator('tbody tr.own')).toHaveCount(0);
  await expect(own).toHaveCount(1);
  await page.getByRole('button', { name: /still in$/ }).click();
  // Ann chose nothing, so the week eliminates her.
  await league.edit('DET', { status: 'Final', awayScore: 3, homeScore: 0 });
  await expect(page.getByText(/share the win\.$/)).toBeVisible();
  await expect(own).toContainText('Shared the win');
  await page.goto(`/picks?week=${FIRST}`);
  await expect(boardOf(page)).toContainText('you share the win');
  await page.goto('/picks?week=all');
  await expect(page.getByText('You shared the win')).toBeVisible();
  await page.goto('/scoreboard');
  await expect(page.getByRole('row', { name: /Shared the win/ })).toHaveCount(2);
  await checkAxe(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Last ones standing' })).toBeVisible();
  await checkAxe(page);
});

test('where teams are chosen to lose, a losing team is safe, and can be used again', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const league = await survivors(app, 2, { goal: 'lose', teamUses: 2 });
  await league.open(page, 'bob');
  const board = boardOf(page);
  await expect(board).toContainText('Pick one team to lose this week. A win, a tie or no team at all costs a life.');
  await team(page, 'Lions').click();
  await expect.poll(() => storedTeam(league, FIRST)).toBe('DET');
  await page.goto(`/picks?week=${SECOND}`);
  await team(page, 'Lions').click();
  await expect.poll(() => storedTeam(league, SECOND)).toBe('DET');

  await page.goto(`/picks?week=${FIRST}`);
  await league.edit('DET', { status: 'In Progress', awayScore: 7 });
  await expect(board).toContainText('DET is losing');
  await page.goto('/matchup');
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('losing right now');
  await league.edit('DET', { status: 'Final', awayScore: 7, homeScore: 3 });
  await page.goto(`/picks?week=${FIRST}`);
  await expect(board).toContainText('DET lost');
  await expect(board).toContainText('You made it through this week.');
  await expect(page.getByRole('button', { name: /^Detroit Lions.*Your team lost$/ })).toBeVisible();
  await page.goto('/scoreboard');
  await expect(page.getByRole('columnheader', { name: 'Safe' })).toBeVisible();
});

test("the pool's page explains the rules, and the form of a new pool shows those of survivor", async ({
  page,
  app,
}) => {
  const league = await survivors(app, 2);
  await league.open(page, 'ann', '/picks');
  await page.getByText('Admin Mode - Edit Games').click();
  await expect(page.getByRole('article').getByRole('button', { name: 'Edit Game' })).toHaveCount(2);
  await page.goto('/pool/rules');
  const [picks, counts] = [
    page.getByRole('group', { name: 'What you pick' }),
    page.getByRole('group', { name: 'What counts' }),
  ];
  await expect(picks).toHaveText('What you pickSurvivor: each week players choose one team to win, and no team twice.');
  await expect(counts).toHaveText(
    "What countsEach player has 2 lives. A loss, a tie or a missed week costs one. Lose the last one and you're out.",
  );
  await expect(page.getByRole('region', { name: 'For example' })).toContainText(
    'Say KC beats CIN 26-25, as in Week 2 of 2024. Anyone with KC is safe; anyone with CIN loses a life.',
  );
  await page.getByText(/^Standard: .*the last ones out share the win/).click();
  await expect(page.getByText('If everyone who is left goes out in the same week, they share the win.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Rule lab' })).toHaveCount(0);

  await page.goto('/pools/new');
  const form = page.getByRole('main');
  await form.getByRole('radio', { name: 'Survivor' }).check();
  await expect(ruleValue(form, 'Lives')).toHaveText('once');
  const season = form.getByRole('group', { name: 'The season' });
  await expect(season.getByText("Nobody can join once the pool's first game has locked.")).toBeVisible();
  await expect(form.getByLabel('Use Spread')).toHaveCount(0);
  await checkAxe(page);
});

test('a team has its chance and its uses, and after the lock how many are on it', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const now = Date.now();
  const league = await makePicksLeague(app, {
    rules: { format: 'survivor', lives: 2 },
    weeks: [FIRST, SECOND],
    games: [
      { away: 'NE', home: 'CAR', kickoff: now + 2 * HOUR_MS },
      { away: 'GB', home: 'DET', weekId: SECOND, kickoff: now + 170 * HOUR_MS, spread: 7 },
      { away: 'NE', home: 'NYJ', weekId: SECOND, kickoff: now + 170 * HOUR_MS },
    ],
  });
  for (const who of ['ann', 'bob'] as const) {
    await league.pickElsewhere(who, { weekId: FIRST, gid: gidOf('CAR'), team: 'NE' });
  }
  await league.open(page, 'bob', `/picks?week=${SECOND}`);
  const lions = page.getByRole('article', { name: 'Green Bay Packers at Detroit Lions' });
  await expect(lions).toContainText('DET favored by 7');
  await expect(lions).toContainText('about 71% to win');
  await expect(team(page, 'Lions')).toHaveAccessibleName(/about 71% to win/);
  await expect(team(page, 'Packers')).toHaveAccessibleName(/about 29% to win/);
  const jets = page.getByRole('article', { name: 'New England Patriots at New York Jets' });
  // Of the others' sealed teams nothing is counted.
  await expect(jets).toContainText('NE: Used 1×');
  await expect(jets).toContainText('NYJ: Not used');
  await expect(jets).not.toContainText('about');
  await expectNoOverflow(page, 'survivor cards');

  await league.edit('CAR', { kickoff: now - HOUR_MS, status: 'In Progress' });
  await expect(jets).toContainText('NE: Used 2×');
  await page.goto(`/picks?week=${FIRST}`);
  const panthers = page.getByRole('article', { name: 'New England Patriots at Carolina Panthers' });
  await expect(panthers).toContainText('NE: 2 on it');
  // Until the standings are read after a lock, nobody is on a team: a 0 could be wrong.
  await expect(panthers).not.toContainText('CAR:');
});
