import type { Locator, Page } from '@playwright/test';
import { endedLine, half } from './cards.ts';
import type { GamePlan } from './picks-league.ts';
import { gidOf, HOUR_MS, makePicksLeague, WEEK } from './picks-league.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const soon = Date.now() + 6 * HOUR_MS;
const over = Date.now() - 4 * HOUR_MS;
const live = Date.now() - HOUR_MS;

/** A game for each state of a card. */
const faces: readonly GamePlan[] = [
  {
    away: 'DAL',
    home: 'PHI',
    kickoff: over,
    status: 'Final',
    awayScore: 10,
    homeScore: 24,
    spread: 3,
    weather: '43°F Light rain',
  },
  {
    away: 'SEA',
    home: 'ATL',
    kickoff: over,
    status: 'Final',
    awayScore: 28,
    homeScore: 3,
    spread: -2.5,
    weather: 'Indoors',
  },
  {
    away: 'BUF',
    home: 'KC',
    kickoff: live,
    status: 'In Progress',
    homeScore: 7,
    spread: 2.5,
    situation: 'Q2 6:52',
    weather: '30°F Snow',
  },
  { away: 'NE', home: 'CAR', kickoff: soon, spread: 4, weather: '55°F Windy' },
  { away: 'GB', home: 'DET', spread: -3, weather: '70°F Sunny' },
  { away: 'LV', home: 'PIT', spread: 0, weather: '50°F Fog', setByAdmin: ['spread', 'kickoff'] },
  { away: 'NYG', home: 'WAS', spread: null, spreadNote: 'In London', weather: '60°F Cloudy', setByAdmin: ['status'] },
  { away: 'CHI', home: 'MIN', spread: 7, void: 'postponed' },
];

const plan = {
  games: faces,
  picks: { PHI: 'home', ATL: 'home', KC: 'away', DET: 'away' },
  rules: { useSpread: true, roundSpread: false },
} as const;

function card(page: Page, home: string) {
  return page.locator(`#game-${gidOf(home)}`);
}

/** The format of a kick-off time. */
const kickoffLook = /^\w{3}, \w{3} \d+ · \d+:\d\d [AP]M \S+$/;

/** The games that kick off with a card's, with their heading. */
function slotOf(of: Locator): Locator {
  return of.page().locator('section').filter({ has: of });
}

