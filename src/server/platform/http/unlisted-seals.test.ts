import { beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import type { TopicKind, TopicRef } from '#contract/live.ts';
import { renewInvite } from '#server/members/joining-store.ts';
import { table } from '#tests/access-table.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, removeCommissioner, removeMember, WEEK_1 } from '#tests/builders.ts';
import { usualEngines } from '#tests/engines.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { steadyReads } from '#tests/reads.ts';

const NAME = 'Behind closed doors';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

describe.each(usualEngines)('A pool that is not listed on %s', (engine) => {
  const { live, league } = withLiveLeague(engine);
  let poolId: string;
  let member: Person;
  let commissioner: Person;
  let outside: Readonly<Record<string, Person | undefined>>;
  let calls = 0;

  beforeAll(async () => {
    const { deps } = league;
    const [removed, ranIt, runsAnother] = [await addPerson(deps), await addPerson(deps), await addPerson(deps)];
    [member, commissioner] = [await addPerson(deps), await addPerson(deps)];
    const inIt = { members: [member, removed], commissioners: [commissioner, ranIt] };
    poolId = await addPool(deps, { name: NAME, isListed: false, ...inIt });
    await addPool(deps, { commissioners: [runsAnother] });
    await removeMember(deps, poolId, removed.userId);
    await removeCommissioner(deps, poolId, ranIt.userId);
    outside = {
      nobody: undefined,
      'member of another pool': live.ann,
      'commissioner of another pool': runsAnother,
      'removed member': removed,
      'removed commissioner': ranIt,
      stranger: live.stranger,
    };
  });

  async function answer(name: RouteName, as: Person | undefined, id: string): Promise<string> {
    calls += 1;
    const params: Record<string, string> = { poolId: id, weekId: WEEK_1, gid: live.early, userId: member.userId };
    const [method = '', path = ''] = name.split(' ');
    const { body } = table[name];
    const reply = await league.app.inject({
      method: method as 'GET',
      url: path.replace(/:(\w+)/g, (_, key) => params[key] ?? 'x'),
      headers: { 'sec-fetch-site': 'same-origin', ...(as && { cookie: as.cookie }) },
      ...(body && { payload: body(calls) }),
    });
    return `${name}: ${reply.statusCode} ${reply.body}`;
  }

  test('is none to those outside: every call about it answers as if it were not there', async () => {
    const ofPools = (Object.keys(routeTable) as RouteName[]).filter((name) => name.includes(':poolId'));
    expect(ofPools.length).toBeGreaterThan(30);
    for (const [who, as] of Object.entries(outside)) {
      for (const name of ofPools) {
        expect(`${who}, ${await answer(name, as, poolId)}`).toBe(`${who}, ${await answer(name, as, NOWHERE)}`);
      }
    }
  });

  test('and nothing that they read has its name or its id; they cannot keep it as their pool either', async () => {
    for (const as of Object.values(outside)) {
      for (const name of steadyReads.filter((each) => !each.includes(':') && each !== 'GET /api/audit/mine')) {
        const said = await answer(name, as, poolId);
        expect(said).not.toContain(NAME);
        expect(said).not.toContain(poolId);
      }
      if (as === undefined) continue;
      const reply = await league.call('PATCH /api/profile', { as, body: { defaultPool: poolId } });
      expect(reply.code).toBe('pool_not_found');
    }
  });

  test('nor do live pages reveal it', async () => {
    const weekId = WEEK_1;
    const every: { readonly [K in Exclude<TopicKind, 'games'>]: TopicRef & { kind: K } } = {
      pool: { kind: 'pool', poolId },
      standings: { kind: 'standings', poolId },
      money: { kind: 'money', poolId },
      sideTables: { kind: 'sideTables', poolId },
      talk: { kind: 'talk', poolId },
      poolGames: { kind: 'poolGames', poolId, weekId },
      matchup: { kind: 'matchup', poolId, weekId },
      activePlayers: { kind: 'activePlayers', poolId, weekId },
      picks: { kind: 'picks', poolId },
      entries: { kind: 'entries', poolId },
    };
    const topics = Object.values(every);
    for (const as of Object.values(outside)) {
      if (as === undefined) continue;
      const page = await live.open({ as });
      await page.watching(live.games, ...topics);
      for (const topic of topics) expect(page.refusal(topic)).toBe('pool_not_found');
    }
  });

  test('is there for members, commissioners and admins', async () => {
    for (const as of [member, commissioner, live.admin]) {
      const { pools } = (await league.call('GET /api/pools', { as })).ok();
      expect(pools.find(({ id }) => id === poolId)).toMatchObject({ name: NAME });
      expect((await league.call('GET /api/pools/:poolId', { as, params: { poolId } })).ok().name).toBe(NAME);
      (await league.call('PATCH /api/profile', { as, body: { defaultPool: poolId } })).ok();
    }
  });

  test('is shown by its invite link, which adds a member', async () => {
    const as = await addPerson(league.deps);
    const { token } = await renewInvite(league.store, { adminId: null, now: 1 }, poolId);
    expect((await league.call('POST /api/invites/find', { as, body: { token } })).ok().poolName).toBe(NAME);
    const followed = (await league.call('POST /api/invites/follow', { as, body: { token } })).ok();
    expect(followed).toMatchObject({ poolId, outcome: 'joined' });
    const { pools } = (await league.call('GET /api/pools', { as })).ok();
    expect(pools.find(({ id }) => id === poolId)?.isMember).toBe(true);
  });
});
