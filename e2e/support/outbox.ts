/** The mails of the demo. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The link to a page in the newest mail that has one. */
export async function mailedLink(page: Page, path: string): Promise<string> {
  const pattern = new RegExp(`http://\\S+${path}#token=\\S+`);
  let link: string | undefined;
  await expect(async () => {
    const list = await (await page.request.get('/outbox')).text();
    for (const [, address = ''] of list.matchAll(/href="(\/outbox\/[^"]+\/text)"/g)) {
      link ??= pattern.exec(await (await page.request.get(address)).text())?.[0];
    }
    expect(link).toBeDefined();
  }).toPass();
  return link ?? '';
}
