import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { easternToUtc } from '#core/eastern-time.ts';
import { survivorSeason } from '#core/formats/survivor/survivor.ts';
import { presets } from '#core/rules/presets.ts';
import type { Game } from '#core/types.ts';
import { allUsers } from '#server/admin/reads.ts';
import { buyBacksOf } from '#server/entries/reads.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { gamesOfWeek, gamesOfWeeks, loadGames, weekIds } from '#server/games/reads.ts';
import { membersOfPool } from '#server/members/reads.ts';
import { loadMoney } from '#server/money/reads.ts';
import { ordersOfWeek, picksOfPool, revealedGuesses, teamsOfPool } from '#server/picks/reads.ts';
import { connect } from '#server/platform/db/connect.ts';
import { findPoolsByName, poolWeeks } from '#server/pools/reads.ts';
import { weeksOfPool } from '#server/pools/week-reads.ts';
import { loadStandings } from '#server/standings/reads.ts';
import { readSurvivorTable, weekScores } from '#server/standings/season-reads.ts';
import { recount } from '#server/standings/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, newDatabase, newTables, TestClock } from '#tests/app.ts';
import { historyOf, ownPick, storedChoices } from '#tests/builders.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { isLong } from '#tests/long.ts';
import { PATIENT } from '#tests/until.ts';
import { firstDemoMoment, nextDemoMoment, reachedMoment } from './clock.ts';
import { openDemo } from './demo.ts';
import { catchUp, startDemoFeed } from './feed.ts';
import { bots, DEMO_PASSWORD, namedPeople, seedDemo, survivorRules } from './league.ts';
import { departed } from './past.ts';

const HOUR = 60 * 60 * 1000;
const REAL = Date.parse('2026-11-21T12:00:00Z');
const START = firstDemoMoment(REAL);

/** The settings under which the demo answers a call without a socket. */
const demoSettings = { kind: 'demo', publicUrl: new URL('http://localhost:4280') } as const;
const local = { host: 'localhost:4280' };

let image: Promise<Buffer> | undefined;

/** A demo as it begins: a copy of one that was seeded once. */
async function createDemo(): Promise<TestApp> {
  image ??= seedImage();
  const { location, drop } = await newDatabase('sqlite');
  writeFileSync(location, await image);
  const app = await createTestApp('sqlite', { location, clock: new TestClock(START), settings: demoSettings });
  const close = async () => {
    await app.close();
    await drop();
  };
  return { ...app, close };
}

async function seedImage(): Promise<Buffer> {
  const { location, drop } = await newTables('sqlite');
  await (await seedAt(START, location)).close();
  const seeded = readFileSync(location);
  await drop();
  return seeded;
}

async function seedAt(now: number, location?: string): Promise<TestApp> {
  const place = location === undefined ? {} : { location };
  const app = await createTestApp('sqlite', { ...place, clock: new TestClock(now), settings: demoSettings });
  await seedDemo(app.store, now);
  await catchUp(app.deps);
  await app.deps.afterCommit.idle();
  return app;
}

async function poolIds({ store }: TestApp) {
  const [legends] = await findPoolsByName(store.db, 'Sunday Legends');
  const [spread] = await findPoolsByName(store.db, 'Against the Spread');
  const [confidence] = await findPoolsByName(store.db, 'Confidence');
  const [survivor] = await findPoolsByName(store.db, 'Survivor');
  if (!legends || !spread || !confidence || !survivor) throw new Error('The demo has no pools.');
  return { legends, spread, confidence, survivor };
}

/** The first entry of each person in a pool, by the name of the person. */
async function entryIds({ store }: TestApp, poolId: string): Promise<Map<string, string>> {
  return new Map((await allUsers(store.db)).map(({ displayName, id }) => [displayName, entryIdOf(poolId, id)]));
}

const pastPools = ['Sunday Legends 2025', 'Sunday Legends 2024'];

