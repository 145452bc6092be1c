import type { Locator, Page } from '@playwright/test';
import { endedLine } from './cards.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, checkAxeInBothThemes, inBothThemes } from './support/pages.ts';
import { expect, readingTest, test } from './support/test.ts';

/** Opens the dialog of a game that has not begun: the demo's feed does not change it. */
async function openEdit(page: Page): Promise<{ readonly card: Locator; readonly dialog: Locator }> {
  await page.getByText('Admin Mode - Edit Games').click();
  const card = page.getByRole('article').last();
  await card.getByRole('button', { name: 'Edit Game' }).click();
  return { card, dialog: page.getByRole('dialog', { name: 'Edit Game' }) };
}

test('the dialog validates its fields, asks before it discards changes, and stays open if saving fails', {
  tag: ['@desktop', '@long'],
}, async ({ page, problems }) => {
  problems.expect(/status of 500|Error updating the game/);
  await signInToDemo(page, 'commissioner', '/picks');
  const folded = endedLine(page, /\d games?: /);
  await expect(folded.first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Game' })).toHaveCount(0);
  const { dialog } = await openEdit(page);
  await expect(folded).toHaveCount(0);
  await expect(page.getByRole('article').filter({ hasNotText: 'Edit Game' })).toHaveCount(0);
  await expect(dialog.getByLabel('Status').getByRole('option')).toHaveText(['Not Started', 'In Progress', 'Final']);
  const home = dialog.getByLabel(/^Home score/);
  const spread = dialog.getByLabel('Spread', { exact: true });
  const kickoff = dialog.getByLabel('Kick-off (Eastern time)');
  const save = dialog.getByRole('button', { name: 'Save Changes' });

  await home.fill('100');
  await home.blur();
  await expect(dialog.getByText('A score is a whole number from 0 to 99')).toBeVisible();
  await expect(home).toHaveValue('100');
  await home.fill('x');
  await spread.fill('2.7');
  await expect(home).toHaveValue('0');
  await spread.blur();
  await expect(dialog.getByText('in steps of a half')).toBeVisible();
  await dialog.getByRole('button', { name: 'Spread half a point up' }).click();
  await expect(spread).toHaveValue('3');
  await spread.fill('even');
  await spread.blur();
  await expect(spread).toHaveValue('0');
  await expect(dialog.getByText('0: even line')).toBeVisible();
  await spread.fill('');
  await expect(dialog.getByText('Empty: no line yet')).toBeVisible();
  await spread.fill('-120');
  await expect(dialog.getByText('The spread goes from -99 to 99')).toBeVisible();
  await kickoff.fill('');
  await save.click();
  await expect(dialog.getByText('Enter a date and a time')).toBeVisible();
  await expect(spread).toBeFocused();
  await spread.fill('-7');
  await kickoff.fill('2026-11-09T20:30');
  await expect(dialog.getByText('On your clock: Mon, Nov 9, 7:30 PM CST')).toBeVisible();
  await dialog.getByText('Allow time updates').click();
  await dialog.getByText('Allow spread updates').click();
  await dialog.getByLabel('Spread note').fill('In London');

  let asked = 0;
  page.on('dialog', (question) => {
    asked += 1;
    void question.dismiss();
  });
  for (const times of [1, 2, 3]) {
    await page.keyboard.press('Escape');
    expect(asked).toBe(times);
    await expect(dialog).toBeVisible();
  }
  await checkAxeInBothThemes(page);

  await page.route('**/api/games/*', (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'unexpected', message: 'An error occurred. Please try again.' } },
    }),
  );
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('An error occurred. Please try again.');
  await expect.poll(() => problems.logged('Error updating the game')).toBe(true);
  await expect(spread).toHaveValue('-7');
  await page.unroute('**/api/games/*');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  await expect(dialog).toBeHidden();
  const { seen, ...change } = (await sent).postDataJSON();
  const typed = {
    spread: -7,
    spreadNote: 'In London',
    kickoff: Date.parse('2026-11-10T01:30:00Z'),
    allowSpreadUpdate: false,
    allowTimeUpdate: false,
  };
  expect(change).toEqual(typed);
  expect(Object.keys(seen).sort()).toEqual(Object.keys(typed).sort());
});

