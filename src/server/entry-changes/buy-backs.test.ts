import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PoolFile } from '#contract/pool-file.ts';
import type { Survival } from '#contract/standings.ts';
import { FEE, SEASON } from '#core/money.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { missingPicks } from '#server/notify/missing-reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { digestOf } from '#server/pool-file/reads.ts';
import { isWon } from '#server/standings/season-reads.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, whileHeld } from '#tests/database-clock.ts';
import { engines, usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

const WEEK = 7 * 24 * HOUR;
const WEEK_3 = '2026-week3';
const WEEK_4 = '2026-week4';
const LOCK = SUNDAY_1PM + 5 * MINUTE;
/** The games of Week 1 are over. */
const OVER = LOCK + 4 * HOUR;
/** The locks of the two games of Week 2, and that of Week 3. */
const [NEXT, LATER, LAST] = [LOCK + WEEK, LOCK + WEEK + 3 * HOUR, LOCK + 2 * WEEK];
const bySelf: Partial<PoolRules> = { format: 'survivor', buyBacks: 1, buyBackBy: 'owner' };

/** Ann and Bob have teams that lose in Week 1, Cat one that wins; PHI, KC and GB play at home. */
describe.each(engines)('A buy-back on %s', (engine) => {
  const league = withLeague(engine);
  let [admin, runner, ann, bob, cat, stranger] = [] as unknown as [Person, Person, Person, Person, Person, Person];
  let poolId: string;
  let gids: Record<string, string>;

  beforeEach(async () => {
    const { db } = league.store;
    for (const table of ['buy_backs', 'buy_back_windows', 'picks', 'week_scores', 'games'] as const)
      await db.deleteFrom(table).execute();
    // No pool of another test has weeks to score.
    await db
      .updateTable('pools')
      .set({ deleted_at: SUNDAY_1PM - HOUR })
      .where('deleted_at', 'is', null)
      .execute();
    await at(SUNDAY_1PM - HOUR);
    admin = await addPerson(league.deps, { isAdmin: true });
    runner = await addPerson(league.deps, { name: 'Runner' });
    ann = await addPerson(league.deps, { name: 'Ann' });
    bob = await addPerson(league.deps, { name: 'Bob' });
    cat = await addPerson(league.deps, { name: 'Cat' });
    stranger = await addPerson(league.deps);
    const game = (weekId: string, home: string, away: string, kickoff: number) =>
      addGame(league.deps, { weekId, home, away, kickoff });
    gids = {
      phi: await game(WEEK_1, 'PHI', 'DAL', SUNDAY_1PM),
      kc: await game(WEEK_1, 'KC', 'LV', SUNDAY_1PM),
      next: await game(WEEK_2, 'PHI', 'KC', SUNDAY_1PM + WEEK),
      later: await game(WEEK_2, 'GB', 'CHI', SUNDAY_1PM + WEEK + 3 * HOUR),
      last: await game(WEEK_3, 'GB', 'PHI', SUNDAY_1PM + 2 * WEEK),
    };
  });

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  /** A pool in which Ann and Bob are out after Week 1. */
  async function begin(rules: Partial<PoolRules> = bySelf, catsTeam = 'KC'): Promise<void> {
    await play(rules, catsTeam);
    await at(OVER);
    await finish('phi', 10);
    await finish('kc', 20);
  }

  /** A pool in which all have chosen teams for Week 1. */
  async function play(rules: Partial<PoolRules> = bySelf, catsTeam = 'KC'): Promise<void> {
    const traits = { members: [ann, bob, cat], commissioners: [runner], weeks: [WEEK_1, WEEK_2, WEEK_3] };
    poolId = await addPool(league.deps, { ...traits, rules });
    expect([await choose(ann, 'phi', 'PHI'), await choose(bob, 'phi', 'PHI')]).toEqual(['saved', 'saved']);
    expect(await choose(cat, catsTeam === 'KC' ? 'kc' : 'phi', catsTeam)).toBe('saved');
  }

  async function choose(as: Person, game: string, team: string, weekId: string = WEEK_1, second?: true) {
    return (await league.pick(as, poolId, { gid: gids[game] ?? '', team, weekId, second })).code ?? 'saved';
  }

  /** Ends a game, or corrects it. @param home points of the home team; the other has 15 */
  async function finish(game: string, home: number): Promise<void> {
    await edit(game, { status: 'Final', homeScore: home, awayScore: 15 });
  }

  type GameEdit = Parameters<typeof league.call<'PATCH /api/games/:gid'>>[1]['body'];

  async function edit(game: string, body: GameEdit): Promise<void> {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: gids[game] ?? '' }, body })).ok();
  }

  const settled = () => league.deps.afterCommit.idle();

  const inputOf = (who: Person, weekId: string) => ({
    params: { entryId: entryIdOf(poolId, who.userId) },
    body: { weekId },
  });
  const buy = async (who: Person, as = who, weekId: string = WEEK_1) =>
    (await league.call('PUT /api/entries/:entryId/buy-back', { as, ...inputOf(who, weekId) })).code ?? 'ok';
  const takeBack = async (who: Person, as = who, weekId: string = WEEK_1) =>
    (await league.call('DELETE /api/entries/:entryId/buy-back', { as, ...inputOf(who, weekId) })).code ?? 'ok';

  async function read() {
    return (await league.call('GET /api/pools/:poolId/standings', { as: cat, params: { poolId } })).ok();
  }

  async function survivalOf({ userId }: Person): Promise<Survival | undefined> {
    return (await read()).rows.find(({ ownerId }) => ownerId === userId)?.survival;
  }

  const acts = async () => {
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: cat, params: { poolId } })).ok();
    return entries.filter(({ act }) => act.includes('buy-back'));
  };

  describe('is made', () => {
    test('once, even if it is sent twice at the same moment', async () => {
      await begin();
      expect(await Promise.all([buy(ann), buy(ann, runner)])).toEqual(['ok', 'ok']);
      expect(await acts()).toHaveLength(1);
    });
  });

  describe('ends with the next lock', () => {
    test('to the millisecond, and so does taking it back', async () => {
      await begin();
      await at(NEXT - 1);
      expect([await buy(ann), await takeBack(ann), await takeBack(ann), await buy(ann)]).toEqual([
        'ok',
        'ok',
        'ok',
        'ok',
      ]);
      await at(NEXT);
      expect([await buy(bob), await takeBack(ann)]).toEqual(['buy_back_closed', 'buy_back_closed']);
      expect((await acts()).map(({ act }) => act)).toEqual(['entry.buy-back', 'entry.buy-back.undo', 'entry.buy-back']);
    });

    const entryId = () => entryIdOf(poolId, ann.userId);
    const waits: readonly (readonly [string, (tx: Db) => Promise<unknown>])[] =
      engine === 'postgres'
        ? [
            ['its entry', (tx) => sql`select id from entries where id = ${entryId()} for update`.execute(tx)],
            ['its line in the log', (tx) => sql`lock table audit_log in exclusive mode`.execute(tx)],
          ]
        : [['another change', () => Promise.resolve()]];

    test.each(waits)('one that waits for %s until then is refused as a whole', async (_, hold) => {
      await begin();
      await at(NEXT - 1);
      const outcome = await whileHeld(
        league.store,
        hold,
        () => buy(ann),
        () => at(NEXT),
      );
      expect(outcome).toBe('buy_back_closed');
      expect(await acts()).toEqual([]);
      expect(await league.store.db.selectFrom('buy_backs').selectAll().execute()).toEqual([]);
    });
  });

  // What follows is SQL that both databases run alike.
  if (!usualEngines.includes(engine)) return;

  describe('is made', () => {
    test('by its owner: the entry has one life, and chooses teams again that it has not used', async () => {
      await begin();
      expect(await survivalOf(ann)).toMatchObject({
        lives: 0,
        outWeekId: WEEK_1,
        mayBuyBack: { weekId: WEEK_1, until: NEXT },
      });
      expect(await choose(ann, 'later', 'GB', WEEK_2)).toBe('player_out');
      expect(await buy(ann)).toBe('ok');
      const survival = await survivalOf(ann);
      expect(survival).toMatchObject({ lives: 1, outWeekId: null, boughtBack: [WEEK_1] });
      expect(survival).not.toHaveProperty('mayBuyBack');
      expect(await choose(ann, 'next', 'PHI', WEEK_2)).toBe('team_used');
      expect(await choose(ann, 'later', 'GB', WEEK_2)).toBe('saved');
      const { entries } = (await league.call('GET /api/pools/:poolId/entries', { as: ann, params: { poolId } })).ok();
      expect(entries[0]).not.toHaveProperty('outWeekId');
      expect(await acts()).toMatchObject([
        { act: 'entry.buy-back', actor: { name: 'Ann' }, person: { name: 'Ann' }, weekId: WEEK_1 },
      ]);
    });

    test('by a commissioner or an admin, and by nobody else where the rules say so', async () => {
      await begin({ ...bySelf, buyBackBy: 'commissioner' });
      expect(await buy(ann)).toBe('buy_back_by_commissioner');
      expect(await buy(ann, runner)).toBe('ok');
      expect(await takeBack(ann)).toBe('buy_back_by_commissioner');
      expect(await buy(bob, admin)).toBe('ok');
      expect((await acts()).map(({ actor, person }) => [actor?.name, person?.name])).toEqual([
        [admin.name, 'Bob'],
        ['Runner', 'Ann'],
      ]);
    });

    test('for nobody else, and not by strangers', async () => {
      await begin();
      expect([await buy(ann, bob), await buy(ann, stranger)]).toEqual(['buy_back_by_commissioner', 'not_a_member']);
    });

    test.each<[string, Partial<PoolRules>]>([
      ['in a pool without buy-backs', { format: 'survivor' }],
      ['in a pool of another format', {}],
    ])('never %s', async (_, rules) => {
      await begin(bySelf);
      const stored = JSON.stringify({ ...rules });
      await league.store.db.updateTable('pools').set({ rules: stored }).where('id', '=', poolId).execute();
      expect(await buy(ann, runner)).toBe('buy_back_impossible');
    });

    test('only for the week that put the entry out', async () => {
      await begin();
      expect([await buy(cat), await buy(ann, ann, WEEK_2), await takeBack(bob, bob, WEEK_2)]).toEqual([
        'buy_back_impossible',
        'buy_back_impossible',
        'buy_back_impossible',
      ]);
    });

    test('no more often than the rules allow', async () => {
      await begin(bySelf);
      expect(await buy(ann)).toBe('ok');
      await at(LAST - HOUR);
      await finish('next', 20);
      await finish('later', 20);
      expect(await survivalOf(ann)).toMatchObject({ lives: 0, outWeekId: WEEK_2, boughtBack: [WEEK_1] });
      expect(await buy(ann, ann, WEEK_2)).toBe('buy_back_impossible');
    });
  });

  describe('and the end of the pool', () => {
    const pool = () => ({ id: poolId, rules: rulesWith(bySelf) });

    test('nobody has won while somebody may come back; the lock decides it', async () => {
      await begin();
      expect((await read()).survivors).toEqual([]);
      expect(await isWon(league.store.db, pool(), league.clock.now())).toBe(false);
      await at(NEXT);
      expect((await read()).survivors).toEqual([entryIdOf(poolId, cat.userId)]);
      expect(await isWon(league.store.db, pool(), NEXT)).toBe(true);
    });

    test('of all who went out together, one who comes back wins once the others no longer can', async () => {
      await begin(bySelf, 'PHI');
      expect((await read()).survivors).toEqual([]);
      expect(await buy(bob)).toBe('ok');
      expect((await read()).survivors).toEqual([]);
      await at(NEXT);
      expect((await read()).survivors).toEqual([entryIdOf(poolId, bob.userId)]);
    });

    test('they share it if nobody comes back', async () => {
      await begin(bySelf, 'PHI');
      await at(NEXT);
      expect((await read()).survivors).toHaveLength(3);
    });

    test('what the winner does later changes nothing', async () => {
      await begin();
      await at(LAST - HOUR);
      await finish('next', 20);
      await finish('later', 20);
      expect((await read()).survivors).toEqual([entryIdOf(poolId, cat.userId)]);
      expect(await survivalOf(cat)).not.toHaveProperty('mayBuyBack');
    });

    test('an entry that came back is missed for its team, one that is out is not', async () => {
      await begin();
      await buy(ann);
      const { entries } = await missingPicks(league.store.db, poolId, WEEK_2, league.clock.now());
      expect(entries.map(({ name }) => name)).toEqual(['Ann', 'Cat']);
    });

    test('what is announced of the week stays as it is', async () => {
      await begin();
      const resultOf = async () => {
        await league.deps.afterCommit.idle();
        await league.deps.notify.results.check();
        const query = league.store.db.selectFrom('announced_weeks').select(['result', 'since']);
        return query.where('pool_id', '=', poolId).where('week_id', '=', WEEK_1).executeTakeFirst();
      };
      const before = await resultOf();
      expect(JSON.parse(before?.result ?? '')).toMatchObject({ left: 1, winners: [] });
      await at(OVER + HOUR);
      await buy(ann);
      expect(await resultOf()).toEqual(before);
    });
  });

  describe('after a correction', () => {
    test('that makes it needless, is returned with its fee; that of the correction puts both back', async () => {
      await begin();
      await buy(ann);
      await setPlan();
      expect(await dueOf(ann)).toBe(2500);
      await finish('phi', 20);
      expect(await survivalOf(ann)).not.toHaveProperty('boughtBack');
      expect(await survivalOf(ann)).toMatchObject({ lives: 1, outWeekId: null });
      expect(await dueOf(ann)).toBe(2000);
      expect(await takeBack(ann)).toBe('buy_back_impossible');
      await finish('phi', 10);
      expect(await survivalOf(ann)).toMatchObject({ lives: 1, boughtBack: [WEEK_1] });
      expect(await dueOf(ann)).toBe(2500);
    });

    test('that puts somebody out late, is possible until the week after begins, and never past it', async () => {
      await begin();
      await at(NEXT + HOUR);
      await finish('kc', 10);
      await settled();
      expect(await survivalOf(cat)).toMatchObject({ outWeekId: WEEK_1, mayBuyBack: { weekId: WEEK_1, until: LAST } });
      // Bob, who was out already, has no second chance.
      expect(await survivalOf(bob)).not.toHaveProperty('mayBuyBack');
      expect([await buy(bob), await buy(cat)]).toEqual(['buy_back_closed', 'ok']);
      expect(await choose(cat, 'later', 'GB', WEEK_2)).toBe('saved');
      await at(LATER);
      expect(await takeBack(cat)).toBe('buy_back_closed');
      await at(LAST);
      expect((await read()).survivors).toEqual([entryIdOf(poolId, cat.userId)]);
    });

    test('leaves two hours, and a week without a chance to choose costs nothing', async () => {
      await begin();
      await at(NEXT - HOUR);
      await finish('kc', 10);
      await settled();
      expect((await survivalOf(cat))?.mayBuyBack).toEqual({ weekId: WEEK_1, until: LAST });
      await at(LATER + 4 * HOUR);
      await finish('next', 20);
      await finish('later', 20);
      expect(await buy(cat)).toBe('ok');
      expect(await survivalOf(cat)).toMatchObject({ lives: 1, weeks: [{}, { result: 'out' }, {}] });
    });

    test('that makes it needless, and one that makes it needed again, keep such a week free', async () => {
      await play();
      await at(NEXT + HOUR);
      await finish('phi', 10);
      await finish('kc', 20);
      await settled();
      await at(LATER + 4 * HOUR);
      await finish('next', 20);
      await finish('later', 20);
      expect(await buy(ann)).toBe('ok');
      for (const points of [20, 10]) {
        await finish('phi', points);
        await settled();
      }
      expect(await survivalOf(ann)).toMatchObject({ lives: 1, weeks: [{}, { result: 'out' }, {}] });
    });

    test('stores the window of a later week that puts an entry out once it is bought back', async () => {
      await begin({ ...bySelf, buyBacks: 2 });
      await finish('phi', 20);
      await settled();
      expect(await choose(ann, 'later', 'GB', WEEK_2)).toBe('saved');
      const kickoff = LAST + WEEK;
      gids.more = await addGame(league.deps, { weekId: WEEK_4, home: 'SF', away: 'SEA', kickoff });
      await league.store.db.insertInto('pool_weeks').values({ pool_id: poolId, week_id: WEEK_4, enabled: 1 }).execute();
      await at(LATER + 4 * HOUR);
      await finish('phi', 10);
      await finish('next', 20);
      await finish('later', 10);
      await settled();
      expect(await buy(ann)).toBe('ok');
      expect((await survivalOf(ann))?.mayBuyBack).toEqual({ weekId: WEEK_2, until: LAST });
      await at(LAST);
      expect(await survivalOf(ann)).not.toHaveProperty('mayBuyBack');
      expect(await buy(ann, ann, WEEK_2)).toBe('buy_back_closed');
    });

    test('opens one more window for an entry, and no third', async () => {
      await begin();
      await settled();
      await at(NEXT + HOUR);
      await finish('phi', 20);
      await settled();
      await finish('phi', 10);
      await settled();
      expect((await survivalOf(ann))?.mayBuyBack).toEqual({ weekId: WEEK_1, until: LAST });
      await at(LAST + HOUR);
      gids.more = await addGame(league.deps, {
        weekId: WEEK_4,
        home: 'SF',
        away: 'SEA',
        kickoff: LAST + 7 * 24 * HOUR,
      });
      await league.store.db.insertInto('pool_weeks').values({ pool_id: poolId, week_id: WEEK_4, enabled: 1 }).execute();
      await finish('phi', 20);
      await settled();
      await finish('phi', 10);
      await settled();
      expect(await survivalOf(ann)).toMatchObject({ outWeekId: WEEK_1 });
      expect(await survivalOf(ann)).not.toHaveProperty('mayBuyBack');
    });

    test('that ends a week in which all went on together, is possible, too', async () => {
      await begin({ ...bySelf, allOut: 'goOn' }, 'KC');
      await finish('kc', 10);
      await settled();
      expect(await survivalOf(ann)).toMatchObject({ lives: 1, outWeekId: null });
      await at(NEXT + HOUR);
      await finish('kc', 20);
      await settled();
      expect((await survivalOf(ann))?.mayBuyBack).toEqual({ weekId: WEEK_1, until: LAST });
    });

    test('that comes after the last lock, is too late', async () => {
      await begin();
      await at(LAST + HOUR);
      await finish('kc', 10);
      expect(await survivalOf(cat)).not.toHaveProperty('mayBuyBack');
    });
  });

  describe('is not opened again', () => {
    const touches: readonly (readonly [string, GameEdit])[] = [
      ['a spread note', { spreadNote: 'BUF by a nose' }],
      ['a score that changes no winner', { homeScore: 11 }],
    ];

    test.each(touches)('by %s of the game that put an entry out', async (_, change) => {
      await begin();
      await settled();
      await at(NEXT + HOUR);
      await edit('phi', change);
      await settled();
      expect(await survivalOf(ann)).not.toHaveProperty('mayBuyBack');
      expect(await buy(ann)).toBe('buy_back_closed');
    });

    test('by its own first lock, moved to later', async () => {
      await begin();
      await settled();
      const later = { kickoff: SUNDAY_1PM + WEEK + HOUR };
      await edit('next', later);
      expect((await survivalOf(ann))?.mayBuyBack).toEqual({ weekId: WEEK_1, until: NEXT });
    });
  });

  test('is not needed where all who are left go on together: they choose teams as long as nobody is safe', async () => {
    await begin({ format: 'survivor', allOut: 'goOn' });
    const isIn = async (team = 'CHI') => {
      const { entries } = (await league.call('GET /api/pools/:poolId/entries', { as: ann, params: { poolId } })).ok();
      const { entries: missing } = await missingPicks(league.store.db, poolId, WEEK_2, league.clock.now());
      return {
        result: (await survivalOf(ann))?.weeks[0]?.result,
        out: entries[0]?.outWeekId,
        isAsked: missing.some(({ name }) => name === 'Ann'),
        chosen: await choose(ann, 'later', team, WEEK_2),
      };
    };
    const isOut = { result: 'lost', out: WEEK_1, isAsked: false, chosen: 'player_out' };
    expect(await isIn()).toEqual(isOut);
    const undecided = { status: 'In Progress' } as const;
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: gids.kc ?? '' }, body: undecided })).ok();
    expect(await isIn('GB')).toEqual({ result: 'pending', out: undefined, isAsked: true, chosen: 'saved' });
    await finish('kc', 20);
    expect(await isIn()).toEqual(isOut);
    await finish('kc', 10);
    expect(await isIn()).toEqual({ result: 'spared', out: undefined, isAsked: false, chosen: 'saved' });
    expect((await read()).survivors).toEqual([]);
  });

  const plan = { fee: 2000, buyBack: 500, week: 0, places: [10_001] };

  async function setPlan() {
    const body = { plan, seen: { fee: 0, week: 0, places: [] } };
    (await league.call('PUT /api/pools/:poolId/money/plan', { as: runner, params: { poolId }, body })).ok();
  }

  async function readMoney() {
    return (await league.call('GET /api/pools/:poolId/money', { as: cat, params: { poolId } })).ok();
  }

  const dueOf = async ({ userId }: Person) =>
    (await readMoney()).entries.find(({ ownerId }) => ownerId === userId)?.due;

  test('brings back an entry that lost both teams of a week, also where the file of its pool is read', async () => {
    const traits = { members: [ann, bob, cat], commissioners: [runner], weeks: [WEEK_1, WEEK_2, WEEK_3] };
    poolId = await addPool(league.deps, { ...traits, rules: { ...bySelf, twoTeamsFrom: 1 } });
    await choose(ann, 'phi', 'PHI');
    await choose(ann, 'kc', 'KC', WEEK_1, true);
    await choose(bob, 'phi', 'DAL');
    await choose(bob, 'kc', 'LV', WEEK_1, true);
    await at(OVER);
    await finish('phi', 10);
    await finish('kc', 10);
    expect(await survivalOf(ann)).toMatchObject({ lives: 0, outWeekId: WEEK_1 });
    expect(await buy(ann)).toBe('ok');
    const { second, ...first } = (await survivalOf(ann))?.weeks[0] ?? {};
    expect([first, second]).toEqual([
      { result: 'lost', team: 'PHI' },
      { result: 'lost', team: 'KC' },
    ]);
    expect(await choose(ann, 'next', 'KC', WEEK_2)).toBe('team_used');
    const played = async (app: TestApp, as: Person) => {
      const { rows } = (await app.call('GET /api/pools/:poolId/standings', { as, params: { poolId } })).ok();
      return rows.map(({ name, rank, survival }) => [name, rank, survival]);
    };
    const before = await played(league, runner);
    const { other, reader } = await readElsewhere(await fileOf(league, runner), OVER);
    expect(await played(other, reader)).toEqual(before);
    await other.close();
  });

  const fileOf = async (app: TestApp, as: Person) =>
    JSON.parse((await app.call('GET /api/pools/:poolId/file', { as, params: { poolId } })).text) as PoolFile;

  /** Reads the file of a pool into another server. */
  async function readElsewhere(file: PoolFile, now: number) {
    const other = await createTestApp(engine);
    other.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(other.store, now);
    const reader = await addPerson(other.deps, { isAdmin: true });
    (await other.call('POST /api/pools/file', { as: reader, body: file })).ok();
    await other.deps.afterCommit.idle();
    return { other, reader };
  }

  test('is in the file of its pool, and counts where that is read', async () => {
    await begin();
    await setPlan();
    await buy(ann);
    const params = { poolId };
    const file = await fileOf(league, runner);
    const entryId = entryIdOf(poolId, ann.userId);
    expect(file.buyBacks).toEqual([{ entryId, weekId: WEEK_1, madeAt: OVER, madeBy: ann.userId }]);
    expect(file.money).toEqual(plan);
    const { other, reader } = await readElsewhere(file, LATER + HOUR);
    const { rows } = (await other.call('GET /api/pools/:poolId/standings', { as: reader, params })).ok();
    expect(rows.find(({ id }) => id === entryId)?.survival).toMatchObject({ lives: 1, boughtBack: [WEEK_1] });
    const isOpen = rows.map(({ name, survival }) => [name, survival?.mayBuyBack !== undefined]);
    expect(isOpen).toContainEqual(['Bob', false]);
    const money = (await other.call('GET /api/pools/:poolId/money', { as: reader, params })).ok();
    expect(money.entries.map(({ name, due }) => [name, due])).toEqual([
      ['Ann', 2500],
      ['Bob', 2000],
      ['Cat', 2000],
    ]);
    expect((await fileOf(other, reader)).buyBacks).toEqual(file.buyBacks);
    await other.close();
  });

  test('its window is in that file, too; one of an earlier version opens none', async () => {
    await begin();
    await settled();
    const file = await fileOf(league, runner);
    const [annsId, bobsId] = [ann, bob].map(({ userId }) => entryIdOf(poolId, userId));
    const window = { weekId: WEEK_1, shownAt: OVER, closesAt: NEXT, isCorrected: false, stands: true };
    expect(file.buyBackWindows).toHaveLength(2);
    expect(file.buyBackWindows).toContainEqual({ entryId: annsId, ...window });
    const { buyBackWindows: _, digest, ...earlier } = file;
    const { survivors: __, ...rules } = file.pool.rules;
    const read = async (some: PoolFile) => {
      const { other, reader } = await readElsewhere({ ...some, digest: digestOf(some) }, NEXT + HOUR);
      const { buyBackWindows = [], pool } = await fileOf(other, reader);
      await other.close();
      return { windows: buyBackWindows, survivors: pool.rules.survivors };
    };
    expect(await read(file)).toEqual({ windows: file.buyBackWindows, survivors: 'share' });
    const { windows, survivors } = await read({ ...earlier, digest, pool: { ...file.pool, rules } });
    expect(windows.find(({ entryId }) => entryId === bobsId)?.closesAt).toBe(NEXT);
    // The rule by which survivor pools played before there was one.
    expect(survivors).toBe('wins');
  });

  describe('in the money of the pool', () => {
    test('has a fee, which is due with that of the entry and noted as one', async () => {
      await begin();
      await setPlan();
      expect((await readMoney()).plan).toEqual(plan);
      await buy(ann);
      expect([await dueOf(ann), await dueOf(bob)]).toEqual([2500, 2000]);
      const pay = async (seen: { paid: number; due: number }) => {
        const params = { poolId, entryId: entryIdOf(poolId, ann.userId) };
        const body = { purpose: FEE, cents: 2500, seen };
        const reply = await league.call('PUT /api/pools/:poolId/money/payments/:entryId', { as: runner, params, body });
        return reply.code ?? 'ok';
      };
      expect([await pay({ paid: 0, due: 2000 }), await pay({ paid: 0, due: 2500 })]).toEqual([
        'changed_meanwhile',
        'ok',
      ]);
      const csv = await league.call('GET /api/pools/:poolId/money.csv', { as: cat, params: { poolId } });
      expect(csv.text).toContain('Ann,fee,,25.00,25.00,Runner');
      expect(csv.text).toContain('Bob,fee,,20.00,0.00,,');
      const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: cat, params: { poolId } })).ok();
      const logged = entries.find(({ act }) => act === 'money.plan')?.fields.map(({ label, after }) => [label, after]);
      expect(logged).toContainEqual(['buy-back fee', '$5']);
    });

    test('has a fee each time', async () => {
      await begin({ ...bySelf, buyBacks: 2 });
      await setPlan();
      expect([await buy(ann), await choose(ann, 'later', 'GB', WEEK_2)]).toEqual(['ok', 'saved']);
      await at(LATER + 4 * HOUR);
      await finish('next', 20);
      await finish('later', 10);
      await settled();
      expect([await buy(ann, ann, WEEK_2), await dueOf(ann)]).toEqual(['ok', 3000]);
    });

    test('leaves the prize undecided until the lock', async () => {
      await begin();
      await setPlan();
      const prize = async () => (await readMoney()).prizes.find(({ of }) => of === SEASON);
      expect(await prize()).toMatchObject({ isDecided: false });
      await at(NEXT);
      expect(await prize()).toMatchObject({
        isDecided: true,
        shares: [{ id: entryIdOf(poolId, cat.userId), cents: 10_001 }],
      });
    });

    test('has no fee in a pool of another format', async () => {
      await begin();
      await setPlan();
      await league.store.db.updateTable('pools').set({ rules: '{}' }).where('id', '=', poolId).execute();
      expect((await readMoney()).plan).not.toHaveProperty('buyBack');
    });
  });
});
