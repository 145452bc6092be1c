import { signInToDemo } from './demo-login.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('a person makes a private calendar address, which lists their games, replaces it and turns it off', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(
    /ERR_(INTERNET_DISCONNECTED|FAILED)|Error changing the calendar|Error fetching |Can't reach the server/,
  );
  await signInToDemo(page, 'alex', '/profile/messages');
  const section = page.getByRole('region', { name: 'Calendar' });
  await section.getByRole('button', { name: 'Get a private link' }).click();
  const address = section.getByLabel('Private link');
  await expect(address).toHaveValue(/\/api\/calendars\/[\w-]+\.ics$/);
  const first = await address.inputValue();
  await expect(section.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', /^webcal:\/\//);
  await checkAxeInBothThemes(page);
  const read = (url: string) =>
    page.evaluate(async (to) => {
      const reply = await fetch(to, { credentials: 'omit' });
      return { status: reply.status, text: await reply.text() };
    }, url);
  expect((await read(first)).text).toMatch(/^BEGIN:VCALENDAR[\s\S]*SUMMARY:Week \d+ Sunday picks lock: Sunday Legends/);

  const asked = page.getByRole('dialog');
  await section.getByRole('button', { name: 'New link' }).click();
  await expect(asked).toContainText('Your old calendar link stops working.');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect((await read(first)).status).toBe(200);
  await section.getByRole('button', { name: 'New link' }).click();
  await asked.getByRole('button', { name: 'Get a new link' }).click();
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  // A link that is shown only once stays on the screen while it is valid.
  await page.context().setOffline(true);
  await section.getByRole('button', { name: 'Turn off' }).click();
  await asked.getByRole('button', { name: 'Turn off' }).click();
  await expect(asked.getByText("Can't reach the server.", { exact: false })).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(address).toHaveValue(second);
  await page.context().setOffline(false);

  // Even if the reply is lost, the stopped link disappears.
  await page.route('**/api/calendar', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await section.getByRole('button', { name: 'Turn off' }).click();
  await asked.getByRole('button', { name: 'Turn off' }).click();
  await expect(asked.getByText("Can't reach the server.", { exact: false })).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/api/calendar');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect(section.getByRole('button', { name: 'Get a private link' })).toBeVisible();
  await expect(address).toHaveCount(0);

  // A link that was created on another device meanwhile is not stopped without confirmation.
  await page.evaluate(() => fetch('/api/calendar', { method: 'PUT' }));
  await section.getByRole('button', { name: 'Get a private link' }).click();
  await expect(asked).toContainText('Your old calendar link stops working.');
  await asked.getByRole('button', { name: 'Get a new link' }).click();
  await expect(address).toHaveValue(/\.ics$/);
  await page.reload();
  await expect(section.getByText(/^On since /)).toBeVisible();
  await expect(address).toHaveCount(0);
  await section.getByRole('button', { name: 'Turn off' }).click();
  await asked.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Get a private link' })).toBeVisible();
  // The button that had the focus is gone.
  await expect(section.getByRole('heading', { name: 'Calendar' })).toBeFocused();
});
