import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { slotIn } from '#contract/live.ts';
import type { PoolFile } from '#contract/pool-file.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { DAY_MS } from '#core/time.ts';
import { chooseSlate } from '#server/game-changes/chosen-slate-store.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { writeGames } from '#server/game-changes/store.ts';
import { announcementsOf } from '#server/members/reads.ts';
import type { PickWrite } from '#server/picks/facts-reads.ts';
import { writePicks } from '#server/picks/store.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { TestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, ownPick, storedChoices, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague } from '#tests/league.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { shortPicks } from '#tests/pick.ts';
import { until } from '#tests/until.ts';

const THURSDAY = SUNDAY_1PM - 3 * DAY_MS + 7 * HOUR;
const MONDAY = SUNDAY_1PM + DAY_MS + 7 * HOUR;

describe.each(usualEngines)('Slates on %s', (engine) => {
  const { league, admin, ann, bob } = withLiveLeague(engine);
  let thursday: string;
  let sunday: string;
  let monday: string;

  beforeEach(async () => {
    league.clock.set(THURSDAY - HOUR);
    const { db } = league.store;
    for (const table of ['slate_games', 'picks', 'feed_games', 'week_scores', 'games'] as const)
      await db.deleteFrom(table).execute();
    thursday = await addGame(league.deps, { home: 'PHI', away: 'DAL', kickoff: THURSDAY });
    sunday = await addGame(league.deps, { home: 'KC', away: 'LV' });
    monday = await addGame(league.deps, { home: 'BUF', away: 'NYJ', kickoff: MONDAY });
  });

  const open = (rules: Partial<PoolRules>) => addPool(league.deps, { members: [ann, bob], rules });

  const pool = async (poolId: string) =>
    (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok();

  async function pick(as: Person, poolId: string, gid: string) {
    const reply = await league.pick(as, poolId, { gid, side: 'home' });
    return reply.code ?? 'saved';
  }

  async function choose(poolId: string, leftOut: readonly string[]) {
    const params = { poolId, weekId: WEEK_1 };
    const body = { leftOut: [...leftOut] };
    const reply = await league.call('PUT /api/pools/:poolId/weeks/:weekId/slate', { as: admin, params, body });
    return reply.code ?? reply.ok();
  }

  async function edit(gid: string, body: object) {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  const changeRules = (poolId: string, change: Partial<PoolRules>, seen: Partial<PoolRules>, reason = '') =>
    league.call('PATCH /api/pools/:poolId', {
      as: admin,
      params: { poolId },
      body: { change: { rules: change }, seen: { rules: seen }, reason },
    });

  async function totalOf(poolId: string, person: Person): Promise<number | undefined> {
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    return rows.find(({ ownerId }) => ownerId === person.userId)?.totalHalves;
  }

  const announced = async (poolId: string) =>
    (await announcementsOf(league.store.db, poolId)).flatMap(({ after }) => after.text ?? []);

  const ownPicks = async (as: Person, poolId: string) => Object.keys(shortPicks(await league.own(as, poolId)));

  test('leave out the games of a day: no pick, no lock, no score', async () => {
    const poolId = await open({ slate: 'days', thursdayGames: false, deadline: 'week', tiebreak: 'closest' });
    expect(await pool(poolId)).toMatchObject({ leftOut: [thursday] });
    expect(await pick(ann, poolId, thursday)).toBe('game_left_out');
    league.clock.set(THURSDAY + HOUR);
    expect(await pick(ann, poolId, sunday)).toBe('saved');
    await edit(thursday, { status: 'Final', homeScore: 20, awayScore: 10 });
    await edit(sunday, { status: 'Final', homeScore: 20, awayScore: 10 });
    await until(async () => (await totalOf(poolId, ann)) === 2, 5000);
    expect(await totalOf(poolId, bob)).toBe(0);
  });

  test('change before the first lock: picks are kept, and count if their game returns', async () => {
    const poolId = await open({});
    for (const gid of [thursday, sunday, monday]) expect(await pick(ann, poolId, gid)).toBe('saved');
    (await changeRules(poolId, { slate: 'chosen' }, { slate: 'all' })).ok();
    expect(await choose(poolId, [monday])).toEqual({ ok: true });
    expect(await pool(poolId)).toMatchObject({ leftOut: [monday] });
    expect(await pick(bob, poolId, monday)).toBe('game_left_out');
    expect((await ownPicks(ann, poolId)).toSorted()).toEqual([thursday, sunday, monday].toSorted());
    expect(await choose(poolId, [])).toEqual({ ok: true });
    expect(await pick(bob, poolId, monday)).toBe('saved');
    expect(await pool(poolId)).not.toHaveProperty('leftOut');
    league.clock.set(MONDAY + HOUR);
    await edit(monday, { status: 'Final', homeScore: 20, awayScore: 10 });
    await until(async () => (await totalOf(poolId, ann)) === 2, 5000);
  });

  test('are settled by their first lock, never empty, and of games of the week', async () => {
    const poolId = await open({ slate: 'chosen' });
    expect(await choose(poolId, [thursday, sunday, monday])).toBe('slate_empty');
    expect(await choose(poolId, ['elsewhere'])).toBe('game_not_found');
    expect(await choose(poolId, [thursday])).toEqual({ ok: true });
    league.clock.set(THURSDAY + HOUR);
    expect(await choose(poolId, [])).toBe('game_locked');
    expect(await choose(poolId, [thursday, monday])).toEqual({ ok: true });
    league.clock.set(SUNDAY_1PM + HOUR);
    expect(await choose(poolId, [thursday])).toBe('slate_settled');
    const reply = await changeRules(poolId, { slate: 'all' }, { slate: 'chosen' }, 'We voted');
    expect(reply.code).toBe('rule_too_late');
    expect(await pool(poolId)).toMatchObject({ leftOut: [thursday, monday] });
  });

  test('stay settled, though the game that locked first is cancelled', async () => {
    const poolId = await open({ slate: 'chosen' });
    await edit(thursday, { void: 'cancelled' });
    league.clock.set(THURSDAY + HOUR);
    expect(await choose(poolId, [monday])).toEqual({ ok: true });
    league.clock.set(SUNDAY_1PM + HOUR);
    await edit(sunday, { void: 'cancelled' });
    expect(await choose(poolId, [])).toBe('slate_settled');
    const slateLocks = { [WEEK_1]: SUNDAY_1PM + 5 * MINUTE };
    expect(await pool(poolId)).toMatchObject({ leftOut: [monday], slateLocks });
  });

  test('take no game in that would give somebody more picks than the rules allow', async () => {
    const poolId = await open({ slate: 'chosen', games: 1 });
    expect(await pick(ann, poolId, sunday)).toBe('saved');
    expect(await choose(poolId, [sunday])).toEqual({ ok: true });
    expect(await pick(ann, poolId, monday)).toBe('saved');
    expect(await choose(poolId, [])).toBe('rule_below_picks');
    expect(await choose(poolId, [thursday, sunday])).toEqual({ ok: true });
  });

  test('follow games that move before the first lock, and no others', async () => {
    const rules = { ...defaultRules, slate: 'days', mondayGames: false } as const;
    const poolId = await open(rules);
    expect(await pool(poolId)).toMatchObject({ leftOut: [monday] });
    await edit(sunday, { kickoff: MONDAY });
    expect(await pool(poolId)).toMatchObject({ leftOut: [sunday, monday].toSorted() });
    await edit(sunday, { kickoff: SUNDAY_1PM });
    expect(await pool(poolId)).toMatchObject({ leftOut: [monday] });
    league.clock.set(THURSDAY + HOUR);
    await edit(sunday, { kickoff: MONDAY });
    expect(await pool(poolId)).toMatchObject({ leftOut: [monday] });
    await edit(monday, { kickoff: SUNDAY_1PM });
    expect(await pool(poolId)).toMatchObject({ leftOut: [monday] });
  });

  test('take a mark away if a game returns that would give somebody more best bets than the rules allow', async () => {
    const poolId = await open({ slate: 'chosen', bestBets: 1 });
    const best = (gid: string) => league.pick(ann, poolId, { gid, side: 'home', best: true });
    const marks = async () => {
      const own = await league.own(ann, poolId);
      return [sunday, monday].map((gid) => slotIn(own, 'pick', gid)?.value?.best ?? false);
    };
    (await best(sunday)).ok();
    await choose(poolId, [sunday]);
    (await best(monday)).ok();
    expect(await marks()).toEqual([true, true]);
    expect(await choose(poolId, [])).toEqual({ ok: true });
    expect(await marks()).toEqual([false, true]);
    expect((await ownPicks(ann, poolId)).toSorted()).toEqual([sunday, monday].toSorted());
  });

  test('take no mark of a game that stayed', async () => {
    const poolId = await open({ slate: 'chosen', bestBets: 1 });
    const best = (gid: string) => league.pick(ann, poolId, { gid, side: 'home', best: true });
    const marked = async () =>
      Object.values((await league.own(ann, poolId)).picks).flatMap(({ kind, about, value }) =>
        kind === 'pick' && value?.best ? [about] : [],
      );
    for (const [stays, returns] of [
      [sunday, monday],
      [monday, sunday],
    ] as const) {
      await choose(poolId, [stays]);
      (await best(returns)).ok();
      await choose(poolId, [returns]);
      (await best(stays)).ok();
      expect(await choose(poolId, [])).toEqual({ ok: true });
      expect(await marked()).toEqual([stays]);
      (await league.pick(ann, poolId, { gid: stays, side: 'home', best: false })).ok();
    }
  });

  test('rescore a week if a game that was over before the pool was made is left out', async () => {
    await edit(thursday, { status: 'Final', homeScore: 24, awayScore: 10 });
    league.clock.set(THURSDAY + DAY_MS);
    const poolId = await open({ slate: 'chosen' });
    (await league.enter(admin, entryIdOf(poolId, ann.userId), { gid: thursday, side: 'home' })).ok();
    expect(await totalOf(poolId, ann)).toBe(2);
    expect(await choose(poolId, [thursday])).toEqual({ ok: true });
    expect(await totalOf(poolId, ann)).toBe(0);
  });

  test('clear the guesses of a tiebreak game that moves to a day off, and notify their owners', async () => {
    const poolId = await open({ slate: 'days', mondayGames: false, tiebreak: 'closest' });
    (await league.pick(ann, poolId, { gid: sunday, total: 41 })).ok();
    await edit(sunday, { kickoff: MONDAY });
    expect(await pool(poolId)).toMatchObject({ tiebreaks: { [WEEK_1]: thursday } });
    const guess = slotIn(await league.own(ann, poolId), 'guess', WEEK_1);
    expect(guess?.value).toEqual({ gid: sunday, total: null, cleared: true });
  });

  test('clear the guesses of a tiebreak game that is left out, and name another', async () => {
    const poolId = await open({ slate: 'chosen', tiebreak: 'closest' });
    const guess = (gid: string) => league.pick(ann, poolId, { gid, total: 41 });
    (await guess(monday)).ok();
    expect(await choose(poolId, [monday])).toEqual({ ok: true });
    expect(await pool(poolId)).toMatchObject({ tiebreaks: { [WEEK_1]: sunday } });
    expect((await guess(monday)).code).toBe('tiebreak_changed');
    const log = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
    expect(log.entries[0]).toMatchObject({
      act: 'slate.change',
      weekId: WEEK_1,
      fields: [{ name: 'leftOut', after: 'NYJ @ BUF' }],
    });
  });

  test('keep the place of a game that is left out in an order, and reveal it to nobody', async () => {
    const poolId = await open({ format: 'confidence', slate: 'chosen' });
    const enter = async (order: string[]) => (await league.pick(ann, poolId, { order })).ok();
    const places = async () => (await storedChoices(league.store.db, 'order', poolId)).map(({ value }) => value);
    await enter([sunday, monday, thursday]);
    await choose(poolId, [monday]);
    await enter([thursday, monday, sunday]);
    expect(await places()).toEqual([{ order: [thursday, monday, sunday] }]);
    league.clock.set(SUNDAY_1PM + HOUR);
    const { text } = await league.call('GET /api/pools/:poolId/file', { as: admin, params: { poolId } });
    const { picks } = JSON.parse(text) as PoolFile;
    expect(picks.map(({ value }) => JSON.parse(value ?? ''))).toEqual([{ order: [thursday, sunday] }]);
  });

  test('report no earlier locks and no edits of games that are left out', async () => {
    const rules = { slate: 'days', mondayGames: false } as const;
    const poolId = await addPool(league.deps, { members: [ann], weeks: [WEEK_1, WEEK_2], rules });
    const later = await addGame(league.deps, { home: 'SF', away: 'LAR', weekId: WEEK_2, kickoff: MONDAY + 7 * DAY_MS });
    const moved = { gid: later, weekId: WEEK_1, home: 'SF', away: 'LAR', kickoff: SUNDAY_1PM, timeTbd: false };
    await transact(league.store, (tx) => writeGames(tx, engine, [moved], league.clock.now, 'feed'));
    await edit(monday, { kickoff: MONDAY - HOUR, homeScore: 3 });
    await edit(monday, { kickoff: SUNDAY_1PM + HOUR });
    expect(await announced(poolId)).toEqual([]);
    await edit(monday, { kickoff: SUNDAY_1PM });
    expect(await announced(poolId)).toEqual([expect.stringContaining('NYJ @ BUF')]);
    await edit(thursday, { homeScore: 3 });
    await edit(monday, { kickoff: MONDAY });
    const log = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
    const edited = log.entries.flatMap(({ act, game }) => (act === 'game.edit' ? [game?.gid] : []));
    expect(edited.filter((gid) => gid === thursday || gid === monday)).toEqual([thursday]);
  });

  test('announce that a week locks earlier because a game is taken in', async () => {
    const poolId = await open({ slate: 'chosen', deadline: 'week' });
    await choose(poolId, [thursday]);
    expect(await announced(poolId)).toEqual([]);
    await choose(poolId, []);
    expect(await announced(poolId)).toEqual([expect.stringContaining('Week 1 now locks earlier: Thu')]);
  });

  test('take no day in that would give somebody more picks than the rules allow', async () => {
    const poolId = await open({ slate: 'days', games: 1 });
    expect(await pick(ann, poolId, monday)).toBe('saved');
    (await changeRules(poolId, { mondayGames: false }, { mondayGames: true })).ok();
    expect(await pick(ann, poolId, sunday)).toBe('saved');
    const back = await changeRules(poolId, { mondayGames: true }, { mondayGames: false });
    expect(back.code).toBe('rule_below_picks');
    expect(await pool(poolId)).toMatchObject({ leftOut: [monday], rules: { mondayGames: false } });
  });

  test('let a seed bring picks of games that are left out beside as many as the rules allow', async () => {
    const poolId = await open({ slate: 'days', mondayGames: false, games: 1 });
    const writes = [monday, sunday].map((gid): PickWrite => {
      return { ...ownPick({ poolId, gid, userId: ann.userId, side: 'home' }), actor: { by: 'seed' } };
    });
    const { outcomes } = await transact(league.store, (tx) => writePicks(tx, engine, writes, league.clock.now));
    expect(outcomes).toMatchObject([{ saved: true }, { saved: true }]);
  });

  test('seal what was entered for a game that is left out, even once it has locked by itself', async () => {
    const poolId = await open({ slate: 'chosen' });
    (await league.enter(admin, entryIdOf(poolId, ann.userId), { gid: thursday, side: 'home' }, 'ill')).ok();
    await choose(poolId, [thursday]);
    league.clock.set(THURSDAY + HOUR);
    const log = await league.call('GET /api/admin/audit', { as: admin, query: { poolId } });
    expect(log.ok().entries.some(({ act }) => act === 'bus.enter')).toBe(true);
    expect(log.text).not.toContain('"home"');
  });

  test('are copied with their pool', async () => {
    const poolId = await open({ slate: 'chosen' });
    await choose(poolId, [monday]);
    const copy = await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId } });
    expect(await pool(copy.ok().id)).toMatchObject({ leftOut: [monday] });
  });
});