test('two admins do not overwrite each other, and one click gives a field back to the feed', {
  tag: ['@desktop', '@long'],
}, async ({ page, newPage, problems }) => {
  problems.expect(/status of 409|Error updating the game/);
  const other = await newPage();
  await signInToDemo(page, 'commissioner', '/picks');
  await signInToDemo(other, 'commissioner', '/picks');
  const mine = await openEdit(page);
  const theirs = await openEdit(other);

  await mine.dialog.getByLabel(/^Home score/).fill('21');
  await theirs.dialog.getByLabel(/^Home score/).fill('20');
  await theirs.dialog.getByLabel(/^Away score/).fill('7');
  await theirs.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(theirs.dialog).toBeHidden();
  await expect(mine.dialog.getByText('Changed to: 20')).toBeVisible();
  await expect(mine.dialog.getByLabel(/^Away score/)).toHaveValue('7');

  const save = mine.dialog.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expect(mine.dialog.getByRole('alert')).toHaveText(
    'Somebody else just changed this: home score. Check it, then save again.',
  );
  await expect(mine.dialog.getByLabel(/^Home score/)).toHaveValue('21');
  await save.click();
  await expect(mine.dialog).toBeHidden();

  await mine.card.getByRole('button', { name: 'Edit Game' }).click();
  await expect(mine.dialog.getByText('Set by admin')).toHaveCount(1);
  await mine.dialog.getByRole('button', { name: 'Return to feed' }).click();
  await expect(mine.dialog.getByText('Set by admin')).toHaveCount(0);
  await expect(mine.dialog.getByLabel(/^Away score/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(mine.dialog).toBeHidden();
});

test("admins cannot replace a player's pick, nor enter their own once a game is locked @desktop", {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 409|Error entering a pick/);
  await signInToDemo(page, 'commissioner', '/matchup');
  await page.getByRole('row').getByRole('button', { name: 'Big Tony' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter picks for Big Tony' });
  const own = "This was entered by the player or by an import. It can't be replaced here before the lock.";
  await expect(dialog.getByText(own).first()).toBeVisible();
  await expect(dialog.getByText('Picked', { exact: false }).first()).toBeVisible();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').getByRole('button', { name: 'Big Tony' })).toBeFocused();

  await page.getByRole('searchbox', { name: 'Find a member' }).fill('Commissioner');
  await page.getByRole('row').getByRole('button', { name: 'Commissioner Quinn' }).click();
  const self = page.getByRole('dialog', { name: 'Enter picks for Commissioner Quinn' });
  await expect(self.getByText("You can't enter anything for yourself after the lock.").first()).toBeVisible();
  const free = self.getByRole('group').first();
  await free.getByRole('button').first().click();
  const refusal = { saved: false, code: 'own_bus_pick', message: 'Nobody enters a pick now.' };
  await page.route('**/api/entries/*/picks', (route) => route.fulfill({ json: { picks: [refusal] } }));
  await self.getByRole('button', { name: 'Save 1 Pick' }).click();
  await expect(self.getByText('Say why, in a few words')).toBeVisible();
  await expect(self.getByLabel('Reason')).toBeFocused();
  await self.getByLabel('Reason').fill('phoned in');
  await self.getByRole('button', { name: 'Save 1 Pick' }).click();
  await expect(self.getByRole('alert').filter({ hasText: 'Nobody enters a pick now.' })).toBeVisible();
  page.once('dialog', (question) => void question.accept());
  await self.getByRole('button', { name: 'Close' }).click();
  await expect(self).toBeHidden();
});

test('a player without an account is renamed, linked with a preview, and unlinked again @desktop', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  await signInToDemo(page, 'commissioner', '/admin/players');
  const waiting = page.getByRole('region', { name: 'Without an account' });
  await expect(waiting.getByText('Big Tony')).toBeVisible();
  await inBothThemes(page, async () => {
    await expect(waiting.getByText('Big Tony')).toBeVisible();
    await checkAxe(page);
  });

  await page.getByRole('button', { name: 'Rename Big Tony' }).click();
  await page.getByLabel('Name', { exact: true }).fill('  Tall Tony ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(waiting.getByText('Tall Tony')).toBeVisible();
  await expect(waiting.getByText('Big Tony')).toBeHidden();

  await page.getByRole('button', { name: 'Link Tall Tony in Sunday Legends', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Tall Tony to an account' });
  await dialog.getByRole('searchbox').fill('sam@');
  await dialog.getByRole('button', { name: /Sam Okafor/ }).click();
  await expect(dialog.getByText("'Tall Tony' leaves the standings.")).toBeVisible();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(waiting.getByText(/^Linked to Sam Okafor since /)).toBeVisible();

  await waiting.getByRole('button', { name: 'Undo the link of Tall Tony in Sunday Legends', exact: true }).click();
  const undo = page.getByRole('dialog', { name: 'Undo the link of Tall Tony' });
  await expect(undo.getByText("'Tall Tony' is without an account again.")).toBeVisible();
  await undo.getByRole('button', { name: 'Undo link' }).click();
  await expect(undo).toBeHidden();
  await expect(waiting.getByText(/^Linked to/)).toBeHidden();

  await page.goto('/admin/log');
  await inBothThemes(page, async () => {
    await expect(page.getByText(/^Commissioner Quinn undid the link/).first()).toBeVisible();
    await checkAxe(page);
  });
});

readingTest(
  'the feed screen shows its state, and what to do if it is down @desktop',
  { tag: '@long' },
  async ({ page }) => {
    await signInToDemo(page, 'commissioner', '/admin/feed');
    await expect(page.getByText('The demo makes up its own games.')).toBeVisible();
    await page.route('**/api/feed', (route) =>
      route.fulfill({
        json: {
          host: 'scores.example.com',
          status: { state: 'failing', lastSuccessAt: Date.now(), ageMs: 600_000, failures: 3, nextRunAt: Date.now() },
          jobs: [
            {
              name: 'week 2026-week9',
              period: 15_000,
              lastRunAt: Date.now(),
              lastSuccessAt: null,
              failures: 3,
              nextRunAt: Date.now(),
              problems: [{ kind: 'not_json', where: '2026-week9', detail: 'an answer of 0 bytes' }],
            },
          ],
        },
      }),
    );
    await inBothThemes(page, async () => {
      await expect(page.getByText('The last update failed. We keep trying.')).toBeVisible();
      await expect(page.getByText('10 minutes ago')).toBeVisible();
      await expect(page.getByText('Games of Week 9')).toBeVisible();
      await expect(page.getByText('not json · 2026-week9: an answer of 0 bytes')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'What to do' })).toBeVisible();
      await checkAxe(page);
    });

    const status = { state: 'off', lastSuccessAt: null, ageMs: null, failures: 0, nextRunAt: null };
    await page.route('**/api/feed', (route) => route.fulfill({ json: { host: null, status, jobs: [] } }));
    await page.reload();
    await expect(page.getByText("Games don't update on their own.")).toBeVisible();
    await expect(page.getByText('What we check')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Enter the scores and lines' })).toHaveAttribute(
      'href',
      '/admin/scores',
    );
  },
);
