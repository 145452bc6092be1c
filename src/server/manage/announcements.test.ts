import { beforeEach, describe, expect, test } from 'vitest';
import { newsFor, unreadOf } from '#core/announcements.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { setMembers } from '#server/members/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, addSession, removeMember } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { until } from '#tests/until.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

describe('Late changes of rules', () => {
  const { live, league, admin } = withLiveLeague('sqlite');
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let otherId: string;

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    await league.store.db.deleteFrom('games').execute();
    [ann, bob] = [await addPerson(league.deps), await addPerson(league.deps)];
    poolId = await addPool(league.deps, { members: [ann, bob] });
    otherId = await addPool(league.deps, { members: [ann, admin] });
    await addGame(league.deps);
  });

  async function change(rules: Partial<PoolRules>, seen: Partial<PoolRules>, reason: string, more = {}) {
    const body = { change: { rules, ...more }, seen: { rules: seen, ...more }, reason };
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).ok();
  }

  /** A change of the tie after the first lock. @returns the id of its announcement */
  async function changeTie(): Promise<number> {
    league.clock.set(LOCK + HOUR);
    await change({ tie: 'half' }, { tie: 'nobody' }, 'We voted on it');
    return (await announced())[0]?.id ?? 0;
  }

  async function announced(as = ann, pool = poolId) {
    return (await league.call('GET /api/pools/:poolId', { as, params: { poolId: pool } })).ok().announcements ?? [];
  }

  /** The announcements that somebody has not read, on a device of their own. */
  async function unread(person: Person, pool = poolId) {
    const as = await addSession(league.deps, person.accountId);
    const { pools } = (await league.call('GET /api/pools', { as })).ok();
    const { joinedAt, toldUntil } = pools.find(({ id }) => id === pool) ?? {};
    if (joinedAt === undefined || toldUntil === undefined) return null;
    return unreadOf(await announced(person, pool), { joinedAt, toldUntil }).map(({ id }) => id);
  }

  async function read(as: Person, id: number, pool = poolId) {
    const input = { as, params: { poolId: pool }, body: { until: id } };
    return (await league.call('PUT /api/pools/:poolId/announcements/read', input)).code ?? 'ok';
  }

  test('are announced with what changed, why, and by whom', async () => {
    const id = await changeTie();
    expect(await announced()).toEqual([
      {
        id,
        at: LOCK + HOUR,
        by: { name: admin.name, isCommissioner: false },
        fields: [
          { name: 'tie', label: 'tie', before: 'nobody', after: 'half' },
          { name: 'why', label: 'why', before: null, after: 'We voted on it' },
        ],
      },
    ]);
    const log = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
    expect(log.entries[0]).toMatchObject({ id, act: 'pool.edit' });
  });

  test('are announced, earlier ones and other settings are not', async () => {
    await change({ tie: 'both' }, { tie: 'nobody' }, '');
    league.clock.set(LOCK + HOUR);
    const body = { change: { description: 'Ours' }, seen: { description: '' } };
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).ok();
    const input = { as: ann, params: { poolId } };
    expect((await league.call('GET /api/pools/:poolId', input)).ok()).not.toHaveProperty('announcements');
  });

  test('are marked as read for all devices of a member, and for that member only', async () => {
    const id = await changeTie();
    expect([await unread(ann), await unread(bob)]).toEqual([[id], [id]]);
    expect(await read(ann, id)).toBe('ok');
    expect([await unread(ann), await unread(bob)]).toEqual([[], [id]]);
    await change({ missed: 'home' }, { missed: 'nothing' }, 'Nobody shall get 0');
    expect(await unread(ann)).toHaveLength(1);
    expect(await unread(bob)).toHaveLength(2);
  });

  test('that were read stay read', async () => {
    const first = await changeTie();
    await change({ tie: 'both' }, { tie: 'half' }, 'And again');
    const [last] = await announced();
    expect(await read(ann, last?.id ?? 0)).toBe('ok');
    expect(await read(ann, first)).toBe('ok');
    expect(await unread(ann)).toEqual([]);
  });

  test('are not new to members who join later', async () => {
    await changeTie();
    league.clock.advance(HOUR);
    const cid = await addPerson(league.deps);
    await setMembers(league.store.db, poolId, [cid.userId], league.clock.now());
    expect(await unread(cid)).toEqual([]);
  });

  test('of another pool are not shown here, nor to outsiders', async () => {
    const id = await changeTie();
    expect(await announced(ann, otherId)).toEqual([]);
    expect(await unread(ann, otherId)).toEqual([]);
    expect(await read(ann, id, otherId)).toBe('announcement_not_found');
    const stranger = await addPerson(league.deps);
    for (const as of [stranger, admin]) {
      expect(await read(as, id)).toBe('not_a_member');
      expect(await unread(as)).toBeNull();
    }
    await removeMember(league.deps, poolId, bob.userId);
    league.deps.live.changed({ kind: 'everything' });
    expect(await read(bob, id)).toBe('not_a_member');
  });

  test('that are not there cannot be read', async () => {
    expect(await read(ann, Number.MAX_SAFE_INTEGER)).toBe('announcement_not_found');
  });

  test('are kept before members five at a time, the latest first', async () => {
    league.clock.set(LOCK + HOUR);
    for (let count = 1; count <= 6; count += 1)
      await change({ dropWeeks: (count % 2) as 0 | 1 }, { dropWeeks: ((count + 1) % 2) as 0 | 1 }, `Reason ${count}`);
    const news = newsFor(await announced(), { joinedAt: 0 });
    const told = news.map(({ fields }) => fields.find(({ name }) => name === 'why')?.after);
    expect(told).toEqual(['Reason 6', 'Reason 5', 'Reason 4', 'Reason 3', 'Reason 2']);
  });

  test('come to open pages by themselves', async () => {
    const page = await live.open({ as: ann });
    const topic = { kind: 'pool', poolId } as const;
    await page.watching(topic);
    const id = await changeTie();
    await until(() => JSON.stringify(page.state(topic)).includes(`"announcements":[{"id":${id},`));
  });
});
