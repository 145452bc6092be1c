import type { Page } from '@playwright/test';
import { AFTER_HEADER, inserted, pngChunk, SECRET } from '#tests/face-samples.ts';
import { becomeAdmin, enterAs, makePoolOfMick, signUp } from './admin-people.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

/** A photo of noise, which does not compress well, with the place where it was taken. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 400];
    const context = canvas.getContext('2d');
    const pixels = new ImageData(600, 400);
    for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : (at * at * 31) % 256;
    context?.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const place = pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`));
  return Buffer.from(inserted(Buffer.from(base64, 'base64'), AFTER_HEADER, place));
}

test("a picture is seen by the pool's members, hidden by its commissioner, and removed by an admin", {
  tag: '@long',
}, async ({ page, app, newPage, problems }) => {
  await makePoolOfMick(app, ['Mick', 'Ann']);
  await signUp(app, 'Sam');
  const ann = await newPage();
  await enterAs(ann, 'Ann', '/profile');
  const section = ann.getByRole('region', { name: 'Picture' });
  await expect(section.locator('[data-initials="A"]')).toBeVisible();
  problems.expect(/Error reading a picture|Error changing the person's picture/);
  await section.getByLabel('Picture').setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await expect(section.getByRole('alert')).toContainText("This file can't be read as a picture.");
  const buffer = await photo(ann);
  expect(buffer.includes(SECRET)).toBe(true);
  await section.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await expect(section.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await expect(section.locator('img')).toHaveJSProperty('naturalWidth', 256);
  await expect(section.locator('img')).toHaveJSProperty('naturalHeight', 256);
  await checkAxeInBothThemes(ann);

  await enterAs(page, 'Mick', '/pool/members');
  const picture = page.getByRole('listitem').filter({ hasText: 'Ann' }).locator('img');
  await expect(picture).toHaveJSProperty('naturalWidth', 256);
  const address = (await picture.getAttribute('src')) ?? '';
  const seen = await page.request.get(address);
  const bytes = await seen.body();
  expect(seen.headers()['content-type']).toBe('image/webp');
  expect(bytes.length).toBeLessThanOrEqual(20 * 1024);
  expect(bytes.includes(SECRET)).toBe(false);
  const sam = await newPage();
  await enterAs(sam, 'Sam', '/');
  expect((await sam.request.get(address)).status()).toBe(404);

  await page.getByRole('button', { name: 'Manage Ann' }).click();
  await expect(page.getByRole('dialog').locator('img')).toBeVisible();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Hide picture in this pool' }).click();
  await expect(page.getByRole('button', { name: 'Show picture in this pool again' })).toBeVisible();
  await expect(picture).toHaveCount(0);
  expect((await ann.request.get(address)).status()).toBe(404);
  await page.getByRole('button', { name: 'Show picture in this pool again' }).click();
  await expect(picture).toHaveCount(1);

  const boss = await newPage();
  await becomeAdmin(app, boss, 'boss@example.com', '/admin/users');
  await boss.getByRole('button', { name: 'Remove picture and stop uploads: Ann' }).click();
  await expect(boss.getByRole('dialog').locator('img')).toHaveJSProperty('naturalWidth', 256);
  await checkAxe(boss);
  await boss.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(boss.getByRole('button', { name: 'Allow pictures again: Ann' })).toBeVisible();
  await ann.reload();
  await expect(section.getByText('An admin stopped your uploads, so your initials are shown.')).toBeVisible();
  await expect(section.getByRole('button')).toHaveCount(0);
});

test.describe('in a league without pictures', () => {
  test.use({ serverEnv: { FACES: 'off' } });

  test('there are only initials, and nothing to upload', { tag: '@long' }, async ({ page, app }) => {
    await makePoolOfMick(app, ['Ann']);
    await enterAs(page, 'Ann', '/profile');
    const section = page.getByRole('region', { name: 'Picture' });
    await expect(section.getByText('Your initials are shown beside your name.')).toBeVisible();
    await expect(section.locator('[data-initials="A"]')).toBeVisible();
    await expect(section.getByRole('button')).toHaveCount(0);
    await page.goto('/pool/members');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ann' }).locator('[data-initials="A"]')).toBeVisible();
  });
});
