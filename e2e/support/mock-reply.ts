import type { Page } from '@playwright/test';

/** Replaces the reply of a call in a page with the result of `change`, which gets the server's reply. */
export async function mockReply<Reply>(page: Page, path: string, change: (reply: Reply) => unknown): Promise<void> {
  await page.route(
    (url) => url.pathname === path || (path.endsWith('*') && url.pathname.startsWith(path.slice(0, -1))),
    async (route) => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      await route.fulfill({ status: 200, json: change((await answer.json()) as Reply) });
    },
  );
}
