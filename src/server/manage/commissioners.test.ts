import { beforeEach, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, deletePool, removeMember, setEnabled, WEEK_1 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

describe('Commissioners of a pool', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  /** Runs the pool, and does not play in it. */
  let runner: Person;
  let ann: Person;
  let bob: Person;
  let stranger: Person;
  let poolId: string;

  beforeEach(async () => {
    ({ admin, runner, ann, bob, stranger, poolId } = await aLeague(league, {
      admins: ['admin'],
      commissioners: ['runner'],
      members: ['ann', 'bob'],
      strangers: ['stranger'],
    }));
  });

  const put = (userId: string, enabled: boolean, as = runner) =>
    league.call('PUT /api/pools/:poolId/commissioners/:userId', { as, params: { poolId, userId }, body: { enabled } });
  const setMember = (userId: string, enabled: boolean, as = runner) =>
    league.call('PUT /api/pools/:poolId/members/:userId', { as, params: { poolId, userId }, body: { enabled } });
  const manage = async (as: Person, id = poolId) =>
    (await league.call('GET /api/admin/pools/:poolId', { as, params: { poolId: id } })).ok();
  const commissioners = async (id = poolId) => (await manage(admin, id)).commissioners.map((each) => each.id).sort();
  const open = async (as: Person) => {
    const reply = await league.call('GET /api/admin/pools/:poolId', { as, params: { poolId } });
    return reply.code ?? 'ok';
  };

  describe('are named', () => {
    test('by one of them, and act from then on, until they are removed', async () => {
      expect(await open(ann)).toBe('admin_only');
      (await put(ann.userId, true)).ok();
      expect(await open(ann)).toBe('ok');
      expect(await commissioners()).toEqual([ann.userId, runner.userId].sort());
      (await put(runner.userId, false, ann)).ok();
      expect(await open(runner)).toBe('admin_only');
      const acts = (await auditRows(league.store.db, poolId)).map(({ act, actorId, userId }) => [act, actorId, userId]);
      expect(acts).toEqual([
        ['commissioner.name', runner.userId, ann.userId],
        ['commissioner.remove', ann.userId, runner.userId],
      ]);
    });

    test('by an admin, which is shown to members in the log of the pool', async () => {
      (await put(ann.userId, true, admin)).ok();
      const log = (await league.call('GET /api/pools/:poolId/log', { as: bob, params: { poolId } })).ok();
      expect(log.entries).toMatchObject([
        { words: 'named a commissioner', actor: { id: admin.userId }, person: { id: ann.userId }, fields: [] },
      ]);
    });

    test('once: repeating it changes and logs nothing', async () => {
      for (const _ of [1, 2]) (await put(ann.userId, true)).ok();
      expect(await auditRows(league.store.db, poolId)).toHaveLength(1);
      (await put(bob.userId, false)).ok();
      expect(await auditRows(league.store.db, poolId)).toHaveLength(1);
    });

    test('only if they are members with an enabled account', async () => {
      await removeMember(league.deps, poolId, bob.userId);
      await setEnabled(league.deps, ann.userId, false);
      for (const id of [stranger.userId, bob.userId, ann.userId, 'nobody']) {
        expect([id, (await put(id, true)).code]).toEqual([id, 'player_not_found']);
      }
      expect(await commissioners()).toEqual([runner.userId]);
    });

    test('by no one else: not by members, not by a commissioner of another pool', async () => {
      await addPool(league.deps, { commissioners: [stranger] });
      for (const as of [ann, stranger]) expect((await put(ann.userId, true, as)).code).toBe('admin_only');
    });
  });

  describe('one of them remains', () => {
    test('if the last one is removed, by themselves or by an admin', async () => {
      for (const as of [runner, admin]) expect((await put(runner.userId, false, as)).code).toBe('last_commissioner');
      expect(await commissioners()).toEqual([runner.userId]);
    });

    test('whose account is enabled', async () => {
      (await put(ann.userId, true)).ok();
      await setEnabled(league.deps, ann.userId, false);
      expect((await put(runner.userId, false)).code).toBe('last_commissioner');
      (await put(ann.userId, false)).ok();
    });
  });

  test('a disabled account and a deleted pool have none', async () => {
    await setEnabled(league.deps, runner.userId, false);
    expect(await open(runner)).toBe('account_disabled');
    await setEnabled(league.deps, runner.userId, true);
    await deletePool(league.deps, poolId);
    expect(await open(runner)).toBe('pool_not_found');
    expect((await put(ann.userId, true)).code).toBe('pool_not_found');
  });

  test('the creator of a pool is its commissioner; a copy has those of the pool, or else its creator', async () => {
    const { id: made } = (await league.call('POST /api/pools', { as: admin, body: { name: 'Made' } })).ok();
    expect(await commissioners(made)).toEqual([admin.userId]);
    const duplicate = async (id: string) =>
      (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId: id } })).ok().id;
    expect(await commissioners(await duplicate(poolId))).toEqual([runner.userId]);
    expect(await commissioners(await duplicate(await addPool(league.deps)))).toEqual([admin.userId]);
  });

  describe('members', () => {
    test('are removed and let back in by them, and nobody else is made one', async () => {
      (await setMember(ann.userId, false)).ok();
      (await setMember(ann.userId, true)).ok();
      for (const id of [stranger.userId, runner.userId, 'nobody']) {
        expect([id, (await setMember(id, true)).code]).toEqual([id, 'admin_only']);
      }
      (await setMember(stranger.userId, true, admin)).ok();
    });

    test('come by request', async () => {
      (await league.call('POST /api/pools/:poolId/requests', { as: stranger, params: { poolId } })).ok();
      const { requests } = await manage(runner);
      expect(requests).toMatchObject([{ userId: stranger.userId, displayName: stranger.name, email: null }]);
      const params = { poolId, userId: stranger.userId };
      const answer = { as: runner, params, body: { confirm: true } };
      (await league.call('PUT /api/pools/:poolId/requests/:userId', answer)).ok();
      expect((await manage(runner)).counts.activeUsers).toBe(3);
    });
  });

  test('they see members and former members, by name, and no other users', async () => {
    await removeMember(league.deps, poolId, bob.userId);
    const { users } = await manage(runner);
    expect(users.map(({ id, email, isMember }) => ({ id, email, isMember }))).toEqual([
      { id: ann.userId, email: null, isMember: true },
      { id: bob.userId, email: null, isMember: false },
    ]);
    expect((await manage(admin)).users.map(({ email }) => email)).toContain(stranger.email);
  });

  test('no reply to them has an address of somebody else, to a call that reads or one that acts', async () => {
    const gid = await addGame(league.deps);
    (await league.call('POST /api/pools/:poolId/requests', { as: stranger, params: { poolId } })).ok();
    const others = [admin, ann, bob, stranger].map(({ email }) => email);
    const params: Record<string, string> = {
      poolId,
      weekId: WEEK_1,
      gid,
      userId: ann.userId,
      entryId: entryIdOf(poolId, ann.userId),
    };
    const bodies: Partial<Record<RouteName, object>> = {
      'PATCH /api/pools/:poolId': { change: { description: 'Ours' }, seen: { description: '' } },
      'PUT /api/pools/:poolId/requests/:userId': { confirm: true },
      'PUT /api/entries/:entryId/picks': {
        picks: [{ kind: 'pick', about: gid, value: { side: 'home' } }],
        reason: 'phoned in',
      },
    };
    let ok = 0;
    for (const name of Object.keys(routeTable) as RouteName[]) {
      const [method, path = ''] = name.split(' ');
      if (routeTable[name].access === 'anyone' || /sign-out|end-others|DELETE/.test(name)) continue;
      const url = path.replace(/:(\w+)/g, (_, key) => params[key] ?? 'none');
      const payload = bodies[name] ?? { enabled: true };
      const headers = { 'sec-fetch-site': 'same-origin', cookie: runner.cookie };
      const reply = await league.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(method !== 'GET' && { payload }),
      });
      if (reply.statusCode === 200) ok += 1;
      for (const email of others) expect([name, reply.body.includes(email)]).toEqual([name, false]);
    }
    expect(ok).toBeGreaterThan(25);
  });

  test('nothing that they read depends on an order or a guess that is sealed', async () => {
    const rules = { format: 'confidence', tiebreak: 'closest' } as const;
    const id = await addPool(league.deps, { members: [ann, bob], commissioners: [runner], rules });
    const [early, late] = [await addGame(league.deps), await addGame(league.deps, { kickoff: SUNDAY_1PM + 3 * HOUR })];
    const params: Record<string, string> = { poolId: id, weekId: WEEK_1, gid: early, userId: ann.userId };
    const { tiebreaks = {} } = (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId: id } })).ok();
    async function enter(order: string[], guess: number): Promise<void> {
      (await league.pick(ann, id, { order }, { gid: tiebreaks[WEEK_1] ?? '', total: guess })).ok();
    }
    async function everything(as: Person): Promise<string[]> {
      const names = (Object.keys(routeTable) as RouteName[]).filter((name) => /^GET .*:poolId/.test(name));
      const urls = names.map((name) => name.replace('GET ', '').replace(/:(\w+)/g, (_, key) => params[key] ?? ''));
      const replies = await Promise.all(urls.map((url) => league.app.inject({ url, headers: { cookie: as.cookie } })));
      return replies.map((reply) => reply.body);
    }
    await enter([early, late], 41);
    const [seen, own] = [await everything(runner), await everything(ann)];
    await enter([late, early], 20);
    expect(await everything(runner)).toEqual(seen);
    expect(await everything(ann)).not.toEqual(own);
  });
});

describe.each(engines)('One commissioner remains, on %s,', (engine) => {
  const league = withLeague(engine);

  test('if two remove each other at the same time', async () => {
    const { admin, ann, bob } = await aLeague(league, { admins: ['admin'], strangers: ['ann', 'bob'] });
    for (let round = 0; round < 6; round += 1) {
      const params = { poolId: await addPool(league.deps, { members: [ann, bob], commissioners: [ann, bob] }) };
      const remove = (as: Person, { userId }: Person) =>
        league.call('PUT /api/pools/:poolId/commissioners/:userId', {
          as,
          params: { ...params, userId },
          body: { enabled: false },
        });
      const replies = await Promise.all([remove(ann, bob), remove(bob, ann)]);
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
      expect(['last_commissioner', 'admin_only']).toContain(replies.find(({ code }) => code)?.code);
      const { commissioners } = (await league.call('GET /api/admin/pools/:poolId', { as: admin, params })).ok();
      expect(commissioners).toHaveLength(1);
    }
  });
});
