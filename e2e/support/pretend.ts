import type { Page } from '@playwright/test';

/** Lets a page believe that a call answered something else: what `change` makes of the server's own answer. */
export async function pretend<Reply>(page: Page, path: string, change: (reply: Reply) => unknown): Promise<void> {
  await page.route(
    (url) => url.pathname === path || (path.endsWith('*') && url.pathname.startsWith(path.slice(0, -1))),
    async (route) => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      await route.fulfill({ status: 200, json: change((await answer.json()) as Reply) });
    },
  );
}
