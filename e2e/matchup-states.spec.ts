import type { Page } from '@playwright/test';
import { wish } from '#tests/pick.ts';
import { makeLeague, sunday } from './live-league.ts';
import { checkAxe, checkAxeInBothThemes, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const WEEK = '2026-week1';

test.describe('The Matchup and the Scoreboard say so if there is nothing to show', () => {
  for (const { state, plan, matchup, scoreboard } of [
    {
      state: 'a pool without weeks',
      plan: { ...sunday, weeks: [], games: [] },
      matchup: 'Please select a week to view matchups.',
      scoreboard: 'No scores available yet',
    },
    {
      state: 'a week without games',
      plan: { ...sunday, games: [] },
      matchup: 'No games found for this week.',
      scoreboard: 'No scores available yet',
    },
    {
      state: 'a pool without members',
      plan: { ...sunday, members: [] },
      matchup: 'No Data Available',
      scoreboard: 'No scores available yet',
    },
  ]) {
    test(state, { tag: '@long' }, async ({ page, app }) => {
      const league = await makeLeague(app, plan);
      await league.open(page, 'Ann', '/matchup');
      await expect(page.getByRole('heading', { name: 'Matchup View' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: matchup, exact: true })).toBeVisible();
      await inBothThemes(page, async () => {
        await expect(page.getByRole('heading', { level: 2, name: matchup, exact: true })).toBeVisible();
        await checkAxe(page);
      });
      await page.goto('/scoreboard');
      await expect(page.getByRole('heading', { level: 2, name: scoreboard, exact: true })).toBeVisible();
    });
  }

  test('a week without a finished game', { tag: '@long' }, async ({ page, app }) => {
    const players = { ...sunday.players, Dee: '----' };
    const league = await makeLeague(app, { ...sunday, players, games: sunday.games.slice(1) });
    await league.open(page, 'Bob', '/scoreboard');
    await expect(page.getByRole('heading', { level: 2, name: 'No scores available yet', exact: true })).toBeVisible();
    await league.edit('BUF', { status: 'Final' });
    await expect(page.getByRole('region', { name: 'Leaderboard' })).toBeVisible();
    const active = page.locator('.score-card').filter({ has: page.getByRole('heading', { name: 'Active Players' }) });
    await expect(active.getByRole('img', { name: '3', exact: true })).toBeVisible();
    await expect(active).toContainText('of 4');
  });
});

test('the Bus column, its marks and their legend are for admins only', { tag: ['@desktop', '@long'] }, async ({
  page,
  app,
  newPage,
}) => {
  const league = await makeLeague(app, sunday);
  const player = await newPage();
  await league.open(page, 'Ann', '/matchup');
  await league.open(player, 'Bob', '/matchup');
  for (const [each, count] of [
    [page, 1],
    [player, 0],
  ] as const) {
    await expect(each.getByRole('columnheader', { name: 'Week' })).toHaveCount(1);
    await expect(each.getByRole('columnheader', { name: 'Bus', exact: true })).toHaveCount(count);
    const legend = each.getByRole('listitem').filter({ hasText: 'entered for the player' });
    await expect(legend.getByRole('img', { name: '🚌' })).toHaveCount(count);
  }
  const bus = lineOf(page, 'Cid').locator('.score').first().locator('xpath=preceding-sibling::td[1]');
  await expect(bus).toHaveText('0');
  const entered = {
    path: `/api/entries/${league.entryId('Cid')}/picks`,
    body: JSON.stringify({ picks: [wish({ gid: league.gid('SEA'), side: 'home' })], reason: 'By phone' }),
  };
  const answer = await page.evaluate(async ({ path, body }) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(path, { method: 'PUT', headers, body })).text();
  }, entered);
  expect(answer).toContain('"saved":true');
  await expect(bus).toHaveText('1');
});

