import { toastTypes } from '#core/toast.ts';
import { signInToDemo } from './demo-login.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });
test.beforeEach(({ page }) => signInToDemo(page, 'alex', '/test'));

test('it shows a toast of each kind', { tag: '@long' }, async ({ page }) => {
  for (const type of toastTypes) {
    await page.getByRole('button', { name: type, exact: true }).click();
    const region = page.getByRole(type === 'error' ? 'alert' : 'status').filter({ hasText: 'looks like.' });
    await expect(region.getByText('looks like.').last()).toBeVisible();
    await region.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('looks like.')).toHaveCount(0);
  }
});

test("toasts are right under the header, even if the demo's banner has scrolled away", {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  await page.getByRole('button', { name: 'success', exact: true }).click();
  const toast = page.getByText('looks like.').locator('xpath=ancestor::*[@class and contains(@class, "panel")][1]');
  const gap = async () => {
    const [box, header] = await Promise.all([toast.boundingBox(), page.getByRole('banner').boundingBox()]);
    return (box?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0);
  };
  expect(await gap()).toBe(16);
  const fromRight = () =>
    toast.evaluate((box) => document.documentElement.clientWidth - box.getBoundingClientRect().right);
  await expect.poll(fromRight).toBe(16);
  await page.mouse.move(100, 400);
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(gap).toBe(16);
});

test('it plays both sounds, and none if sound is off', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await page.evaluate(() => {
    const played: number[] = [];
    Object.assign(window, { played });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (at) {
      played.push(this.frequency.value);
      return start.call(this, at);
    };
  });
  const tones = () => page.evaluate(() => (window as unknown as { played: number[] }).played.length);
  await page.getByRole('button', { name: 'Celebration' }).click();
  expect(await tones()).toBe(8);
  await page.getByRole('button', { name: 'Tie', exact: true }).click();
  expect(await tones()).toBe(12);
  await page.evaluate(() => localStorage.setItem('sound', 'off'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Celebration' })).toBeDisabled();
  await page.getByRole('main').getByRole('button', { name: 'Switch sounds on' }).click();
  await expect(page.getByRole('button', { name: 'Celebration' })).toBeEnabled();
});

test('it gives a player ten points more than the leader, announces it, and saves nothing', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  const writes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
  const rows = page.getByRole('main').getByRole('listitem');
  const best = Number(await rows.first().locator('span').nth(1).textContent());
  const name = (await rows.nth(2).locator('span').first().textContent()) ?? '';
  await page.getByRole('button', { name: `Give ${name} the lead` }).click();
  await expect(page.getByText('New Week Leader!')).toBeVisible();
  await expect(page.getByText(`${name} leads the week with ${best + 10}`)).toBeVisible();
  await expect(rows.first()).toContainText(name);
  await page.getByRole('button', { name: 'Tie at the top' }).click();
  await expect(page.getByText('Week Leader Update!')).toBeVisible();
  await expect(page.getByText(`2 people tied at ${best + 10}`)).toBeVisible();
  await page.getByRole('button', { name: 'Real scores' }).click();
  await expect(rows.first().locator('span').nth(1)).toHaveText(String(best));
  expect(writes).toEqual([]);
});

test('it reports that pools cannot be read, and tries again', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/Error fetching pools|status of 500/);
  let broken = true;
  await page.route('**/api/pools', (route) =>
    broken ? route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'no' } } }) : route.continue(),
  );
  await page.reload();
  const scores = page.getByRole('main').locator('section').filter({ hasText: 'Scores and the lead' });
  await expect(scores.getByRole('heading', { name: "Couldn't load pools" })).toBeVisible();
  broken = false;
  await scores.getByRole('button', { name: 'Try again' }).click();
  await expect(scores.getByRole('listitem').first()).toBeVisible();
});

test('the own lead fills the screen', { tag: '@long' }, async ({ page }) => {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^Give Alex.* the lead$/ }).click();
  await expect(page.getByText("YOU'RE THE LEADER!")).toBeVisible();
  await expect(page.getByText("YOU'RE THE LEADER!")).toHaveCount(0, { timeout: 8000 });
});

test.describe('on a server of its own', () => {
  test.use({ onlyReads: false });

  test('it saves the missing teams, and reports a failure', { tag: ['@desktop', '@long'] }, async ({
    page,
    problems,
  }) => {
    const button = page.getByRole('button', { name: 'Initialize team data' });
    await button.click();
    await expect(page.getByText('All teams are there already.')).toBeVisible();
    problems.expect(/500|Failed to initialize team data/);
    await page.route('**/api/teams/initialise', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'no' } } }),
    );
    await button.click();
    await expect(page.getByText('Failed to initialize team data.')).toBeVisible();
  });
});
