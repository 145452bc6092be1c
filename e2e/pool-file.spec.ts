import { readFileSync } from 'node:fs';
import type { PoolFile } from '#contract/pool-file.ts';
import { digestOf } from '#server/pool-file/reads.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('a commissioner saves a pool as a file, and a pool is made from it', async ({ page, problems }) => {
  problems.expect(/status of (400|409)|Error creating the pool from a file/);
  await signInToDemo(page, 'alex', '/pools/new');
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill('Basement Crew');
  await main.getByRole('button', { name: 'Create pool' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Basement Crew is ready' })).toBeVisible();

  await page.goto('/pool/rules');
  await main.getByText('Download', { exact: true }).click();
  await checkAxe(page);
  const names: string[] = [];
  for (const link of ['Picks (CSV)', 'Games (CSV)', 'Scores (CSV)', 'Save this pool as a file']) {
    const download = page.waitForEvent('download');
    await main.getByRole('link', { name: link }).click();
    names.push((await download).suggestedFilename());
  }
  expect(names).toEqual(['picks.csv', 'games.csv', 'scores.csv', 'pool.json'].map((name) => `basement-crew-${name}`));
  const download = page.waitForEvent('download');
  await main.getByRole('link', { name: 'Save this pool as a file' }).click();
  const file: PoolFile = JSON.parse(readFileSync(await (await download).path(), 'utf8'));

  await page.goto('/pools/new');
  const choose = (content: string) =>
    main
      .getByLabel('Pool file')
      .setInputFiles({ name: 'pool.json', mimeType: 'text/json', buffer: Buffer.from(content) });
  await choose('no JSON');
  await expect(main.getByText("This isn't a pool file. Nothing was created.")).toBeVisible();
  await choose(JSON.stringify(file));
  await expect(main.getByText('This pool is in the league already. Nothing was created.')).toBeVisible();
  const moved = { ...file, pool: { ...file.pool, id: 'moved-pool', name: 'Attic Crew' }, entries: [], receipts: [] };
  await choose(JSON.stringify(moved));
  await expect(main.getByText('There are errors in this file. Nothing was created.')).toBeVisible();
  await expect(main.getByText('digest: The file was changed')).toBeVisible();
  // It is sent packed: what the server reads has a limit that large pools would reach otherwise.
  const sent = page.waitForRequest('**/api/pools/packed-file');
  await choose(JSON.stringify({ ...moved, digest: digestOf(moved) }));
  const { packed } = (await sent).postDataJSON() as { packed: string };
  expect([...Buffer.from(packed, 'base64').subarray(0, 2)], 'as gzip begins').toEqual([0x1f, 0x8b]);
  await expect(page).toHaveURL(/\/pool(\/|$)/);
  await expect(page.getByRole('option', { name: 'Attic Crew', selected: true })).toBeAttached();
});