async function almanacYears(app: TestApp) {
  const { legends } = await poolIds(app);
  const body = { email: 'alex@demo.pickem', password: DEMO_PASSWORD };
  const signIn = { body, headers: { ...local, origin: 'http://localhost:4280' } };
  const { headers } = await app.call('POST /api/auth/sign-in', signIn);
  const as = { cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
  const params = { poolId: legends.id };
  return (await app.call('GET /api/pools/:poolId/almanac', { as, params, headers: local })).ok().years;
}

function seasonWeeks(season: number, last = 18): string[] {
  return Array.from({ length: last }, (_, at) => `${season}-week${at + 1}`);
}

describe('a new demo', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createDemo();
  });
  afterAll(() => app.close());

  it('has four pools with every week of the season, and at least 14 players in each', async () => {
    const { legends, spread, confidence, survivor } = await poolIds(app);
    expect(legends).toMatchObject({ rules: { useSpread: false, roundSpread: false } });
    expect(spread).toMatchObject({ rules: { useSpread: true, roundSpread: true } });
    expect(legends.createdAt).toBeGreaterThan(spread.createdAt ?? 0);
    expect(confidence.rules).toEqual(presets.confidence);
    expect(survivor.rules).toEqual(survivorRules);
    for (const { id } of [legends, spread, confidence, survivor]) {
      expect(await poolWeeks(app.store.db, id)).toEqual(seasonWeeks(2026));
      expect((await membersOfPool(app.store.db, id)).length).toBeGreaterThanOrEqual(14);
    }
  });

  it('has finished, live and coming games in its week, with lines, and later weeks without', async () => {
    const games = await gamesOfWeek(app.store.db, '2026-week9');
    expect(new Set(games.map((game) => game.status))).toEqual(new Set(['Final', 'In Progress', 'Not Started']));
    expect(games.every((game) => game.spread !== null && game.weather !== '')).toBe(true);
    expect((await gamesOfWeek(app.store.db, '2026-week15')).every((game) => game.spread === null)).toBe(true);
    const past = await gamesOfWeeks(app.store.db, seasonWeeks(2026, 8));
    expect(past.every((game) => game.status === 'Final' && game.lockAt === game.kickoff + 5 * 60_000)).toBe(true);
  });

  it('has lines that are frozen where another one stands by now', async () => {
    const { games } = (await loadGames(app.store.db, '2026-week8', START)).state;
    const moved = games.filter((game) => game.spread !== game.frozenSpread);
    expect([games.every((game) => game.frozenSpread !== null), moved.length > 0]).toEqual([true, true]);
    const coming = await gamesOfWeek(app.store.db, '2026-week10');
    expect(coming.every((game) => game.frozenSpread === null)).toBe(true);
  });

  it('has picks of all players, every one made before its game locked', async () => {
    const picks = await app.store.db
      .selectFrom('game_picks')
      .innerJoin('games', 'games.gid', 'game_picks.gid')
      .select(['made_at', 'lock_at'])
      .execute();
    expect(picks.length).toBeGreaterThan(3000);
    expect(picks.filter((pick) => pick.made_at >= pick.lock_at || pick.made_at > START)).toEqual([]);
    const history = await historyOf(app.store.db, 'pick');
    expect(history).toHaveLength(picks.length);
  });

  it('leaves the open games of this week to those whom visitors can sign in as', async () => {
    const { legends } = await poolIds(app);
    const ids = await entryIds(app, legends.id);
    const games = await gamesOfWeek(app.store.db, '2026-week9');
    const open = new Set(games.filter((game) => game.lockAt > START).map((game) => game.gid));
    const picks = await picksOfPool(app.store.db, legends.id, '2026-week9');
    for (const { name } of namedPeople) {
      const own = picks.filter((pick) => pick.entryId === ids.get(name));
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter((pick) => open.has(pick.gid))).toEqual([]);
    }
    const botsOpen = picks.filter((pick) => open.has(pick.gid));
    expect(botsOpen.length).toBeGreaterThan(bots.length * open.size * 0.8);
  });

  it('knows fans who never leave their team, and misses a pick here and there', async () => {
    const { legends } = await poolIds(app);
    const ids = await entryIds(app, legends.id);
    const games = new Map<string, Game>();
    const picks = [];
    for (const weekId of seasonWeeks(2026, 9)) {
      for (const game of await gamesOfWeek(app.store.db, weekId)) games.set(game.gid, game);
      picks.push(...(await picksOfPool(app.store.db, legends.id, weekId)));
    }
    for (const { name, fanOf } of bots) {
      const own = picks.filter((pick) => pick.entryId === ids.get(name));
      const teams = own.flatMap((pick) => games.get(pick.gid)?.[pick.side] ?? []);
      const against = own.flatMap((pick) => games.get(pick.gid)?.[pick.side === 'home' ? 'away' : 'home'] ?? []);
      expect(teams.length).toBeGreaterThan(games.size * 0.8);
      if (fanOf) expect(teams).toContain(fanOf);
      if (fanOf) expect(against).not.toContain(fanOf);
    }
    const all = bots.length * games.size;
    const made = picks.filter((pick) => bots.some((bot) => ids.get(bot.name) === pick.entryId)).length;
    expect(made).toBeLessThan(all);
  });

  it('has players who leave out weeks of the pool with weekly play, and have paid for those before this one', async () => {
    const { spread } = await poolIds(app);
    const { rows, finishedWeeks } = (await loadStandings(app.store.db, spread.id, START)).state;
    const blank = rows.flatMap(({ halves }) => halves.slice(0, finishedWeeks.length).filter((own) => own === null));
    expect(blank.length).toBeGreaterThan(0);
    const { entries, prizes } = (await loadMoney(app.store.db, spread.id, START)).state;
    const paid = entries.filter((entry) => entry.paid > 0);
    expect(paid.length).toBeGreaterThan(entries.length / 2);
    for (const entry of paid) expect([0, 500]).toContain(entry.due - entry.paid);
    expect(prizes.filter(({ shares }) => shares.length > 0).length).toBeGreaterThan(5);
  });

  it('has an order of everybody in the confidence pool, whose weeks the guesses decide', async () => {
    const { confidence } = await poolIds(app);
    const members = await membersOfPool(app.store.db, confidence.id);
    for (const weekId of seasonWeeks(2026, 9)) {
      const orders = await ordersOfWeek(app.store.db, confidence.id, weekId);
      const games = (await gamesOfWeek(app.store.db, weekId)).map(({ gid }) => gid);
      expect(orders.size).toBe(members.length);
      for (const order of orders.values()) expect(new Set(order)).toEqual(new Set(games));
      expect(new Set([...orders.values()].map((order) => order.join())).size).toBeGreaterThan(10);
    }
    const guesses = await revealedGuesses(app.store.db, confidence.id, seasonWeeks(2026, 9), START);
    expect(guesses).toHaveLength(8 * members.length);
    const all = await storedChoices(app.store.db, 'guess');
    const open = all.filter(({ about }) => about === '2026-week9');
    expect(open).toHaveLength(members.length - namedPeople.length);
  });

  it('has survivors, some of them out; a visitor may be either', async () => {
    const { survivor } = await poolIds(app);
    const ids = await entryIds(app, survivor.id);
    const weeks = await weeksOfPool(app.store.db, survivor.id);
    const choices = await teamsOfPool(app.store.db, survivor.id);
    const buyBacks = await buyBacksOf(app.store.db, { poolId: survivor.id });
    const seasonOf = (name: string) => {
      const id = ids.get(name) ?? '';
      return survivorSeason(weeks, choices.get(id) ?? {}, survivor.rules, buyBacks.get(id));
    };
    const livesOf = (name: string) => seasonOf(name).lives;
    expect(livesOf('Alex Rivera')).toBe(2);
    expect(livesOf('Commissioner Quinn')).toBe(2);
    expect(livesOf('Sam Okafor')).toBe(0);
    const left = bots.filter(({ name }) => livesOf(name) > 0);
    expect(left.length).toBeGreaterThan(2);
    expect(left.length).toBeLessThan(bots.length - 2);
    for (const { name } of [...namedPeople, ...bots]) {
      const own = Object.entries(choices.get(ids.get(name) ?? '') ?? {});
      expect(new Set(own.map(([, { team }]) => team)).size).toBe(own.length);
      const { outWeekId } = seasonOf(name);
      expect(own.filter(([weekId]) => outWeekId !== null && weekId > outWeekId)).toEqual([]);
    }
    expect(seasonOf('Luis Ortega').boughtBack).toEqual(['2026-week4']);
    expect(seasonOf('Oskar Weiss').boughtBack).toEqual(['2026-week3']);
    const { rows, winners } = await readSurvivorTable(app.store.db, survivor, START);
    expect(rows.filter(({ mayBuyBack }) => mayBuyBack !== null)).toEqual([]);
    expect(winners).toEqual([]);
    for (const { name } of namedPeople) expect(choices.get(ids.get(name) ?? '')).not.toHaveProperty('2026-week9');
    for (const { name } of left) expect(choices.get(ids.get(name) ?? '')).toHaveProperty('2026-week9');
  });

  it('has entries that were made before the games locked that they are about', async () => {
    const { db } = app.store;
    const entries = [...(await storedChoices(db, 'order')), ...(await storedChoices(db, 'team'))];
    expect(entries.length).toBeGreaterThan(200);
    for (const { about: weekId, value, madeAt } of entries) {
      expect(value).not.toBeNull();
      const gid = value !== null && 'gid' in value ? value.gid : undefined;
      const games = (await gamesOfWeek(db, weekId)).filter((game) => gid === undefined || game.gid === gid);
      expect(madeAt).toBeLessThan(Math.min(...games.map(({ lockAt }) => lockAt)));
    }
  });

  it('has the scores that follow from picks and games, spread over the players', async () => {
    expect(await recount(app.store)).toEqual([]);
    const { legends } = await poolIds(app);
    const totals = [...(await weekScores(app.store.db, legends.id)).values()].map((weeks) =>
      Object.values(weeks).reduce((sum, score) => sum + score, 0),
    );
    expect(new Set(totals).size).toBeGreaterThan(8);
  });

  it('lets its named people sign in with the printed password, one of them as admin', async () => {
    for (const { email, name, isAdmin } of namedPeople) {
      const body = { email, password: DEMO_PASSWORD };
      const headers = { ...local, origin: 'http://localhost:4280' };
      const reply = await app.call('POST /api/auth/sign-in', { body, headers });
      const { user } = reply.ok();
      expect(user).toMatchObject({ displayName: name, isAdmin });
      const own = Object.values(user?.pools ?? {}).map((pool) => pool.name);
      expect(own).toEqual(['Sunday Legends', 'Against the Spread', 'Confidence', 'Survivor', ...pastPools]);
    }
  });

  it('has three finished years in the almanac of its main pool, one of them typed, and people who left', async () => {
    const years = await almanacYears(app);
    expect(years.map(({ year, pool, isOver, weeks }) => [year, pool?.name ?? 'typed', isOver, weeks])).toEqual([
      [2026, 'Sunday Legends', false, 8],
      [2025, 'Sunday Legends 2025', true, 18],
      [2024, 'Sunday Legends 2024', true, 9],
      [2023, 'typed', true, 0],
    ]);
    const champions = years
      .slice(1)
      .map(({ table }) => table.filter(({ place }) => place === 1).map(({ name }) => name));
    expect(champions).toEqual([['Grandma Ruth'], [expect.any(String)], ['Uncle Walt']]);
    const [, last, first, typed] = years.map(({ table }) => table.map(({ name }) => name));
    expect([last, first].map((names) => names?.includes('Carla Reyes'))).toEqual([false, true]);
    expect([last, first].map((names) => names?.includes('Bree Thompson'))).toEqual([false, false]);
    for (const { name } of namedPeople) expect([last, first].every((names) => names?.includes(name))).toBe(true);
    expect(typed).toEqual(expect.arrayContaining(['Sam Okafor', 'Pete Malone', 'Gus Brandt']));
  });

  it('has the receipts of the years before, each as of its lock, and no pick that came after it', async () => {
    const { db } = app.store;
    const own = db.selectFrom('pools').select('id').where('name', 'in', pastPools);
    const locks = db.selectFrom('lock_receipts').select(['lock_at', 'made_at']).where('pool_id', 'in', own);
    const receipts = await locks.where('lock_at', 'is not', null).execute();
    expect(receipts).toHaveLength(18 + 9);
    for (const { lock_at, made_at } of receipts) expect(made_at).toBe(lock_at);
    const picks = db
      .selectFrom('game_picks')
      .innerJoin('pool_locks', (on) =>
        on.onRef('pool_locks.gid', '=', 'game_picks.gid').onRef('pool_locks.pool_id', '=', 'game_picks.pool_id'),
      );
    expect(await picks.select('made_at').whereRef('made_at', '>=', 'pool_locks.lock_at').execute()).toEqual([]);
  });

  it('is not seeded twice', async () => {
    await seedDemo(app.store, START);
    await catchUp(app.deps);
    await app.deps.afterCommit.idle();
    expect(await allUsers(app.store.db)).toHaveLength(namedPeople.length + bots.length + departed.length);
    expect(await findPoolsByName(app.store.db, 'Sunday Legends')).toHaveLength(1);
  });
});

