import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import type { OrderValue, SlotWish } from '#core/pick.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { enterForEntry } from '#server/entering/store.ts';
import { addEntry } from '#server/entries/store.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import type { PickOutcome } from '#server/picks/store.ts';
import { pickWriter } from '#server/picks/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, historyOf, ownWish, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, whileHeld } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { rounds } from '#tests/long.ts';
import type { WeekChoice } from '#tests/pick.ts';
import { giveUpEntry } from './giving-up-store.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const ROUNDS = rounds(8, 30);

const refused = { saved: false, refusal: 'game_locked' };

function choiceOf(weekId: string, entry: WeekChoice | null): SlotWish {
  if (entry !== null && 'order' in entry) return { kind: 'order', about: weekId, value: { order: entry.order } };
  return { kind: 'team', about: weekId, value: entry };
}

describe.each(engines)('Several writers of entries on %s', (engine) => {
  const league = withLeague(engine);
  let nodes: Store[];
  let ann: Person;
  let poolId: string;
  let [early, next] = ['', ''];

  beforeAll(async () => {
    nodes = [league.store, ...(engine === 'sqlite' ? [] : [connect(league.store.location)])];
  });

  beforeEach(async () => {
    await league.store.db.deleteFrom('picks').execute();
    ({ ann, poolId, early, next } = await aLeague(league, {
      members: ['ann'],
      weeks: [WEEK_1, WEEK_2],
      rules: { format: 'survivor' },
      games: { early: {}, next: { weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * 24 * HOUR } },
    }));
  });

  afterAll(async () => {
    for (const node of nodes.slice(1)) await node.close();
  });

  const write = (node: number, wish: SlotWish) =>
    pickWriter(nodes[node % nodes.length] as Store, league.clock.now).add(
      ownWish({ poolId, userId: ann.userId }, wish),
    );
  const enter = (node: number, weekId: string, entry: WeekChoice | null) => write(node, choiceOf(weekId, entry));

  const phi = (): SlotWish => ({ kind: 'team', about: WEEK_1, value: { gid: early, team: 'PHI' } });
  const second = (team: string): SlotWish => ({
    kind: 'team',
    about: teamSlot(WEEK_1, true),
    value: { gid: early, team },
  });
  const phiNext = (): SlotWish => ({ kind: 'team', about: WEEK_2, value: { gid: next, team: 'PHI' } });

  test.each<[string, number, () => readonly [SlotWish, SlotWish]]>([
    ['one team to two weeks', 0, () => [phi(), phiNext()]],
    ['one team to a second team and another week', 1, () => [second('PHI'), phiNext()]],
    ['one game to both teams of a week', 1, () => [phi(), second('DAL')]],
    ['one team to both teams of a week', 1, () => [phi(), second('PHI')]],
  ])('never give %s, whichever device comes first', async (_, twoTeamsFrom, choices) => {
    const rules = JSON.stringify(rulesWith({ format: 'survivor', twoTeamsFrom: twoTeamsFrom as 0 | 1 }));
    await league.store.db.updateTable('pools').set({ rules }).where('id', '=', poolId).execute();
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcomes = await Promise.all(choices().map((wish, at) => write(round + at, wish)));
      expect(outcomes.filter(({ saved }) => saved)).toHaveLength(1);
      const rows = await league.store.db.selectFrom('picks').select('value').where('value', 'is not', null).execute();
      expect(rows).toHaveLength(1);
      for (const wish of choices()) await write(round, { ...wish, value: null } as SlotWish);
    }
  });

  test('leave the last of many changes of mind, each answered', async () => {
    const wishes = Array.from({ length: ROUNDS }, (_, at) => ({ gid: early, team: at % 2 === 0 ? 'PHI' : 'DAL' }));
    const outcomes = await Promise.all(wishes.map((entry, at) => enter(at, WEEK_1, entry)));
    expect(outcomes.every(({ saved }) => saved)).toBe(true);
    const last = outcomes.reduce((best, each) => (revisionOf(each) > revisionOf(best) ? each : best));
    const row = await league.store.db.selectFrom('picks').select(['value', 'revision']).executeTakeFirstOrThrow();
    expect(row.revision).toBe(revisionOf(last));
    expect(JSON.parse(row.value ?? '')).toEqual(last.saved && last.value);
  });
});

function revisionOf(outcome: PickOutcome): number {
  return outcome.saved ? outcome.revision : 0;
}

/** Devices that enter again and again while a lock is reached. */
const PLAYERS = 40;
const CHANGES = 12;

