import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { recount } from '#server/standings/store.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, deletePool, removeMember, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { inPoints, MINUTE, rounded, straightUp, withSpread } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { aLeague, withLeague } from '#tests/league.ts';

type Edit = BodyOf<'PATCH /api/pools/:poolId'>;

describe('The pools of an admin', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let sam: Person;
  let poolId: string;

  beforeEach(async () => {
    ({ admin, sam, poolId } = await aLeague(league, { name: 'Office', admins: ['admin'], members: ['sam'] }));
  });

  const create = (body: BodyOf<'POST /api/pools'>) => league.call('POST /api/pools', { as: admin, body });
  const edit = (body: Edit, as = admin) => league.call('PATCH /api/pools/:poolId', { as, params: { poolId }, body });
  const loadPool = async (id = poolId) =>
    (await league.call('GET /api/admin/pools/:poolId', { as: admin, params: { poolId: id } })).ok();
  const row = async (id: string) => {
    const { pools } = (await league.call('GET /api/admin/pools', { as: admin })).ok();
    return pools.find((pool) => pool.id === id);
  };

  async function unchanged<T>(act: () => Promise<T>): Promise<T> {
    const before = await dumpTables(league.store.db);
    const result = await act();
    expect(await dumpTables(league.store.db)).toEqual(before);
    return result;
  }

  describe('are created', () => {
    test('with what the admin says of them, trimmed, their talk disabled, without members and weeks', async () => {
      const said = { name: '  Gridiron ', description: ' For us\n', moneyUrl: ' https://money.example.org ' };
      const { id } = (await create({ ...said, rules: rounded })).ok();
      const settings = {
        name: 'Gridiron',
        description: 'For us',
        moneyUrl: 'https://money.example.org',
      };
      const { invite, requests, counts, currentWeekId, ...rest } = await loadPool(id);
      expect(rest.settings).toEqual({ ...settings, rules: rounded, activeWeekId: null });
      expect({ invite, requests, counts, currentWeekId }).toEqual({
        invite: null,
        requests: [],
        counts: { activeUsers: 0, activeWeeks: 0 },
        currentWeekId: null,
      });
      const stored = await league.store.db.selectFrom('pools').selectAll().where('id', '=', id).executeTakeFirst();
      expect(stored).toMatchObject({ has_talk: 0, created_at: league.clock.now(), deleted_at: null });
      const entry = {
        act: 'pool.create',
        actorId: admin.userId,
        poolId: id,
        before: {},
        after: { ...settings, ...rounded },
      };
      expect(await auditRows(league.store.db, id)).toEqual([entry]);
    });

    test('with all weeks of a season, and with their maker as a player if requested', async () => {
      await addGame(league.deps, { weekId: '2030-week1' });
      await addPool(league.deps, { weeks: ['2030-week2', '2029-week1'] });
      const { season } = (await league.call('GET /api/admin/summary', { as: admin })).ok();
      expect(season).toBe(2030);
      const { id } = (await create({ name: 'Gridiron', season: 2030, plays: true })).ok();
      const { weeks, users, counts } = await loadPool(id);
      expect(weeks.filter((week) => week.enabled).map((week) => week.id)).toEqual(['2030-week2', '2030-week1']);
      expect(users.filter((user) => user.isMember).map((user) => user.id)).toEqual([admin.userId]);
      expect(counts).toEqual({ activeUsers: 1, activeWeeks: 2 });
      const acts = (await auditRows(league.store.db, id)).map(({ act }) => act);
      expect(acts).toEqual(['pool.create', 'weeks.enable', 'member.enable']);
      const { user } = (await league.call('GET /api/session', { as: admin })).ok();
      expect(user?.pools).toHaveProperty(id);
    });

    test.each([
      [2031, 'unknown_week'],
      [99_999_999_999, 'invalid_input'],
      [1e300, 'invalid_input'],
    ])('but not for a season that is not loaded: %d', async (season, code) => {
      const count = async () => (await league.call('GET /api/admin/summary', { as: admin })).ok().pools;
      const before = await count();
      expect((await create({ name: 'Gridiron', season })).code).toBe(code);
      expect(await count()).toBe(before);
    });

    test('under a name in one line of whole characters that nothing turns around', async () => {
      const { id } = (await create({ name: 'G\u202erid\niron\u0007\ud800' })).ok();
      expect((await loadPool(id)).settings.name).toBe('Grid iron');
    });

    test('with rules named at their defaults, which contradict nothing', async () => {
      const { id } = (await create({ name: 'Plain', rules: { roundSpread: false, useSpread: false } })).ok();
      expect((await loadPool(id)).settings.rules).toEqual(straightUp);
    });

    test.each([
      ['name', { name: ' \t\u202e\ud800' }, 'Pool name is required'],
      ['name', { name: 'x'.repeat(101) }, 'Pool name must be at most 100 characters long'],
      ['description', { name: 'A', description: 'x'.repeat(2001) }, 'Description must be at most 2000 characters long'],
      [
        'moneyUrl',
        { name: 'A', moneyUrl: 'javascript:alert(1)' },
        'Please enter a web address that starts with https:// or http://',
      ],
      ['rules.useSpread', { name: 'A', rules: { useSpread: 'on' } }, 'rules.useSpread must be a boolean.'],
      [
        'rules.format',
        { name: 'A', rules: { format: 'knockout' } },
        'rules.format must be one of: pickem, confidence, survivor.',
      ],
      [
        'rules.roundSpread',
        { name: 'A', rules: { roundSpread: true } },
        "roundSpread can't be true: Only with Use Spread.",
      ],
      [
        'rules.missed',
        { name: 'A', rules: { weekly: true, missed: 'home' } },
        'missed can\'t be "home": Not if players pay and play by the week: a missed game earns nothing.',
      ],
    ])('but not with a bad %s: %j', async (field, body, message) => {
      const reply = await unchanged(() => create(body as { name: string }));
      expect([reply.status, JSON.parse(reply.text).error]).toEqual([400, { code: 'invalid_input', field, message }]);
    });
  });

  test('are listed newest first with their numbers, without those that are deleted', async () => {
    const [off, removed] = [await addPerson(league.deps), await addPerson(league.deps)];
    league.clock.advance(MINUTE);
    const id = await addPool(league.deps, {
      weeks: [WEEK_1, WEEK_2],
      members: [sam, off, removed],
      rules: { useSpread: true },
    });
    await setEnabled(league.deps, off.userId, false);
    await removeMember(league.deps, id, removed.userId);
    (await league.call('POST /api/pools/:poolId/requests', { as: removed, params: { poolId: id } })).ok();
    expect(await row(id)).toMatchObject({
      rules: withSpread,
      activeUsers: 1,
      activeWeeks: 2,
      requests: 1,
    });
    (await league.call('POST /api/pools/:poolId/invite', { as: admin, params: { poolId: id } })).ok();
    const { pools } = (await league.call('GET /api/admin/pools', { as: admin })).ok();
    expect(pools[0]?.id).toBe(id);
    await deletePool(league.deps, id);
    expect(await row(id)).toBeUndefined();
  });

  test('show all weeks, the latest first, enabled users, members who are disabled, and no others', async () => {
    const [off, offMember] = [await addPerson(league.deps), await addPerson(league.deps)];
    const id = await addPool(league.deps, { weeks: ['2026-week9', '2026-week10'], members: [sam, offMember] });
    await setEnabled(league.deps, off.userId, false);
    await setEnabled(league.deps, offMember.userId, false);
    await addGame(league.deps, { weekId: '2026-week9' });
    const { weeks, users, currentWeekId } = await loadPool(id);
    const own = weeks.filter((week) => week.enabled);
    expect(own.map((week) => week.id)).toEqual(['2026-week10', '2026-week9']);
    expect(own.map((week) => week.games > 0)).toEqual([false, true]);
    expect(weeks.find((week) => week.id === WEEK_1)).toMatchObject({ enabled: false });
    expect(currentWeekId).toBe('2026-week9');
    const find = (person: Person) => users.find((user) => user.id === person.userId);
    expect(find(sam)).toMatchObject({ email: sam.email, isEnabled: true, isMember: true });
    expect(find(offMember)).toMatchObject({ isEnabled: false, isMember: true });
    expect(find(admin)).toMatchObject({ isMember: false });
    expect(find(off)).toBeUndefined();
    expect(users.map((user) => user.email)).toEqual(users.map((user) => user.email).sort());
  });

  describe('are edited', () => {
    test.each<[string, Edit['change']['rules'], string]>([
      ['bestBets', { format: 'confidence', bestBets: 2 }, "bestBets can't be 2: Not with confidence."],
      ['useSpread', { format: 'survivor', useSpread: true }, "useSpread can't be true: Not with survivor."],
      [
        'missed',
        { weekly: true, missed: 'away' },
        'missed can\'t be "away": Not if players pay and play by the week: a missed game earns nothing.',
      ],
    ])('but not with rules that contradict each other: %s in %j', async (rule, rules, message) => {
      const reply = await unchanged(() => edit({ change: { rules }, seen: { rules: straightUp } }));
      const field = `change.rules.${rule}`;
      expect([reply.status, JSON.parse(reply.text).error]).toEqual([400, { code: 'invalid_input', field, message }]);
    });

    test('a rule that is stored and that a new one closes gets its default, which is logged', async () => {
      (await edit({ change: { rules: { missed: 'home' } }, seen: { rules: straightUp } })).ok();
      const seen = { rules: { weekly: false } };
      expect((await edit({ change: { rules: { weekly: true } }, seen })).ok().rules).toMatchObject({
        weekly: true,
        missed: 'nothing',
      });
      expect((await auditRows(league.store.db, poolId)).at(-1)).toMatchObject({
        before: { weekly: false, missed: 'home' },
        after: { weekly: true, missed: 'nothing' },
      });
    });

    test('but not with buy-backs that end before the pool begins', async () => {
      const rules = { format: 'survivor', buyBacks: 1 } as const;
      const made = { name: 'Late', weeks: ['2026-week13', '2026-week14'] };
      const id = await addPool(league.deps, made);
      const change = (until: 4 | 13) =>
        league.call('PATCH /api/pools/:poolId', {
          as: admin,
          params: { poolId: id },
          body: { change: { rules: { ...rules, buyBackUntil: until } }, seen: { rules: straightUp } },
        });
      const refused = await change(4);
      expect([refused.status, JSON.parse(refused.text).error]).toEqual([
        400,
        {
          code: 'invalid_input',
          field: 'change.rules.buyBackUntil',
          message: 'Buy-backs end with Week 4, before this pool begins.',
        },
      ]);
      expect((await change(13)).status).toBe(200);
    });

    test('in each field that section 7 names', async () => {
      const rules = { useSpread: true, roundSpread: true };
      const change = { name: 'Home', description: 'Friends', moneyUrl: 'https://pay.example.com', rules };
      const seen = { name: 'Office', description: '', moneyUrl: '', rules: straightUp };
      (await edit({ change, seen })).ok();
      expect((await loadPool()).settings).toMatchObject(change);
    });

    test('field by field; the log has what changed', async () => {
      const reply = await edit({
        change: { name: ' Ho\u202eme\n', description: '' },
        seen: { name: 'Office', description: '' },
      });
      expect(reply.ok()).toMatchObject({ name: 'Home', moneyUrl: '' });
      expect((await loadPool()).settings.name).toBe('Home');
      expect(await auditRows(league.store.db, poolId)).toEqual([
        { act: 'pool.edit', actorId: admin.userId, poolId, before: { name: 'Office' }, after: { name: 'Home' } },
      ]);
      await unchanged(async () => (await edit({ change: { name: 'Home' }, seen: { name: 'Home' } })).ok());
    });

    test('with a week that is theirs as the active one, or by the calendar again', async () => {
      const id = await addPool(league.deps, { weeks: [WEEK_1, WEEK_2], members: [sam] });
      const choose = (activeWeekId: string | null, seen: string | null) =>
        league.call('PATCH /api/pools/:poolId', {
          as: admin,
          params: { poolId: id },
          body: { change: { activeWeekId }, seen: { activeWeekId: seen } },
        });
      (await choose(WEEK_2, null)).ok();
      expect(await loadPool(id)).toMatchObject({ currentWeekId: WEEK_2, settings: { activeWeekId: WEEK_2 } });
      const stranger = await unchanged(() => choose('2026-week17', WEEK_2));
      expect([stranger.status, stranger.code]).toEqual([404, 'week_not_found']);
      (await choose(null, WEEK_2)).ok();
      expect(await loadPool(id)).toMatchObject({ currentWeekId: WEEK_1, settings: { activeWeekId: null } });
    });

    test('by two admins without one overwriting the other: the second learns what changed', async () => {
      const other = await addPerson(league.deps, { isAdmin: true });
      const seen = { name: 'Office', moneyUrl: '', description: '' };
      (await edit({ change: { name: 'Hers', moneyUrl: 'https://a.example' }, seen }, other)).ok();
      const his = { name: 'His', moneyUrl: 'https://b.example', description: 'New' };
      const refused = await unchanged(() => edit({ change: his, seen }));
      expect([refused.status, JSON.parse(refused.text).error]).toEqual([
        409,
        {
          code: 'changed_meanwhile',
          message: 'Somebody else just changed this: name, money URL. Check it, then save again.',
        },
      ]);
      expect((await edit({ change: { name: 'Hers', description: 'New' }, seen })).ok()).toMatchObject({ name: 'Hers' });
      const again = { name: 'Hers', moneyUrl: 'https://a.example' };
      expect((await edit({ change: his, seen: { ...again, description: 'New' } })).ok()).toMatchObject({ name: 'His' });
    });

    test('by two admins at the same time: one of them gets a conflict', async () => {
      const seen = { name: 'Office' };
      const replies = await Promise.all(['One', 'Two', 'Three'].map((name) => edit({ change: { name }, seen })));
      expect(replies.map((reply) => reply.code).sort()).toEqual(['changed_meanwhile', 'changed_meanwhile', null]);
      expect(await auditRows(league.store.db, poolId)).toHaveLength(1);
    });

    test('but not without saying what was seen, nor with bad settings', async () => {
      const blind = await unchanged(() => edit({ change: { name: 'Home' }, seen: {} }));
      expect(JSON.parse(blind.text).error).toMatchObject({ code: 'invalid_input', field: 'seen.name' });
      const bad = await unchanged(() => edit({ change: { name: ' ' }, seen: { name: 'Office' } }));
      expect(JSON.parse(bad.text).error).toEqual({
        code: 'invalid_input',
        field: 'change.name',
        message: 'Pool name is required',
      });
    });

    test('with another rule for the line: their scores follow, and nobody else’s change', async () => {
      const gid = await addGame(league.deps, { spread: 7 });
      const others = await addPool(league.deps, { members: [sam] });
      for (const id of [poolId, others]) (await league.pick(sam, id, { gid, side: 'home' })).ok();
      const final = { status: 'Final' as const, homeScore: 20, awayScore: 17 };
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body: final })).ok();
      const total = async (id: string) => {
        const input = { as: sam, params: { poolId: id } };
        return inPoints((await league.call('GET /api/pools/:poolId/standings', input)).ok().rows[0]?.totalHalves);
      };
      expect([await total(poolId), await total(others)]).toEqual([1, 1]);
      const rule = (useSpread: boolean) => ({ rules: { useSpread } });
      const { rules } = (await edit({ change: rule(true), seen: rule(false), reason: 'Agreed' })).ok();
      expect([rules.useSpread, await total(poolId), await total(others)]).toEqual([true, 0, 1]);
      expect(await recount(league.store)).toEqual([]);
      expect(await league.store.db.selectFrom('stale_weeks').selectAll().execute()).toEqual([]);
    });

    test('and lose the rounding with the line', async () => {
      const reason = 'Agreed';
      (await edit({ change: { rules: rounded }, seen: { rules: straightUp }, reason })).ok();
      const off = await edit({ change: { rules: { useSpread: false } }, seen: { rules: { useSpread: true } }, reason });
      expect(off.ok().rules).toEqual(straightUp);
      const [, entry] = await auditRows(league.store.db, poolId);
      expect(entry?.after).toEqual({ useSpread: false, roundSpread: false, why: reason });
    });
  });

  describe('are duplicated', () => {
    const duplicate = (id: string) =>
      league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId: id } });

    test("as 'Copy Of …' with their rules, their talk, enabled users and enabled weeks", async () => {
      const removed = await addPerson(league.deps);
      const moneyUrl = 'https://money.example.org';
      const id = await addPool(league.deps, {
        name: 'Home',
        moneyUrl,
        rules: rounded,
        weeks: [WEEK_1, WEEK_2],
        members: [sam, removed],
      });
      await removeMember(league.deps, id, removed.userId);
      const { db } = league.store;
      await db
        .updateTable('pool_weeks')
        .set({ enabled: 0 })
        .where('pool_id', '=', id)
        .where('week_id', '=', WEEK_1)
        .execute();
      await db.updateTable('pools').set({ has_talk: 1, description: 'Since 1999' }).where('id', '=', id).execute();
      for (const message of ['First', 'Second']) {
        const talk = { pool_id: id, user_id: sam.userId, kind: 'said', text: message, at: 1, once: message } as const;
        await db.insertInto('messages').values(talk).execute();
      }
      const { id: copyId } = (await duplicate(id)).ok();
      const copy = await loadPool(copyId);
      const settings = { name: 'Copy Of Home', description: 'Since 1999', moneyUrl, rules: rounded };
      expect(copy.settings).toMatchObject(settings);
      expect(copy.counts).toEqual({ activeUsers: 1, activeWeeks: 1 });
      expect(copy.users.filter((user) => user.isMember).map((user) => user.id)).toEqual([sam.userId]);
      expect(copy.weeks.filter((week) => week.enabled).map((week) => week.id)).toEqual([WEEK_2]);
      const stored = await db.selectFrom('pools').select('has_talk').where('id', '=', copyId).executeTakeFirst();
      expect(stored).toEqual({ has_talk: 1 });
      const talk = await db.selectFrom('messages').selectAll().where('pool_id', '=', copyId).orderBy('id').execute();
      expect(talk.map((each) => [each.user_id, each.text])).toEqual([
        [sam.userId, 'First'],
        [sam.userId, 'Second'],
      ]);
      expect(await auditRows(db, copyId)).toMatchObject([
        { act: 'pool.duplicate', actorId: admin.userId, after: { name: 'Copy Of Home', copyOf: 'Home' } },
      ]);
    });

    test("unless they are not there: 'Pool not found'", async () => {
      await deletePool(league.deps, poolId);
      for (const id of [poolId, 'no-such-pool']) {
        const reply = await unchanged(() => duplicate(id));
        const error = { code: 'pool_not_found', message: 'Pool not found' };
        expect([reply.status, JSON.parse(reply.text).error]).toEqual([404, error]);
      }
    });
  });

  test('are deleted softly: hidden from everyone, with all their data', async () => {
    const remove = () => league.call('DELETE /api/pools/:poolId', { as: admin, params: { poolId } });
    (await remove()).ok();
    const { pools } = (await league.call('GET /api/pools', { as: sam })).ok();
    expect(pools.map((pool) => pool.id)).not.toContain(poolId);
    const { db } = league.store;
    const stored = await db.selectFrom('pools').selectAll().where('id', '=', poolId).executeTakeFirst();
    expect(stored).toMatchObject({ name: 'Office', deleted_at: league.clock.now() });
    expect(await db.selectFrom('pool_members').selectAll().where('pool_id', '=', poolId).execute()).toHaveLength(1);
    expect(await auditRows(db, poolId)).toMatchObject([{ act: 'pool.delete', actorId: admin.userId }]);
    expect((await unchanged(remove)).code).toBe('pool_not_found');
    expect((await unchanged(() => edit({ change: { name: 'A' }, seen: { name: 'Office' } }))).code).toBe(
      'pool_not_found',
    );
  });
});
