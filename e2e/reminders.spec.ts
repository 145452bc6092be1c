import { signInToDemo } from './demo-login.ts';
import { checkAxe, expectSeparate, inBothThemes, nextChange } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('reminders are offered once, after the last pick, and one tap turns their mails off', async ({
  page,
  newPage,
  problems,
}) => {
  problems.expect(
    /status of (410|503)|Error updating notifications|Error reading the link|ERR_INTERNET_DISCONNECTED|Can't reach the server/,
  );
  await signInToDemo(page, 'alex', '/picks');
  const question = page.getByText('Want a reminder by email when picks are missing?');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(question).toHaveCount(0);
  const openGames = page.locator('[id^=game-]:has(button:enabled):not(:has([aria-pressed=true]))');
  await expect(openGames.first()).toBeVisible();
  await expect(page.locator('#hints')).toBeAttached();
  // On the next screen after a saved pick, so it covers no open game.
  await openGames.first().locator('button[aria-pressed=false]').first().press('Enter');
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  await expect(question).toBeVisible();
  await page.getByRole('link', { name: 'Picks', exact: true }).click();
  await expect(openGames.first()).toBeVisible();
  for (let left = await openGames.count(); left > 0; left--) {
    await expect(question).toHaveCount(0);
    // By key: the screen scrolls to the next game by itself, perhaps just when a tap comes down.
    await openGames.first().locator('button[aria-pressed=false]').first().press('Enter');
    await expect(openGames).toHaveCount(left - 1);
  }
  await expect(question).toBeVisible();
  await expect(page.locator('#hints > *'), 'one hint at a time').toHaveCount(1);
  await checkAxe(page);
  await page.getByRole('link', { name: 'Pool', exact: true }).click();
  await page.getByRole('link', { name: 'Talk' }).click();
  await expectSeparate(page.getByRole('textbox', { name: 'Write a message' }), page.locator('#hints'));
  await expectSeparate(page.getByRole('button', { name: 'Send' }), page.locator('#hints'));
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  await expectSeparate(page.locator('.pinned-row').filter({ visible: true }), page.locator('#hints'));
  await page.getByRole('link', { name: 'Picks', exact: true }).click();
  await expect(question).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText("Couldn't save that. Tap Yes to try again.")).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Yes', exact: true }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page.getByText("We'll email you 3 hours before picks lock.")).toBeVisible();
  // The button that had the focus is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.goto('/profile/messages');
  const wants = page.getByLabel('Missing picks by Email');
  await expect(wants).toBeChecked();
  await expect(page.getByLabel('Mentions in Talk by Email')).not.toBeChecked();
  const chosen = nextChange(page);
  await page.getByLabel('Remind me').selectOption('6 hours before the lock');
  await chosen;
  await page.reload();
  await expect(page.getByLabel('Remind me')).toHaveValue('6');
  const announced = page.getByLabel('Announcements by Email');
  const mentions = page.getByLabel('Mentions in Talk by Email');
  const both = nextChange(page).then(() => nextChange(page));
  await announced.click();
  await mentions.click();
  await expect(announced).toBeChecked();
  await expect(mentions).toBeFocused();
  await both;
  await page.reload();
  await expect(announced).toBeChecked();
  await expect(mentions).toBeChecked();

  await page.context().setOffline(true);
  await announced.click();
  await mentions.click();
  await expect(page.getByText("Can't reach the server.", { exact: false }).first()).toBeVisible();
  await expect(announced).toBeChecked();
  await expect(mentions).toBeChecked();
  const stale = page.getByText('Not up to date');
  await expect(stale).toBeVisible();
  await page.context().setOffline(false);
  await expect(stale).toHaveCount(0);

  // The failure of one is shown even though another, made at the same moment, succeeded.
  const made = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route('**/api/notifications', async (route) => {
    const fails = isFirst && route.request().method() === 'PATCH';
    if (fails) isFirst = false;
    await made.promise;
    return fails
      ? route.fulfill({ status: 503, json: { error: { code: 'busy', message: 'Busy.' } } })
      : route.continue();
  });
  const last = nextChange(page).then(() => nextChange(page));
  await announced.click();
  await mentions.click();
  made.resolve();
  await last;
  await expect(page.getByText('Busy.')).toBeVisible();
  await expect(announced).toBeChecked();
  await expect(mentions).not.toBeChecked();
  await page.unroute('**/api/notifications');
  await inBothThemes(page, async () => {
    await expect(wants).toBeChecked();
    await checkAxe(page);
  });

  const commissioner = await newPage();
  await signInToDemo(commissioner, 'commissioner');
  await commissioner.evaluate(async () => {
    const { pools } = await (await fetch('/api/pools')).json();
    await fetch(`/api/pools/${pools[0].id}/announcements`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Pizza on Monday' }),
    });
  });
  await commissioner.goto('/outbox');
  const mail = commissioner.getByRole('listitem').filter({ hasText: 'to alex@' }).getByRole('link').first();
  await expect(async () => {
    await commissioner.reload();
    await mail.click({ timeout: 1000 });
  }).toPass();
  const stop = commissioner.getByRole('link', { name: 'Stop these emails' });
  await page.goto(new URL((await stop.getAttribute('href')) ?? '').pathname);
  await expect(page.getByText("we'll stop sending you “Announcements” by email")).toBeVisible();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Stop them' }).press('Enter');
  await expect(page.getByText('“Announcements” by email is off. Everything else stays on.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Messages stopped' })).toBeFocused();
  await page.reload();
  await expect(page.getByText('“Announcements” by email is off.')).toBeVisible();

  await page.goto('/unsubscribe/nobody-knows-it');
  await expect(page.getByText('This link is too old. You can turn messages off in your profile.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop them' })).toHaveCount(0);
  await checkAxe(page);
});
