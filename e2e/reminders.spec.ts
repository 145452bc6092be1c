import { signInToDemo } from './demo-login.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('reminders are asked for once, after a pick, and their mails are turned off by one tap @phone', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 410|Error turning messages off|ERR_INTERNET_DISCONNECTED|Can't reach the server/);
  await signInToDemo(page, 'alex', '/picks');
  const question = page.getByText('Want a reminder by email when picks are missing?');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(question).toHaveCount(0);
  await page.locator('[id^=game-] button[aria-pressed=false]:enabled').first().click();
  await expect(question).toBeVisible();
  await checkAxe(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText("Couldn't save that. Tap Yes to try again.")).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(question).toHaveCount(0);

  await page.goto('/profile');
  const wants = page.getByLabel('Missing picks by Email');
  await expect(wants).toBeChecked();
  await expect(page.getByLabel('Mentions in Talk by Email')).not.toBeChecked();
  await page.getByLabel('Remind me').selectOption('6 hours before the lock');
  await page.reload();
  await expect(page.getByLabel('Remind me')).toHaveValue('6');
  const announced = page.getByLabel('Announcements by Email');
  const mentions = page.getByLabel('Mentions in Talk by Email');
  await announced.click();
  await mentions.click();
  await expect(announced).toBeChecked();
  await expect(mentions).toBeFocused();
  await page.reload();
  await expect(announced).toBeChecked();
  await expect(mentions).toBeChecked();

  await page.context().setOffline(true);
  await announced.click();
  await mentions.click();
  await expect(page.getByText("Can't reach the server.", { exact: false }).first()).toBeVisible();
  await expect(announced).toBeChecked();
  await expect(mentions).toBeChecked();
  await page.context().setOffline(false);
  await inBothThemes(page, async () => {
    await expect(wants).toBeChecked();
    await checkAxe(page);
  });

  await page.goto('/unsubscribe/nobody-knows-it');
  await page.getByRole('button', { name: 'Stop them' }).click();
  await expect(page.getByText('This link is too old. You can turn messages off in your profile.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop them' })).toHaveCount(0);
  await checkAxe(page);
});
