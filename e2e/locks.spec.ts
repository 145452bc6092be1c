import type { Locator, Page } from '@playwright/test';
import { easternDate, easternMidnight } from '#core/eastern-time.ts';
import { half } from './cards.ts';
import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

function card(page: Page, home: string): Locator {
  return page.locator(`#game-${gidOf(home)}`);
}

/** The games that kick off together, with their heading. */
function slotOf(page: Page, home: string): Locator {
  return page.locator('section').filter({ has: card(page, home) });
}

test('the heading of a slot describes its open games, and a locked game says so itself', async ({ page, app }) => {
  const [soon, later] = [Date.now() + 6 * HOUR_MS, Date.now() + 9 * HOUR_MS];
  const league = await makePicksLeague(app, {
    games: [
      { away: 'NE', home: 'CAR', kickoff: soon },
      { away: 'GB', home: 'DET', kickoff: soon },
      { away: 'CHI', home: 'MIN', kickoff: later, void: 'postponed' },
    ],
  });
  await league.edit('CAR', { status: 'In Progress' });
  await league.edit('CAR', { status: 'Not Started' });
  await league.open(page);
  await expect(half(card(page, 'CAR'), 'home')).toBeDisabled();
  await expect(half(card(page, 'DET'), 'home')).toBeEnabled();
  await expect(slotOf(page, 'DET').getByText(/^Locks in 5 h \d\d min$/)).toBeVisible();
  await expect(card(page, 'CAR').getByText('Picks closed')).toBeVisible();
  await expect(card(page, 'DET').getByText('Picks closed')).toHaveCount(0);
  await expect(page.getByText('1 missed').first()).toBeVisible();
  await expect(page.getByText('Nothing left to pick')).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Correct', exact: true }), 'no game is over').toHaveCount(0);

  await expect(card(page, 'MIN').getByText('Postponed', { exact: true })).toBeVisible();
  await expect(slotOf(page, 'MIN').getByText(/Lock/)).toHaveCount(0);
  await inBothThemes(page, async () => {
    await expect(card(page, 'CAR').getByText('Picks closed')).toBeVisible();
    await checkAxe(page);
  });

  await league.edit('DET', { status: 'In Progress' });
  await expect(half(card(page, 'DET'), 'home')).toBeDisabled();
  await expect(slotOf(page, 'DET').getByText(/^Locks in/)).toHaveCount(0);
  await expect(slotOf(page, 'DET').locator('> div').getByText('Picks closed', { exact: true })).toBeVisible();
  await expect(page.getByText('2 picks remaining')).toBeVisible();
  await expect(page.getByText('2 missed').first()).toBeVisible();
  await expect(page.getByText('Nothing left to pick').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('of 2 picks made').locator('..')).toHaveClass(/text-led-red/);
});

test('the next lock is the earliest one, although a game without a time is listed last', async ({ page, app }) => {
  const soon = Date.now() + 3 * DAY_MS;
  const league = await makePicksLeague(app, {
    games: [
      { away: 'NE', home: 'CAR', kickoff: soon + 4 * DAY_MS },
      { away: 'GB', home: 'DET', kickoff: easternMidnight(easternDate(soon)), timeTbd: true },
    ],
  });
  await league.open(page, 'ann', '/');
  const lock = page.getByRole('heading', { name: 'Next lock' }).locator('..');
  await expect(lock.getByText(/, TBD$/)).toBeVisible();
  await expect(lock.getByRole('img', { name: /^[23]:\d\d:\d\d:\d\d$/ })).toBeVisible();
  await expect(page.getByText("This game locks next. You haven't picked it.")).toBeVisible();
  await league.pickElsewhere('ann', { gid: gidOf('DET'), side: 'home' });
  await expect(page.getByText('This game locks next. You picked it.')).toBeVisible();
});

test('between kick-off and lock the board and the Picks screen agree', { tag: '@long' }, async ({ page, app }) => {
  const league = await makePicksLeague(app, {
    games: [
      { away: 'NE', home: 'CAR', kickoff: Date.now() - MINUTE_MS },
      { away: 'GB', home: 'DET', kickoff: Date.now() + DAY_MS },
    ],
  });
  await league.open(page);
  await expect(page.getByText('May lock at any moment')).toBeVisible();
  await page.goto('/');
  const lock = page.getByRole('heading', { name: 'Next lock' }).locator('..');
  await expect(lock.getByText('May lock at any moment')).toBeVisible();
  await league.edit('CAR', { status: 'In Progress' });
  await expect(lock.getByRole('img', { name: /^\d\d:\d\d:\d\d$/ })).toBeVisible();
  await expect(lock.getByText('May lock at any moment')).toHaveCount(0);
});
