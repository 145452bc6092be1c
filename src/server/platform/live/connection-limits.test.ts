import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import type { LivePage } from '#tests/live-page.ts';
import { Refused } from '#tests/live-page.ts';
import { until } from '#tests/until.ts';

describe('Live connections', () => {
  let live: LiveLeague;

  const start = async (rates = personRates) => {
    live = await openLiveLeague('sqlite', { personLimits: createPersonLimits(rates) });
  };

  beforeEach(() => start());
  afterEach(() => live.close());

  const open = (count: number, as = live.ann): Promise<LivePage[]> =>
    Promise.all(Array.from({ length: count }, () => live.open({ as })));

  /** Waits for the answer: a page that sends many messages without waiting is disconnected anyway. */
  async function ping({ socket }: LivePage): Promise<void> {
    const answered = once(socket, 'pong');
    socket.ping();
    await answered;
  }

  async function closed(page: LivePage | undefined) {
    await until(() => page?.closed !== null);
    return page?.closed;
  }

  test('are 20 for each person at most; one more is closed, and says why', async () => {
    const pages = await open(20);
    const [tooMany] = await open(1);
    expect(await closed(tooMany)).toEqual({ code: 1013, reason: 'too many open pages' });
    expect(tooMany?.messages).toEqual([]);
    const [other] = await open(1, live.bob);
    await other?.watching(live.games);
    await pages[0]?.close();
    await until(() => live.league.app.websocketServer.clients.size === 20);
    const [next] = await open(1);
    await next?.watching(live.games);
    expect(pages.slice(1).every((page) => page.closed === null)).toBe(true);
  });

  test.each(['messages', 'pings'])('that say more than 200 %s in a minute are closed, and say why', async (what) => {
    const page = await live.open({ as: live.ann });
    for (let n = 0; n < 200; n += 1) {
      if (what === 'messages') page.watch(live.games);
      else await ping(page);
    }
    expect(page.closed).toBeNull();
    page.watch(live.games);
    expect(await closed(page)).toEqual({ code: 1008, reason: 'too many messages' });
  });

  test('of one person share one limit of calls', async () => {
    await live.close();
    await start({ ...personRates, calls: { burst: 30, everyMs: 3_600_000 } });
    const pages = await open(2);
    for (let n = 0; n < 20; n += 1) for (const page of pages) page.watch(live.games);
    await until(() => pages.some((page) => page.closed !== null));
    expect(pages.find((page) => page.closed)?.closed).toEqual({ code: 1008, reason: 'too many messages' });
  });

  test('are opened 60 times in a row at most', async () => {
    await live.close();
    await start({ ...personRates, openings: { burst: 60, everyMs: 3_600_000 } });
    for (let n = 0; n < 60; n += 1) await (await live.open({ as: live.ann })).close();
    const refused: unknown = await live.open({ as: live.ann }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    await live.open({ as: live.bob });
  });
});