test('a score that may still change is marked as provisional until the last game is over', async ({ page, app }) => {
  const league = await makeLeague(app, sunday);
  await league.open(page, 'Dee', '/matchup');
  const cid = lineOf(page, 'Cid');
  await expect(cid.locator('.score').first()).toHaveText(/^1now 3 \(provisional\)$/);
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('provisional, if running games ended now');

  await test.step('it sorts only if asked: a tap on the leader, and another for the official order', async () => {
    const names = page.locator('.matchup tbody .member-name');
    const leading = page.getByRole('button', { name: /^Leading now: Cid/ });
    await expect(leading).toHaveAttribute('aria-pressed', 'false');
    const official = await names.allTextContents();
    expect(official[0]).not.toBe('Cid');
    await leading.click();
    await expect(leading).toHaveAttribute('aria-pressed', 'true');
    await expect(names.first()).toHaveText('Cid');
    await expect(cid.locator('.score').first()).toHaveText(/^now 3 \(provisional\)1 official$/);
    await checkAxeInBothThemes(page);
    await leading.click();
    await expect(names).toHaveText(official);
  });

  await league.edit('BUF', { homeScore: 0, awayScore: 9 });
  await expect(cid.locator('.score').first()).toHaveText(/^1now 2 \(provisional\)$/);
  for (const home of ['BUF', 'GB', 'DAL']) await league.edit(home, { status: 'Final' });
  await expect(cid.locator('.score').first()).toHaveText('2');
  await expect(page.getByRole('list', { name: 'Legend' })).not.toContainText('provisional');
});

test('the winner of a week is marked once it is finished, in the Matchup and on the Scoreboard', {
  tag: ['@desktop', '@long'],
}, async ({ page, app, newPage, isMobile }) => {
  const league = await makeLeague(app, { ...sunday, games: sunday.games.slice(0, 2) });
  const board = await newPage();
  await league.open(page, 'Dee', '/matchup');
  await league.open(board, 'Dee', '/scoreboard');
  const won = page.getByRole('img', { name: 'Won the week' });
  await expect(lineOf(page, 'Bob')).toBeVisible();
  await expect(won).toHaveCount(0);

  await league.edit('BUF', { status: 'Final' });
  await expect(won).toHaveCount(1);
  await expect(lineOf(page, 'Cid').getByRole('img', { name: 'Won the week' })).toBeVisible();
  const row = board.getByRole(isMobile ? 'listitem' : 'row').filter({ hasText: 'Cid' });
  if (isMobile) await row.locator('summary').click();
  await expect(row.getByRole('img', { name: 'Won the week' }).filter({ visible: true })).toHaveCount(1);
});

test('the Matchup opens with the best week first; level scores go by the overall score, then by name', {
  tag: ['@desktop', '@long'],
}, async ({ page, app }) => {
  const earlier = { weekId: '2026-week2', home: 'KC', away: 'LV', status: 'Final', homeScore: 9 } as const;
  const plan = {
    weeks: [WEEK, '2026-week2'],
    games: [...sunday.games.slice(1, 2), earlier],
    players: { Ann: 'aa', Zoe: 'ah', Bob: 'ha', Abe: 'ha', Cid: 'hh' },
  };
  const league = await makeLeague(app, { ...plan, games: plan.games.map((game) => ({ ...game, status: 'Final' })) });
  await league.open(page, 'Ann', '/matchup');
  await pickWeek(page, 'Week 1');
  const week = page.getByRole('columnheader', { name: 'Week' });
  await expect(week).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(page)).toEqual(['Cid', 'Abe', 'Bob', 'Zoe', 'Ann']);
  await sortBy(page, 'Week');
  await expect(week).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => names(page)).toEqual(['Ann', 'Zoe', 'Abe', 'Bob', 'Cid']);
  await sortBy(page, 'Overall');
  await expect(page.getByRole('columnheader', { name: 'Overall' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(page)).toEqual(['Cid', 'Abe', 'Bob', 'Zoe', 'Ann']);
});

