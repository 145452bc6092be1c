import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLive } from '#server/platform/live/live.ts';
import type { TestDatabase } from '#tests/app.ts';
import { newDatabase } from '#tests/app.ts';
import { noTopics } from '#tests/topics.ts';
import { until } from '#tests/until.ts';
import type { Store } from './connect.ts';
import { connect } from './connect.ts';
import { listen, sendNotice } from './notices.ts';

const unreachable = 'postgres://nobody@127.0.0.1:1/none';

describe('Notices between nodes on PostgreSQL', () => {
  const cleanups: (() => unknown)[] = [];

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function openStore(): Promise<Store> {
    const database: TestDatabase = await newDatabase('postgres');
    const store = connect(database.location);
    cleanups.push(
      () => database.drop(),
      () => store.close(),
    );
    return store;
  }

  async function listenOnNewStore(): Promise<{ store: Store; heard: string[] }> {
    const store = await openStore();
    const heard: string[] = [];
    const listener = await listen(
      store.location,
      (payload) => heard.push(payload),
      () => {},
    );
    cleanups.push(() => listener.close());
    return { store, heard };
  }

  test('a notice from one node reaches another', async () => {
    const { store, heard } = await listenOnNewStore();
    await sendNotice(store.db, 'week 11', 'anything');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['week 11']);
  });

  test('what is too long for a notice is replaced by something short', async () => {
    const { store, heard } = await listenOnNewStore();
    await sendNotice(store.db, 'ü'.repeat(5000), 'anything');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['anything']);
  });

  test('a listener that could not connect is rejected, and not also reported as lost', async () => {
    let lost = 0;
    const listenInVain = () =>
      listen(
        unreachable,
        () => {},
        () => (lost += 1),
      );
    await expect(listenInVain()).rejects.toThrow('ECONNREFUSED');
    // Notices that the first connection still has to deliver arrive before the second one fails.
    await expect(listenInVain()).rejects.toThrow('ECONNREFUSED');
    expect(lost).toBe(0);
  });

  test('a listener that is closed is not reported as lost', async () => {
    const store = await openStore();
    let lost = 0;
    const listener = await listen(
      store.location,
      () => {},
      () => (lost += 1),
    );
    await listener.close();
    expect(lost).toBe(0);
  });

  test('a node that cannot listen tries again once each second, however often it fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanups.push(() => vi.useRealTimers());
    let attempts = 0;
    const refusing: Server = createServer((socket) => {
      attempts += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => refusing.close());
    const { port } = refusing.address() as AddressInfo;
    const store = await openStore();
    const live = await createLive(
      { ...store, location: `postgres://nobody@127.0.0.1:${port}/none` },
      noTopics,
      Date.now,
    );
    for (let tried = 1; tried <= 3; tried += 1) {
      await until(() => attempts === tried && vi.getTimerCount() === 1);
      vi.advanceTimersByTime(999);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      expect(vi.getTimerCount()).toBe(0);
    }
    await until(() => vi.getTimerCount() === 1);
    await live.close();
    expect([attempts, vi.getTimerCount()]).toEqual([4, 0]);
  });
});