describe('a later start of the demo', () => {
  it('finishes what was running, fills the new week, and keeps every pick', async () => {
    const app = await createDemo();
    const { legends } = await poolIds(app);
    const alex = (await allUsers(app.store.db)).find(({ displayName }) => displayName === 'Alex Rivera')?.id ?? '';
    const open = (await gamesOfWeek(app.store.db, '2026-week9')).filter((game) => game.status === 'Not Started');
    for (const { gid } of open.slice(0, 2)) {
      const own = ownPick({ poolId: legends.id, gid, userId: alex, side: 'away' });
      expect(await app.deps.picks.add(own)).toMatchObject({ saved: true });
    }
    const before = await picksOfPool(app.store.db, legends.id, '2026-week9');

    app.clock.set(nextDemoMoment(START + 3 * HOUR));
    await catchUp(app.deps);
    await app.deps.afterCommit.idle();

    expect(await picksOfPool(app.store.db, legends.id, '2026-week9')).toEqual(expect.arrayContaining(before));
    expect(await picksOfPool(app.store.db, legends.id, '2026-week9')).toHaveLength(before.length);
    expect((await gamesOfWeek(app.store.db, '2026-week9')).every((game) => game.status === 'Final')).toBe(true);
    const week = await gamesOfWeek(app.store.db, '2026-week10');
    expect(new Set(week.map((game) => game.status))).toEqual(new Set(['Final', 'In Progress', 'Not Started']));
    expect(week.every((game) => game.spread !== null)).toBe(true);
    const entryId = entryIdOf(legends.id, alex);
    const own = (await picksOfPool(app.store.db, legends.id, '2026-week10')).filter((pick) => pick.entryId === entryId);
    const locked = new Set(week.filter((game) => game.lockAt <= app.clock.now()).map((game) => game.gid));
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((pick) => locked.has(pick.gid))).toBe(true);
    expect(await recount(app.store)).toEqual([]);
    await app.close();
  });

  if (isLong)
    it('goes over to a new season after the last week, and keeps the old one', async () => {
      const app = await seedAt(easternToUtc('2027-01-10', '14:10'));
      const { legends } = await poolIds(app);
      const before = await picksOfPool(app.store.db, legends.id, '2026-week18');

      app.clock.set(nextDemoMoment(app.clock.now() + 5 * HOUR));
      await catchUp(app.deps);
      await app.deps.afterCommit.idle();

      expect(await poolWeeks(app.store.db, legends.id)).toEqual(seasonWeeks(2027));
      expect(await weekIds(app.store.db)).toEqual([
        ...seasonWeeks(2024).slice(9),
        ...seasonWeeks(2025),
        ...seasonWeeks(2026),
        ...seasonWeeks(2027),
      ]);
      expect((await almanacYears(app)).map(({ year }) => year)).toEqual([2027, 2025, 2024, 2023]);
      expect(await picksOfPool(app.store.db, legends.id, '2026-week18')).toHaveLength(before.length);
      const last = await gamesOfWeek(app.store.db, '2026-week18');
      expect(last.every((game) => game.status === 'Final')).toBe(true);
      const first = await gamesOfWeek(app.store.db, '2027-week1');
      expect(new Set(first.map((game) => game.status))).toEqual(new Set(['Final', 'In Progress', 'Not Started']));
      expect((await picksOfPool(app.store.db, legends.id, '2027-week1')).length).toBeGreaterThan(bots.length * 10);
      expect(await recount(app.store)).toEqual([]);
      await app.close();
    });
});

