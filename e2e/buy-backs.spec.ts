import type { Page } from '@playwright/test';
import { slotIn } from '#contract/live.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { PicksLeague } from './picks-league.ts';
import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import type { App } from './support/app.ts';
import { test } from './support/front.ts';
import { checkOverflow } from './support/overflow.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { ruleValue, setRule } from './support/rulebook.ts';
import { expect } from './support/test.ts';

test.use({ kind: 'league' });

const [FIRST, SECOND] = ['2026-week1', '2026-week2'];

/** One life, and one buy-back. The second week begins within a few days, so its lock is a day and a time. */
function survivors(app: App, buyBackBy: PoolRules['buyBackBy']): Promise<PicksLeague> {
  const now = Date.now();
  return makePicksLeague(app, {
    rules: { format: 'survivor', lives: 1, buyBacks: 1, buyBackBy },
    weeks: [FIRST, SECOND],
    games: [
      { away: 'NE', home: 'CAR', kickoff: now + 2 * HOUR_MS },
      { away: 'GB', home: 'DET', kickoff: now + 5 * HOUR_MS },
      { away: 'CAR', home: 'NYJ', weekId: SECOND, kickoff: now + 100 * HOUR_MS },
      { away: 'KC', home: 'LV', weekId: SECOND, kickoff: now + 103 * HOUR_MS },
    ],
  });
}

const boardOf = (page: Page) => page.getByRole('region', { name: 'Your team' });
const homeOf = (page: Page) => page.locator('.board', { hasText: 'Your team' });
const team = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^[^,]*${name}`) });
const MOMENT = String.raw`\w{3}, \d{1,2}:\d\d [AP]M`;
const canBuyBack = new RegExp(`Can buy back in until ${MOMENT}`);

/** Bob chooses Carolina, which loses. */
async function loseWithBob(page: Page, league: PicksLeague): Promise<void> {
  await league.open(page, 'bob');
  await team(page, 'Panthers').click();
  await expect(boardOf(page)).toContainText('CAR chosen');
  await expect
    .poll(async () => slotIn(await league.own('bob'), 'team', FIRST)?.value)
    .toEqual({ gid: gidOf('CAR'), team: 'CAR' });
  await league.edit('CAR', { status: 'In Progress', awayScore: 7 });
  await league.edit('CAR', { status: 'Final', awayScore: 20, homeScore: 10 });
}

test('a player who went out buys back in by taps, chooses a team, and everybody sees it', { tag: '@long' }, async ({
  page,
  app,
  newPage,
  front,
  problems,
}) => {
  problems.expect(/ERR_EMPTY_RESPONSE|Error (saving|fetching|buying)/);
  const league = await survivors(app, 'owner');
  const ann = await newPage();
  await league.open(ann, 'ann', '/pool/manage/money');
  await ann.getByRole('button', { name: 'Set fee and prizes' }).click();
  const plan = ann.getByRole('dialog', { name: 'Fee and prizes' });
  await plan.getByLabel('Entry fee').fill('20');
  await plan.getByLabel('Buy-back').fill('25');
  await checkAxeInBothThemes(ann);
  await plan.getByRole('button', { name: 'Save' }).click();
  await expect(plan).toBeHidden();
  await expect(ann.getByText('Buy-back: $25')).toBeVisible();

  await loseWithBob(page, league);
  await page.goto('/');
  await expect(homeOf(page)).toContainText(new RegExp(`You're out, but you can buy back in until ${MOMENT}\\.`));
  await expect(homeOf(page).getByRole('link', { name: "See who's left" })).toBeVisible();
  const buy = page.getByRole('button', { name: /^Buy back in/ });
  await expect(buy).toBeVisible();
  await checkAxeInBothThemes(page);
  await checkOverflow(page, 'This week of a player who can buy back in');
  await buy.click();
  const dialog = page.getByRole('dialog', { name: 'Buy back in?' });
  await expect(dialog).toContainText('You get one life; your used teams stay used.');
  await expect(dialog).toContainText('It adds $25 to what you owe.');
  await checkAxeInBothThemes(page);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toBeHidden();
  await expect(buy).toHaveText('Buy back in ($25)');

  // A buy-back that has not arrived is not shown as done.
  front.cutOff('PUT');
  await buy.click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await expect(page.getByText("You're back in.")).toHaveCount(0);
  front.mend();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText("You're back in. Choose your team.")).toBeVisible();
  await expect(dialog).toBeHidden();

  await expect(page).toHaveURL(`/picks?week=${SECOND}`);
  const board = boardOf(page);
  await expect(board).toContainText('Choose your team');
  await expect(board.getByRole('button', { name: 'Take it back' })).toBeVisible();
  await expect(team(page, 'Panthers')).toBeDisabled();
  await team(page, 'Chiefs').click();
  await expect(board).toContainText('KC chosen');
  await checkAxeInBothThemes(page);
  await checkOverflow(page, 'Picks after a buy-back');
  await page.goto('/picks?week=all');
  await expect(page.getByRole('listitem').filter({ hasText: 'Week 1' })).toContainText('Went out, bought back');

  await page.goto('/');
  await expect(homeOf(page)).toContainText('That put you out, but you bought back in.');
  await expect(homeOf(page).getByRole('link', { name: 'Choose your next team' })).toHaveAttribute(
    'href',
    `/picks?week=${SECOND}`,
  );
  await checkAxeInBothThemes(page);
  await checkOverflow(page, 'This week after a buy-back');

  await page.goto('/scoreboard');
  const own = page.getByRole('row', { name: /YOU/ });
  await expect(own.getByRole('img', { name: '1 life left' })).toBeVisible();
  await expect(own).toContainText('Bought back after Week 1');
  await checkAxeInBothThemes(page);
  await checkOverflow(page, 'Scoreboard after a buy-back');
  await own.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('Bought back after that, with one life.')).toBeVisible();

  await page.goto('/matchup');
  const line = page.getByRole('region', { name: 'Teams of all members' }).getByRole('row', { name: /^YOU/ });
  await expect(line).toContainText('Back W1');
  await expect(line).toContainText('Went out, then bought back');
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('bought back after that week');
  await expect(page.getByText('2 of 2 still in')).toBeVisible();
  await checkAxeInBothThemes(page);
  await checkOverflow(page, 'MatchUp after a buy-back');

  await page.goto('/pool/money');
  await expect(page.getByRole('region', { name: 'Your money' })).toContainText('$45 to pay (incl. 1 buy-back)');
  await checkOverflow(page, 'Money after a buy-back');
  await ann.getByRole('link', { name: 'See who has paid' }).click();
  const fees = ann.getByRole('region', { name: 'Entry fees' });
  await expect(fees.getByText('incl. 1 buy-back')).toHaveCount(1);
  await checkAxeInBothThemes(ann);
});

