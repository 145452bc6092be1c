import { half, openCards } from './cards.ts';
import { signInToDemo } from './demo-login.ts';
import { inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true, colorScheme: 'dark', size: 'desktop' });

test("the theme starts as the system's, changes with the switch and stays", async ({ page }) => {
  await signInToDemo(page, 'alex');
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe('dark');
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  expect(await theme()).toBe('light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  expect(await theme()).toBe('light');
  await expect(page.getByRole('button', { name: 'Switch to the dark theme' })).toBeVisible();
});

test('the theme is set before the first paint', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/);
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  await page.route('**/*.js', async (route) => {
    // The app itself never loads; the inline script of the page is enough.
    await route.abort();
  });
  await page.goto('/login', { waitUntil: 'domcontentloaded' });
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
});

test('pending items on the dark board are as bright as its lamps in both themes', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Error (saving|fetching|reading)/);
  await signInToDemo(page, 'alex', '/picks');
  const card = openCards(page).first();
  await expect(half(card, 'home')).toHaveAttribute('aria-pressed', 'false');
  await page.context().setOffline(true);
  await half(card, 'home').click();
  const waits = page.getByText('1 not confirmed yet, trying again').filter({ visible: true });
  await inBothThemes(page, () => expect(waits).toHaveCSS('color', 'rgb(255, 194, 74)'));
});
