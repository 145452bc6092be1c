import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TopicRef } from '#contract/live.ts';
import { ownSlotKey } from '#contract/live.ts';
import type { Side } from '#core/types.ts';
import { setMembers } from '#server/members/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addPool, deletePool, importPicks, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import type { LivePage } from '#tests/live-page.ts';
import { until } from '#tests/until.ts';
import { EVERYTHING } from './changes.ts';

describe('A live page', () => {
  let live: LiveLeague;

  beforeEach(async () => {
    live = await openLiveLeague('sqlite');
  });

  afterEach(() => live.close());

  const entryOf = ({ userId }: Person) => entryIdOf(live.poolId, userId);

  /** The row of an own pick with one revision. */
  function picked(entryId: string, gid: string, side: Side) {
    const slot = { kind: 'pick', about: gid } as const;
    const key = ownSlotKey(entryId, slot);
    return { [key]: { key, entryId, ...slot, value: { side }, revision: 1 } };
  }

  async function editGame(gid: string, body: Record<string, unknown>): Promise<void> {
    (await live.league.call('PATCH /api/games/:gid', { as: live.admin, params: { gid }, body })).ok();
  }

  test('gets the time at once', async () => {
    const page = await live.open({ as: live.ann });
    await until(() => page.messages.length > 0);
    expect(page.messages[0]).toEqual({ kind: 'beat', now: live.league.clock.now() });
  });

  test('gets the whole state first, as the calls answer it, then what changes', async () => {
    const { ann, poolId, games, matchup, standings, entries, early, late } = live;
    await live.pick(ann, early, 'home');
    const page = await live.open({ as: ann });
    const active = { kind: 'activePlayers', poolId, weekId: WEEK_1 } as const;
    await page.watching(games, matchup, standings, entries, active);

    const params = { poolId, weekId: WEEK_1 };
    const { call } = live.league;
    const answered = {
      games: (await call('GET /api/pools/:poolId/weeks/:weekId/games', { as: ann, params })).ok().games,
      matchup: (await call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: ann, params })).ok(),
      standings: (await call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok(),
      entries: (await call('GET /api/pools/:poolId/picks', { as: ann, params: { poolId } })).ok(),
    };
    expect(Object.values(page.state(games)?.rows ?? {})).toEqual(answered.games);
    expect(page.state(matchup)?.head).toEqual({ games: answered.matchup.games });
    expect(Object.values(page.state(matchup)?.rows ?? {})).toEqual(answered.matchup.rows);
    const { rows, ...head } = answered.standings;
    expect(page.state(standings)?.head).toEqual(head);
    expect(Object.values(page.state(standings)?.rows ?? {})).toEqual(rows);
    expect(page.state(active)?.head).toEqual({ activePlayers: 1 });
    expect(page.state(entries)?.head).toEqual({ entries: answered.entries.entries });
    expect(Object.values(page.state(entries)?.rows ?? {})).toEqual(answered.entries.picks);
    expect(page.state(entries)?.rows).toEqual(picked(entryOf(ann), early, 'home'));

    await editGame(late, { homeScore: 3, status: 'In Progress' });
    await until(() => page.state(games)?.rows[late]?.homeScore === 3);
    expect(page.kinds(games)).toEqual(['state', 'change']);
    expect(page.about(games).at(-1)).toMatchObject({ version: 2, set: [{ gid: late }], gone: [] });
  });

  test('of a commissioner learns that somebody asks to join, takes that back, or is answered', async () => {
    const { league, admin, ann, bob, stranger, poolId } = live;
    const [page, other] = [await live.open({ as: ann }), await live.open({ as: bob })];
    const poolsMessages = () => page.messages.filter(({ kind }) => kind === 'pools').length;
    const named = { as: admin, params: { poolId, userId: ann.userId }, body: { enabled: true } };
    (await league.call('PUT /api/pools/:poolId/commissioners/:userId', named)).ok();
    await until(() => poolsMessages() === 1);
    const own = { as: stranger, params: { poolId } };
    (await league.call('POST /api/pools/:poolId/requests', own)).ok();
    await until(() => poolsMessages() === 2);
    (await league.call('DELETE /api/pools/:poolId/requests', own)).ok();
    await until(() => poolsMessages() === 3);
    (await league.call('POST /api/pools/:poolId/requests', own)).ok();
    const answer = { as: admin, params: { poolId, userId: stranger.userId }, body: { confirm: false } };
    (await league.call('PUT /api/pools/:poolId/requests/:userId', answer)).ok();
    await until(() => poolsMessages() === 5);
    expect(other.messages.filter(({ kind }) => kind === 'pools')).toEqual([]);
  });

  test('learns that its person was added to a pool or removed from it, and no other page does', async () => {
    const { league, admin, stranger, ann, poolId, standings } = live;
    const [page, other] = [await live.open({ as: stranger }), await live.open({ as: ann })];
    await other.watching(standings);
    const poolsMessages = () => page.messages.filter(({ kind }) => kind === 'pools').length;
    const params = { poolId, userId: stranger.userId };
    const put = (enabled: boolean) =>
      league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled } });
    (await put(true)).ok();
    await until(() => poolsMessages() === 1);
    (await put(false)).ok();
    await until(() => poolsMessages() === 2);
    (await league.call('POST /api/pools/:poolId/requests', { as: stranger, params: { poolId } })).ok();
    const answer = { as: admin, params, body: { confirm: true } };
    (await league.call('PUT /api/pools/:poolId/requests/:userId', answer)).ok();
    await until(() => poolsMessages() === 3);
    expect(other.messages.filter(({ kind }) => kind === 'pools')).toEqual([]);
    const copy = (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId } })).ok();
    await until(() => poolsMessages() === 4);
    (await league.call('DELETE /api/pools/:poolId', { as: admin, params: { poolId: copy.id } })).ok();
    await until(() => poolsMessages() === 5);
  });

  test('watches a set: omitted topics end, topics named again restart, and the others are not sent twice', async () => {
    const { games, standings, entries, early } = live;
    const page = await live.open({ as: live.ann });
    await page.watching(games, standings);
    await page.watching(games, entries);
    expect(page.kinds(games)).toEqual(['state']);

    await editGame(early, { homeScore: 7, status: 'Final' });
    await until(() => page.state(games)?.rows[early]?.homeScore === 7);
    await live.pick(live.ann, live.late, 'home');
    await until(() => page.kinds(entries).includes('change'));
    expect(page.kinds(standings)).toEqual(['state']);

    page.watch(games, games, standings, entries);
    await until(() => page.kinds(standings).length === 2);
    page.watch();
    page.watch(standings);
    page.watch(standings, games);
    await until(() => page.kinds(games).at(-1) === 'state' && page.kinds(games).length === 3);
    expect(page.state(games)?.rows[early]).toMatchObject({ homeScore: 7, status: 'Final' });
    await editGame(early, { homeScore: 14 });
    await until(() => page.state(games)?.rows[early]?.homeScore === 14);
    expect(page.kinds(games)).toEqual(['state', 'change', 'state', 'change']);
  });

  test('brings a pick to the other page of its player, and to the others only that it was made', async () => {
    const { ann, bob, matchup, entries, early } = live;
    const [here, there, hers] = [
      await live.open({ as: bob }),
      await live.open({ as: bob }),
      await live.open({ as: ann }),
    ];
    for (const page of [here, there, hers]) await page.watching(entries, matchup);
    await live.pick(bob, early, 'away');
    for (const page of [here, there]) {
      await until(
        () => page.state(entries)?.rows[ownSlotKey(entryOf(bob), { kind: 'pick', about: early })] !== undefined,
      );
      expect(page.state(entries)?.rows).toEqual(picked(entryOf(bob), early, 'away'));
    }
    await until(() => hers.state(matchup)?.rows[entryOf(bob)]?.picks === '?-');
    expect(hers.state(entries)?.rows).toEqual({});
    expect(hers.kinds(entries)).toEqual(['state']);
  });

  describe('of somebody with two entries', () => {
    let own: TopicRef & { kind: 'picks' };
    let standings: TopicRef & { kind: 'standings' };
    let hers: LivePage;
    let his: LivePage;

    beforeEach(async () => {
      const { ann, bob, league } = live;
      const poolId = await addPool(league.deps, { members: [ann, bob], rules: { entries: 2 } });
      [own, standings] = [
        { kind: 'picks', poolId },
        { kind: 'standings', poolId },
      ];
      [hers, his] = [await live.open({ as: ann }), await live.open({ as: bob })];
      for (const page of [hers, his]) await page.watching(own, standings);
    });

    /** Waits until Ann's page shows these names for her entries, and Bob's page shows all names in the standings. */
    const areNamed = (names: readonly string[], all: readonly string[]) =>
      until(() => {
        const rows = Object.values(his.state(standings)?.rows ?? {});
        const seen = [hers.state(own)?.head.entries ?? [], rows].map((named) => named.map(({ name }) => name).sort());
        return JSON.stringify(seen) === JSON.stringify([names, all]);
      });

    test('has the picks of both in one topic, and hears that one is added, named or given up, as others do in the standings', async () => {
      const { ann, early, league } = live;
      const { poolId } = own;
      const { call } = league;
      const added = await call('POST /api/pools/:poolId/entries', { as: ann, params: { poolId }, body: {} });
      await areNamed(['Ann', 'Ann 2'], ['Ann', 'Ann 2', 'Bob']);
      const [first, second] = [entryIdOf(poolId, ann.userId), added.ok().id];
      for (const [entryId, side] of [
        [first, 'home'],
        [second, 'away'],
      ] as const) {
        const body = { picks: [{ kind: 'pick' as const, about: early, value: { side } }] };
        (await call('PUT /api/entries/:entryId/picks', { as: ann, params: { entryId }, body })).ok();
      }
      await until(() => Object.keys(hers.state(own)?.rows ?? {}).length === 2);
      expect(hers.state(own)?.rows).toEqual({ ...picked(first, early, 'home'), ...picked(second, early, 'away') });
      const params = { entryId: second };
      (await call('PATCH /api/entries/:entryId', { as: ann, params, body: { name: 'Second Wind' } })).ok();
      await areNamed(['Ann', 'Second Wind'], ['Ann', 'Bob', 'Second Wind']);
      (await call('DELETE /api/entries/:entryId', { as: ann, params })).ok();
      await areNamed(['Ann'], ['Ann', 'Bob']);
      expect(hers.state(own)?.rows).toEqual(picked(first, early, 'home'));
      expect(his.kinds(own)).toEqual(['state']);
    });

    test('hears of the names that follow from its own, and of a week that is switched off and on', async () => {
      const { admin, ann, early, league } = live;
      const { poolId } = own;
      const { call } = league;
      const rename = async (displayName: string) =>
        (await call('PATCH /api/profile', { as: ann, body: { displayName } })).ok();
      await rename('Anna');
      await areNamed(['Anna'], ['Anna', 'Bob']);
      await rename('Ann');
      const entryId = entryIdOf(poolId, ann.userId);
      const body = { picks: [{ kind: 'pick' as const, about: early, value: { side: 'home' as const } }] };
      (await call('PUT /api/entries/:entryId/picks', { as: ann, params: { entryId }, body })).ok();
      const isPicked = (count: number) => until(() => Object.keys(hers.state(own)?.rows ?? {}).length === count);
      await isPicked(1);
      for (const enabled of [false, true]) {
        const params = { poolId, weekId: WEEK_1 };
        (await call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params, body: { enabled } })).ok();
        await isPicked(enabled ? 1 : 0);
      }
    });

    test('has one that is linked to them, with the picks that are locked, until that is undone', async () => {
      const { admin, ann, early, late, league } = live;
      const { poolId } = own;
      const { store, clock, call } = league;
      const tom = await createUser(store.db, { displayName: 'Old Tom', accountId: null }, clock.now());
      await setMembers(store.db, poolId, [tom], clock.now());
      const made = { poolId, userId: tom, side: 'home', madeAt: clock.now() } as const;
      await importPicks(
        store.db,
        store.engine,
        [early, late].map((gid) => ({ ...made, gid })),
      );
      clock.set(SUNDAY_1PM + 5 * MINUTE);
      const entryId = entryIdOf(poolId, tom);
      const link = { as: admin, params: { entryId, userId: ann.userId } };
      (await call('POST /api/entries/:entryId/link/:userId', link)).ok();
      await areNamed(['Ann', 'Old Tom'], ['Ann', 'Bob', 'Old Tom']);
      expect(hers.state(own)?.rows).toMatchObject(picked(entryId, early, 'home'));
      expect(hers.state(own)?.rows[ownSlotKey(entryId, { kind: 'pick', about: late })]).toMatchObject({ value: null });
      const undo = { as: admin, params: { entryId }, body: { reason: '' } };
      (await call('DELETE /api/entries/:entryId/link', undo)).ok();
      await areNamed(['Ann'], ['Ann', 'Bob', 'Old Tom']);
      expect(hers.state(own)?.rows).toEqual({});
      expect(his.kinds(own)).toEqual(['state']);
    });
  });

  test('brings a final score to games, matchup and standings', async () => {
    const { ann, bob, games, matchup, standings, early } = live;
    await live.pick(ann, early, 'home');
    await live.pick(bob, early, 'away');
    const pages = [await live.open({ as: ann }), await live.open({ as: bob })];
    for (const page of pages) await page.watching(games, matchup, standings);
    await editGame(early, { homeScore: 24, awayScore: 10, status: 'Final' });
    for (const page of pages) {
      await until(() => page.state(standings)?.rows[entryOf(ann)]?.totalHalves === 2);
      await until(() => page.state(matchup)?.rows[entryOf(ann)]?.overallHalves === 2);
      // Each topic rests by itself after it was read, on a busy machine for longer.
      await until(() => page.state(games)?.rows[early]?.status === 'Final');
      expect(page.state(games)?.rows[early]).toMatchObject({ homeScore: 24, awayScore: 10 });
      expect(page.state(matchup)?.rows[entryOf(ann)]).toMatchObject({ picks: 'h-', weekHalves: 2 });
      expect(page.state(matchup)?.rows[entryOf(bob)]).toMatchObject({ picks: 'a-', weekHalves: 0, overallHalves: 0 });
      expect(page.state(standings)?.rows[entryOf(bob)]).toMatchObject({ totalHalves: 0, rank: 2 });
    }
  });

  test('hears of survivor that a team of another week is free again, is used again, and that its player is out', async () => {
    const { ann, early, league } = live;
    const members = [ann, live.bob];
    const poolId = await addPool(league.deps, { members, weeks: [WEEK_1, WEEK_2], rules: { format: 'survivor' } });
    (await league.pick(ann, poolId, { gid: early, team: 'PHI' })).ok();
    const own = { kind: 'picks', poolId } as const;
    const page = await live.open({ as: ann });
    await page.watching(own);
    const entry = () => page.state(own)?.head.entries[0];
    const used = () => entry()?.used?.[WEEK_2];
    expect(used()).toEqual({ PHI: WEEK_1 });
    await editGame(early, { void: 'cancelled' });
    await until(() => used()?.PHI === undefined);
    await editGame(early, { void: null });
    await until(() => used()?.PHI === WEEK_1);
    await editGame(live.late, { homeScore: 24, awayScore: 10, status: 'Final' });
    await editGame(early, { homeScore: 10, awayScore: 24, status: 'Final' });
    await until(() => entry()?.outWeekId === WEEK_1);
  });

  test('hears of a game when it locks by time alone', async () => {
    const { ann, bob, matchup, early, late, league } = live;
    await live.pick(bob, early, 'away');
    league.clock.set(SUNDAY_1PM + 5 * MINUTE - 50);
    const page = await live.open({ as: ann });
    await page.watching(matchup);
    expect(page.state(matchup)?.rows[entryOf(bob)]?.picks).toBe('?-');
    await live.pick(bob, late, 'home');
    await until(() => page.state(matchup)?.rows[entryOf(bob)]?.picks === '??');
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    await until(() => page.state(matchup)?.rows[entryOf(bob)]?.picks === 'a?');
    expect(page.kinds(matchup)).toEqual(['state', 'change', 'change']);
  });

  test('is refused what is not for it, each by name and reason, and gets the rest', async () => {
    const { games, matchup, standings, entries, stranger, ann, league } = live;
    const deleted = await addPool(league.deps, { members: [ann] });
    await deletePool(league.deps, deleted);
    const foreign = await live.open({ as: stranger });
    await foreign.watching(games, matchup, standings, entries);
    for (const ref of [matchup, standings, entries]) {
      expect(foreign.kinds(ref)).toEqual(['refused']);
      expect(foreign.refusal(ref)).toBe('not_a_member');
    }
    expect(foreign.kinds(games)).toEqual(['state']);

    const page = await live.open({ as: ann });
    const gone: TopicRef = { kind: 'standings', poolId: deleted };
    const unknown: TopicRef = { kind: 'matchup', poolId: 'nowhere', weekId: WEEK_1 };
    await page.watching(gone, unknown, standings);
    expect([page.refusal(gone), page.refusal(unknown)]).toEqual(['pool_not_found', 'pool_not_found']);
    expect(page.kinds(standings)).toEqual(['state']);
  });

  test('of somebody who was removed before is refused, and gets the pool when they are back', async () => {
    const { ann, poolId, matchup, league } = live;
    await removeMember(league.deps, poolId, ann.userId);
    const page = await live.open({ as: ann });
    await page.watching(matchup);
    expect(page.refusal(matchup)).toBe('not_a_member');
    await league.store.db.updateTable('pool_members').set({ enabled: 1 }).where('pool_id', '=', poolId).execute();
    page.watch(matchup);
    await until(() => page.kinds(matchup).includes('state'));
    expect(Object.keys(page.state(matchup)?.rows ?? {})).toContain(entryOf(ann));
  });

  test('sees nothing of a week that is not of its pool, until it is', async () => {
    const { ann, poolId, league } = live;
    const ref = { kind: 'matchup', poolId, weekId: WEEK_2 } as const;
    const page = await live.open({ as: ann });
    await page.watching(ref);
    expect(page.state(ref)).toEqual({ version: 1, head: { games: [] }, rows: {} });
    await league.store.db.insertInto('weeks').values({ id: WEEK_2, season: 2026, number: 2 }).execute();
    await league.store.db.insertInto('pool_weeks').values({ pool_id: poolId, week_id: WEEK_2, enabled: 1 }).execute();
    league.deps.live.changed(EVERYTHING);
    await until(() => Object.keys(page.state(ref)?.rows ?? {}).length === 2);
  });

  test('shows bus marks to admins only, and no longer once the role is gone', async () => {
    const { ann, bob, admin, matchup, early, league } = live;
    await live.pick(bob, early, 'away');
    const { db } = league.store;
    const [hers, his] = [await live.open({ as: ann }), await live.open({ as: admin })];
    for (const page of [hers, his]) await page.watching(matchup);
    const entered = { entered_by: admin.userId, reason: 'phone' };
    await db.updateTable('picks').set(entered).where('about', '=', early).execute();
    league.deps.live.changed({ kind: 'picks', poolId: live.poolId, weekId: WEEK_1, userId: bob.userId });
    await until(() => his.state(matchup)?.rows[entryOf(bob)]?.bus?.length === 1);
    expect(his.state(matchup)?.rows[entryOf(bob)]).toMatchObject({ bus: [early], picks: '?-' });
    expect(his.state(matchup)?.rows[entryOf(ann)]).toMatchObject({ bus: [] });

    await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.userId).execute();
    league.deps.live.changed(EVERYTHING);
    await until(() => his.closed !== null);
    expect(his.closed).toEqual({ code: 1001, reason: 'come back' });
    const back = await live.open({ as: admin });
    await back.watching(matchup);
    expect(back.refusal(matchup)).toBe('not_a_member');
    expect(hers.received).not.toContain('bus');
  });
});
