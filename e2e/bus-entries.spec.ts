import type { Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: false });

/** Opens the screen on which the admin enters a player's picks of a week. */
async function openWeekOf(page: Page, poolName: string, person: string): Promise<void> {
  const path = await page.evaluate(
    async ([wanted, name]) => {
      const { pools } = await (await fetch('/api/pools')).json();
      const pool = pools.find((each: { name: string }) => each.name === wanted);
      const { users } = await (await fetch(`/api/admin/pools/${pool?.id}`)).json();
      const user = users.find((each: { displayName: string }) => each.displayName === name);
      return `/admin/pools/picks/${pool?.id}/${user?.entries[0]?.id}`;
    },
    [poolName, person],
  );
  await page.goto(path);
}

test('an admin enters a team for a player who has none, with a reason @desktop', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_FAILED|Error fetching the picks of a player/);
  await signInToDemo(page, 'commissioner');
  await page.route('**/api/entries/*/picks?*', (route) => route.abort());
  await openWeekOf(page, 'Survivor', 'Alex Rivera');
  await expect(page.getByRole('heading', { name: "Couldn't load picks" })).toBeVisible();
  await page.unroute('**/api/entries/*/picks?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  const team = page.getByRole('group', { name: 'Team' });
  await expect(team.getByText('Nothing entered yet')).toBeVisible();
  const options = team.getByLabel('Team of the week').locator('option');
  await expect(options.filter({ hasText: /, used in Week \d$/ }).first()).toBeAttached();
  await team.getByLabel('Team of the week').selectOption({ index: (await options.count()) - 1 });
  await page.getByRole('button', { name: 'Save Team' }).click();
  await expect(page.getByText('Say why, in a few words')).toBeVisible();
  await page.getByLabel('Reason').fill('Alex called');
  await page.getByRole('button', { name: 'Save Team' }).click();
  await expect(page.getByText('Entered for Alex Rivera').first()).toBeVisible();
  await expect(team.getByText('Made, sealed until its game is locked')).toBeVisible();
  await expect(team.getByText('Entered', { exact: true })).toBeVisible();
  await expect(team.getByRole('button', { name: 'Enter another team' })).toBeVisible();
  await checkAxe(page);
  await team.getByRole('button', { name: 'Take it back' }).click();
  await page.getByLabel('Reason').fill('Alex called again');
  await page.getByRole('button', { name: 'Save Team' }).click();
  await expect(team.getByText('Nothing entered yet')).toBeVisible();
});

test("a player's own points stay sealed and unchanged, and a missing guess is entered @desktop", {
  tag: '@long',
}, async ({ page }) => {
  await signInToDemo(page, 'commissioner');
  await openWeekOf(page, 'Confidence', 'Sam Okafor');
  const points = page.getByRole('group', { name: 'Points' });
  await expect(points.getByText('Made, sealed until the week is locked')).toBeVisible();
  await expect(points.getByText('This was entered by the player or by an import.')).toBeVisible();
  await expect(points.getByRole('combobox')).toHaveCount(0);
  await page.getByLabel(/^Total points of/).fill('47');
  await page.getByLabel('Reason').fill('Sam called');
  await page.getByRole('button', { name: 'Save Tiebreak' }).click();
  await expect(page.getByText('Entered for Sam Okafor').first()).toBeVisible();
  await expect(
    page.getByRole('group', { name: 'Tiebreak' }).getByText('Made, sealed until its game is locked'),
  ).toBeVisible();

  await page.context().clearCookies();
  await signInToDemo(page, 'sam');
  await page.goto('/picks');
  await page.getByRole('combobox', { name: /pool/i }).first().selectOption({ label: 'Confidence' });
  await expect(page.getByText('Entered for you: Sam called')).toBeVisible();
});

test('the points of a locked week are reassigned: two games swap @desktop', { tag: '@long' }, async ({ page }) => {
  await signInToDemo(page, 'commissioner');
  await openWeekOf(page, 'Confidence', 'Sam Okafor');
  await page.getByLabel('Select Week:').selectOption({ label: 'Week 8' });
  const points = page.getByRole('group', { name: 'Points' });
  const [least, next] = [points.getByLabel('1 point', { exact: true }), points.getByLabel('2 points', { exact: true })];
  const [one, two] = [await least.inputValue(), await next.inputValue()];
  await least.selectOption(two);
  await expect(next).toHaveValue(one);
  await page.getByLabel('Reason').fill('Mixed up');
  await page.getByRole('button', { name: 'Save Points' }).click();
  await expect(page.getByText('Entered for Sam Okafor').first()).toBeVisible();
  await expect(points.getByText('As it stands')).toBeVisible();
  await expect(least).toHaveValue(two);

  // Admins can't enter anything for themselves in a locked week.
  await openWeekOf(page, 'Confidence', 'Commissioner Quinn');
  await page.getByLabel('Select Week:').selectOption({ label: 'Week 8' });
  await expect(points.getByText("You can't enter anything for yourself after the lock.")).toBeVisible();
  await expect(page.getByText('Picked').first()).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveCount(0);
});
