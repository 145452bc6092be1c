import { readFile } from 'node:fs/promises';
import { signInToDemo } from './demo-login.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

test("last week's recap is a PNG of 1080 x 1350 in two taps from This week", async ({ page }) => {
  // As on a page without a share sheet, whatever this browser has.
  await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: () => false }));
  await signInToDemo(page, 'alex', '/');
  await page.getByRole('link', { name: 'Week 8 recap' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share as a picture' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('pickem-sunday-legends-week-8-recap.png');
  await expect(page.getByText('Picture saved')).toBeVisible();
  const bytes = await readFile(await download.path());
  const size = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([data], { type: 'image/png' }));
    return { width, height };
  }, bytes.toString('base64'));
  expect(size).toEqual({ width: 1080, height: 1350 });
});
