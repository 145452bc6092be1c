import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hookTopicNames } from '#core/hooks/hooks.ts';
import { catchUp } from '#server/locks/store.ts';
import { Outbox } from '#server/platform/outbox/outbox.ts';
import { createOutside } from '#server/platform/outside.ts';
import { latestReceipt } from '#server/receipts/reads.ts';
import { PUBLIC_URL } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, putPick, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import type { OutsideServer } from '#tests/outside-server.ts';
import { openOutsideServer, reachesTests } from '#tests/outside-server.ts';
import { settle } from '#tests/settle.ts';
import { until } from '#tests/until.ts';
import { hookSender } from './hook-sender.ts';
import { Hooks } from './hooks.ts';

const WEEK = 7 * 24 * HOUR;

/** One of two servers of the league. */
interface Node {
  readonly hooks: Hooks;
  readonly outbox: Outbox;
}

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('Hooks of a pool', () => {
  const outside = createOutside({ ...reachesTests, timeoutMs: 2000 });
  const league = withLeague('sqlite', { outside });
  let receiver: OutsideServer;
  let nodes: Node[];
  let chris: Person;
  let members: Person[];
  let poolId: string;
  let gid: string;
  let received: Received[] = [];
  let answer: (response: ServerResponse) => void;
  /** Real time. */
  let realNow = 0;

  beforeAll(async () => {
    receiver = await openOutsideServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      received.push({ path: request.url ?? '', headers: request.headers, body });
      answer(response);
    });
  });

  afterAll(() => receiver.close());

  beforeEach(async () => {
    const { deps, store, clock } = league;
    for (const table of ['outbox', 'pool_hooks', 'hook_pools', 'attempts', 'announced_weeks', 'games'] as const) {
      if (table === 'games')
        for (const each of ['picks', 'week_scores'] as const) await store.db.deleteFrom(each).execute();
      await store.db.deleteFrom(table).execute();
    }
    received = [];
    answer = (response) => response.writeHead(204).end();
    realNow = Date.now();
    clock.set(SUNDAY_1PM - 20 * HOUR);
    nodes = [openNode(), openNode()];
    chris = await addPerson(deps, { name: 'Chris' });
    members = await Promise.all(['Ann', 'Bob', 'Cal', 'Dee', 'Eve'].map((name) => addPerson(deps, { name })));
    poolId = await addPool(deps, { name: 'Porch', members, commissioners: [chris], weeks: [WEEK_1, WEEK_2] });
    gid = await addGame(deps);
    await addGame(deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + WEEK });
  });

  const tick = () => {
    realNow += 1;
    return realNow;
  };
  const raise = (error: unknown) => {
    throw error;
  };

  function openNode(onError: (error: unknown) => void = raise): Node {
    const { deps, store, clock } = league;
    const hook = hookSender({ store, clock, outside, publicUrl: deps.settings.publicUrl, realNow: tick });
    const senders = { 'account mail': hook, mail: hook, push: hook, hook };
    const outbox = new Outbox({ store, clock, senders, onError: raise, realNow: tick, random: () => 0.1 });
    return { outbox, hooks: new Hooks({ ...deps, outbox, onError, realNow: tick }) };
  }

  async function add(topics = hookTopicNames, path = '/in'): Promise<{ id: string; secret: string }> {
    const body = { kind: 'standard' as const, address: `https://hooks.test:${receiver.port}${path}`, topics, hours: 3 };
    const { id, secret } = (
      await league.call('POST /api/pools/:poolId/hooks', { as: chris, params: { poolId }, body })
    ).ok();
    return { id, secret: secret ?? '' };
  }

  /** Two nodes check at the same time, and send due messages. */
  const check = async () => {
    await begin();
    await Promise.all(nodes.map(({ outbox }) => outbox.idle()));
  };
  const begin = () =>
    Promise.all(
      nodes.map(async ({ hooks, outbox }) => {
        await hooks.check();
        await outbox.look();
      }),
    );
  const settled = async () => {
    await settle(league);
    realNow += MINUTE;
  };
  const read = async () =>
    (await league.call('GET /api/pools/:poolId/hooks', { as: chris, params: { poolId } })).ok().hooks;
  const lastOf = async () => (await read())[0]?.deliveries[0];
  const sentBodies = () =>
    received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  const send = async (hookId: string) =>
    (await league.call('POST /api/pools/:poolId/hooks/:hookId/test', { as: chris, params: { poolId, hookId } })).ok();
  const finish = async (weekId: string, homeScore: number) => {
    const { db } = league.store;
    await db
      .updateTable('games')
      .set({ status: 'Final', home_score: homeScore, away_score: 3, updated_at: league.clock.now() })
      .where('week_id', '=', weekId)
      .execute();
    await db
      .insertInto('stale_weeks')
      .values({ week_id: weekId, mark: `test ${weekId}` })
      .execute();
    league.deps.afterCommit.changed({ kind: 'games', weekIds: [weekId] });
    await league.deps.afterCommit.idle();
  };
  const writeReceipts = () => catchUp(league.store, { poolId }, league.clock.now);
  const pick = (who: Person | undefined, game: string) =>
    putPick(league.store, { poolId, gid: game, userId: who?.userId ?? '', side: 'home', madeAt: 1 });

  test('are sent the news of a season, each once, by any node, without a side or an address', async () => {
    const { secret } = await add();
    await check();
    expect(received).toEqual([]);
    for (const member of members.slice(0, 3)) await pick(member, gid);
    league.clock.set(SUNDAY_1PM - 2 * HOUR);
    await check();
    await check();
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    await writeReceipts();
    await finish(WEEK_1, 20);
    await check();
    expect(sentBodies().map(({ type }) => type)).not.toContain('week.decided');
    await settled();
    await check();
    league.clock.set(SUNDAY_1PM + 3 * 24 * HOUR);
    await check();
    const week1 = { id: WEEK_1, name: 'Week 1' };
    const receipt = await latestReceipt(league.store.db, poolId);
    expect(receipt).toMatchObject({ number: 2 });
    expect(
      sentBodies()
        .map(({ type, data }) => [type, data])
        .sort(),
    ).toEqual([
      ['leader.changed', expect.objectContaining({ week: week1, leaders: ['Ann', 'Bob', 'Cal'], points: 1, receipt })],
      ['lock.coming', expect.objectContaining({ week: week1, lacking: 2, members: 5 })],
      ['week.decided', expect.objectContaining({ week: week1, winners: ['Ann', 'Bob', 'Cal'], points: 1, receipt })],
      ['week.opened', expect.objectContaining({ week: { id: WEEK_2, name: 'Week 2' }, games: 1, receipt })],
    ]);
    for (const { headers, body } of received) {
      const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
      expect(body).not.toMatch(/home|away|PHI|DAL|example\.org(?!\/\?pool=)/);
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });

  test('of small pools are sent a lock, but not how many lack picks', async () => {
    const [eve] = members.slice(-1);
    await league.store.db
      .deleteFrom('pool_members')
      .where('user_id', '=', eve?.userId ?? '')
      .execute();
    await add(['lock.coming']);
    league.clock.set(SUNDAY_1PM - HOUR);
    await check();
    expect(sentBodies().map(({ data }) => [data.lacking, data.members])).toEqual([[null, 4]]);
  });

  test('of a survivor pool are not sent how many of a few survivors lack a team', async () => {
    const rules = { format: 'survivor' } as const;
    poolId = await addPool(league.deps, { members, commissioners: [chris], weeks: [WEEK_1, WEEK_2], rules });
    await add(['lock.coming']);
    for (const as of members.slice(0, 2)) {
      (await league.pick(as, poolId, { gid, team: 'PHI' })).ok();
    }
    league.clock.set(SUNDAY_1PM - HOUR);
    await check();
    await finish(WEEK_1, 20);
    league.clock.set(SUNDAY_1PM + WEEK - HOUR);
    await check();
    expect(sentBodies().map(({ data }) => [data.lacking, data.members])).toEqual([
      [3, 5],
      [null, 2],
    ]);
  });

  test('are sent that a week starts to lock if its games lock one by one', async () => {
    await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR });
    await add(['lock.coming']);
    league.clock.set(SUNDAY_1PM - HOUR);
    await check();
    expect(sentBodies().map(({ data }) => data.lock)).toEqual(['first']);
  });

  test('are sent news of the current week, even if an admin shows another', async () => {
    await add(['week.opened', 'lock.coming']);
    await league.store.db.updateTable('pools').set({ active_week_id: WEEK_1 }).where('id', '=', poolId).execute();
    await finish(WEEK_1, 20);
    league.clock.set(SUNDAY_1PM + WEEK - 2 * HOUR);
    await check();
    const week = { id: WEEK_2, name: 'Week 2' };
    expect(
      sentBodies()
        .map(({ type, data }) => [type, data.week])
        .sort(),
    ).toEqual([
      ['lock.coming', week],
      ['week.opened', week],
    ]);
  });

  test('are sent that a week opens once it has games', async () => {
    await league.store.db.deleteFrom('games').execute();
    await add(['week.opened']);
    await check();
    expect(received).toEqual([]);
    await addGame(league.deps);
    await check();
    expect(sentBodies()).toMatchObject([{ type: 'week.opened', data: { games: 1 } }]);
  });

  test('are sent later what could not be stored at once', async () => {
    await add(['week.opened']);
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    await finish(WEEK_1, 20);
    league.clock.set(SUNDAY_1PM + 3 * 24 * HOUR);
    const { db } = league.store;
    await sql`create trigger test_full before insert on outbox begin select raise(abort, 'full'); end`.execute(db);
    const errors: unknown[] = [];
    await openNode((error) => errors.push(error)).hooks.check();
    expect(errors).toMatchObject([{ message: 'full' }]);
    await sql`drop trigger test_full`.execute(db);
    await check();
    expect(sentBodies()).toMatchObject([{ type: 'week.opened', data: { week: { id: WEEK_2 } } }]);
  });

  test('lead to their pool', async () => {
    const { id } = await add();
    await send(id);
    expect(sentBodies()[0]?.data.pool).toMatchObject({ id: poolId, url: `${PUBLIC_URL}/?pool=${poolId}` });
  });

  test('that are slow hold up no other, and their own come one by one', async () => {
    const slow = await add(['lock.coming', 'week.opened'], '/slow');
    await add(['lock.coming'], '/quick');
    const answers: (() => void)[] = [];
    answer = (response) => {
      if (received.at(-1)?.path === '/slow') answers.push(() => response.writeHead(204).end());
      else response.writeHead(204).end();
    };
    const first = send(slow.id);
    await until(() => answers.length === 1);
    league.clock.set(SUNDAY_1PM - HOUR);
    await begin();
    await until(() => received.some(({ path }) => path === '/quick'));
    expect(received.filter(({ path }) => path === '/slow')).toHaveLength(1);
    answers[0]?.();
    await first;
    await begin();
    await until(() => answers.length === 2);
    answers[1]?.();
    await Promise.all(nodes.map(({ outbox }) => outbox.idle()));
    expect(sentBodies().map(({ type }) => type)).toEqual(['test', 'lock.coming', 'lock.coming']);
  });

  test('that were added after a week was decided are not notified of it', async () => {
    await pick(members[0], gid);
    await finish(WEEK_1, 20);
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    await add();
    await settled();
    await check();
    expect(received).toEqual([]);
  });

  test('that are added while all others are off are not sent earlier news', async () => {
    const { id } = await add();
    answer = (response) => response.writeHead(410).end();
    await send(id);
    answer = (response) => response.writeHead(204).end();
    received.length = 0;
    await pick(members[0], gid);
    await finish(WEEK_1, 20);
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    await settled();
    await check();
    await add(hookTopicNames, '/other');
    await check();
    expect(received).toEqual([]);
  });

  test('of a survivor pool are sent its winners, and nothing afterward', async () => {
    poolId = await addPool(league.deps, {
      name: 'Last one',
      members: members.slice(0, 2),
      commissioners: [chris],
      weeks: [WEEK_1, WEEK_2],
      rules: { format: 'survivor' },
    });
    await add();
    (await league.pick(members[0], poolId, { gid, team: 'PHI' })).ok();
    await finish(WEEK_1, 20);
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    await settled();
    await check();
    for (const before of [100, 2]) {
      league.clock.set(SUNDAY_1PM + WEEK - before * HOUR);
      await check();
    }
    expect(sentBodies().map(({ type, data }) => [type, data.out, data.left, data.poolWinners])).toEqual([
      ['week.decided', 1, 1, ['Ann']],
    ]);
  });

  describe('when a result turns out otherwise', () => {
    const results = () =>
      sentBodies().map(({ data }) => [
        data.winners,
        data.points,
        ...(data.corrected === undefined ? [] : [data.corrected]),
      ]);
    const score = async (homeScore: number) => {
      const set = { status: 'Final', home_score: homeScore, away_score: 10, updated_at: league.clock.now() } as const;
      await league.store.db.updateTable('games').set(set).where('gid', '=', gid).execute();
      const row = { week_id: WEEK_1, mark: `test ${homeScore}` };
      await league.store.db.insertInto('stale_weeks').values(row).execute();
      league.deps.afterCommit.changed({ kind: 'games', weekIds: [WEEK_1] });
      await league.deps.afterCommit.idle();
    };

    beforeEach(async () => {
      await add(['week.decided']);
      await pick(members[0], gid);
      await putPick(league.store, { poolId, gid, userId: members[1]?.userId ?? '', side: 'away', madeAt: 1 });
      league.clock.set(SUNDAY_1PM + 4 * HOUR);
      await score(20);
    });

    test('they are sent one correction, once that has stood for a while', async () => {
      await settled();
      await check();
      await score(3);
      await check();
      await score(7);
      await settled();
      await check();
      await settled();
      await check();
      expect(results()).toEqual([
        [['Ann'], 1],
        [['Bob'], 1, true],
      ]);
    });

    test('the correction says so also if the server stopped while the first result was sent', async () => {
      await settled();
      await check();
      const sending = { state: 'sending', next_at: realNow } as const;
      await league.store.db.updateTable('outbox').set(sending).execute();
      await check();
      expect(await lastOf()).toMatchObject({ state: 'failed', problem: 'interrupted' });
      await score(3);
      await settled();
      await check();
      expect(results()).toEqual([
        [['Ann'], 1],
        [['Bob'], 1, true],
      ]);
    });

    test('they are sent nothing if it is put right within that time', async () => {
      await settled();
      await score(3);
      await score(20);
      await settled();
      await check();
      expect(results()).toEqual([[['Ann'], 1]]);
    });

    test('a message that waits for its address is sent only while it is valid', async () => {
      answer = (response) => response.writeHead(500).end();
      await settled();
      await check();
      await score(3);
      await league.deps.notify.results.check();
      answer = (response) => response.writeHead(204).end();
      received.length = 0;
      realNow += HOUR;
      await check();
      expect(received).toEqual([]);
      await settled();
      realNow += HOUR;
      await check();
      expect(results()).toEqual([[['Bob'], 1]]);
      expect((await read())[0]?.deliveries.map(({ state, problem }) => [state, problem]).sort()).toEqual([
        ['failed', 'outdated'],
        ['sent', null],
      ]);
    });

    test('a waiting message is sent unchanged, even if a member joins or a game locks first', async () => {
      answer = (response) => response.writeHead(500).end();
      await settled();
      await check();
      answer = (response) => response.writeHead(204).end();
      const [first] = received.splice(0);
      await writeReceipts();
      const [admin, zoe] = [await addPerson(league.deps, { isAdmin: true }), await addPerson(league.deps)];
      const params = { poolId, userId: zoe.userId };
      const body = { enabled: true };
      (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body })).ok();
      await settled();
      realNow += HOUR;
      await check();
      expect(results()).toEqual([[['Ann'], 1]]);
      expect(received[0]?.body).toBe(first?.body);
    });

    test('a hook that was added later gets no correction of news that it never got', async () => {
      await settled();
      await check();
      await add(['week.decided'], '/late');
      await score(3);
      await settled();
      await check();
      expect(received.map(({ path }) => path)).toEqual(['/in', '/in']);
    });
  });

  test('are retried with growing pauses and the same id until they arrive', async () => {
    const { id } = await add();
    answer = (response) => response.writeHead(500).end('a secret of the network');
    const first = await send(id);
    expect(first).toMatchObject({ topic: 'test', state: 'waiting', attempts: 1, status: 500, problem: null });
    realNow += 14_000;
    await check();
    expect(received).toHaveLength(1);
    answer = (response) => response.writeHead(200).end();
    realNow += 60_000;
    await check();
    expect(await lastOf()).toMatchObject({ id: first.id, state: 'sent', attempts: 2, status: 200, nextAt: null });
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first.id]));
  });

  test('that ask for a pause get it, for all further messages', async () => {
    const { id } = await add(['lock.coming']);
    answer = (response) => response.writeHead(429, { 'retry-after': '600' }).end();
    await send(id);
    league.clock.set(SUNDAY_1PM - HOUR);
    realNow += 9 * MINUTE;
    await check();
    expect(received).toHaveLength(1);
    answer = (response) => response.writeHead(204).end();
    realNow += 2 * MINUTE;
    await check();
    await check();
    expect(
      sentBodies()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['lock.coming', 'test', 'test']);
  });

  test('that do not answer are left alone', async () => {
    await add(['lock.coming']);
    answer = (response) => response.destroy();
    league.clock.set(SUNDAY_1PM - HOUR);
    await check();
    realNow += MINUTE - 1000;
    await check();
    expect(received).toHaveLength(1);
    answer = (response) => response.writeHead(204).end();
    realNow += 1000;
    await check();
    expect(received).toHaveLength(2);
    expect(await lastOf()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('that are gone are turned off, which is logged, until a test arrives', async () => {
    const { id } = await add(['lock.coming']);
    answer = (response) => response.writeHead(410).end();
    expect(await send(id)).toMatchObject({ state: 'failed', status: 410 });
    expect((await read())[0]?.isOff).toBe(true);
    league.clock.set(SUNDAY_1PM - HOUR);
    await check();
    expect(received).toHaveLength(1);
    answer = (response) => response.writeHead(204).end();
    expect(await send(id)).toMatchObject({ state: 'sent' });
    expect((await read())[0]?.isOff).toBe(false);
    const acts = (await auditRows(league.store.db, poolId)).map(({ act, actorId }) => [act, actorId === null]);
    expect(acts.filter(([act]) => String(act).startsWith('hook.'))).toEqual([
      ['hook.add', false],
      ['hook.test', false],
      ['hook.off', true],
      ['hook.test', false],
    ]);
    const log = (await league.call('GET /api/pools/:poolId/log', { as: members[0], params: { poolId } })).ok();
    expect(log.entries.find(({ act }) => act === 'hook.off')?.fields[0]?.after).toContain('hooks.test');
  });

  test('are not retried automatically if the server stopped during the delivery, but can be by hand', async () => {
    const { id } = await add();
    const { id: deliveryId } = await send(id);
    const sending = { state: 'sending', next_at: realNow + 60_000 } as const;
    await league.store.db.updateTable('outbox').set(sending).execute();
    realNow += 61_000;
    await check();
    expect(received).toHaveLength(1);
    expect(await lastOf()).toMatchObject({ state: 'failed', problem: 'interrupted' });
    const params = { poolId, hookId: id, deliveryId };
    const replay = () =>
      league.call('POST /api/pools/:poolId/hooks/:hookId/deliveries/:deliveryId/replay', { as: chris, params });
    expect((await replay()).ok()).toMatchObject({ id: deliveryId, state: 'sent', attempts: 1 });
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId]);
  });

  test('do not call internal addresses, do not reveal their address, and are five at most', async () => {
    const put = (address: string, kind: 'standard' | 'discord' = 'standard') =>
      league.call('POST /api/pools/:poolId/hooks', {
        as: chris,
        params: { poolId },
        body: { kind, address, topics: ['week.opened'], hours: 3 },
      });
    for (const address of [
      'https://10.0.0.1/',
      'http://hooks.test/',
      'https://hooks.test:22/',
      'https://me:you@hooks.test/',
    ])
      expect([address, (await put(address)).code]).toEqual([address, 'invalid_input']);
    expect((await put(`https://hooks.test:${receiver.port}/`, 'discord')).code).toBe('invalid_input');
    for (let at = 0; at < 5; at += 1) await add(hookTopicNames, `/secret${at}`);
    const twice = await put(`https://hooks.test:${receiver.port}/secret0`);
    expect([twice.code, twice.text]).toEqual(['invalid_input', expect.stringContaining('already posts there')]);
    expect((await put(`https://hooks.test:${receiver.port}/`)).code).toBe('too_many_hooks');
    expect(JSON.stringify(await read())).not.toMatch(/whsec_|\/secret/);
    const [first] = await read();
    const params = { poolId, hookId: first?.id ?? '' };
    (await league.call('DELETE /api/pools/:poolId/hooks/:hookId', { as: chris, params })).ok();
    expect(await read()).toHaveLength(4);
    const removed = { act: 'hook.remove', actorId: chris.userId };
    expect((await auditRows(league.store.db, poolId)).at(-1)).toMatchObject(removed);
    const elsewhere = await addPool(league.deps, { commissioners: [chris] });
    const of = { poolId: elsewhere, hookId: (await read())[0]?.id ?? '' };
    expect((await league.call('POST /api/pools/:poolId/hooks/:hookId/test', { as: chris, params: of })).code).toBe(
      'hook_not_found',
    );
  });

  test('can be tried so often only', async () => {
    const { id } = await add();
    const params = { poolId, hookId: id };
    const codes: (string | null)[] = [];
    for (let at = 0; at < 10; at += 1)
      codes.push((await league.call('POST /api/pools/:poolId/hooks/:hookId/test', { as: chris, params })).code);
    expect(codes.slice(-1)).toEqual(['too_many_requests']);
    expect(received).toHaveLength(9);
  });
});
