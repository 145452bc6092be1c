import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { Listener } from '#server/platform/db/notices.ts';
import { listen } from '#server/platform/db/notices.ts';
import type { TestDatabase } from '#tests/app.ts';
import { newTables } from '#tests/app.ts';
import { noTopics } from '#tests/topics.ts';
import { until } from '#tests/until.ts';
import type { Change } from './changes.ts';
import { EVERYTHING, parseNotice } from './changes.ts';
import { createLive, notifyServers } from './live.ts';

const games: Change = { kind: 'games', weekIds: ['2026-week1'] };
const picks = (userId: string): Change => ({ kind: 'picks', poolId: 'p', weekId: '2026-week1', userId });

describe('Word between nodes', () => {
  let database: TestDatabase;
  let store: Store;
  let listener: Listener;
  let sent: string[];

  beforeEach(async () => {
    database = await newTables('postgres');
    store = connect(database.location);
    sent = [];
    listener = await listen(
      database.location,
      (payload) => sent.push(payload),
      () => {},
    );
  });

  afterEach(async () => {
    await listener.close();
    await store.close();
    await database.drop();
  });

  async function node() {
    const live = await createLive(store, noTopics, () => 0);
    const received: Change[] = [];
    live.onChange((change) => received.push(change));
    return { live, received };
  }

  const sentChanges = () => sent.flatMap((payload) => [...parseNotice(payload).changes]);

  test('reaches every node once: the one that says it hears it at once, and not again from the database', async () => {
    const [here, there] = [await node(), await node()];
    here.live.changed(games);
    expect(here.received).toEqual([games]);
    await until(() => there.received.length > 0);
    there.live.changed(picks('ann'));
    await until(() => here.received.length > 1);
    expect(here.received).toEqual([games, picks('ann')]);
    expect(there.received).toEqual([games, picks('ann')]);
    await here.live.close();
    await there.live.close();
  });

  test('goes out in few notices for what changes at the same time, each change once', async () => {
    const { live } = await node();
    for (let at = 0; at < 300; at += 1) live.changed(picks(`player ${at % 150}`));
    await live.close();
    await until(() => sentChanges().length >= 150);
    expect(sentChanges()).toEqual(Array.from({ length: 150 }, (_, at) => picks(`player ${at}`)));
    expect(sent).toHaveLength(2);
  });

  test('waits a moment for what changes next, and says it once', async () => {
    const { live } = await node();
    live.changed(games);
    await until(() => sent.length === 1);
    for (let at = 0; at < 300; at += 1) {
      live.changed(picks('ann'));
      await nextTurn();
    }
    await until(() => sentChanges().length > 1);
    await live.close();
    expect(sentChanges().filter(({ kind }) => kind === 'picks').length).toBeLessThan(300);
  });

  test('that does not fit into a notice says that anything may have changed', async () => {
    const { live } = await node();
    live.changed({ kind: 'games', weekIds: Array.from({ length: 1000 }, (_, at) => `2026-week${at}`) });
    await live.close();
    await until(() => sentChanges().length > 0);
    expect(sentChanges()).toEqual([EVERYTHING]);
  });

  test('comes from the command line too', async () => {
    const { live, received } = await node();
    await notifyServers(store);
    await until(() => received.length > 0);
    expect(received).toEqual([EVERYTHING]);
    await live.close();
  });

  test('that could not be sent is made up for when it can: then anything may have changed', async () => {
    let isReachable = true;
    let refused = 0;
    const line: KyselyPlugin = {
      transformQuery({ node }) {
        if (isReachable) return node;
        refused += 1;
        throw new Error('The database cannot be reached.');
      },
      transformResult: async ({ result }) => result,
    };
    const live = await createLive({ ...store, db: store.db.withPlugin(line) }, noTopics, () => 0);
    isReachable = false;
    live.changed(games);
    live.changed(picks('ann'));
    await until(() => refused > 0);
    live.changed(picks('bob'));
    expect(sentChanges()).toEqual([]);
    isReachable = true;
    await until(() => sentChanges().length > 0);
    expect(sentChanges()).toEqual([EVERYTHING, picks('bob')]);

    isReachable = false;
    live.changed(games);
    await live.close();
    expect(sent).toHaveLength(1);
  });
});

describe('A notice', () => {
  test.each([
    ['no JSON', 'week 11'],
    ['null', 'null'],
    ['of another form', '{"kind":"games","weekIds":[]}'],
    ['with a change that is not known', '{"from":"a","changes":[{"kind":"weather"}]}'],
    ['with half a change', '{"from":"a","changes":[{"kind":"picks","poolId":"p"}]}'],
    ['with nothing for a change', '{"from":"a","changes":[null]}'],
  ])('%s counts as everything, from somebody else', (_, text) => {
    expect(parseNotice(text)).toEqual({ from: '', changes: [EVERYTHING] });
  });
});
