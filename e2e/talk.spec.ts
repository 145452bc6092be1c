import { TALK_PAGE } from '#core/talk.ts';
import { setTalk } from '#server/talk/store.ts';
import { withLeague } from '../tests/direct-league.ts';
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
    .getByRole('button', { name: /^Actions for the message of Ann/ })
    .last()
    .click();
  await ann.getByRole('button', { name: 'Edit' }).click();
  await ann.getByLabel('Your message').fill('Found again');
  await ann.getByRole('button', { name: 'Save' }).click();
  await expect(log.getByText('Found again')).toBeVisible();

  await page
    .getByRole('button', { name: /^Actions for the message of Ann/ })
    .last()
    .click();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Mute Ann' }).click();
  await expect(ann.getByText('A commissioner muted you.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Actions for the message of Ann/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(ann.getByText('A commissioner deleted this message.')).toBeVisible();
  await expect(ann.getByText('Found again')).toHaveCount(0);

  await page.goto('/pool/manage/messages');
  await page.getByRole('button', { name: 'Turn talk off' }).click();
  await expect(ann.getByText('A commissioner of this pool can turn it on.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn talk on' }).click();
  await expect(ann.getByText('A commissioner deleted this message.')).toBeVisible();
});

test.describe('On a phone', () => {
  test.use({ size: 'phone' });

  test('a tap on a message reacts and replies, others see it at once, and a quote leads to its message until it is deleted', {
    tag: '@long',
  }, async ({ page, app, newPage }) => {
    await makePoolOfMick(app, ['Mick', 'Ann']);
    await enterAs(page, 'Mick', '/pool/talk');
    await page.getByRole('button', { name: 'Turn it on' }).click();
    const ann = await newPage();
    await enterAs(ann, 'Ann', '/pool/talk');
    const box = page.getByRole('textbox', { name: 'Write a message' });
    await box.fill('A line that is long enough to be read. '.repeat(8));
    await page.getByRole('button', { name: 'Send' }).click();

    const log = ann.getByRole('log', { name: 'Messages' });
    const text = log.getByText(/^A line that/).first();
    const widest = await text.evaluate((line) => {
      const measure = line.appendChild(document.createElement('span'));
      measure.textContent = '0'.repeat(70);
      measure.style.cssText = 'position: absolute; white-space: nowrap';
      const { width } = measure.getBoundingClientRect();
      measure.remove();
      return Math.abs(width - Number.parseFloat(getComputedStyle(line).maxWidth));
    });
    expect(widest).toBeLessThan(1);
    await text.tap();
    await ann.getByRole('button', { name: 'On fire' }).tap();
    await expect(log.getByRole('button', { name: 'On fire: 1 person', pressed: true })).toBeVisible();
    const micks = page.getByRole('log').getByRole('button', { name: 'On fire: 1 person', pressed: false });
    await micks.focus();
    await micks.press('Enter');
    await expect(log.getByRole('button', { name: 'On fire: 2 people', pressed: true })).toBeVisible();
    expect((await log.getByRole('button', { name: /^On fire/ }).boundingBox())?.height).toBeGreaterThanOrEqual(24);

    await text.tap();
    await checkAxe(ann);
    await ann.getByRole('button', { name: 'Reply' }).tap();
    await expect(ann.getByRole('textbox', { name: 'Write a message' })).toBeFocused();
    await ann.getByRole('textbox', { name: 'Write a message' }).fill('Too long');
    await ann.getByRole('button', { name: 'Send' }).tap();
    const quote = page.getByRole('log').getByRole('button', { name: /^Reply to Mick/ });
    await quote.tap();
    await expect(page.getByRole('article', { name: /^Mick/ })).toBeFocused();
    await checkAxeInBothThemes(page);

    await page
      .getByText(/^A line that/)
      .first()
      .tap();
    await page.getByRole('button', { name: 'Delete' }).tap();
    await page.getByRole('button', { name: 'Delete' }).tap();
    await expect(log.getByText('Deleted message')).toBeVisible();
    await expect(ann.getByText(/A line that/)).toHaveCount(0);
  });
});

test('unread messages are marked, the latest is in view, and older ones come on scrolling up', {
  tag: '@long',
}, async ({ page, app }) => {
  await makePoolOfMick(app, ['Ann']);
  await withLeague(app.env.DATABASE_URL ?? app.env.DATABASE_FILE ?? '', async ({ store }) => {
    const { db } = store;
    const pool = await db.selectFrom('pools').select('id').executeTakeFirstOrThrow();
    const mick = await db.selectFrom('users').select('id').where('display_name', '=', 'Mick').executeTakeFirstOrThrow();
    const now = Date.now();
    await setTalk(store, { adminId: null, now }, pool.id, true);
    const rows = Array.from({ length: 2 * TALK_PAGE + 10 }, (_, at) => ({
      pool_id: pool.id,
      user_id: mick.id,
      kind: 'said' as const,
      text: `Number ${at + 1}`,
      at: now - 1000 * (200 - at),
      once: `number ${at + 1}`,
    }));
    await db.insertInto('messages').values(rows).execute();
  });
  await enterAs(page, 'Ann', '/pool/rules');
  const talk = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Talk' });
  await expect(talk).toHaveText(/New messages$/);
  await talk.click();
  await expect(talk).toHaveText('Talk');
  const log = page.getByRole('log', { name: 'Messages' });
  const message = (number: number) => log.getByText(`Number ${number}`, { exact: true });
  await expect(message(2 * TALK_PAGE + 10)).toBeInViewport();
  await expect(message(1)).toHaveCount(0);
  await expect(async () => {
    await log.press('Home');
    await expect(message(1)).toBeInViewport({ timeout: 500 });
  }).toPass();
});
