import { enterAs, makePoolOfMick } from './admin-people.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', size: 'desktop' });

test('two people talk once it is turned on: they mention, edit, delete and mute, and nothing typed is lost', async ({
  page,
  app,
  newPage,
  problems,
}) => {
  await makePoolOfMick(app, ['Mick', 'Ann']);
  const ann = await newPage();
  await enterAs(ann, 'Ann', '/pool/talk');
  await expect(ann.getByText('A commissioner of this pool can turn it on.')).toBeVisible();
  await enterAs(page, 'Mick', '/pool/talk');
  await page.getByRole('button', { name: 'Turn it on' }).click();

  const box = ann.getByRole('textbox', { name: 'Write a message' });
  await box.fill('Hi @mi');
  await ann.getByRole('option', { name: 'Mick' }).click();
  await box.pressSequentially('see https://example.com/a.');
  await ann.getByRole('button', { name: 'Send' }).click();
  await expect(box).toHaveValue('');
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('@Mick')).toBeVisible();
  const link = log.getByRole('link', { name: 'https://example.com/a' });
  await expect(link).toHaveAttribute('rel', 'nofollow noopener');
  await checkAxeInBothThemes(page);

  problems.expect(/posting a message|status of 503|ERR_FAILED/);
  await ann.route('**/talk', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await box.fill('Not lost');
  await ann.getByRole('button', { name: 'Send' }).click();
  await expect(ann.getByRole('alert').filter({ hasText: "Can't reach the server" })).toBeVisible();
  await expect(box).toHaveValue('Not lost');
  await ann.unroute('**/talk');
  await ann.getByRole('button', { name: 'Send' }).click();
  await expect(log.getByText('Not lost')).toHaveCount(1);

  await ann
    .getByRole('button', { name: /^Change the message of Ann/ })
    .last()
    .click();
  await ann.getByLabel('Your message').fill('Found again');
  await ann.getByRole('button', { name: 'Save' }).click();
  await expect(log.getByText('Found again')).toBeVisible();

  await page
    .getByRole('button', { name: /^Change the message of Ann/ })
    .last()
    .click();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Mute Ann' }).click();
  await expect(ann.getByText('A commissioner muted you.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Change the message of Ann/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(ann.getByText('A commissioner deleted this message.')).toBeVisible();
  await expect(ann.getByText('Found again')).toHaveCount(0);
});
