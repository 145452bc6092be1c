import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import { createPool } from '#server/manage/store.ts';
import { addCommissioner } from '#server/members/store.ts';
import { withLeague } from '../tests/direct-league.ts';
import { enterAs, makePoolOfMick } from './admin-people.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const PASTED = 'Player\tRank\tScore\tWon\nAnn\t1\t148.5\t$300\nMicky\tT2\t141\t\nDana\tT2\t141\t\nZoe\t4\tx\t';

test('a commissioner pastes the final table of a year, says who is who, and its champion is in the almanac', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  await makePoolOfMick(app, ['Mick', 'Ann']);
  await enterAs(page, 'Mick', '/pool/manage/almanac');
  await page.getByRole('button', { name: 'Add a year' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a year' });
  const table = dialog.getByLabel('Final table');
  await dialog.getByLabel('Year').fill('2019');
  await table.fill(PASTED);
  await expect(dialog.getByText('3 places, and 1 line')).toBeVisible();
  await expect(dialog.getByLabel('Who Ann is')).toHaveValue(/./);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(table).toBeFocused();
  await expect(dialog.getByText('Change or delete line 5.')).toBeVisible();
  await table.fill(PASTED.replace('\tx\t', '\t99\t'));
  await dialog.getByLabel('Who Micky is').selectOption('Mick');
  await checkAxeInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: '2019' })).toContainText('Ann4 places');
  const ask = (path: string, body?: object) =>
    page.evaluate(
      async ([address, sent]) => {
        const json = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
        return (await fetch(address, sent === undefined ? {} : json)).json();
      },
      [path, body] as const,
    );
  const almanac = `/api/pools/${(await ask('/api/pools')).pools[0].id}/almanac`;
  const { years, allTime } = await ask(almanac);
  const champion = { place: 1, name: 'Ann', points: 148.5, prize: 30_000 };
  expect(years).toMatchObject([{ year: 2099 }, { year: 2019, pool: null, table: [champion, {}, {}, {}] }]);
  const names = allTime.map((row: { readonly person: { readonly name: string } }) => row.person.name);
  expect(names).toEqual(['Ann', 'Dana', 'Mick', 'Zoe']);

  // Somebody else removes it while it is edited.
  await page.getByRole('button', { name: 'Edit 2019' }).click();
  const editor = page.getByRole('dialog', { name: 'Final table of 2019' });
  await editor.getByLabel('Final table').fill('Zoe');
  const { typed } = await ask(`${almanac}/plan`);
  expect(await ask(`${almanac}/years`, { year: 2019, places: [], seen: typed[0].places })).toEqual({ ok: true });
  problems.expect(/409|changed_meanwhile|Error saving a year/);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('Somebody else removed this year. What you typed is still here.')).toBeVisible();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '2019' })).toContainText('Zoe1 place');
});

test('a commissioner puts a pool behind an earlier one, matches a player of it, and takes it out again', {
  tag: '@long',
}, async ({ page, app }) => {
  await makePoolOfMick(app, ['Mick', 'Ann']);
  await withLeague(app.env.DATABASE_FILE ?? '', async ({ store: { db, engine } }) => {
    const now = Date.now();
    const mick = await db.selectFrom('users').select('id').where('display_name', '=', 'Mick').executeTakeFirstOrThrow();
    await addWeeks(db, ['2098-week1']);
    const poolId = await createPool(db, { name: 'Old Pool' }, now);
    await setPoolWeeks(db, { engine, now: () => now }, poolId, ['2098-week1']);
    await addCommissioner(db, { adminId: null, now }, { poolId, userId: mick.id });
  });
  await enterAs(page, 'Mick', '/pool/manage/almanac');
  await expect(page.getByText('This is the only season so far.')).toBeVisible();
  await page.evaluate(async () => {
    const { pools } = await (await fetch('/api/pools')).json();
    const { id } = pools.find(({ name }: { readonly name: string }) => name === 'Old Pool');
    const body = JSON.stringify({ displayName: 'Anne' });
    await fetch(`/api/pools/${id}/players`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  });
  const before = page.getByRole('region', { name: 'Previous season' });
  await before.getByLabel('Earlier pool').selectOption('2098: Old Pool');
  await before.getByRole('button', { name: 'Link it' }).click();
  await expect(before.getByText('2098: Old Pool')).toBeVisible();
  const people = page.getByRole('region', { name: 'Same people' });
  await expect(people.getByRole('listitem')).toContainText('Anne2098');
  await expect(people.getByText('Like Ann')).toBeVisible();
  const who = people.getByLabel('Who Anne is in other seasons');
  await who.selectOption('Ann');
  await expect(people.getByText('Saved: Anne is Ann.')).toBeVisible();
  await page.reload();
  await expect(who.locator('option:checked')).toHaveText('Ann');
  await before.getByRole('button', { name: 'Unlink it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it out' }).click();
  await expect(before.getByLabel('Earlier pool')).toBeVisible();
  await page.goto('/pool/log');
  for (const text of ['follows Old Pool → no pool', 'the same as Ann', 'follows Old Pool'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
});
