import { signInToDemo } from './demo-login.ts';
import { checkAxe } from './support/pages.ts';
import { setRule } from './support/rulebook.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

test('a member tries the season under other rules, and nothing changes', { tag: '@long' }, async ({ page }) => {
  await signInToDemo(page, 'alex', '/pool/rules');
  const lab = page.getByRole('region', { name: 'Rule lab' });
  await lab.getByRole('button', { name: 'Try other rules' }).click();
  const untouched = lab.getByText('Change a rule to see this season under it.');
  await expect(untouched).toBeVisible();
  const lines = lab.getByRole('table').getByRole('row');
  await expect(lines.first()).toBeVisible();
  const before = await lines.allInnerTexts();
  await setRule(lab, 'Weeks dropped', 'The 6 lowest');
  await expect(untouched).toBeHidden();
  expect((await lines.allInnerTexts()).toSorted()).not.toEqual(before.toSorted());
  await checkAxe(page);
  await setRule(lab, 'Weeks dropped', 'None');
  await expect(untouched).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText(/Standard: .*no dropped weeks/);
});
