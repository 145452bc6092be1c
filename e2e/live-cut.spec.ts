import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, WebSocketRoute } from '@playwright/test';
import { freePort } from '../scripts/free-port.ts';
import { makeLeague, sunday } from './live-league.ts';
import { countReads, liveUpdate } from './support/live-updates.ts';
import { expect, test } from './support/test.ts';

const CUT_MS = 30_000;
const READ = /\/(games|matchup)$/;
const LOST = 'Connection lost, trying again';

/** The public port of the server. */
const outside = await freePort();

test.use({ kind: 'league' });

test.describe('Behind a proxy that can be cut', () => {
  test.use({ serverEnv: { PUBLIC_URL: `http://localhost:${outside}` } });

  test('after 30 s without a network the page is correct, without a click', { tag: '@long' }, async ({
    page,
    app,
    problems,
  }) => {
    test.slow();
    problems.expect(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection|Error (reading|fetching)/);
    const league = await makeLeague(app, sunday);
    const proxy = await openProxy(outside, Number(new URL(app.url).port));
    try {
      const connected = page.waitForEvent('websocket');
      await league.open(page, 'Bob', `http://localhost:${outside}/matchup`);
      await expect(score(page, '3-0')).toBeVisible();
      await connected;

      await proxy.cut();
      await expect(page.getByText(LOST)).toBeVisible();
      await league.edit('GB', { homeScore: 10 });
      await league.edit('DAL', { homeScore: 7, status: 'Final' });
      await pause(CUT_MS);
      await expect(page.getByText(LOST)).toBeVisible();
      await expect(score(page, '3-0')).toBeVisible();

      const news = liveUpdate(page);
      await proxy.mend();
      await expect(score(page, '3-10')).toBeVisible();
      await expect(score(page, '0-7 Final')).toBeVisible();
      await expect(page.getByText(LOST)).toBeHidden();
      await expect(
        page.locator('.matchup tbody').getByRole('row', { name: /Bob/ }).locator('.score').last(),
      ).toHaveText('2');
      await news;
      const readings = countReads(page, READ);
      await league.edit('GB', { homeScore: 13 });
      await expect(score(page, '3-13')).toBeVisible();
      expect(readings()).toBe(0);
    } finally {
      await proxy.cut();
    }
  });
});

test('a page whose live connection is refused reads by itself and does not call the connection lost', {
  tag: '@long',
}, async ({ page, app }) => {
  test.slow();
  const league = await makeLeague(app, sunday);
  let tries = 0;
  await page.routeWebSocket('**/api/live', (socket: WebSocketRoute) => {
    tries += 1;
    void socket.close();
  });
  const signs = await watchForText(page, LOST);
  await league.open(page, 'Bob', '/matchup');
  await expect(score(page, '3-0')).toBeVisible();
  for (const [home, text] of [
    [7, '3-7'],
    [14, '3-14'],
  ] as const) {
    await league.edit('GB', { homeScore: home });
    await expect(score(page, text)).toBeVisible();
  }
  expect(tries).toBeGreaterThan(2);
  expect(signs()).toBe(0);
});

test('a page without live updates and reads says so, even about data that it could not read again', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  test.slow();
  problems.expect(/ERR_FAILED|Error (reading|fetching)|status of 500/);
  const league = await makeLeague(app, sunday);
  await league.open(page, 'Bob', '/matchup');
  await expect(score(page, '3-0')).toBeVisible();
  await page.route('**/api/pools', (route) => route.abort());
  await page.getByRole('link', { name: 'Scoreboard' }).filter({ visible: true }).first().click();
  await page.evaluate(() => {
    const hour = 3_600_000;
    const real = Date.now;
    Date.now = () => real() + hour;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect(page.getByText("Not up to date: can't reach the server.")).toBeVisible();
  await page.unroute('**/api/pools');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText("Not up to date: can't reach the server.")).toBeHidden();
});

/** The head of a game with this text. */
function score(page: Page, text: string) {
  return page.getByRole('columnheader', { name: new RegExp(`(^| )${text}( |$)`) });
}

/** A proxy between browser and server. Cutting it breaks all connections and blocks new ones. */
async function openProxy(port: number, to: number) {
  const sockets = new Set<Socket>();
  let server: Server | null = null;

  function carry(near: Socket): void {
    const far = connect(to, 'localhost');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(into);
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
    }
  }

  async function mend(): Promise<void> {
    server = createServer(carry);
    await new Promise<void>((resolve) => server?.listen(port, 'localhost', resolve));
  }

  await mend();
  return {
    mend,
    async cut() {
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
      server = null;
    },
  };
}

/** Counts how often a text appears on the page, from its start. */
async function watchForText(page: Page, text: string): Promise<() => number> {
  let count = 0;
  await page.exposeBinding('textSeen', () => {
    count += 1;
  });
  await page.addInitScript((wanted) => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes(wanted)) (window as unknown as { textSeen(): void }).textSeen();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, text);
  return () => count;
}
