import { enterAs, makePoolOfMick } from './admin-people.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

test('a commissioner adds a webhook, copies its secret, tests it, sees why nothing arrived, and removes it', {
  tag: '@long',
}, async ({ page, app }) => {
  await makePoolOfMick(app, ['Ann']);
  await enterAs(page, 'Mick', '/pool/manage/messages');
  const panel = page.getByRole('region', { name: 'Chat apps and webhooks' });
  await panel.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  const address = dialog.getByLabel('Address of the webhook');
  await address.fill('https://hooks.invalid/in?key=9876');
  await expect(dialog.getByText("That doesn't look like a Discord webhook.")).toHaveCount(0);
  await address.press('Enter');
  await expect(dialog.getByText("That doesn't look like a Discord webhook.")).toBeVisible();
  await expect(address).toBeFocused();
  const kind = dialog.getByLabel('App', { exact: true });
  await kind.selectOption('Telegram');
  await dialog.getByLabel('Bot token').fill(`123456789:${'A'.repeat(35)}`);
  await dialog.getByLabel('Bot token').press('Enter');
  await expect(dialog.getByLabel('Chat ID')).toBeFocused();
  await kind.selectOption('Any other app');
  await address.fill('https://hooks.invalid/in?key=9876');
  await checkAxeInBothThemes(page);
  await dialog.getByRole('checkbox', { name: 'Somebody new leads the pool' }).uncheck();
  await dialog.getByLabel('How long before the lock').selectOption('6 hours');
  // The second tap of a double tap must not dismiss the secret.
  await dialog.getByRole('button', { name: 'Add' }).evaluate((add: HTMLButtonElement) => {
    add.form?.requestSubmit();
    add.form?.requestSubmit();
  });
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Secret' })).toBeVisible();
  await page.getByRole('button', { name: "I've saved it" }).click();

  await expect(panel.getByRole('heading', { name: 'Webhook hooks.invalid …9876' })).toBeVisible();
  await expect(panel).toContainText('A week opens · Picks are about to lock (6 h ahead) · A week is decided');
  const test = panel.getByRole('button', { name: 'Send a test' });
  await test.dblclick();
  await expect(test).toBeFocused();
  const message = panel.getByRole('list').last().getByRole('listitem');
  await expect(message).toContainText("There's no such host.");
  await expect(message).toContainText('Trying again', { timeout: 15_000 });
  await checkAxeInBothThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const remove = panel.getByRole('button', { name: 'Remove' });
  await remove.click();
  // The second tap of a double tap hits nothing below.
  await page.evaluate(() => document.addEventListener('click', () => document.body.classList.toggle('clicked-once')));
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).dblclick();
  await expect(page.locator('body')).toHaveClass(/clicked-once/);
  await expect(remove).toBeFocused();
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByRole('heading', { level: 3 })).toHaveCount(0);
  await expect(panel.getByRole('heading', { name: 'Chat apps and webhooks' })).toBeFocused();

  await page.goto('/pool/log');
  await expect(page.getByText('Mick added a webhook')).toBeVisible();
  await expect(page.getByText(/hooks\.invalid …9876/).first()).toBeVisible();
});