describe.each(engines)('A storm of entries while a lock is reached, on %s', (engine) => {
  const league = withLeague(engine);
  let nodes: Store[];
  let players: Person[];
  let games: string[];

  beforeAll(async () => {
    nodes = [
      league.store,
      ...(engine === 'sqlite' ? [] : [connect(league.store.location), connect(league.store.location)]),
    ];
    players = [];
    for (let at = 0; at < PLAYERS; at += 1) players.push(await addPerson(league.deps));
    games = [await addGame(league.deps)];
    for (const [away, home] of [
      ['LV', 'KC'],
      ['SEA', 'SF'],
      ['NYG', 'NYJ'],
    ] as const)
      games.push(await addGame(league.deps, { away, home, kickoff: SUNDAY_1PM + 3 * HOUR }));
  });

  beforeEach(() => setClock(LOCK - 1));

  afterAll(async () => {
    for (const node of nodes.slice(1)) await node.close();
  });

  async function setClock(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  /** Everybody enters many times, from all nodes at once; half-way the lock is reached. */
  async function storm(
    poolId: string,
    entryOf: (player: number, change: number) => WeekChoice,
  ): Promise<PickOutcome[][]> {
    const writers = nodes.map((node) => pickWriter(node, league.clock.now));
    const answers: Promise<PickOutcome>[][] = players.map(() => []);
    for (let change = 0; change < CHANGES; change += 1) {
      if (change === CHANGES / 2) await setClock(LOCK);
      for (const [player, { userId }] of players.entries()) {
        const writer = writers[(player + change) % writers.length] as (typeof writers)[number];
        const write = ownWish({ poolId, userId }, choiceOf(WEEK_1, entryOf(player, change)));
        answers[player]?.push(writer.add(write));
      }
      // The last change is judged alone: of changes that wait together, only the last is.
      if (change === 0 || change === CHANGES - 2) await Promise.all(answers.flat());
      await wait(2);
    }
    return await Promise.all(answers.map((each) => Promise.all(each)));
  }

  /** What stood of each player, in order. */
  async function historyOfAll(kind: 'team' | 'order', poolId: string) {
    const rows = await historyOf(league.store.db, kind, poolId);
    return players.map(({ userId }) => rows.filter((row) => row.userId === userId));
  }

  test('keeps each team that was acknowledged, and takes none later', async () => {
    const poolId = await addPool(league.deps, { members: players, rules: { format: 'survivor' } });
    const [gid = ''] = games;
    const outcomes = await storm(poolId, (player, change) => ({ gid, team: (player + change) % 2 ? 'PHI' : 'DAL' }));
    const history = await historyOfAll('team', poolId);
    for (const [player, answers] of outcomes.entries()) {
      const last = answers
        .filter(({ saved }) => saved)
        .reduce((best, each) => (revisionOf(each) > revisionOf(best) ? each : best));
      const row = history[player]?.at(-1);
      expect([row?.value, row?.revision]).toEqual([last.saved && last.value, revisionOf(last)]);
      expect(row?.madeAt).toBeLessThan(LOCK);
      // Both teams were asked for last.
      expect(answers.slice(-2)).toContainEqual(refused);
    }
  });

  test('keeps the place of the game that locks in every order', async () => {
    const poolId = await addPool(league.deps, { members: players, rules: { format: 'confidence' } });
    const outcomes = await storm(poolId, (player, change) => ({
      order: games.map((_, at) => games[(at + player + change) % games.length] ?? ''),
    }));
    for (const [player, states] of (await historyOfAll('order', poolId)).entries()) {
      const placesOf = (isIn: (madeAt: number) => boolean) =>
        states
          .filter(({ madeAt }) => isIn(madeAt))
          .map(({ value }) => (value as OrderValue).order.indexOf(games[0] ?? ''));
      const atLock = placesOf((madeAt) => madeAt < LOCK).at(-1);
      const after = placesOf((madeAt) => madeAt >= LOCK);
      expect(after.length).toBeGreaterThan(0);
      expect(new Set(after)).toEqual(new Set([atLock]));
      expect(outcomes[player]?.every(({ saved }) => saved)).toBe(true);
      expect(states.at(-1)?.revision).toBe(Math.max(...(outcomes[player] ?? []).map(revisionOf)));
    }
  });
});

test('On SQLite a team that waits for another process is judged by the time at which it is written', async () => {
  const { league, ann, poolId, gid } = await aLeague('sqlite', {
    members: ['ann'],
    rules: { format: 'survivor' },
    games: { gid: {} },
  });
  const write = ownWish({ poolId, userId: ann.userId }, choiceOf(WEEK_1, { gid, team: 'PHI' }));
  const outcome = await whileHeld(
    league.store,
    async () => {},
    () => pickWriter(league.store, league.clock.now).add(write),
    () => league.clock.set(LOCK),
  );
  expect(outcome).toEqual(refused);
  await league.close();
});

describe('On PostgreSQL, while an entry waits for its turn', () => {
  const league = withLeague('postgres');
  let ann: Person;

  beforeAll(async () => {
    ann = await addPerson(league.deps);
  });

  beforeEach(async () => {
    league.clock.set(LOCK - 1);
    await setDatabaseClock(league.store, LOCK - 1);
    for (const table of ['picks', 'feed_games', 'games'] as const) await league.store.db.deleteFrom(table).execute();
  });

  const holdEntry = (tx: Db) => sql`select id from entries where player_id = ${ann.userId} for update`.execute(tx);
  const entered = async () => {
    const query = league.store.db.selectFrom('picks').select('value').where('value', 'is not', null);
    const row = await query.executeTakeFirst();
    return row?.value ? JSON.parse(row.value) : null;
  };
  const enterTeam = (poolId: string, gid: string, team: string) =>
    pickWriter(league.store, league.clock.now).add(
      ownWish({ poolId, userId: ann.userId }, { kind: 'team', about: WEEK_1, value: { gid, team } }),
    );

  test('a lock is reached, and its team is refused', async () => {
    const poolId = await addPool(league.deps, { members: [ann], rules: { format: 'survivor' } });
    const gid = await addGame(league.deps);
    const act = () => enterTeam(poolId, gid, 'PHI');
    expect(await whileHeld(league.store, holdEntry, act, () => setDatabaseClock(league.store, LOCK))).toEqual(refused);
    expect(await entered()).toBeNull();
  });

  test('the game of its team, which was off, is played after all and has locked: that team stays', async () => {
    const poolId = await addPool(league.deps, { members: [ann], rules: { format: 'survivor' } });
    const first = await addGame(league.deps);
    const second = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR });
    await enterTeam(poolId, first, 'PHI');
    await setDatabaseClock(league.store, LOCK - HOUR);
    await editGame(league.store, first, { void: 'postponed' }, league.clock.now);
    await setDatabaseClock(league.store, LOCK);
    const comeBack = (tx: Db) => sql`update games set void = null, lock_at = ${LOCK} where gid = ${first}`.execute(tx);
    const act = () => enterTeam(poolId, second, 'KC');
    expect(await whileHeld(league.store, comeBack, act, () => {})).toEqual(refused);
    expect(await entered()).toEqual({ gid: first, team: 'PHI' });
    await editGame(league.store, first, { void: 'cancelled' }, league.clock.now);
    expect(await enterTeam(poolId, second, 'KC')).toMatchObject({ saved: true });
  });

  test('a lock is reached, and the game keeps its place in the order', async () => {
    const poolId = await addPool(league.deps, { members: [ann], rules: { format: 'confidence' } });
    const first = await addGame(league.deps);
    const others = [
      await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR }),
      await addGame(league.deps, { home: 'SF', away: 'SEA', kickoff: SUNDAY_1PM + 4 * HOUR }),
    ];
    const enter = (order: string[]) =>
      pickWriter(league.store, league.clock.now).add(
        ownWish({ poolId, userId: ann.userId }, { kind: 'order', about: WEEK_1, value: { order } }),
      );
    const [second = '', third = ''] = others;
    await enter([first, second, third]);
    const act = () => enter([third, second, first]);
    await whileHeld(league.store, holdEntry, act, () => setDatabaseClock(league.store, LOCK));
    expect(await entered()).toEqual({ order: [first, third, second] });
  });

  test.each(['confidence', 'survivor'] as const)(
    'a lock is reached after an admin was let enter their own %s week, and they are refused',
    async (format) => {
      const poolId = await addPool(league.deps, { members: [ann], rules: { format } });
      const gid = await addGame(league.deps);
      const entry = format === 'survivor' ? { gid, team: 'PHI' } : { order: [gid] };
      const actor = { by: 'commissioner', userId: ann.userId, reason: 'no signal' } as const;
      const own = { poolId, entryId: entryIdOf(poolId, ann.userId), wishes: [choiceOf(WEEK_1, entry)], actor };
      const act = () => enterForEntry(league.store, own, league.clock.now);
      const hold = (tx: Db) => markPoolStale(tx, poolId, [WEEK_1]);
      const outcome = await whileHeld(league.store, hold, act, () => setDatabaseClock(league.store, LOCK));
      expect(outcome).toMatchObject({ outcomes: [{ refusal: 'own_bus_pick' }] });
      expect(await entered()).toBeNull();
    },
  );

  test.each<[string, (entry: { poolId: string; userId: string; entryId: string }) => Promise<unknown>, unknown]>([
    [
      'added',
      (entry) => addEntry(league.store, { ...entry, name: null }, league.clock.now),
      { refusal: 'survivor_begun' },
    ],
    ['given up', (entry) => giveUpEntry(league.store, entry, league.clock.now), 'entry_locked'],
  ])(
    'the first lock of a survivor pool is reached after an entry was let be %s, and it is not',
    async (_, act, told) => {
      const { userId } = ann;
      const poolId = await addPool(league.deps, { members: [ann], rules: { format: 'survivor', entries: 3 } });
      await addGame(league.deps);
      const second = await addEntry(league.store, { poolId, userId, name: null }, league.clock.now);
      const entryId = 'id' in second ? second.id : '';
      const hold = (tx: Db) => sql`lock table audit_log in exclusive mode`.execute(tx);
      const meanwhile = () => setDatabaseClock(league.store, LOCK);
      expect(await whileHeld(league.store, hold, () => act({ poolId, userId, entryId }), meanwhile)).toEqual(told);
    },
  );
});
