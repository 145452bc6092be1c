import type { Locator, Page } from '@playwright/test';
import { half, openCards } from './cards.ts';
import { signInToDemo } from './demo-login.ts';
import { countReads, liveUpdate } from './support/live-updates.ts';
import { expect, test } from './support/test.ts';

const SEALED = 'Picked, hidden until the game locks';

test("a pick shows as made in the others' Matchup as soon as it is saved", { tag: ['@desktop', '@long'] }, async ({
  page,
  newPage,
}) => {
  await signInToDemo(page, 'alex', '/matchup');
  const row = page.getByRole('row').filter({ hasText: 'Sam Okafor' });
  const sealed = row.getByRole('img', { name: SEALED });
  await page.getByRole('searchbox', { name: 'Find a member' }).fill('Sam Okafor');
  await expect(row).toBeVisible();
  const readings = countReads(page);

  const other = await newPage();
  await signInToDemo(other, 'sam', '/picks');
  const gap = openCards(other)
    .filter({ hasNot: other.locator('[aria-pressed="true"]') })
    .first();
  const before = await sealed.count();
  await half(gap, 'away').click();
  await expect(sealed).toHaveCount(before + 1);
  expect(readings(), 'readings of the page that watched').toBe(0);
});

test("an admin's final score appears in the others' Matchup and Scoreboard without a read @desktop", {
  tag: '@long',
}, async ({ page, newPage, isMobile }) => {
  await signInToDemo(page, 'alex', '/matchup');
  const board = await newPage();
  await signInToDemo(board, 'sam', '/scoreboard');
  const admin = await newPage();
  await signInToDemo(admin, 'commissioner', '/picks');

  await expect(page.getByRole('table')).toBeVisible();
  const rows = isMobile ? board.getByRole('listitem') : board.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(19);
  const gid = await firstRunning(admin);
  const readings = [countReads(page), countReads(board)];
  const scores = await rows.allTextContents();

  await editGame(admin, gid, { status: 'Final', homeScore: 77, awayScore: 3 });
  await expect(homeScore(page, 77)).toHaveText(/Final/);
  await expect.poll(() => rows.allTextContents()).not.toEqual(scores);
  expect(readings.map((count) => count())).toEqual([0, 0]);
});

test('a disconnected page says so, reconnects by itself and is correct', { tag: ['@desktop', '@long'] }, async ({
  page,
  newPage,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Error (reading|fetching)/);
  await signInToDemo(page, 'alex', '/matchup');
  const admin = await newPage();
  await signInToDemo(admin, 'commissioner', '/picks');
  await expect(page.getByRole('table')).toBeVisible();
  const gid = await firstRunning(admin);

  await page.context().setOffline(true);
  await expect(page.getByText('Connection lost, trying again')).toBeVisible();
  await editGame(admin, gid, { homeScore: 66 });
  const news = liveUpdate(page);
  await page.context().setOffline(false);
  await expect(page.getByText('Connection lost, trying again')).toBeHidden();
  await expect(homeScore(page, 66)).toBeVisible();
  await news;

  const readings = countReads(page);
  await editGame(admin, gid, { homeScore: 88 });
  await expect(homeScore(page, 88)).toBeVisible();
  expect(readings(), 'readings of the page that came back').toBe(0);
});

/** The head of the game in which the home team has this score. */
function homeScore(page: Page, score: number): Locator {
  return page.getByRole('columnheader', { name: new RegExp(`-${score} `) });
}

interface LiveGame {
  readonly gid: string;
  readonly status: string;
}

/** The call with which an admin's page edits a game. */
async function editGame(page: Page, gid: string, edit: object): Promise<void> {
  const status = await page.evaluate(
    async ({ gid, edit }) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`/api/games/${gid}`, { method: 'PATCH', headers, body: JSON.stringify(edit) });
      return answer.status;
    },
    { gid, edit },
  );
  expect(status, `editing ${gid}`).toBe(200);
}

/** A running game of the week that the page shows. */
async function firstRunning(page: Page): Promise<string> {
  const [first] = await running(page);
  if (first === undefined) throw new Error('No game of the demo runs');
  return first.gid;
}

async function running(page: Page): Promise<readonly LiveGame[]> {
  await expect(page.getByRole('article').first()).toBeVisible();
  const { games }: { games: LiveGame[] } = await (await page.request.get(await addressOfWeek(page))).json();
  return games.filter(({ status }) => status === 'In Progress');
}

async function addressOfWeek(page: Page): Promise<string> {
  const isRead = () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/games'))?.name;
  return (await (await page.waitForFunction(isRead)).jsonValue()) ?? '';
}
