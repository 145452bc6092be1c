import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { OutboxKind } from '#server/platform/db/schema.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import type { TestDatabase } from '#tests/app.ts';
import { newTables } from '#tests/app.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { until } from '#tests/until.ts';
import type { Sender, SendResult } from './outbox.ts';
import { Outbox } from './outbox.ts';
import type { NewMessage } from './store.ts';
import { addMessages, CLAIM_MS, findMessage } from './store.ts';

const SENT: SendResult = { outcome: 'sent' };
const AGAIN: SendResult = { outcome: 'again', failure: 'busy' };

describe.each(engines)('The outbox on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;
  let now: number;
  /** What was sent, by id. */
  let sent: string[];
  let lost: string[];
  let gone: string[];
  let rests: number;
  let answer: (id: string) => Promise<SendResult> | SendResult;
  let nodes: Outbox[];
  /** Ends messages that are held. */
  let held: Map<string, (attempt: SendResult) => void>;

  beforeEach(async () => {
    database = await newTables(engine);
    store = connect(database.location);
    now = Date.now();
    [sent, lost, gone, rests] = [[], [], [], 0];
    answer = () => SENT;
    nodes = [openNode(), openNode()];
    held = new Map();
  });

  afterEach(async () => {
    answer = () => SENT;
    for (const end of held.values()) end(SENT);
    for (const node of nodes) await node.stop();
    await store.close();
    await database.drop();
  });

  function openNode(): Outbox {
    const slots = new FairQueue(4);
    const sender = (of: Pick<Sender, 'isRepeatable' | 'isKept'>): Sender => ({
      ...of,
      pausesMs: [MINUTE, MINUTE],
      onLost: ({ id }, failure) => void lost.push(`${id}: ${failure}`),
      to: async (recipient) =>
        gone.includes(recipient)
          ? null
          : {
              restsUntil: rests,
              inTurn: (lane, act) => slots.run({ lane, whose: recipient, caps: () => [] }, act),
              send: async ({ id }) => {
                sent.push(id);
                return answer(id);
              },
            },
    });
    const senders: Readonly<Record<OutboxKind, Sender>> = {
      'account mail': sender({ isRepeatable: true, isKept: false }),
      mail: sender({ isRepeatable: false, isKept: false }),
      push: sender({ isRepeatable: false, isKept: false }),
      hook: sender({ isRepeatable: false, isKept: true }),
    };
    const onError = (error: unknown) => void lost.push(String(error));
    return new Outbox({
      store,
      clock: systemClock,
      senders,
      onError,
      realNow: () => now,
      random: () => 0,
      stopWaitMs: 20,
    });
  }

  const add = (ids: readonly string[], of: Partial<NewMessage> = {}) =>
    addMessages(
      store.db,
      ids.map((id) => {
        const about = { kind: 'mail', lane: 'scheduled', recipient: 'ann', content: {} } as const;
        return { ...about, at: now, until: now + HOUR, id, ...of };
      }),
    );
  const look = async () => {
    await Promise.all(nodes.map((node) => node.look()));
    await Promise.all(nodes.map((node) => node.idle()));
  };
  const find = (id: string) => findMessage(store.db, id);
  const hold = () => {
    answer = (id) => new Promise((resolve) => held.set(id, resolve));
  };

  test('sends each message once, to one recipient in order, whichever node looks', async () => {
    await add(['a1', 'a2', 'a3']);
    await add(['b1'], { recipient: 'bob' });
    await look();
    await look();
    expect(sent.filter((id) => id.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(sent.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(await find('a1')).toBeNull();
  });

  test('sends one message at a time to a recipient in a lane, and does not let lanes or recipients wait', async () => {
    hold();
    await add(['a1', 'a2']);
    await add(['posted'], { lane: 'posted' });
    await add(['b1'], { recipient: 'bob' });
    await Promise.all(nodes.map((node) => node.look()));
    await until(() => held.size === 3);
    expect(sent.toSorted()).toEqual(['a1', 'b1', 'posted']);
    for (const end of held.values()) end(SENT);
    await until(() => held.has('a2'));
  });

  test('leaves out a subject that the recipient has already', async () => {
    await add(['a1'], { kind: 'hook', once: 'week 1' });
    await look();
    await add(['a2'], { kind: 'hook', once: 'week 1' });
    await add(['b1'], { kind: 'hook', once: 'week 1', recipient: 'bob' });
    await look();
    expect(sent).toEqual(['a1', 'b1']);
    expect(await find('a1')).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('tries a message again after its pauses, then gives it up', async () => {
    answer = () => AGAIN;
    await add(['a1']);
    await look();
    now += MINUTE - 1000;
    await look();
    expect([sent.length, await find('a1')]).toMatchObject([1, { state: 'waiting', attempts: 1, failure: 'busy' }]);
    for (const _ of [1, 2]) {
      now += MINUTE;
      await look();
    }
    expect([sent, lost, await find('a1')]).toEqual([['a1', 'a1', 'a1'], ['a1: busy'], null]);
  });

  test('reports an error of a sender, does not store it, and tries the message again', async () => {
    answer = () => Promise.reject(new Error('no such table'));
    await add(['a1'], { kind: 'hook' });
    await look();
    expect([lost, await find('a1')]).toMatchObject([['Error: no such table'], { state: 'waiting', failure: null }]);
    answer = () => SENT;
    now += MINUTE;
    await look();
    expect([sent, (await find('a1'))?.state]).toEqual([['a1', 'a1'], 'sent']);
  });

  test('waits as long as a recipient asks, and counts no attempt that is not made', async () => {
    rests = now + HOUR / 2;
    await add(['a1', 'a2']);
    await look();
    expect([sent, await find('a1')]).toMatchObject([[], { state: 'waiting', attempts: 0, nextAt: rests }]);
    now = rests;
    answer = (id) => (id === 'a1' && sent.length === 1 ? { outcome: 'postponed', restMs: MINUTE } : SENT);
    await look();
    expect([sent, await find('a1')]).toMatchObject([['a1', 'a2'], { state: 'waiting', attempts: 0 }]);
    now += MINUTE;
    await look();
    expect(sent).toEqual(['a1', 'a2', 'a1']);
  });

  test('sends nothing that has expired, nor to recipients who are gone', async () => {
    await add(['late']);
    await add(['lost'], { recipient: 'bob' });
    [now, gone] = [now + HOUR, ['bob']];
    await look();
    const reason = 'Expired before it could be sent.';
    expect([sent, lost.toSorted(), await find('late')]).toEqual([[], [`late: ${reason}`, `lost: ${reason}`], null]);
    await add(['new'], { recipient: 'bob' });
    await look();
    expect([sent, await find('new')]).toEqual([[], null]);
  });

  test('sends nothing to a recipient who goes while a message waits for its turn', async () => {
    const [node] = nodes as [Outbox, Outbox];
    hold();
    for (const recipient of ['ann', 'bob', 'cal', 'dee']) await add([recipient], { recipient });
    await node.look();
    await until(() => held.size === 4);
    await add(['late'], { recipient: 'eve' });
    await node.look();
    gone = ['eve'];
    answer = () => SENT;
    for (const end of held.values()) end(SENT);
    await node.idle();
    expect([sent.toSorted(), await find('late')]).toEqual([['ann', 'bob', 'cal', 'dee'], null]);
  });

  test.each([
    ['is sent again if it may arrive twice', 'account mail', ['a1', 'a1'], []],
    ['is given up if it must not', 'mail', ['a1'], ['a1: interrupted']],
  ] as const)('a message whose process ended while it was sent %s', async (_, kind, ids, losses) => {
    const [first, second] = nodes as [Outbox, Outbox];
    hold();
    await add(['a1'], { kind });
    await first.look();
    await until(() => held.size === 1);
    now += CLAIM_MS - 1;
    await first.look();
    now += 1;
    answer = () => SENT;
    await second.look();
    await second.idle();
    expect(sent).toEqual(['a1']);
    now += CLAIM_MS;
    await second.look();
    await second.idle();
    await nextTurn();
    expect([sent, lost, await find('a1')]).toEqual([ids, losses, null]);
  });

  test('sends by hand at once, whatever waits before it, and keeps what a page shows', async () => {
    rests = now + HOUR;
    await add(['a1', 'a2'], { kind: 'hook' });
    await nodes[0]?.sendNow('a2');
    await Promise.all(nodes.map((node) => node.sendNow('a2')));
    expect([sent, await find('a2')]).toMatchObject([['a2'], { state: 'sent', attempts: 1 }]);
  });

  test('counts what waits on all nodes', async () => {
    await add(['a1', 'a2']);
    await add(['other'], { kind: 'push' });
    const [node] = nodes as [Outbox];
    expect([await node.hasRoom('mail', 3), await node.hasRoom('mail', 2)]).toEqual([true, false]);
    await look();
    expect(await node.hasRoom('mail', 1)).toBe(true);
  });

  test('leaves what waits to the next start when it stops', async () => {
    hold();
    await add(['a1', 'a2']);
    await nodes[0]?.look();
    await until(() => held.size === 1);
    const stopped = nodes[0]?.stop();
    held.get('a1')?.(SENT);
    await stopped;
    expect([sent, (await find('a2'))?.state]).toEqual([['a1'], 'waiting']);
    answer = () => SENT;
    await nodes[1]?.look();
    await nodes[1]?.idle();
    expect(sent).toEqual(['a1', 'a2']);
  });
});
