import { signInToDemo } from './demo-login.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

test('This week links to the recap of the last decided week: winner, own place, best call, costliest miss', async ({
  page,
}) => {
  await signInToDemo(page, 'alex', '/');
  await page.getByRole('link', { name: 'Week 8 recap' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Week 8 recap' })).toBeVisible();
  await expect(page).toHaveURL(/\/recap\/2026-week8$/);
  const main = page.getByRole('main');
  await expect(main.getByText(/^Winners?$/)).toBeVisible();
  await expect(main.getByText(/^of 19, with \d+ points?$/)).toBeVisible();
  await expect(main.getByText(/ in the pool\.$/)).toBeVisible();
  await expect(main.getByText(/^\d+ of the \d+ others had it too\.$|^None of the/)).toBeVisible();
  await expect(
    main.getByText(/^(You had [A-Z]+|You didn't pick this one)\. That cost you \d+ points?\./),
  ).toBeVisible();
  await checkAxeInBothThemes(page);

  await main.getByRole('button', { name: /^\d+(st|nd|rd|th)$/ }).click();
  await expect(page.getByRole('dialog', { name: 'You, Week 8' }).getByRole('list', { name: 'Picks' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText(/^of 19, with/)).toBeVisible();
  await expect(main.locator('.board').getByRole('heading', { name: 'Alex Rivera' })).toBeVisible();
  await expect(main.getByRole('button', { name: /^\d+(st|nd|rd|th)$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: "Everyone's picks" })).toBeHidden();
});

test('an external link opens it in its pool, whichever was chosen before; later weeks have no recap yet', {
  tag: '@long',
}, async ({ page }) => {
  await signInToDemo(page, 'alex', '/');
  const id = await page.evaluate(async () => {
    const { pools } = await (await fetch('/api/pools')).json();
    return pools.find(({ name }: { name: string }) => name === 'Survivor').id;
  });
  await page.goto(`/recap/2026-week8?pool=${id}`);
  const main = page.getByRole('main');
  await expect(main.getByText('Knocked out')).toBeVisible();
  await expect(main.getByText(/^Lives lost: /)).toBeVisible();
  await expect(main.getByText(/^You're still in/)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await checkAxe(page);
  await page.goto('/recap/2026-week12');
  await expect(main.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await expect(main.getByRole('heading', { level: 1, name: 'Week 12', exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Make your picks' })).toHaveAttribute('href', '/picks?week=2026-week12');
  await page.goto('/recap/nonsense');
  await expect(page).toHaveURL(/\/recap\/2026-week\d+$/);
});
