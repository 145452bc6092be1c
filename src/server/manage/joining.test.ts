import { beforeEach, describe, expect, test } from 'vitest';
import { defaultRules, rulesWith } from '#core/rules/pool-rules.ts';
import { setMembers } from '#server/members/store.ts';
import { writePlan } from '#server/money/store.ts';
import type { Change } from '#server/platform/live/changes.ts';
import { createUser } from '#server/users/store.ts';
import { behindProxy, PUBLIC_URL } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, deletePool, setEnabled, WEEK_1 } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

const HOUR = 60 * 60 * 1000;

describe('Joining a pool', () => {
  const league = withLeague('sqlite', { settings: behindProxy });
  let admin: Person;
  let sam: Person;
  let poolId: string;

  beforeEach(async () => {
    ({ ann: admin, sam, poolId } = await aLeague(league, { name: 'Office', admins: ['ann'], strangers: ['sam'] }));
  });

  const listed = async (as = sam) => {
    const { pools } = (await league.call('GET /api/pools', { as })).ok();
    return pools.find((pool) => pool.id === poolId);
  };
  const loadPool = async () =>
    (await league.call('GET /api/admin/pools/:poolId', { as: admin, params: { poolId } })).ok();
  const setMember = (enabled: boolean) =>
    league.call('PUT /api/pools/:poolId/members/:userId', {
      as: admin,
      params: { poolId, userId: sam.userId },
      body: { enabled },
    });

  async function unchanged<T>(act: () => Promise<T>): Promise<T> {
    const { attempts: _, ...before } = await dumpTables(league.store.db);
    const result = await act();
    const { attempts: __, ...after } = await dumpTables(league.store.db);
    expect(after).toEqual(before);
    return result;
  }

  describe('a request to join', () => {
    const ask = (as = sam) => league.call('POST /api/pools/:poolId/requests', { as, params: { poolId } });
    const withdraw = () => league.call('DELETE /api/pools/:poolId/requests', { as: sam, params: { poolId } });
    const answer = (confirm: boolean) =>
      league.call('PUT /api/pools/:poolId/requests/:userId', {
        as: admin,
        params: { poolId, userId: sam.userId },
        body: { confirm },
      });

    test('is shown once to admins and to its author, however often they ask', async () => {
      expect(await listed()).toMatchObject({ isMember: false, hasAsked: false, details: null });
      (await ask()).ok();
      expect(await listed()).toMatchObject({ isMember: false, hasAsked: true, details: null });
      expect((await listed(admin))?.hasAsked).toBe(false);
      await unchanged(async () => (await ask()).ok());
      const request = { userId: sam.userId, email: sam.email, displayName: 'Sam', askedAt: league.clock.now() };
      expect((await loadPool()).requests).toEqual([request]);
    });

    test('reaches the open pages of admins, who see it in their lists', async () => {
      const heard: Change[] = [];
      league.deps.live.onChange((change) => heard.push(change));
      (await ask()).ok();
      const [change] = heard;
      expect(change?.kind === 'pools' && change.userIds).toContain(admin.userId);
    });

    test('can be withdrawn by its author', async () => {
      (await ask()).ok();
      (await withdraw()).ok();
      expect((await listed())?.hasAsked).toBe(false);
      await unchanged(async () => (await withdraw()).ok());
      const late = await unchanged(() => answer(true));
      expect([late.status, late.code]).toEqual([404, 'request_not_found']);
    });

    test('is gone when its author becomes a member by a link to the entry of an imported player', async () => {
      const { db } = league.store;
      const playerId = await createUser(db, { displayName: 'Old Sam', accountId: null }, 1);
      await setMembers(db, poolId, [playerId], 1);
      (await ask()).ok();
      const params = { entryId: entryIdOf(poolId, playerId), userId: sam.userId };
      (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params })).ok();
      expect(await listed()).toMatchObject({ isMember: true, hasAsked: false });
      expect((await loadPool()).requests).toEqual([]);
    });

    test('makes a member when an admin confirms it', async () => {
      (await ask()).ok();
      (await answer(true)).ok();
      expect(await listed()).toMatchObject({ isMember: true, hasAsked: false });
      expect((await loadPool()).requests).toEqual([]);
      const about = { actorId: admin.userId, poolId, userId: sam.userId };
      expect(await auditRows(league.store.db, poolId)).toEqual([
        { act: 'request.confirm', ...about, before: { member: false }, after: { member: true } },
      ]);
      expect((await unchanged(() => answer(true))).code).toBe('request_not_found');
    });

    test('is gone when an admin refuses it, and can be made again', async () => {
      (await ask()).ok();
      (await answer(false)).ok();
      expect(await listed()).toMatchObject({ isMember: false, hasAsked: false });
      expect(await auditRows(league.store.db, poolId)).toMatchObject([{ act: 'request.refuse', userId: sam.userId }]);
      (await ask()).ok();
      expect((await listed())?.hasAsked).toBe(true);
    });

    test('is answered by one of two admins at the same moment', async () => {
      (await ask()).ok();
      const replies = await Promise.all([answer(true), answer(false), answer(true)]);
      expect(replies.map((reply) => reply.code).sort()).toEqual(
        ['request_not_found', 'request_not_found', null].sort(),
      );
      expect(await auditRows(league.store.db, poolId)).toHaveLength(1);
    });

    test('is gone if its author became a member without it', async () => {
      (await ask()).ok();
      (await setMember(true)).ok();
      expect((await loadPool()).requests).toEqual([]);
      (await setMember(false)).ok();
      expect((await listed())?.hasAsked).toBe(false);
    });

    test('is nothing for a member, nor for a pool that is not there', async () => {
      (await setMember(true)).ok();
      const refused = await unchanged(() => ask());
      expect([refused.status, refused.code]).toEqual([409, 'already_member']);
      await deletePool(league.deps, poolId);
      expect((await unchanged(() => ask())).code).toBe('pool_not_found');
    });

    test('of a user who has been disabled is hidden, and cannot be accepted', async () => {
      (await ask()).ok();
      await setEnabled(league.deps, sam.userId, false);
      expect((await loadPool()).requests).toEqual([]);
      expect((await unchanged(() => answer(true))).code).toBe('player_disabled');
    });

    test('that does not exist is not found, also for a disabled user', async () => {
      await setEnabled(league.deps, sam.userId, false);
      expect((await unchanged(() => answer(true))).code).toBe('request_not_found');
    });

    test('can be made some times, and then only now and then', async () => {
      const codes: (string | null)[] = [];
      for (let time = 0; time < 25; time += 1) codes.push((await ask()).code);
      expect(new Set(codes.slice(0, 20))).toEqual(new Set([null]));
      expect(new Set(codes.slice(20))).toEqual(new Set(['too_many_attempts']));
    });
  });

  describe('an invite link', () => {
    const make = () => league.call('POST /api/pools/:poolId/invite', { as: admin, params: { poolId } });
    const newToken = async () => {
      const url = new URL((await make()).ok().url);
      expect(url.origin).toBe(PUBLIC_URL);
      const token = /^\/join#token=([\w-]{22})$/.exec(url.pathname + url.search + url.hash)?.[1];
      expect(token).toBeDefined();
      return token ?? '';
    };
    const open = (token: string, as = sam) => league.call('POST /api/invites/find', { as, body: { token } });
    const follow = (token: string, as = sam) => league.call('POST /api/invites/follow', { as, body: { token } });

    test('is created and renewed by admins, who can see it again; the log does not reveal it', async () => {
      expect((await loadPool()).invite).toBeNull();
      const first = (await make()).ok();
      expect((await loadPool()).invite).toEqual(first);
      const second = (await make()).ok();
      expect(second.url).not.toBe(first.url);
      expect((await loadPool()).invite).toEqual(second);
      const entries = await auditRows(league.store.db, poolId);
      expect(entries.map((entry) => entry.act)).toEqual(['pool.invite', 'pool.invite']);
      for (const { url } of [first, second]) {
        expect(JSON.stringify(entries)).not.toContain(url.split('=').at(-1));
      }
    });

    test('shows its pool, and adds users who follow it as members at once', async () => {
      const token = await newToken();
      const about = { poolName: 'Office', description: '', invitedBy: 'Ann', members: 0, nextLock: null, poolId: null };
      const money = { plan: { fee: 0, week: 0, places: [] }, sideTables: [] };
      const told = { ...about, ...money, rules: defaultRules, weeks: 'Week 1', hasPlayoffs: false };
      for (const as of [sam, undefined]) {
        expect((await league.call('POST /api/invites/find', { as, body: { token } })).ok()).toEqual(told);
      }
      expect((await listed())?.isMember).toBe(false);
      expect((await follow(token)).ok()).toEqual({ poolId, outcome: 'joined', weekId: null });
      expect((await listed())?.isMember).toBe(true);
      expect((await open(token)).ok()).toEqual({ ...told, members: 1, poolId });
      expect((await league.call('POST /api/invites/find', { body: { token } })).ok().poolId).toBeNull();
      expect((await unchanged(() => follow(token))).ok()).toEqual({ poolId, outcome: 'member', weekId: null });
    });

    test('shows the description, the rules and the money of its pool, but not its payment link or its members', async () => {
      const rules = rulesWith({ format: 'survivor', buyBacks: 1, twoTeamsFrom: 12, entries: 3 });
      poolId = await addPool(league.deps, {
        name: 'Office',
        rules,
        members: [sam],
        moneyUrl: 'https://pay.example.com',
      });
      const params = { poolId };
      await league.store.db
        .updateTable('pools')
        .set({ description: 'Pay by Week 1' })
        .where('id', '=', poolId)
        .execute();
      const plan = { fee: 2500, buyBack: 1500, week: 0, places: [{ percent: 60 }] };
      await writePlan(league.store.db, poolId, plan);
      const table = { name: 'First half', from: WEEK_1, to: WEEK_1, games: 'all', measure: 'points' } as const;
      const tables = [{ ...table, who: { kind: 'all' as const }, cents: 3000 }];
      (await league.call('PUT /api/pools/:poolId/side-tables', { as: admin, params, body: { tables, seen: [] } })).ok();
      expect((await league.call('POST /api/invites/find', { body: { token: await newToken() } })).ok()).toEqual({
        ...{ poolName: 'Office', description: 'Pay by Week 1', invitedBy: 'Ann', members: 1, poolId: null },
        ...{ rules, weeks: 'Week 1', hasPlayoffs: false, plan, nextLock: null },
        sideTables: tables,
      });
    });

    test('shows which games are played, and of the money only what the rules have', async () => {
      poolId = await addPool(league.deps, { rules: { slate: 'chosen' } });
      await writePlan(league.store.db, poolId, { fee: 2500, buyBack: 1500, week: 1000, places: [5000] });
      expect((await open(await newToken())).ok()).toMatchObject({
        games: 'Chosen by a commissioner',
        plan: { fee: 2500, week: 1000, places: [5000] },
        sideTables: [],
      });
    });

    test('shows the next game to lock and leads to its week; its creator is not shown once disabled', async () => {
      const now = league.clock.now();
      poolId = await addPool(league.deps, {
        weeks: ['2027-week1', '2027-week2'],
        rules: { format: 'confidence', useSpread: true },
      });
      const token = await newToken();
      for (const [weekId, kickoff, isVoid] of [
        ['2027-week1', now - HOUR, null],
        ['2027-week1', now + HOUR, 'postponed'],
        ['2027-week2', now + 3 * HOUR, null],
        ['2027-week2', now + 2 * HOUR, null],
        ['2027-week3', now + HOUR, null],
      ] as const) {
        await addGame(league.deps, { weekId, kickoff, void: isVoid });
      }
      expect((await open(token)).ok()).toMatchObject({
        rules: { format: 'confidence', useSpread: true },
        nextLock: now + 2 * HOUR,
      });
      expect((await follow(token)).ok()).toMatchObject({ outcome: 'joined', weekId: '2027-week2' });
      await setEnabled(league.deps, admin.userId, false);
      expect((await open(token)).ok().invitedBy).toBeNull();
    });

    test('answers a request that was made before', async () => {
      (await league.call('POST /api/pools/:poolId/requests', { as: sam, params: { poolId } })).ok();
      (await follow(await newToken())).ok();
      expect(await listed()).toMatchObject({ isMember: true, hasAsked: false });
      expect((await loadPool()).requests).toEqual([]);
    });

    test('does not bring back whom an admin removed: a request is made for them', async () => {
      const token = await newToken();
      (await follow(token)).ok();
      (await setMember(false)).ok();
      expect((await follow(token)).ok()).toEqual({ poolId, outcome: 'asked', weekId: null });
      expect(await listed()).toMatchObject({ isMember: false, hasAsked: true });
      expect((await loadPool()).requests.map((request) => request.userId)).toEqual([sam.userId]);
    });

    test('that was renewed, is unknown, or of a deleted pool leads nowhere: one answer for all', async () => {
      const old = await newToken();
      const current = await newToken();
      for (const token of [old, 'A'.repeat(22), 'x']) {
        const reply = await unchanged(() => follow(token));
        expect([reply.status, reply.code]).toEqual([404, 'invite_not_found']);
        expect((await open(token)).code).toBe('invite_not_found');
      }
      await deletePool(league.deps, poolId);
      expect((await unchanged(() => follow(current))).code).toBe('invite_not_found');
      expect((await open(current)).code).toBe('invite_not_found');
    });

    test('is looked up some times from one network, and then only now and then', async () => {
      const token = await newToken();
      const headers = { 'x-forwarded-for': '198.51.100.7' };
      const find = () => league.call('POST /api/invites/find', { headers, body: { token } });
      const codes = [];
      for (let time = 0; time < 45; time += 1) codes.push((await find()).code);
      expect(codes.slice(40)).toEqual(Array.from({ length: 5 }, () => 'too_many_attempts'));
      expect(new Set(codes.slice(0, 40))).toEqual(new Set([null]));
      (await open(token)).ok();
    });

    test('does not work when signed out, nor for a disabled account', async () => {
      const token = await newToken();
      expect((await league.call('POST /api/invites/follow', { body: { token } })).code).toBe('not_signed_in');
      await setEnabled(league.deps, sam.userId, false);
      expect((await unchanged(() => follow(token))).code).toBe('account_disabled');
    });
  });
});
