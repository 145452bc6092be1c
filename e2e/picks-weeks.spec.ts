import { endedLine, half, openCards } from './cards.ts';
import type { GamePlan } from './picks-league.ts';
import { fullWeek, gidOf, HOUR_MS, makePicksLeague, WEEK } from './picks-league.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const WEEK_MS = 7 * 24 * HOUR_MS;

/** Weeks 1 to 18, the first eight of them over; a game is named by its home team and week. */
function season(): { weeks: string[]; games: GamePlan[] } {
  // The clock is read only once, because cards of one kick-off are grouped by the minute.
  const now = Date.now();
  const weeks = Array.from({ length: 18 }, (_, at) => `2026-week${at + 1}`);
  const games = weeks.flatMap((weekId, at) =>
    fullWeek().map((game, place) => ({
      ...game,
      weekId,
      gid: gidOf(`${game.home}-${at + 1}`),
      kickoff: now + (at - 8) * WEEK_MS + (48 + 3 * Math.floor(place / 6)) * HOUR_MS,
      status: at < 8 ? ('Final' as const) : ('Not Started' as const),
      homeScore: at < 8 ? 20 : 0,
    })),
  );
  return { weeks, games };
}

test('all weeks are listed by week, the counter covers them, and picks go to their own week', {
  tag: ['@desktop', '@long'],
}, async ({ page, app }) => {
  test.slow();
  const { weeks, games } = season();
  const league = await makePicksLeague(app, { weeks, games, picks: { 'BUF-1': 'home' } });
  const shares: string[] = [];
  page.on('request', (request) => request.url().endsWith('/shares') && shares.push(request.url()));
  await league.open(page, 'ann', `/picks?week=${WEEK}`);
  await expect(page.getByText('of 16 picks made')).toBeVisible();
  const tally = page.getByRole('img', { name: 'Correct', exact: true }).locator('..').getByRole('img');
  for (const [at, part] of ['Correct', '1', 'Incorrect', '0', '🤩'].entries()) {
    await expect(tally.nth(at)).toHaveAccessibleName(part);
  }
  await page.getByRole('combobox', { name: 'Select Week:' }).selectOption('All Weeks');

  await expect(page.getByText('of 288 picks made')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^Week \d+$/ })).toHaveCount(18);
  expect(await page.getByRole('article').count(), 'only what is near is drawn').toBeLessThan(80);
  const week = (number: number) => page.getByRole('region', { name: `Week ${number}`, exact: true });
  await expect(week(9).getByRole('article').first()).toBeInViewport();
  await week(9).getByRole('button', { name: 'Next week' }).click();
  await expect(week(10).getByRole('button', { name: 'Next week' })).toBeFocused();
  await expect(week(10).getByRole('article').first()).toBeInViewport();
  for (let at = 10; at > 1; at -= 1) await week(at).getByRole('button', { name: 'Previous week' }).press('Enter');
  await expect(week(1).getByRole('button', { name: 'Previous week' })).toBeDisabled();
  expect(shares, 'nothing is asked for cards that are folded').toEqual([]);
  await endedLine(week(1), /^\w+, .*: 1 right, 5 missed$/).click();
  await expect.poll(() => shares.length).toBe(1);
  await expect(half(page.locator(`#game-${gidOf('BUF-1')}`), 'home')).toBeDisabled();

  await page.getByRole('button', { name: 'Next unpicked' }).filter({ visible: true }).click();
  const first = page.getByRole('region', { name: 'Week 9', exact: true }).getByRole('article').first();
  await expect(first).toBeFocused();
  await half(first, 'away').click();
  await expect(half(first, 'away')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => Object.keys(await league.stored()).length).toBe(2);
  const picked = Object.keys(await league.stored());
  expect(picked.every((home) => /-[19]$/.test(home))).toBe(true);
  await page.reload();
  await expect(page.getByText('of 288 picks made')).toBeVisible();
  await inBothThemes(page, async () => {
    await expect(page.getByText('of 288 picks made')).toBeVisible();
    await checkAxe(page);
  });
});

test('a week that cannot be read shows a failure with a retry button', { tag: ['@desktop', '@long'] }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 500|Error fetching/);
  const league = await makePicksLeague(app, { weeks: [WEEK, '2026-week2'], games: fullWeek().slice(0, 2) });
  await page.routeWebSocket('**/api/live', (socket) => void socket.close());
  const failed = { error: { code: 'unexpected', message: 'An error occurred. Please try again.' } };
  await page.route('**/weeks/2026-week2/games', (route) => route.fulfill({ status: 500, json: failed }));
  await league.open(page, 'ann', '/picks?week=all');
  await expect(page.getByRole('heading', { name: "Couldn't load games" })).toBeVisible();
  await page.unroute('**/weeks/2026-week2/games');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('quick fill picks favorites for open unpicked games, reports the rest, and can be undone exactly', async ({
  page,
  app,
}) => {
  const games = fullWeek();
  const [first, second] = [games[0]?.home ?? '', games[1]?.home ?? ''];
  const locked = games[2]?.home ?? '';
  const league = await makePicksLeague(app, {
    games: games.map((game) => (game.home === locked ? { ...game, status: 'In Progress' as const } : game)),
    picks: { [first]: 'away', [second]: 'home' },
  });
  await league.open(page);
  const open = games.filter(({ home }) => ![first, second, locked].includes(home));
  const wanted = Object.fromEntries(
    open.flatMap(({ home, spread }) => (spread ? [[home, spread > 0 ? 'home' : 'away']] : [])),
  );
  const left = open.length - Object.keys(wanted).length;

  await page.getByRole('button', { name: 'Quick fill' }).click();
  await checkAxe(page);
  await page.getByRole('dialog', { name: 'Quick fill' }).getByRole('button', { name: 'Favorites' }).click();
  await expect(page.getByText(`${Object.keys(wanted).length} games filled`)).toBeVisible();
  await expect(page.getByText(`${left} games without a favorite stay unpicked.`)).toBeVisible();
  const own = { [first]: 'away', [second]: 'home' };
  await expect.poll(() => league.stored()).toEqual({ ...own, ...wanted });

  const [changed = '', ...others] = Object.keys(wanted);
  const other = wanted[changed] === 'home' ? ('away' as const) : ('home' as const);
  await half(page.locator(`#game-${gidOf(changed)}`), other).click();
  await page.getByRole('button', { name: 'Undo' }).filter({ visible: true }).click();
  const undone = Object.fromEntries(others.map((home) => [home, null]));
  await expect.poll(() => league.stored()).toEqual({ ...own, ...undone, [changed]: other });
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(openCards(page).filter({ hasNot: page.locator('[aria-pressed="true"]') })).toHaveCount(open.length - 1);

  await page.getByRole('button', { name: 'Quick fill' }).click();
  await page.getByRole('button', { name: 'Home teams' }).click();
  await expect(page.getByText('All picks submitted!').or(page.getByText('1 pick remaining'))).toBeVisible();
  await expect.poll(async () => (await league.stored())[others[0] ?? '']).toBe('home');
});
