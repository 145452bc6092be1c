import type { Page } from '@playwright/test';
import { workbook } from '#tests/workbook.ts';
import { choosePool } from '../scripts/shots.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { setRule } from './support/rulebook.ts';
import { expect, test } from './support/test.ts';

test.use({ size: 'desktop' });

const IMPORT = '/pool/manage/import';
const FILE = 'Spreadsheet with picks';

interface DemoGame {
  readonly home: string;
  readonly away: string;
}

/** The games of Week 1 by kick-off, all of them over. */
async function gamesOfWeek1(page: Page): Promise<readonly DemoGame[]> {
  const { pools }: { pools: { id: string; name: string }[] } = await (await page.request.get('/api/pools')).json();
  const id = pools.find(({ name }) => name === 'Sunday Legends')?.id;
  const { games } = await (await page.request.get(`/api/pools/${id}/weeks/2026-week1/games`)).json();
  return games;
}

async function firstGames(page: Page): Promise<readonly [DemoGame, DemoGame, DemoGame]> {
  const [first, second, third] = await gamesOfWeek1(page);
  if (!first || !second || !third) throw new Error('Week 1 has too few games.');
  return [first, second, third];
}

function fileOf(name: string, content: string | Uint8Array) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

test('a grid in CSV is shown cell by cell, imported, seen in MatchUp, and undone', async ({ page }) => {
  await signInToDemo(page, 'commissioner', IMPORT);
  const [first, second, third] = await firstGames(page);
  const csv = [
    ['Week 1', 'Alex Riveraa', 'Old Tom'],
    [`${first.away} @ ${first.home}`, first.home, first.home],
    [`${second.away} @ ${second.home}`, second.away, 'Cubs'],
    [`${third.away} at ${third.home}`, '', `${third.away} -3.5`],
    ['Points', '1', '7.5'],
  ];
  await page.getByLabel(FILE).setInputFiles(fileOf('season.csv', csv.map((row) => row.join(';')).join('\r\n')));
  const form = page.getByRole('region', { name: 'season.csv' });
  await expect(form.getByRole('button', { name: 'Players across' })).toHaveAttribute('aria-pressed', 'true');
  await expect(form.getByText('Weeks in the file: Week 1.')).toBeVisible();

  // A text that is not understood is listed with its cell, and corrected for all cells at once.
  await expect(form.getByRole('button', { name: "C3: 'Cubs' is not a team." })).toBeVisible();
  await checkAxeInBothThemes(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await form.getByLabel('Team for Cubs').selectOption('out');
  await expect(form.getByText("'Cubs' is not a team")).toHaveCount(0);

  // A similar name is not accepted without confirmation.
  await expect(form.getByRole('button', { name: 'Import 2 picks and add 1 player' })).toBeVisible();
  await form.getByLabel('Entry for Alex Riveraa').selectOption({ label: 'Alex Rivera' });
  await form.getByRole('button', { name: `${first.home}, C2` }).click();
  await expect(form.getByRole('status').filter({ hasText: 'C2' })).toContainText(`Old Tom picks ${first.home}`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('button', { name: `${third.away} -3.5, C4` })).toBeFocused();

  await form.getByRole('button', { name: /^Import \d picks? and add 1 player/ }).click();
  const imports = page.getByRole('region', { name: 'Imports of the last day' });
  await expect(imports.getByText(/\d picks? written, 1 player added/)).toBeVisible();
  await checkAxeInBothThemes(page);

  await imports.getByRole('link', { name: 'See MatchUp of Week 1' }).click();
  const table = page.getByRole('table');
  const row = table.getByRole('row').filter({ hasText: 'Old Tom' });
  // Only the rows in view are in the page.
  await expect(async () => {
    await table.evaluate((shown) => shown.parentElement?.scrollTo({ top: shown.scrollHeight }));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(row).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(row.getByText(first.home, { exact: true })).toBeVisible();
  await page.goto(IMPORT);
  await imports.getByRole('button', { name: 'Undo season.csv' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(imports.getByText(/Undone\.$/)).toBeVisible();
  await page.goto('/pool/members');
  await expect(page.getByRole('button', { name: 'Let Old Tom in again' })).toBeVisible();

  // The corrected file can be imported after that.
  await page.goto(IMPORT);
  await page.getByLabel(FILE).setInputFiles(fileOf('again.csv', `Week 1;Old Tom\nGame;${first.home}`));
  await page.getByRole('button', { name: 'Import 1 pick and add 1 player' }).click();
  await expect(imports.getByText('1 pick written, 1 player added.')).toBeVisible();
});

test('the answers of a form are read, and a later answer may replace an earlier one', { tag: '@long' }, async ({
  page,
}) => {
  await signInToDemo(page, 'commissioner', IMPORT);
  const games = await firstGames(page);
  const questions = games.map(({ away, home }) => `Week 1 [${away} at ${home}]`);
  const answers = (name: string, side: 'home' | 'away') => [
    '9/12/2024 18:03:11',
    'someone@example.org',
    name,
    ...games.map((game) => game[side]),
  ];
  const rows = [
    ['Timestamp', 'Email Address', 'Name', ...questions],
    answers('Old Tom', 'away'),
    answers('Aunt May', 'home'),
    answers('Old Tom', 'home'),
  ];
  await page.getByLabel(FILE).setInputFiles(fileOf('answers.csv', rows.map((row) => row.join(',')).join('\n')));
  const form = page.getByRole('region', { name: 'answers.csv' });
  await expect(form.getByLabel('Where are the names?')).toHaveValue('2');
  await expect(form.getByText('Weeks in the file: Week 1.')).toBeVisible();
  await expect(form.getByText('3 not understood')).toBeVisible();
  await form.getByLabel('Later rows replace earlier ones').check();
  await expect(form.getByText('not understood')).toHaveCount(0);
  await expect(form.getByText('3 replaced by a later row')).toBeVisible();
  await checkAxeInBothThemes(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await form.getByLabel('Where are the names?').selectOption('1');
  await expect(form.getByText('someone@example.org').first()).toBeVisible();
  await form.getByLabel('Where are the names?').selectOption('2');
  await form.getByRole('button', { name: 'Import 6 picks and add 2 players' }).click();
  const imports = page.getByRole('region', { name: 'Imports of the last day' });
  await expect(imports.getByText('6 picks written, 2 players added.')).toBeVisible();
});

test("picks of one's own are shown as left out, with who can import them", { tag: '@long' }, async ({ page }) => {
  await signInToDemo(page, 'commissioner', IMPORT);
  const games = await firstGames(page);
  const { user } = await (await page.request.get('/api/session')).json();
  // The pool has some of these picks, but not all.
  const rows = games.map(({ away }) => `Game;${away};${away}`);
  const csv = [`Week 1;${user.displayName};Old Tom`, ...rows].join('\n');
  await page.getByLabel(FILE).setInputFiles(fileOf('mine.csv', csv));
  const form = page.getByRole('region', { name: 'mine.csv' });
  await expect(form.getByText(/^\d picks? of your own cannot be entered by you after the lock/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Import 3 picks and add 1 player' })).toBeVisible();
});

test('the line of a sole commissioner, of a week before the pool came here, says what it wins, and is announced', {
  tag: '@long',
}, async ({ page }) => {
  await signInToDemo(page, 'commissioner', IMPORT);
  const games = await firstGames(page);
  const body = { name: 'New here', season: 2026, plays: true };
  const made = await page.request.post('/api/pools', { data: body, headers: { origin: new URL(page.url()).origin } });
  expect(made.status()).toBe(200);
  const { user } = await (await page.request.get('/api/session')).json();
  await page.reload();
  await choosePool(page, 'New here');
  const rows = games.map(({ away, home }) => `Game;${away};${home}`);
  const csv = [`Week 1;${user.displayName};Old Tom`, ...rows].join('\n');
  await page.getByLabel(FILE).setInputFiles(fileOf('mine.csv', csv));
  const form = page.getByRole('region', { name: 'mine.csv' });
  const own = form.getByText(
    /^3 picks of your own will be imported and announced to members\. They're from weeks that ended before this pool moved here, and you can do this once\. /,
  );
  await expect(own).toBeVisible();
  await checkAxeInBothThemes(page);
  await form.getByRole('button', { name: 'Import 6 picks and add 1 player' }).click();
  const imports = page.getByRole('region', { name: 'Imports of the last day' });
  await expect(imports.getByText('6 picks written, 1 player added.')).toBeVisible();
  await page.goto('/');
  await expect(
    page.getByText(/imported 3 picks of their own\. Week 1 was over before this pool moved here\./),
  ).toBeVisible();
});

test('a workbook with a list and a sheet for each week is imported; the week can be chosen', { tag: '@long' }, async ({
  page,
}) => {
  await signInToDemo(page, 'commissioner', IMPORT);
  const [first, second] = await firstGames(page);
  const sheets = {
    Notes: [['Pay before Sunday']],
    Picks: [
      ['Player', 'Pick'],
      ['Old Tom', first.home],
      ['Old Tom', second.away],
      ['Old Tom', { serial: 45811 }],
    ],
  };
  await page.getByLabel(FILE).setInputFiles(fileOf('picks.xlsx', workbook(sheets, true)));
  const form = page.getByRole('region', { name: 'picks.xlsx' });
  // The first sheet with picks opens by itself.
  const sheet = form.getByLabel('Sheet', { exact: true });
  await expect(sheet.locator('option:checked')).toHaveText('Picks');
  await sheet.selectOption('Notes');
  await expect(form.getByText('No picks were found in this sheet.')).toBeVisible();
  await sheet.selectOption('Picks');
  await expect(form.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(form.getByRole('button', { name: /^B4: This is a date, June 3/ })).toBeVisible();
  await form.getByLabel('Which week are these picks from?').selectOption('Week 1');
  await form.getByRole('button', { name: 'Import 2 picks and add 1 player' }).click();
  await expect(page.getByText('2 picks written, 1 player added.')).toBeVisible();
});

test('files that are no tables are refused with a reason', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/workbook could not be read/);
  await signInToDemo(page, 'commissioner', IMPORT);
  const refused = async (content: string | Uint8Array, reason: string): Promise<void> => {
    await page.getByLabel(FILE).setInputFiles(fileOf('picks.xlsx', content));
    await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
  };
  await refused('', 'This file is empty.');
  await refused(Buffer.from('\u0089PNG\r\n\u001a\n\0\0', 'latin1'), "This isn't a CSV file or an Excel workbook");
  await refused(workbook({ A: [['a']] }).subarray(0, 300), 'This workbook is damaged.');
  await refused(new Uint8Array(10_000_001), 'This file is larger than 10 MB.');
  await checkAxeInBothThemes(page);
});

test('an import that is being written shows its progress and can be canceled', { tag: '@long' }, async ({ page }) => {
  await signInToDemo(page, 'commissioner');
  const running = {
    id: 'i1',
    name: 'season.csv',
    weekIds: [],
    at: Date.now(),
    state: 'running',
    total: 12_000,
    done: 250,
  };
  const reply = { ...running, written: 250, newPlayers: 0, undoUntil: Date.now() + 60_000 };
  let done = 0;
  await page.route('**/api/pools/*/imports', (route) => {
    done += 250;
    return route.fulfill({ json: { imports: [{ ...reply, done }] } });
  });
  await page.goto(IMPORT);
  const imports = page.getByRole('region', { name: 'Imports of the last day' });
  await expect(imports.getByText(/of 12,000 picks\.\.\./)).toBeVisible();
  // The page requests it again while it runs.
  await expect(imports.getByText(/1,\d+ of 12,000 picks/)).toBeVisible();
  await checkAxeInBothThemes(page);
  await imports.getByRole('button', { name: 'Cancel season.csv' }).click();
  await page.route('**/imports/i1/undo', (route) => route.fulfill({ json: { ok: true } }));
  await page.getByRole('dialog').getByRole('button', { name: 'Stop and undo' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a confidence pool takes values and guesses', {
  tag: '@long',
}, async ({ page }) => {
  await signInToDemo(page, 'commissioner');
  await choosePool(page, 'Confidence');
  await page.goto(IMPORT);
  const games = await gamesOfWeek1(page);
  // Aunt May has given two games the same value.
  const rows = games.map(({ away, home }, at) => `${away} @ ${home};${home} ${at + 1};${away} (${Math.max(at, 1)})`);
  const csv = ['Week 1;Old Tom;Aunt May', ...rows, 'Points;100;30', 'Tiebreaker;44;38'].join('\n');
  await page.getByLabel(FILE).setInputFiles(fileOf('sure.csv', csv));
  const form = page.getByRole('region', { name: 'sure.csv' });
  const question = form.getByLabel('Where are the tiebreak guesses?');
  await expect(question.locator('option:checked')).toHaveText(`Row ${games.length + 3}: Tiebreaker`);
  await expect(form.getByText(/^C3: C2 has the value 1, too, so Week 1 of this player is left out/)).toBeVisible();
  await expect(form.getByText(`Left out: row ${games.length + 2} (Points).`)).toBeVisible();
  await checkAxeInBothThemes(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await question.selectOption('Not in this file');
  await expect(form.getByRole('button', { name: `Import ${games.length + 1} picks and add 1 player` })).toBeVisible();
  await question.selectOption(`Row ${games.length + 3}: Tiebreaker`);
  await form.getByRole('button', { name: `Import ${games.length + 3} picks and add 2 players` }).click();
  const imports = page.getByRole('region', { name: 'Imports of the last day' });
  await expect(imports.getByText(`${games.length + 3} picks written, 2 players added.`)).toBeVisible();
});

test('a survivor sheet brings the weeks before its new pool, and who is out and came back', { tag: '@long' }, async ({
  page,
}) => {
  await signInToDemo(page, 'commissioner', '/pools/new');
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill('Last One Standing');
  await main.getByText('One team a week, and no team twice.').first().click();
  await setRule(main, 'Buy-backs', '1 for each entry');
  await main.getByRole('button', { name: 'Create pool' }).click();
  await page.getByRole('heading', { level: 1, name: /is ready/ }).waitFor();
  await page.goto(IMPORT);
  const [first] = await firstGames(page);
  const rows = [
    ['Name', 'Buy-back', 'Week 1'],
    ['Old Tom', '', first.home],
    ['Aunt May', '9/16/2026', first.away],
  ];
  await page.getByLabel(FILE).setInputFiles(fileOf('survivor.csv', rows.map((row) => row.join(',')).join('\n')));
  await expect(main.getByText('1 buy-back')).toBeVisible();
  await expect(
    main.getByText(
      /^This adds Week 1 to the pool, and members are notified\. Nobody can join after that\. Commissioner Quinn isn't/,
    ),
  ).toBeVisible();
  await checkAxeInBothThemes(page);
  await main.getByRole('button', { name: 'Import 2 picks and add 2 players' }).click();
  await expect(main.getByText('2 picks written, 2 players added.')).toBeVisible();
  await page.goto('/scoreboard');
  await expect(main.getByText('Bought back after Week 1')).toBeVisible();
});