describe('the feed of the demo', () => {
  it('advances the live games while it runs, reports changes, and stores its time', async () => {
    const app = await createDemo();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const changed = vi.fn();
    const failed = vi.fn();
    const feed = await startDemoFeed({ store: app.store, clock: app.clock, afterCommit: { changed } }, failed);
    changed.mockClear();
    const [game] = (await gamesOfWeek(app.store.db, '2026-week9')).filter((each) => each.status === 'In Progress');
    app.clock.advance(60_000);
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledWith({ kind: 'games', weekIds: ['2026-week9'] }), PATIENT);
    const later = (await gamesOfWeek(app.store.db, '2026-week9')).find((each) => each.gid === game?.gid);
    expect(later?.situation).not.toBe(game?.situation);

    app.clock.advance(1_000);
    await feed.stop();
    expect(await reachedMoment(app.store.db)).toBe(app.clock.now());
    expect(failed).not.toHaveBeenCalled();
    await app.close();
  });

  it('reports a failed write and continues', async () => {
    const app = await createDemo();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failed = vi.fn();
    const changed = vi.fn();
    const feed = await startDemoFeed({ store: app.store, clock: app.clock, afterCommit: { changed } }, failed);
    changed.mockImplementation(() => {
      throw new Error('no');
    });
    app.clock.advance(60_000);
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1), PATIENT);
    changed.mockReset();
    await vi.waitFor(() => {
      app.clock.advance(60_000);
      vi.advanceTimersByTime(5_000);
      expect(changed).toHaveBeenCalled();
    }, PATIENT);
    vi.useRealTimers();
    await feed.stop();
    await app.close();
  });

  it('leaves a score alone that an admin set, and takes it up again when it is given back', async () => {
    const app = await createDemo();
    const live = (await gamesOfWeek(app.store.db, '2026-week9')).find((each) => each.status === 'In Progress');
    const gid = live?.gid ?? '';
    await editGame(app.store, gid, { homeScore: 77 }, app.clock.now);
    const scoreNow = async () =>
      (await gamesOfWeek(app.store.db, '2026-week9')).find((each) => each.gid === gid)?.homeScore;
    app.clock.advance(60_000);
    await catchUp(app.deps);
    await app.deps.afterCommit.idle();
    expect(await scoreNow()).toBe(77);
    await app.store.db.updateTable('games').set({ set_by_admin: '' }).where('gid', '=', gid).execute();
    await catchUp(app.deps);
    await app.deps.afterCommit.idle();
    expect(await scoreNow()).toBeLessThan(77);
    await app.close();
  });
});

describe('opening the demo', () => {
  it('seeds an empty database and says who can sign in', async () => {
    const database = await newDatabase('sqlite');
    const app = await createTestApp('sqlite', { location: database.location, settings: demoSettings });
    const demo = await openDemo(app.store);
    const running = await demo.start({ ...app.deps, clock: demo.clock });
    const text = running.greeting.join('\n');
    expect(text).toMatch(/clock shows \d{4}-11-\d\d 14:1\d Eastern/);
    for (const { email } of namedPeople) expect(text).toContain(email);
    expect(text).toContain(DEMO_PASSWORD);
    await running.stop();
    await app.close();

    const store = connect(database.location);
    const again = await openDemo(store);
    expect(Math.abs(again.clock.now() - demo.clock.now())).toBeLessThan(60_000);
    await store.close();
    await database.drop();
  });
});