describe('On PostgreSQL', () => {
  test.each<[string, Partial<PoolRules>, (league: TestApp, poolId: string, gid: string) => Promise<unknown>]>([
    [
      'a commissioner leaves a game out',
      { slate: 'chosen' },
      ({ store, clock }, poolId, gid) => {
        const choice = { poolId, weekId: WEEK_1, leftOut: [gid] };
        return chooseSlate(store, { adminId: null, now: clock.now() }, choice, clock.now);
      },
    ],
    [
      'a game moves to a day off',
      { slate: 'days', mondayGames: false },
      ({ store, clock }, _, gid) => editGame(store, gid, { kickoff: MONDAY }, clock.now),
    ],
  ])('the first lock of a week that is reached while %s settles its slate', async (_, rules, act) => {
    const { league, poolId, sunday } = await aLeague('postgres', {
      members: ['ann'],
      now: THURSDAY - HOUR,
      rules,
      games: { thursday: { kickoff: THURSDAY }, sunday: { home: 'KC', away: 'LV' } },
    });
    const lock = THURSDAY + 5 * MINUTE;
    await setDatabaseClock(league.store, lock - 1);
    league.clock.set(lock - 1);
    const acting = act(league, poolId, sunday);
    await pause(100);
    await setDatabaseClock(league.store, lock);
    await acting;
    const rows = await league.store.db.selectFrom('slate_games').where('belongs', '=', 1).selectAll().execute();
    expect(rows).toHaveLength(2);
    await league.close();
  });
});
