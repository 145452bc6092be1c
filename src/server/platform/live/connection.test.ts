import '@fastify/websocket';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LIVE_PATH } from '#contract/live.ts';
import { PUBLIC_URL } from '#tests/app.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import { LivePage } from '#tests/live-page.ts';
import { until } from '#tests/until.ts';

describe('The line to a live page', () => {
  let live: LiveLeague;

  afterEach(() => live.close());

  /** The open sockets of the server. */
  function held(): number {
    return live.league.app.websocketServer.clients.size;
  }

  async function tellSomethingLong(letter: string): Promise<void> {
    const { db } = live.league.store;
    await db
      .updateTable('games')
      .set({ weather: letter.repeat(500_000) })
      .where('gid', '=', live.early)
      .execute();
    live.league.deps.live.changed({ kind: 'games', weekIds: [live.games.weekId] });
  }

  test('is cut where the page does not read, and the others miss nothing', async () => {
    live = await openLiveLeague('sqlite');
    const [slow, quick] = [await live.open({ as: live.ann }), await live.open({ as: live.bob })];
    for (const page of [slow, quick]) await page.watching(live.games);
    slow.socket.pause();
    let version = 1;
    for (; held() === 2 && version < 100; version += 1) {
      await tellSomethingLong(version % 2 === 0 ? 'a' : 'b');
      await until(() => quick.state(live.games)?.version === version + 1);
    }
    expect(held()).toBe(1);
    slow.socket.resume();
    await until(() => slow.closed !== null);
    expect(slow.closed?.code).toBe(1006);
    expect(slow.state(live.games)?.version).toBeLessThan(version);
    expect(quick.closed).toBeNull();
  });

  test('carries a beat now and then, and is cut where nobody answers it', async () => {
    live = await openLiveLeague('sqlite', { liveTimes: { beatMs: 200 } });
    const page = await live.open({ as: live.ann });
    const headers = { origin: PUBLIC_URL, cookie: live.bob.cookie };
    const dead = new LivePage(new WebSocket(`ws://127.0.0.1:${live.port}${LIVE_PATH}`, { headers, autoPong: false }));
    await until(() => held() === 2);
    await until(() => dead.closed !== null);
    expect(dead.closed?.code).toBe(1006);
    const messageCount = page.messages.length;
    live.league.clock.advance(1234);
    await until(() => page.messages.length >= messageCount + 5);
    expect(page.messages.at(-1)).toEqual({ kind: 'beat', now: live.league.clock.now() });
    expect(page.closed).toBeNull();
    expect(held()).toBe(1);
  });

  test('is closed when the server stops, also where the page does not answer', async () => {
    live = await openLiveLeague('sqlite');
    const [page, silent] = [await live.open({ as: live.ann }), await live.open({ as: live.bob })];
    for (const each of [page, silent]) await each.watching(live.games);
    silent.socket.pause();
    const stopped = live.league.app.close();
    await until(() => page.closed !== null);
    expect(page.closed).toEqual({ code: 1001, reason: 'come back' });
    await stopped;
    expect(held()).toBe(0);
  });
});
