import type { Page } from '@playwright/test';
import { half, openCards } from './cards.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Opens a screen of the pool in which Alex has two entries. */
async function openPool(page: Page, path: string): Promise<void> {
  const id = await page.evaluate(async () => {
    const { pools } = await (await fetch('/api/pools')).json();
    return pools.find(({ name }: { name: string }) => name === 'Against the Spread').id;
  });
  await page.goto(`${path}?pool=${id}`);
}

test('a member adds an entry, copies the picks of another, changes two, and finds both entries on all screens', async ({
  page,
}) => {
  test.slow();
  await signInToDemo(page, 'alex');
  await openPool(page, '/picks');
  const entry = page.getByRole('combobox', { name: 'Entry:' });
  await expect(entry.locator('option:checked')).toHaveText('Alex Rivera');
  await page.getByRole('button', { name: 'Quick fill' }).click();
  await page.getByRole('dialog', { name: 'Quick fill' }).getByRole('button', { name: 'Favorites' }).click();
  await expect(page.getByText('15 of 15').filter({ visible: true }).first()).toBeVisible();

  // Picks, a reload or another tab do not switch the entry; an address does, but only for that visit.
  const first = await entry.inputValue();
  const other = (await entry.locator('option:not(:checked)').getAttribute('value')) ?? '';
  await page.reload();
  await expect(entry).toHaveValue(first);
  const visit = await page.context().newPage();
  const { pathname } = new URL(page.url());
  const visited = visit.getByRole('combobox', { name: 'Entry:' });
  await visit.goto(pathname);
  await expect(visited).toHaveValue(first);
  await visit.goto(`${pathname}?entry=${encodeURIComponent(other)}`);
  await expect(visited).toHaveValue(other);
  await visit.getByRole('link', { name: /^Pick'em/ }).click();
  await expect(visit).not.toHaveURL(/entry=/);
  await visit.reload();
  await expect(visited).toHaveValue(other);
  await visit.close();
  const later = await page.context().newPage();
  await later.goto(pathname);
  await expect(later.getByRole('combobox', { name: 'Entry:' })).toHaveValue(first);
  await later.close();
  await page.reload();
  await expect(entry).toHaveValue(first);

  await page.getByRole('link', { name: 'Pool', exact: true }).click();
  await page.getByRole('link', { name: 'Members' }).click();
  const mine = page.getByRole('region', { name: 'My entries' });
  await expect(mine.getByText('You play 2 of up to 3.')).toBeVisible();
  await mine.getByRole('button', { name: 'Add entry' }).click();
  const adding = page.getByRole('dialog', { name: 'Add entry' });
  await adding.getByLabel("Entry's name").fill('Third Time');
  await checkAxe(page);
  await adding.getByRole('button', { name: 'Add entry' }).click();
  await expect(mine.getByText('You play 3 of up to 3.')).toBeVisible();
  await expect(mine.getByRole('button', { name: 'Add entry' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Picks', exact: true }).click();
  await expect(entry.locator('option:checked')).toHaveText('Third Time');
  // A new entry is asked only for the games that locked after it joined.
  await expect(page.getByText('6 picks remaining')).toBeVisible();
  await expect(page.getByRole('button', { name: /\d games? before you joined/ }).first()).toBeVisible();
  await expect(page.getByText(/\d missed/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy picks' }).click();
  const copying = page.getByRole('dialog', { name: 'Copy picks to Third Time' });
  await expect(copying.getByText('Fills 6 picks')).toBeVisible();
  await expect(copying.getByText('Nothing to fill')).toBeVisible();
  await checkAxeInBothThemes(page);
  await copying.getByRole('button', { name: 'Copy from Alex Rivera' }).click();
  await expect(page.getByText('6 picks copied')).toBeVisible();
  await expect(page.getByText('of 6 picks made').locator('..')).toHaveClass(/text-led-green/);

  const changed = openCards(page).filter({ has: page.locator('[aria-pressed="true"]') });
  for (const at of [0, 1]) {
    const other = changed.nth(at).locator('[data-side][aria-pressed="false"]');
    const side = (await other.getAttribute('data-side')) === 'home' ? 'home' : 'away';
    await half(changed.nth(at), side).click();
    await expect(half(changed.nth(at), side)).toHaveAttribute('aria-pressed', 'true');
    await expect(changed.nth(at).getByText('Saving...')).toBeHidden();
  }

  await page.getByRole('link', { name: 'MatchUp' }).click();
  const lines = page.locator('tr.own');
  await expect(page.getByRole('row', { name: /^YOU/ })).toHaveCount(1);
  for (const name of ['Alex Rivera', 'Against My Gut']) await expect(lines.filter({ hasText: name })).toHaveCount(1);
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  const board = page.getByRole('listitem').filter({ hasText: 'YOU' });
  await expect(board).toHaveCount(3);
  await expect(board.filter({ hasText: 'Third Time' })).toContainText('0');
  await openPool(page, '/recap/2026-week8');
  for (const name of ['Alex Rivera', 'Against My Gut'])
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible();

  // Withdrawing one entry leaves the picks of the others unchanged.
  await page.getByRole('link', { name: 'Pool', exact: true }).click();
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(mine.getByRole('button', { name: /^Give up/ })).toHaveCount(1);
  await mine.getByRole('button', { name: 'Give up Third Time' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await expect(mine.getByText('You play 2 of up to 3.')).toBeVisible();
  await page.getByRole('link', { name: 'Picks', exact: true }).click();
  const chosen = await entry.inputValue();
  await half(openCards(page).first(), 'away').click();
  await half(openCards(page).first(), 'home').click();
  await expect(openCards(page).first().getByText('Saving...')).toBeHidden();
  await expect(entry).toHaveValue(chosen);
});