test('a card shows the kind of game, its score and the result of the pick', async ({ page, app }) => {
  const league = await makePicksLeague(app, plan);
  await league.open(page);

  await test.step('over, folded into one line', async () => {
    await expect(card(page, 'PHI')).toHaveCount(0);
    await expect(page.getByText('Final: SEA 28, ATL 3 · DAL 10, PHI 24')).toBeVisible();
    await endedLine(page, /2 games: 1 right, 1 wrong$/).click();
    await expect(page.getByRole('button', { name: /2 games: 1 right, 1 wrong$/, expanded: true })).toBeFocused();
  });
  await test.step('over and right', async () => {
    const right = card(page, 'PHI');
    await expect(right.getByText('Final', { exact: true })).toBeVisible();
    await expect(right.getByRole('img', { name: 'Correct pick' })).toBeVisible();
    await expect(right.getByText('Correct', { exact: true })).toBeVisible();
    await expect(right.getByText('You picked PHI')).toBeVisible();
    const scores = right.getByRole('img', { name: /^\d+$/ });
    for (const [at, score] of ['10', '24'].entries()) await expect(scores.nth(at)).toHaveAccessibleName(score);
    await expect(right.getByText('43°F Light rain')).toBeVisible();
    await expect(half(right, 'home')).toBeDisabled();
    await expect(right.getByRole('button', { name: '100% of picks: who picked PHI?' })).toBeVisible();
    await expect(right.getByRole('button', { name: '0% of picks: who picked DAL?' })).toBeVisible();
  });
  await test.step('over and wrong', async () => {
    const wrong = card(page, 'ATL');
    await expect(wrong.getByRole('img', { name: 'Incorrect pick' })).toBeVisible();
    await expect(wrong.getByText('Wrong', { exact: true })).toBeVisible();
    await expect(wrong.getByText('Indoors')).toBeVisible();
  });
  await test.step('running', async () => {
    const running = card(page, 'KC');
    await expect(running.getByText('LIVE', { exact: true })).toBeVisible();
    await expect(running.getByText('Q2 6:52')).toBeVisible();
    await expect(slotOf(running).getByRole('heading', { name: kickoffLook })).toBeVisible();
    await expect(running.getByText(kickoffLook)).toHaveCount(0);
    await expect(running.getByText('BUF is wrong so far')).toBeVisible();
    await expect(running.getByTitle('Pick made - waiting for result')).toBeVisible();
  });
  await test.step('soon', async () => {
    const locked = card(page, 'CAR');
    await expect(slotOf(locked).getByText('Regular Season · Not Started', { exact: true })).toBeVisible();
    await expect(locked.getByText(/Regular Season|Not Started/)).toHaveCount(0);
    await expect(locked.getByText('Favoured').filter({ visible: true })).toBeVisible();
    await expect(locked.getByText('CAR 4').filter({ visible: true })).toBeVisible();
    await expect(locked.getByText('Locked', { exact: true }).filter({ visible: true })).toBeVisible();
    await expect(locked.getByRole('button', { pressed: true })).toHaveCount(0);
    await expect(locked.getByText('% of picks')).toHaveCount(0);
  });
  await test.step('later', async () => {
    await expect(card(page, 'DET').getByText('GB 3').filter({ visible: true })).toBeVisible();
    await expect(card(page, 'DET').getByText('Locked', { exact: true })).toHaveCount(0);
    const facts = slotOf(card(page, 'DET')).getByText('Regular Season · Not Started · Spread may change');
    await expect(facts).toBeVisible();
    await expect(card(page, 'PIT').getByText('Even').filter({ visible: true })).toBeVisible();
    await expect(card(page, 'PIT').getByText('Set by admin').filter({ visible: true })).toHaveCount(2);
    await expect(card(page, 'WAS').getByText('No line yet').first()).toHaveClass('sr-only');
    await expect(card(page, 'WAS').getByText('Set by admin').filter({ visible: true })).toHaveCount(1);
    await expect(card(page, 'MIN').getByText('Postponed', { exact: true })).toBeVisible();
    await expect(card(page, 'MIN').getByText('Does not count')).toBeVisible();
  });
  await test.step('all of them', async () => {
    await expect(page.getByText('of 7 picks made').locator('..')).toHaveClass(/text-led-red/);
    await expect(page.getByRole('img', { name: 'Correct', exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: '😐' })).toBeVisible();
    await expect(page.getByText('3 picks remaining')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Pick Progress' })).toBeVisible();
    const bar = page.getByRole('progressbar', { name: 'Pick Progress' });
    await expect(bar).toHaveAttribute('aria-valuenow', '4');
    await expect(bar).toHaveAttribute('aria-valuemax', '7');
    await expect(page.getByRole('heading', { name: 'Teams with Byes' })).toBeVisible();
    await expect(page.getByTitle('Cincinnati Bengals')).toBeVisible();
    await expect(page.getByTitle('Dallas Cowboys')).toHaveCount(0);
  });

  // By key: a tap may come down while the screen scrolls to the next game.
  for (const home of ['CAR', 'PIT', 'WAS']) await half(card(page, home), 'home').press('Enter');
  await expect(page.getByText('All picks submitted!')).toBeVisible();
  await expect(page.getByText('of 7 picks made').locator('..')).toHaveClass(/text-led-green/);
  await inBothThemes(page, async () => {
    await expect(card(page, 'PHI')).toBeVisible();
    await checkAxe(page);
  });
});

test('the note on the line unfolds on phones', async ({ page, app }) => {
  const league = await makePicksLeague(app, plan);
  await league.open(page);
  const [locked, later, noLine] = [card(page, 'CAR'), card(page, 'DET'), card(page, 'WAS')];
  await expect(card(page, 'PIT').getByText('Spread Info')).toHaveCount(0);
  await expect(noLine.getByText('In London').filter({ visible: true })).toHaveCount(0);
  await locked.getByText('Spread Info').click();
  await noLine.getByText('Spread Info').click();
  await expect(noLine.getByText('In London').filter({ visible: true })).toBeVisible();
  await expect(locked.getByText(IF_MET).filter({ visible: true })).toBeVisible();
  await expectWhichMayChange(later, locked);
});

test('the note on the line is a tooltip on desktops @desktop', { tag: '@long' }, async ({ page, app }) => {
  const league = await makePicksLeague(app, plan);
  await league.open(page);
  const [locked, later, noLine] = [card(page, 'CAR'), card(page, 'DET'), card(page, 'WAS')];
  await later.getByRole('button', { name: /^Favoured/ }).hover();
  await expect(later.getByRole('tooltip')).toHaveText('If the score meets the line exactly, DET wins.');
  await checkAxe(page);
  await page.keyboard.press('Escape');
  await expect(later.getByRole('tooltip')).toBeHidden();
  await page.mouse.move(0, 0);
  await later.getByRole('button', { name: /^Favoured/ }).hover();
  await later.getByRole('tooltip').hover();
  await expect(later.getByRole('tooltip')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(later.getByRole('tooltip')).toBeHidden();
  await noLine.getByRole('button', { name: /Note$/ }).focus();
  await expect(noLine.getByRole('tooltip')).toHaveText('In London');
  await locked.getByRole('button', { name: /^Favoured/ }).focus();
  await expect(locked.getByRole('tooltip')).toHaveText(IF_MET);
  await page.keyboard.press('Escape');
  await expect(locked.getByRole('tooltip')).toBeHidden();
  await expectWhichMayChange(later, locked);
});

const IF_MET = 'If the score meets the line exactly, CAR wins.';

async function expectWhichMayChange(later: Locator, locked: Locator): Promise<void> {
  await expect(slotOf(later).getByText('Spread may change')).toBeVisible();
  await expect(slotOf(locked).getByText('Spread may change')).toHaveCount(0);
}

const record = {
  wins: 6,
  losses: 2,
  ties: 1,
  winPercentage: 0.722,
  homeRecord: '4-1',
  awayRecord: '2-1-1',
  overallRecord: '6-2-1',
};
const records = { season: 2026, preseason: false, isSample: false, home: record, away: { ...record, wins: 3 } };

test('the records of both teams open in a dialog, which returns the focus', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 503|Error fetching team records/);
  const league = await makePicksLeague(app, plan);
  await league.open(page);
  const dialog = page.getByRole('dialog', { name: 'Team Records & Stats' });
  const button = card(page, 'DET').getByRole('button', { name: 'Team records: Green Bay Packers at Detroit Lions' });
  const show = async (answer: object, status = 200) => {
    await page.route('**/api/games/*/records', (route) => route.fulfill({ status, json: answer }));
    await page.reload();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
  };

  await show(records);
  for (const name of ['Wins', 'Losses', 'Ties', 'Win percentage', 'Overall', 'At home', 'Away']) {
    await expect(dialog.getByRole('rowheader', { name, exact: true })).toBeVisible();
  }
  await expect(dialog.getByText('.722').first()).toBeVisible();
  await expect(dialog.getByText('2-1-1').first()).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'Wins' })).toHaveText('3Wins6');
  await expect(dialog.getByText('Sample data')).toHaveCount(0);
  await checkAxe(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await show({ ...records, isSample: true, season: null });
  await expect(dialog.getByText('Sample data')).toBeVisible();
  await show({ ...records, preseason: true });
  await expect(dialog.getByText('Preseason', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Team records will be available once the regular season begins')).toBeVisible();
  await show({ error: { code: 'records_unavailable', message: 'Unable to load team statistics' } }, 503);
  await expect(dialog.getByText('Unable to load team statistics')).toBeVisible();
  await expect(dialog.getByText('Please try again later')).toBeVisible();
  await checkAxe(page);
  await page.route('**/api/games/*/records', (route) => route.fulfill({ json: records }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('.722').first()).toBeVisible();
});

test('a week without games says so, and loading is announced', { tag: '@long' }, async ({ page, app }) => {
  const league = await makePicksLeague(app, { games: [], weeks: ['2026-week1', '2026-week2'] });
  await league.open(page);
  await expect(page.getByRole('heading', { name: 'No games available for this week' })).toBeVisible();
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/weeks/2026-week1/games', async (route) => {
    await asked;
    await route.continue();
  });
  await page.routeWebSocket('**/api/live', () => undefined);
  await page.reload();
  await expect(page.getByRole('main').getByText('Loading...')).toHaveCSS('opacity', '1');
  answer();
  await expect(page.getByRole('heading', { name: 'No games available for this week' })).toBeVisible();
});

