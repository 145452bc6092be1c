import { beforeEach, describe, expect, test } from 'vitest';
import type { EnteredSideTable, SideTableReply } from '#contract/side-tables.ts';
import { SEASON, sidePurpose } from '#core/money.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { SideTable } from '#core/side-tables.ts';
import { loadRecap } from '#server/recap/reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, whileHeld } from '#tests/database-clock.ts';
import { engines, usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { settle } from '#tests/settle.ts';
import { until } from '#tests/until.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const WEEK = 7 * 24 * HOUR;

const usual = { from: WEEK_1, to: WEEK_2, games: 'all', measure: 'points', who: { kind: 'all' }, cents: 0 } as const;
const season: EnteredSideTable = { ...usual, name: 'Everything' };
const later: EnteredSideTable = { ...usual, name: 'Second half', from: WEEK_2 };

describe.each(engines)('The side tables of a pool on %s', (engine) => {
  const { live, league, admin, ann, bob } = withLiveLeague(engine);
  let runner: Person;
  let poolId: string;
  /** A game of each of the two weeks; home wins it unless somebody says otherwise. */
  let first: string;
  let second: string;

  beforeEach(async () => {
    await move(SUNDAY_1PM - HOUR);
    for (const table of ['picks', 'week_scores', 'games'] as const) await league.store.db.deleteFrom(table).execute();
    runner ??= await addPerson(league.deps, { name: 'Runner' });
    poolId = await newPool();
    first = await addGame(league.deps);
    second = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + WEEK });
  });

  const newPool = (rules: Partial<PoolRules> = {}) =>
    addPool(league.deps, { members: [ann, bob], commissioners: [runner], weeks: [WEEK_1, WEEK_2], rules });

  async function move(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  async function read(as = ann): Promise<SideTableReply[]> {
    return (await league.call('GET /api/pools/:poolId/side-tables', { as, params: { poolId } })).ok().tables;
  }

  /** The tables as a form is filled with them. */
  async function stored(): Promise<SideTable[]> {
    return (await read()).map(({ isFixed, isDecided, winners, rows, ...table }) => table);
  }

  async function set(tables: readonly EnteredSideTable[], seen?: readonly SideTable[], as = runner) {
    const body = { tables: [...tables], seen: [...(seen ?? (await stored()))] };
    return league.call('PUT /api/pools/:poolId/side-tables', { as, params: { poolId }, body });
  }

  async function pick(as: Person, gid: string, side: 'home' | 'away') {
    (await league.pick(as, poolId, { gid, side })).ok();
  }

  async function finish(gid: string, winner: 'home' | 'away' = 'home') {
    const score = winner === 'home' ? { homeScore: 20, awayScore: 10 } : { homeScore: 10, awayScore: 20 };
    const body = { status: 'Final' as const, ...score };
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  /** Rows as a page shows them: `1 Ann 2`, in halves. */
  async function shown(name: string): Promise<string[]> {
    const table = (await read()).find((each) => each.name === name);
    return (table?.rows ?? []).map((row) => `${row.rank} ${row.name} ${row.value}`);
  }

  async function log(as = bob) {
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as, params: { poolId } })).ok();
    return entries.filter(({ act }) => /side|payout|prize/.test(act));
  }

  const entryOf = (person: Person) => entryIdOf(poolId, person.userId);

  describe('are set by a commissioner', () => {
    test('and two of them do not overwrite for each other', async () => {
      (await set([season])).ok();
      expect((await set([later], [])).code).toBe('changed_meanwhile');
      const seen = await stored();
      const both = await Promise.all([set([later], seen), set([{ ...later, measure: 'right' }], seen, admin)]);
      expect(both.map(({ code }) => code ?? 'ok').sort()).toEqual(['changed_meanwhile', 'ok']);
      expect(await stored()).toHaveLength(1);
    });
  });

  describe('are fixed from their first lock', () => {
    beforeEach(async () => {
      (await set([season, later])).ok();
    });

    test.each<[string, (tables: SideTable[]) => SideTable[]]>([
      ['changed', ([one, ...rest]) => [{ ...(one as SideTable), cents: 100 }, ...rest]],
      ['removed', ([, ...rest]) => rest],
    ])('and cannot be %s', async (_what, change) => {
      const before = await stored();
      await move(LOCK);
      expect((await read()).map(({ isFixed }) => isFixed)).toEqual([true, false]);
      expect((await set(change(before), before)).code).toBe('side_table_fixed');
      expect(await stored()).toEqual(before);
      await move(LOCK - 1);
      (await set(change(before), before)).ok();
    });

    test('even if the change waited for another until then', async () => {
      const before = await stored();
      const reply = await whileHeld(
        league.store,
        async (tx) => {
          await tx.updateTable('pools').set({ description: 'held' }).where('id', '=', poolId).execute();
        },
        () => set([], before),
        async () => {
          league.clock.set(LOCK);
        },
      );
      expect(reply.code).toBe('side_table_fixed');
      expect(await stored()).toEqual(before);
    });

    test('while the others can still change, and their order', async () => {
      const before = await stored();
      await move(LOCK);
      const [one, other] = before as [SideTable, SideTable];
      (await set([{ ...other, cents: 100 }, one])).ok();
      expect(await stored()).toEqual([{ ...other, cents: 100 }, one]);
    });

    test('by the deadline of the pool, if that is earlier', async () => {
      poolId = await newPool({ deadline: 'week' });
      await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR });
      (await set([season])).ok();
      await move(LOCK);
      expect((await set([])).code).toBe('side_table_fixed');
    });

    test('and not released by switching their week off', async () => {
      await move(LOCK);
      const params = { poolId, weekId: WEEK_1 };
      const off = { as: runner, params, body: { enabled: false } };
      (await league.call('PUT /api/pools/:poolId/weeks/:weekId', off)).ok();
      expect((await read())[0]?.isFixed).toBe(true);
      expect((await set([])).code).toBe('side_table_fixed');
    });

    test('and, if added after it, have no prize', async () => {
      await move(LOCK);
      const late = { ...season, name: 'Late' };
      const reply = await set([...(await stored()), { ...late, cents: 100 }]);
      expect([reply.code, reply.text]).toEqual([
        'side_table_wrong',
        expect.stringContaining(
          "Late: Its first game has locked, so it can't have a prize. Have it start in a later week",
        ),
      ]);
      (await set([...(await stored()), { ...late, cents: 0 }])).ok();
    });

    test('and stay as they are when their weeks leave the pool', async () => {
      const params = { poolId, weekId: WEEK_1 };
      const off = { as: runner, params, body: { enabled: false } };
      (await league.call('PUT /api/pools/:poolId/weeks/:weekId', off)).ok();
      const before = await stored();
      (await set([...before, { ...later, name: 'Third' }])).ok();
      expect((await stored()).slice(0, 2)).toEqual(before);
    });
  });

  // What follows is SQL that both databases run alike.
  if (!usualEngines.includes(engine)) return;

  describe('are set by a commissioner', () => {
    test('with new ids, in their order, and in the words of the log', async () => {
      expect(await read()).toEqual([]);
      (await set([season, { ...later, cents: 5000, name: '  Second   half' }])).ok();
      expect(await read()).toMatchObject([
        { ...season, isFixed: false, isDecided: false, winners: [] },
        { ...later, name: 'Second   half', cents: 5000 },
      ]);
      expect(await log()).toMatchObject([
        {
          act: 'pool.side-tables',
          actor: { name: 'Runner' },
          fields: [
            {
              label: 'side tables',
              before: 'none',
              after: 'Everything: Most points in Weeks 1 to 2.; Second   half: Most points in Week 2. $50',
            },
          ],
        },
      ]);
      const [one, other] = await stored();
      if (one === undefined || other === undefined) throw new Error('Two tables were set');
      (await set([other, { ...one, measure: 'right' }])).ok();
      expect(await stored()).toEqual([other, { ...one, measure: 'right' }]);
      expect((await log())[0]).toMatchObject({
        fields: [
          {
            before: 'Everything: Most points in Weeks 1 to 2.',
            after: 'Everything: Most right picks in Weeks 1 to 2.',
          },
        ],
      });
      (await set([])).ok();
      expect(await stored()).toEqual([]);
    });

    test('again as they are, which is no change', async () => {
      (await set([season])).ok();
      (await set(await stored(), [])).ok();
      expect(await log()).toHaveLength(1);
    });

    test('an id that the pool does not know is replaced', async () => {
      (await set([{ ...season, id: 'mine' }])).ok();
      expect((await stored())[0]?.id).not.toBe('mine');
    });

    test.each<[string, Partial<EnteredSideTable>, string]>([
      ['without a name', { name: ' ' }, 'Table name is required.'],
      ['with a week of no pool', { to: '2026-week9' }, 'New: Choose weeks of this pool.'],
      [
        'that ends before it begins',
        { from: WEEK_2, to: WEEK_1 },
        "New: The first week can't come after the last one.",
      ],
      ['for those who are out', { who: { kind: 'out' } }, 'New: Only a survivor pool has players who are out.'],
      ['with the name of another', { name: 'EVERYTHING' }, 'EVERYTHING: Another side table has this name.'],
    ])('but not %s', async (_what, wrong, message) => {
      (await set([season])).ok();
      const before = await stored();
      const reply = await set([...before, { ...later, name: 'New', ...wrong }]);
      expect([reply.code, JSON.parse(reply.text).error.message]).toEqual(['side_table_wrong', message]);
      expect(await stored()).toEqual(before);
      expect(await log()).toHaveLength(1);
    });

    test('but not one twice, nor more than eight', async () => {
      (await set([season])).ok();
      const [table] = await stored();
      if (table === undefined) throw new Error('A table was set');
      expect((await set([table, table])).code).toBe('side_table_wrong');
      const nine = Array.from({ length: 9 }, (_, at) => ({ ...later, name: `Table ${at}` }));
      expect((await set(nine)).code).toBe('invalid_input');
    });

    test('by nobody else', async () => {
      expect((await set([season], [], ann)).code).toBe('admin_only');
    });
  });

  describe('count', () => {
    beforeEach(async () => {
      (await set([season, later])).ok();
      await pick(ann, first, 'home');
      await pick(bob, first, 'away');
      await pick(bob, second, 'home');
    });

    test('final games only, and name the winners once they are decided', async () => {
      await move(LOCK);
      expect(await shown('Everything')).toEqual(['1 Ann 0', '1 Bob 0']);
      await finish(first);
      expect(await shown('Everything')).toEqual(['1 Ann 2', '2 Bob 0']);
      expect(await shown('Second half')).toEqual(['1 Ann 0', '1 Bob 0']);
      await move(LOCK + WEEK);
      expect((await read())[0]).toMatchObject({ isDecided: false, winners: [] });
      await finish(second);
      expect(await read()).toMatchObject([
        { isFixed: true, isDecided: true, winners: [entryOf(ann), entryOf(bob)] },
        { isDecided: true, winners: [entryOf(bob)] },
      ]);
      const recap = await loadRecap(league.store.db, poolId, WEEK_2, league.clock.now());
      expect(recap?.all).toContain('Ann and Bob won Everything. Bob won Second half.');
    });

    test('on open pages when a game ends', async () => {
      const page = await live.open({ as: bob });
      const topic = { kind: 'sideTables', poolId } as const;
      await page.watching(topic);
      const top = () => page.state(topic)?.head.tables[0]?.rows[0];
      expect(top()).toMatchObject({ rank: 1, value: 0 });
      await move(LOCK);
      await finish(first);
      await until(() => top()?.value === 2);
      expect(top()).toMatchObject({ id: entryOf(ann), ownerId: ann.userId, name: 'Ann' });
      (await set(await stored().then(([one]) => (one ? [one] : [])))).ok();
      await until(() => page.state(topic)?.head.tables.length === 1);
      await page.close();
    });

    test('the values of a confidence pool', async () => {
      poolId = await newPool({ format: 'confidence' });
      const other = await addGame(league.deps, { home: 'KC', away: 'LV' });
      (await set([season])).ok();
      await pick(ann, first, 'home');
      await pick(ann, other, 'home');
      (await league.pick(ann, poolId, { order: [first, other] })).ok();
      await move(LOCK);
      await finish(other);
      expect(await shown('Everything')).toEqual(['1 Ann 4', '2 Bob 0']);
    });

    describe('a second chance in a survivor pool', () => {
      const choose = async (as: Person, weekId: string, gid: string, team: string) =>
        (await league.pick(as, poolId, { gid, team, weekId })).code ?? 'ok';
      const secondChance = async () =>
        (await league.call('GET /api/pools/:poolId/entries', { as: bob, params: { poolId } })).ok().entries[0]
          ?.secondChance;

      beforeEach(async () => {
        poolId = await newPool({ format: 'survivor' });
        await choose(ann, WEEK_1, first, 'PHI');
        await choose(bob, WEEK_1, first, 'DAL');
        await move(LOCK);
        await finish(first);
      });

      test('lets those who are out choose teams, which count from the week after they went out', async () => {
        const other = await addGame(league.deps, {
          weekId: WEEK_2,
          home: 'KC',
          away: 'LV',
          kickoff: SUNDAY_1PM + WEEK,
        });
        expect([await choose(bob, WEEK_2, other, 'KC'), await secondChance()]).toEqual(['player_out', undefined]);
        (await set([{ ...usual, name: 'Out', from: WEEK_2, who: { kind: 'out' } }])).ok();
        expect(await secondChance()).toEqual([WEEK_2]);
        expect(await choose(bob, WEEK_2, second, 'DAL')).toBe('team_used');
        const shownTeam = async () => {
          const reply = await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } });
          return reply.ok().rows.find(({ name }) => name === 'Bob')?.survival?.weeks[1];
        };
        const lacking = async () => {
          const params = { poolId, weekId: WEEK_2 };
          const reply = await league.call('GET /api/pools/:poolId/weeks/:weekId/missing', { as: runner, params });
          return reply.ok().entries.map(({ name }) => name);
        };
        expect(await lacking()).toContain('Bob');
        expect(await choose(bob, WEEK_2, other, 'KC')).toBe('ok');
        expect([await shownTeam(), await lacking()]).toEqual([
          { result: 'out', made: true },
          expect.not.arrayContaining(['Bob']),
        ]);
        await move(LOCK + WEEK);
        expect(await choose(bob, WEEK_2, other, 'LV')).toBe('game_locked');
        await finish(other);
        expect(await shown('Out')).toEqual(['1 Bob 2']);
        expect(await shownTeam()).toEqual({ result: 'out', team: 'KC' });
      });

      test('is for the weeks of the table only', async () => {
        (await set([{ ...usual, name: 'Out', to: WEEK_1, who: { kind: 'out' } }])).ok();
        expect(await choose(bob, WEEK_2, second, 'PHI')).toBe('player_out');
      });

      test('lets a commissioner enter a team for them', async () => {
        const enter = async () => {
          const phi = { weekId: WEEK_2, gid: second, team: 'PHI' };
          return (await league.enter(runner, entryOf(bob), phi)).code ?? 'ok';
        };
        expect(await enter()).toBe('player_is_out');
        (await set([{ ...usual, name: 'Out', who: { kind: 'out' } }])).ok();
        expect(await enter()).toBe('ok');
      });
    });

    test('the weeks that teams won in a survivor pool', async () => {
      poolId = await newPool({ format: 'survivor' });
      (await set([season, { ...usual, name: 'Out', who: { kind: 'out' } }])).ok();
      const choose = async (as: Person, team: string) => (await league.pick(as, poolId, { gid: first, team })).ok();
      await choose(ann, 'PHI');
      await choose(bob, 'DAL');
      expect(await shown('Everything')).toEqual(['1 Ann 0', '1 Bob 0']);
      await move(LOCK);
      await finish(first);
      expect(await shown('Everything')).toEqual(['1 Ann 2', '2 Bob 0']);
      expect(await shown('Out')).toEqual(['1 Bob 0']);
    });

    test('a week that only the second of two teams won in a survivor pool', async () => {
      poolId = await newPool({ format: 'survivor', twoTeamsFrom: 1, lives: 2 });
      (await set([season])).ok();
      const other = await addGame(league.deps, { home: 'KC', away: 'LV' });
      (await league.pick(ann, poolId, { gid: first, team: 'DAL' })).ok();
      (await league.pick(ann, poolId, { gid: other, team: 'KC', second: true })).ok();
      await move(LOCK);
      await finish(first);
      await finish(other);
      expect(await shown('Everything')).toEqual(['1 Ann 2', '2 Bob 0']);
    });
  });

  describe('have prizes', () => {
    const prizes = async () =>
      (await league.call('GET /api/pools/:poolId/money', { as: ann, params: { poolId } })).ok().prizes;

    async function pay(who: Person, of: string, cents: number, due: number, paid = 0) {
      const params = { poolId, entryId: entryOf(who) };
      const body = { purpose: of, cents, seen: { paid, due } };
      const call = { as: runner, params, body };
      return (await league.call('PUT /api/pools/:poolId/money/payments/:entryId', call)).code ?? 'ok';
    }

    /** Sets a table with a prize of $10.01. @returns the purpose of its prize */
    async function withPrize(): Promise<string> {
      (await set([{ ...season, cents: 1001 }])).ok();
      return sidePurpose((await stored())[0]?.id ?? '');
    }

    test('that are shared to the cent by those who are level', async () => {
      const of = await withPrize();
      expect(await prizes()).toEqual([
        { of, name: 'Everything', cents: 1001, rolled: 0, isDecided: false, shares: [] },
      ]);
      await pick(ann, first, 'home');
      await pick(bob, second, 'home');
      await finish(first);
      await finish(second);
      expect((await prizes())[0]?.shares).toMatchObject([
        { id: entryOf(ann), cents: 501, paid: 0 },
        { id: entryOf(bob), cents: 500, paid: 0 },
      ]);
      expect(await pay(ann, of, 501, 500)).toBe('changed_meanwhile');
      expect(await pay(ann, of, 501, 501)).toBe('ok');
      expect((await prizes())[0]?.shares[0]).toMatchObject({
        cents: 501,
        paid: 501,
        noted: { by: { name: 'Runner' } },
      });
      expect(await pay(ann, 'side:other', 501, 0)).toBe('week_not_found');
      expect((await log())[0]).toMatchObject({
        act: 'payout.note',
        fields: [
          { name: 'sideTable', after: 'Everything' },
          { name: 'paid', after: '$5.01' },
        ],
      });
      const { text } = await league.call('GET /api/pools/:poolId/money.csv', { as: ann, params: { poolId } });
      expect(text.split('\n').slice(1)).toEqual([
        `Ann,Everything,,5.01,5.01,Runner,${new Date(league.clock.now()).toISOString()}`,
        'Bob,Everything,,5.00,0.00,,',
        '',
      ]);
    });

    test('after those of the weeks and before that of the season', async () => {
      const of = await withPrize();
      const plan = { fee: 0, week: 100, places: [500] };
      const body = { plan, seen: { fee: 0, week: 0, places: [] } };
      (await league.call('PUT /api/pools/:poolId/money/plan', { as: runner, params: { poolId }, body })).ok();
      expect((await prizes()).map((prize) => prize.of)).toEqual([WEEK_1, WEEK_2, of, SEASON]);
    });

    test('which put the pool among those with money', async () => {
      const hasMoney = async () => {
        const { pools } = (await league.call('GET /api/pools', { as: ann })).ok();
        return pools.find(({ id }) => id === poolId)?.details?.hasMoney;
      };
      (await set([season])).ok();
      expect(await hasMoney()).toBe(false);
      await withPrize();
      expect(await hasMoney()).toBe(true);
    });

    test('that are open while weeks of their table are, whatever else is decided', async () => {
      (
        await set([
          { ...season, cents: 100 },
          { ...usual, name: 'First', to: WEEK_1, cents: 200 },
        ])
      ).ok();
      await finish(first);
      expect((await prizes()).map(({ cents, isDecided }) => [cents, isDecided])).toEqual([
        [100, false],
        [200, true],
      ]);
    });

    test('that nobody gets with no point', async () => {
      await withPrize();
      await finish(first);
      await finish(second);
      expect(await prizes()).toMatchObject([{ isDecided: true, shares: [] }]);
    });

    test('that change hands with a corrected score, which the log and an announcement say', async () => {
      await withPrize();
      await pick(ann, first, 'home');
      await pick(bob, first, 'away');
      await finish(first);
      await finish(second);
      await settle(league);
      await finish(first, 'away');
      await settle(league);
      expect((await log())[0]).toMatchObject({
        act: 'prize.change',
        actor: null,
        weekId: null,
        fields: [
          { name: 'prize', before: 'Ann $10.01', after: 'Bob $10.01' },
          { name: 'sideTable', after: 'Everything' },
        ],
      });
      const { announcements } = (await league.call('GET /api/pools/:poolId', { as: bob, params: { poolId } })).ok();
      expect(announcements).toMatchObject([
        { fields: [{ before: 'Ann $10.01', after: 'Bob $10.01' }, { after: 'Everything' }] },
      ]);
    });
  });

  test('keep a pool from a format that they do not suit', async () => {
    (await set([{ ...season, games: 'monday' }])).ok();
    const rules = async (change: object, seen: object) => {
      const body = { change: { rules: change }, seen: { rules: seen } };
      return (await league.call('PATCH /api/pools/:poolId', { as: runner, params: { poolId }, body })).text;
    };
    const [sides, survivor] = [{ format: 'pickem' }, { format: 'survivor' }] as const;
    expect(await rules(survivor, sides)).toContain('Everything: A survivor pool counts all games.');
    (await set([season])).ok();
    expect(await rules(survivor, sides)).toContain('"format":"survivor"');
  });

  test('stay behind when the pool is duplicated', async () => {
    (await set([season])).ok();
    const copy = await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId } });
    poolId = copy.ok().id;
    expect((await league.call('GET /api/pools/:poolId/side-tables', { as: admin, params: { poolId } })).ok()).toEqual({
      tables: [],
    });
  });
});