test('every mark of a pick has a name, and the legend has them all', { tag: '@desktop' }, async ({ page, app }) => {
  const league = await makeLeague(app, sunday);
  await league.open(page, 'Bob', '/matchup');
  const dee = lineOf(page, 'Dee');
  await expect(dee.getByRole('cell', { name: /LV.*wrong/ })).toHaveCount(1);
  const running = dee.getByTitle('Pick made - waiting for result').filter({ hasText: 'BUF' });
  await expect(running.getByRole('img', { name: 'winning right now' })).toBeVisible();
  expect(await running.evaluate((cell) => getComputedStyle(cell, '::after').content)).toContain('●');
  await expect(dee.getByRole('cell', { name: /PHI.*waiting/ })).toHaveCount(1);
  await expect(lineOf(page, 'Cid').getByRole('cell', { name: /KC.*correct/ })).toHaveCount(1);
  await expect(dee.getByRole('img', { name: 'Picked, hidden until the game locks' })).toHaveText('In');
  await expect(lineOf(page, 'Cid').getByRole('cell', { name: '–', exact: true })).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Legend' }).getByRole('listitem')).toHaveText([
    /the side picked/,
    /right/,
    /wrong/,
    /Pick made - waiting for result/,
    /winning right now/,
    /picked, hidden until the game locks/,
    /no pick/,
    /provisional/,
  ]);
  await inBothThemes(page, async () => {
    await expect(dee).toBeVisible();
    await checkAxe(page);
  });
});

test('a printout has all members and games in black on white, with the head on each page', {
  tag: ['@desktop', '@long'],
}, async ({ page, app }) => {
  test.slow();
  const names = Array.from({ length: 70 }, (_, at) => `Member ${at + 1}`);
  const players = Object.fromEntries(names.map((name, at) => [name, at % 2 === 0 ? 'hahah' : 'ahaha']));
  const league = await makeLeague(app, { ...sunday, players });
  await league.open(page, 'Member 1', '/matchup');
  const lines = page.locator('.matchup tbody').getByRole('rowheader');
  await expect(lines.first()).toBeVisible();
  expect(await lines.count()).toBeLessThan(40);

  await useDarkTheme(page);
  await page.emulateMedia({ media: 'print' });
  await expect(lines).toHaveCount(70);
  await expect(page.getByRole('columnheader')).toHaveCount(1 + 5 + 1 + 2);
  for (const part of ['header', 'footer', 'nav', '.matchup-tools']) {
    const found = await page.locator(part).all();
    expect(found.length, part).toBeGreaterThan(0);
    for (const each of found) await expect(each).toBeHidden();
  }
  await expect(page.locator('.matchup thead')).toHaveCSS('display', 'table-header-group');
  await expect(page.locator('.matchup thead')).toHaveCSS('position', 'static');
  await expect(lines.first()).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: null });
  await expect.poll(() => lines.count()).toBeLessThan(40);

  const { pages, width, height } = describePdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(pages).toBeLessThanOrEqual(4);
  expect(width).toBeGreaterThan(height);
  await expect.poll(() => lines.count()).toBeLessThan(40);
});

function lineOf(page: Page, name: string) {
  return page.locator('.matchup tbody').getByRole('row').filter({ hasText: name });
}

async function names(page: Page): Promise<string[]> {
  const heads = await page.locator('.matchup tbody').getByRole('rowheader').allTextContents();
  return heads.map((text) => text.slice(0, 3));
}

async function sortBy(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
}

async function pickWeek(page: Page, name: string): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) >= 768;
  if (isWide) await page.getByRole('combobox', { name: 'Select Week:' }).selectOption({ label: name });
  else await page.getByRole('button', { name: new RegExp(`, ${name}$`) }).click();
}

async function useDarkTheme(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await expect(page.locator('.matchup tbody').getByRole('rowheader').first()).toBeVisible();
}

/** The number of pages of a PDF, and the size of the first one. */
function describePdf(pdf: Buffer): { pages: number; width: number; height: number } {
  const text = pdf.toString('latin1');
  const [, , , width, height] = (/\/MediaBox\s*\[\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+?)\s*\]/.exec(text) ?? []).map(Number);
  return { pages: (text.match(/\/Type\s*\/Page\b/g) ?? []).length, width: width ?? 0, height: height ?? 0 };
}