test('a player can undo a buy-back until the lock, and cannot buy back after it', {
  tag: '@long',
}, async ({ page, app }) => {
  const league = await survivors(app, 'owner');
  await loseWithBob(page, league);
  await page.goto(`/picks?week=${SECOND}`);
  const board = boardOf(page);
  await board.getByRole('button', { name: 'Buy back in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(board).toContainText('Choose your team');
  await expect(page).toHaveURL(`/picks?week=${SECOND}`);
  await page.goto(`/picks?week=${FIRST}`);
  await expect(board).toContainText('That put you out, but you bought back in.');

  await page.goto(`/picks?week=${SECOND}`);
  await board.getByRole('button', { name: 'Take it back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take the buy-back back?' });
  await checkAxeInBothThemes(page);
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(board).toContainText('You went out in Week 1');
  await expect(team(page, 'Chiefs')).toBeDisabled();
  await page.goto('/scoreboard');
  await expect(page.getByRole('row', { name: /YOU/ })).toContainText('Out in Week 1');
  await expect(page.getByRole('row', { name: /YOU/ })).toContainText(canBuyBack);
  await checkAxeInBothThemes(page);
  await checkOverflow(page, 'Scoreboard of an entry that can be bought back');
  await page.goto('/matchup');
  const line = page.getByRole('region', { name: 'Teams of all members' }).getByRole('row', { name: /^YOU/ });
  await expect(line.getByRole('img', { name: canBuyBack })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('out, can buy back in');
  await checkOverflow(page, 'MatchUp of an entry that can be bought back');

  await page.clock.install();
  // The live connection would report that the page's clock has jumped.
  await page.routeWebSocket('**/api/live', (socket) => void socket.close());
  await page.goto(`/picks?week=${SECOND}`);
  await expect(board.getByRole('button', { name: 'Buy back in' })).toBeVisible();
  await page.clock.fastForward(101 * HOUR_MS);
  await expect(board.getByRole('button', { name: 'Buy back in' })).toHaveCount(0);
  await expect(board).toContainText('You can still watch how it ends.');
});

test('where a commissioner does it, they buy an entry back on People, and can take that back', {
  tag: '@long',
}, async ({ page, app, newPage }) => {
  const league = await survivors(app, 'commissioner');
  await loseWithBob(page, league);
  await page.goto(`/picks?week=${SECOND}`);
  const board = boardOf(page);
  await expect(board).toContainText(new RegExp(`a commissioner can buy you back in until ${MOMENT}\\.`));
  await expect(board.getByRole('button', { name: 'Buy back in' })).toHaveCount(0);

  const ann = await newPage();
  await league.open(ann, 'ann', '/pool/manage/people');
  const panel = ann.getByRole('region', { name: 'Buy-backs' });
  await expect(panel).toContainText(new RegExp(`Out in Week 1, can be bought back until ${MOMENT}`));
  await checkAxeInBothThemes(ann);
  await checkOverflow(ann, 'People of a pool with buy-backs');
  await panel.getByRole('button', { name: /^Buy back: / }).click();
  await expect(ann.getByRole('dialog')).toContainText('They get one life; their used teams stay used.');
  await checkAxeInBothThemes(ann);
  await ann.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(panel).toContainText('Bought back after Week 1');
  await expect(board).toContainText('Choose your team');
  await expect(board.getByRole('button', { name: 'Take it back' })).toHaveCount(0);

  await panel.getByRole('button', { name: /^Take back: / }).click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(panel.getByRole('button', { name: /^Buy back: / })).toBeVisible();
  await expect(board).toContainText('You went out in Week 1');
});

test('the form of a new pool opens the rules of buy-backs', { tag: '@long' }, async ({ page, app }) => {
  const league = await survivors(app, 'owner');
  await league.open(page, 'ann', '/pool/rules');
  await expect(page.getByText(/An entry that goes out by Week 4 can be bought back once/).first()).toBeVisible();

  await page.goto('/pools/new');
  const form = page.getByRole('main');
  await form.getByRole('radio', { name: 'Survivor' }).check();
  await expect(ruleValue(form, 'Who buys an entry back')).toHaveCount(0);
  await setRule(form, 'Buy-backs', '1 for each entry');
  await setRule(form, 'Who buys an entry back', 'Its player, or a commissioner');
  await expect(
    form.getByText(/goes out by Week \d can be bought back once.*Its player or a commissioner/).first(),
  ).toBeVisible();
  await checkAxeInBothThemes(page);
  await checkOverflow(page, 'the rules of buy-backs');
});
