import type { Page } from '@playwright/test';
import type { ReceiptFile } from '#core/receipts/file.ts';
import { shownHash } from '#core/receipts/receipts.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

const LOST = 'The lock receipts changed: receipt 12, which this browser saw, is no longer among them.';
const foreignHash = 'ab'.repeat(32);
const unknownHash = `No receipt of this pool has this hash: ${foreignHash}. If its digits and the pool are right, the chain was cut or rebuilt.`;

/** The path of the receipts of a pool of the demo league. */
async function receiptsPath(page: Page): Promise<string> {
  const { pools }: { pools: { id: string; name: string }[] } = await (await page.request.get('/api/pools')).json();
  return `/api/pools/${pools.find(({ name }) => name === 'Sunday Legends')?.id}/receipts`;
}

async function readReceipts(page: Page): Promise<ReceiptFile['receipts']> {
  return (await (await page.request.get(await receiptsPath(page))).json()).receipts;
}

async function openCheck(page: Page, address = '/pool/log'): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Check the receipts' }).click();
}

test('recap and the printed MatchUp show the latest receipt, and in the recap it leads to the log', {
  tag: '@long',
}, async ({ page }) => {
  await signInToDemo(page, 'alex', '/matchup');
  const printed = page.getByText(/^Lock receipt \d/);
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  // A game may lock between the two reads.
  await expect(async () => {
    const { number, hash } = (await readReceipts(page)).at(-1) ?? { number: 0, hash: '' };
    await expect(printed).toHaveText(`Lock receipt ${number}: ${shownHash(hash)}`, { timeout: 1000 });
  }).toPass();
  await expect(printed).toBeVisible();
  await page.emulateMedia({ media: null });

  await page.goto('/recap/2026-week8');
  await page.getByRole('link', { name: /^Lock receipt \d/ }).click();
  await expect(page).toHaveURL('/pool/log');
  await expect(page.getByRole('main').getByText(/^Lock receipt \d/)).toBeVisible();
});

test('the check is of the week that is shown, of another or of all, and so is the file that is saved', {
  tag: '@long',
}, async ({ page }) => {
  await signInToDemo(page, 'alex', '/profile');
  await openCheck(page, '/pool/log?week=2026-week3');
  const week = page.getByLabel('Week', { exact: true });
  await expect(week).toHaveValue('2026-week3');
  await expect(page.getByText(/^All \d+ receipts hold: [\d,]+ lines of Week 3, the latest is /)).toBeVisible();
  await week.selectOption('Week 4');
  await expect(page.getByText(/^All \d+ receipts hold: [\d,]+ lines of Week 4, the latest is /)).toBeVisible();
  await expect(page.getByText('node verify.mjs receipts-2026-week4.json')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the receipts' }).click();
  expect((await saved).suggestedFilename()).toBe('receipts-2026-week4.json');
  await checkAxe(page);
  await week.selectOption('All Weeks');
  await expect(page.getByText(/^All \d+ receipts hold: [\d,]+ lines, the latest is /)).toBeVisible();
  await expect(page.getByText('node verify.mjs receipts.json')).toBeVisible();
});

test('the check says that all receipts hold, which one a typed hash is, and that no receipt has a wrong one', async ({
  page,
}) => {
  await signInToDemo(page, 'alex', '/pool/log');
  await openCheck(page);
  await expect(page.getByText(/^All \d+ receipts hold: [\d,]+ lines of Week \d+, the latest is /)).toBeVisible();
  await expect(page.getByText('Until then, you trust the host.')).toBeVisible();
  await checkAxeInBothThemes(page);

  const field = page.getByLabel('A lock receipt you kept, from an email or a printout');
  const again = page.getByRole('button', { name: 'Check again' });
  await field.fill('57');
  await again.click();
  await expect(field).toHaveAccessibleDescription(/^Enter at least 20 digits/);

  const [, second] = await readReceipts(page);
  await field.fill(`Lock receipt 2: ${shownHash(second?.hash ?? '').toUpperCase()}`);
  await again.click();
  await expect(page.getByText('The hash you entered is that of receipt 2.')).toBeVisible();

  await field.fill(foreignHash);
  await again.click();
  await expect(page.getByRole('heading', { name: '1 hash was not found' })).toBeVisible();
  await expect(page.getByText(unknownHash)).toBeVisible();
  await checkAxe(page);
});

test('a failed download can be tried again; what the server changed is named with entry and game', {
  tag: ['@desktop', '@long'],
}, async ({ page, problems }) => {
  problems.expect(/status of 404|Error reading the lock receipts/);
  await signInToDemo(page, 'alex', '/pool/log');
  const path = `**${await receiptsPath(page)}?*`;
  const error = { code: 'pool_not_found', message: 'This pool is gone.' };
  await page.route(path, (route) => route.fulfill({ status: 404, json: { error } }), { times: 1 });
  await openCheck(page, '/pool/log?week=2026-week1');
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't check the receipts" });
  await expect(failure.getByText('This pool is gone.')).toBeVisible();

  await page.route(path, async (route) => route.fulfill({ json: tampered(await (await route.fetch()).json()) }));
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^\d+ things were changed$/ })).toBeVisible();
  await expect(page.getByText('Receipt 7 is missing.')).toBeVisible();
  const named = /^[A-Z][^,]+, [A-Z]+ @ [A-Z]+: the value was changed\. Receipt \d+ has /;
  await expect(page.getByRole('listitem').filter({ hasText: named })).toBeVisible();
});

/** The file without one receipt, and with another value of a pick in the first week. */
function tampered(file: ReceiptFile): ReceiptFile {
  const lines = file.weeks['2026-week1'] ?? [];
  const pick = lines.find(([, slot, value]) => slot.startsWith('game:') && value !== null);
  if (pick === undefined) throw new Error('The first week shows no pick.');
  const [entry, slot, value, ...others] = pick;
  const changed = [entry, slot, value === 'home' ? 'away' : 'home', ...others] as const;
  return {
    ...file,
    receipts: file.receipts.filter(({ number }) => number !== 7),
    weeks: { ...file.weeks, '2026-week1': lines.map((line) => (line === pick ? changed : line)) },
  };
}

test('a browser that saw a receipt which is gone warns of it until the person trusts the chain', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  await signInToDemo(page, 'alex', '/profile');
  const key = `receipt:${(await receiptsPath(page)).split('/')[3]}`;
  await page.evaluate(([at, kept]) => localStorage.setItem(at, kept), [key, `12 ${foreignHash}`] as const);
  await page.goto('/matchup');
  const warning = page.getByRole('alert').filter({ hasText: LOST });
  await warning.getByRole('link', { name: 'Check the receipts' }).click();
  await page.getByRole('button', { name: 'Check the receipts' }).click();
  await expect(page.getByText(unknownHash)).toBeVisible();
  await expect(warning).toBeVisible();
  await checkAxeInBothThemes(page);
  await page.getByRole('button', { name: 'Trust this chain from now on' }).click();
  await expect(page.getByText(/receipts hold/)).toBeVisible();
  await expect(warning).toHaveCount(0);
  const { number, hash } = (await readReceipts(page)).at(-1) ?? { number: 0, hash: '' };
  await expect.poll(() => page.evaluate((at) => localStorage.getItem(at), key)).toBe(`${number} ${hash}`);
});