test('a card of a pool without lines says who is favored, and nothing moves when the records arrive', async ({
  page,
  app,
}) => {
  const league = await makePicksLeague(app, {
    weeks: [WEEK, '2026-week2'],
    games: [
      { away: 'GB', home: 'DET', kickoff: over, status: 'Final', awayScore: 3, homeScore: 20 },
      { away: 'TB', home: 'MIA', weekId: '2026-week2', spread: 3.5 },
      { away: 'DET', home: 'GB', weekId: '2026-week2', spread: 0 },
    ],
  });
  await noteShifts(page);
  const records = Promise.withResolvers<void>();
  await page.route('**/api/team-records', async (route) => {
    await records.promise;
    await route.continue();
  });
  await league.open(page, 'bob', '/picks?week=2026-week2');
  await expect(card(page, 'MIA').getByText('MIA favored by 3.5', { exact: true })).toBeVisible();
  await expect(card(page, 'GB').getByText('Even line', { exact: true })).toBeVisible();
  await expect(page.getByText('Favoured')).toHaveCount(0);
  records.resolve();
  await expect(half(card(page, 'GB'), 'home')).toContainText('0-1');
  await expect(half(card(page, 'GB'), 'away')).toContainText('1-0');
  await expectShiftBelow(page, UNSEEN_SHIFT);
  await expectNoOverflow(page, 'cards with records');
});
