import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createLive } from '#server/live/live.ts';
import type { TestDatabase } from '#tests/app.ts';
import { newDatabase } from '#tests/app.ts';
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

  test('what one node sends, another hears', async () => {
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
    await expect(
      listen(
        unreachable,
        () => {},
        () => (lost += 1),
      ),
    ).rejects.toThrow('ECONNREFUSED');
    await wait(100);
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
    await wait(50);
    expect(lost).toBe(0);
  });

  test('a node that cannot listen tries again once each second, however often it fails', async () => {
    let attempts = 0;
    const refusing: Server = createServer((socket) => {
      attempts += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => refusing.close());
    const { port } = refusing.address() as AddressInfo;
    const store = await openStore();
    const live = await createLive({ ...store, location: `postgres://nobody@127.0.0.1:${port}/none` }, Date.now);
    await wait(3300);
    await live.close();
    const before = attempts;
    expect(before).toBeGreaterThanOrEqual(3);
    expect(before).toBeLessThanOrEqual(4);
    await wait(1200);
    expect(attempts).toBe(before);
  });
});
