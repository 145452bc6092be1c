import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { optionalPickColumns, pickColumns } from '#core/csv-columns.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import { addEntries, addPlayers } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import type { Flaw } from '#server/platform/csv.ts';
import { parseCsv } from '#server/platform/csv.ts';
import { createUser } from '#server/users/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addGame, addPerson, addPool, importPicks, removeMember } from '#tests/builders.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import type { PoolOptions } from './picks-plan.ts';
import { planPicks } from './picks-plan.ts';
import { keyOfWho, parsePicks } from './picks-rows.ts';

describe('A player in a file of picks', () => {
  let app: TestApp;
  let poolId: string;

  beforeEach(async () => {
    app = await createTestApp('sqlite');
    await addGame(app.deps);
    poolId = await addPool(app.deps);
  });

  afterEach(() => app.close());

  async function addSam(hasAccount: boolean, name = 'Sam'): Promise<string> {
    const { store, clock } = app.deps;
    const id = hasAccount
      ? (await addPerson(app.deps, { name })).userId
      : await createUser(store.db, { displayName: name, accountId: null }, clock.now());
    await setMembers(store.db, poolId, [id], clock.now());
    return id;
  }

  async function planOf(lines: string[], poolOptions: Partial<PoolOptions> = {}) {
    const { rows, flaws } = parseCsv(
      ['season,week,player,pick', ...lines].join('\n'),
      pickColumns,
      optionalPickColumns,
    );
    const picks = parsePicks(rows, flaws);
    const made = await planPicks(
      app.store.db,
      picks,
      { pool: poolId, now: app.deps.clock.now(), ...poolOptions },
      flaws,
    );
    const words = (all: readonly Flaw[]) => all.map((flaw) => flaw.message);
    return { ...made, near: words(made.nearPlayers), flaws: words(flaws) };
  }

  async function plan(poolOptions: Partial<PoolOptions> = {}) {
    const { players, newPlayers, flaws } = await planOf(['2026,1,Sam,PHI'], poolOptions);
    return { id: players.get('Sam')?.id, newPlayers, flaws };
  }

  it('is the member of that name without an account, before one with', async () => {
    await addSam(true);
    const imported = await addSam(false);
    expect(await plan()).toEqual({ id: imported, newPlayers: [], flaws: [] });
  });

  it('is the member with an account if there is no other', async () => {
    const sam = await addSam(true);
    expect(await plan({ create: true })).toEqual({ id: sam, newPlayers: [], flaws: [] });
  });

  it('is a member of today before a former one, and a former one before a new one', async () => {
    const former = await addSam(false);
    await removeMember(app.deps, poolId, former);
    expect(await plan({ create: true })).toEqual({ id: former, newPlayers: [], flaws: [] });
    const today = await addSam(false);
    expect((await plan()).id).toBe(today);
  });

  it('is found under a name stored before names were cleaned', async () => {
    const turned = await addSam(false, '\u202eSam');
    expect(await plan({ create: true })).toEqual({ id: turned, newPlayers: [], flaws: [] });
  });

  it('is ambiguous if two share the name', async () => {
    await addSam(false);
    await addSam(false);
    expect((await plan()).flaws).toEqual(['player: 2 members are named Sam.']);
  });

  it.each(['SAM OKAFOR', 'Sam  Okafor', 'Sam\u00a0Okafor', 'sam okafor'])('is the same as %j', async (spelling) => {
    const sam = await addSam(false, 'Sam Okafor');
    const { players, picks, flaws } = await planOf([`2026,1,${spelling},PHI`, '2026,1,Sam Okafor,PHI']);
    expect(flaws).toEqual([]);
    expect([...players.values()].map(({ id }) => id)).toEqual([sam]);
    expect(picks).toMatchObject([{ who: { player: 'Sam Okafor' } }]);
  });

  it('is the same in either encoding of an accent', async () => {
    const zoe = await addSam(false, 'Zo\u00eb');
    const { players } = await planOf(['2026,1,Zoe\u0308,PHI']);
    expect([...players.values()].map(({ id }) => id)).toEqual([zoe]);
  });

  it('who is new is one, for all spellings of the name in the file', async () => {
    const { newPlayers, flaws } = await planOf(['2026,1,Kim Lee,PHI', '2026,1,kim lee,DAL'], { create: true });
    expect(newPlayers).toEqual(['Kim Lee']);
    expect(flaws).toEqual(['pick: Kim Lee picked the other team of this game in line 2.']);
  });

  it('is ambiguous if there are members with two spellings, and the file has a third', async () => {
    await addSam(false, 'Sam');
    await addSam(false, 'sam');
    expect((await planOf(['2026,1,sam,PHI', '2026,1,Sam,PHI'])).flaws).toEqual([]);
    expect((await planOf(['2026,1,SAM,PHI'])).flaws).toEqual(['player: 2 members are named SAM.']);
  });

  it('who is new and has a similar name to a member, a former one or one in the file is reported', async () => {
    await addSam(true, 'John Smith');
    await removeMember(app.deps, poolId, await addSam(false, 'Kim Lee'));
    const lines = ['Jon Smith', 'Kim Le', 'Max Long', 'Max Lang'].map((name) => `2026,1,${name},PHI`);
    expect((await planOf(lines, { create: true })).near).toEqual([
      'player: Jon Smith is new, and near John Smith.',
      'player: Kim Le is new, and near Kim Lee.',
      'player: Max Lang is new, and near Max Long.',
    ]);
    expect((await planOf(lines.slice(0, 1))).flaws).toEqual([
      'player: Jon Smith is not a member of this pool. Did you mean John Smith? --create adds players.',
    ]);
  });

  it('is known under the imported name by the entry that was linked; unlinked they are themselves again', async () => {
    const admin = await addPerson(app.deps, { isAdmin: true });
    const kim = await addPerson(app.deps, { name: 'Kim' });
    const by = { userId: admin.userId, clock: app.deps.clock.now };
    const link = (player: string) =>
      linkEntry(app.store, entryIdOf(poolId, player), kim.userId, { ...by, isAdmin: true });
    const unlink = (player: string) =>
      unlinkEntry(app.store, entryIdOf(poolId, player), { ...by, reason: 'Not the same' });
    const entry = async () => {
      const { entryIds, flaws, newPlayers } = await planOf(['2026,1,Sam,PHI'], { create: true });
      return [...entryIds.values(), ...newPlayers, ...flaws];
    };
    const imported = await addSam(false);
    await addSam(true);
    await link(imported);
    expect(await entry()).toEqual([entryIdOf(poolId, imported)]);
    const second = await addSam(false);
    await link(second);
    expect(await entry()).toEqual([entryIdOf(poolId, imported)]);
    await unlink(second);
    await removeMember(app.deps, poolId, second);
    await unlink(imported);
    expect((await plan()).id).toBe(imported);
  });

  it('is new in a pool without that name, only with --create', async () => {
    expect(await plan({ create: true })).toEqual({ id: undefined, newPlayers: ['Sam'], flaws: [] });
    expect((await plan()).flaws).toEqual(['player: Sam is not a member of this pool. --create adds players.']);
  });
});

describe('An entry in a file of picks', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await createTestApp('sqlite');
    await addGame(app.deps);
  });

  afterEach(() => app.close());

  const header = 'season,week,player,entry,pick';
  const lines = (...names: string[]) => [header, ...names.map((name) => `2026,1,${name},`)].join('\n');

  async function planOf(
    pool: string,
    text: string,
    { create = true, ...more }: { create?: boolean; rules?: PoolRules } = {},
  ) {
    const { rows, flaws } = parseCsv(text, pickColumns, optionalPickColumns);
    const picks = parsePicks(rows, flaws);
    const now = app.deps.clock.now();
    const made = await planPicks(app.store.db, picks, { pool, now, ...(create && { create }), ...more }, flaws);
    return { ...made, flaws: flaws.map(({ line, message }) => `${line} ${message}`) };
  }

  /** A pool of Ann, who has two entries of three, and Bob. */
  async function addPoolOfTwo(rules: Partial<PoolRules> = { entries: 3 }): Promise<[string, string, string]> {
    const { store, clock } = app.deps;
    const poolId = await addPool(app.deps, { rules });
    const ids = await addPlayers(store, poolId, ['Ann', 'Bob'], clock.now());
    const first = ids.get('Ann') ?? '';
    const [second = ''] = await addEntries(store, [{ besideId: first, name: 'Long Shot' }], clock.now());
    return [poolId, first, second];
  }

  const known = ({ entryIds }: { entryIds: ReadonlyMap<string, string> }, entry: string) =>
    entryIds.get(keyOfWho({ player: 'Ann', entry }));

  it.each([
    ['blank', 'Ann,', ''],
    ['the name of the first', 'Ann,ANN', ''],
    ['the name of another', 'Ann,long  shot', 'Long Shot'],
  ])('that is %s is found, however it is spelled', async (_what, names, entry) => {
    const [poolId, first, second] = await addPoolOfTwo();
    const plan = await planOf(poolId, lines(names), { create: false });
    expect([plan.flaws, plan.newEntries]).toEqual([[], []]);
    expect(known(plan, entry)).toBe(entry === '' ? first : second);
  });

  it('is the first without the column', async () => {
    const [poolId, first] = await addPoolOfTwo();
    const plan = await planOf(poolId, 'season,week,player,pick\n2026,1,Ann,');
    expect([plan.flaws, known(plan, '')]).toEqual([[], first]);
  });

  it('that is missing is added with --create, beside the first of its player', async () => {
    const [poolId, first] = await addPoolOfTwo();
    const names = lines('Ann,Ace', 'Ann,ACE', 'Cy,Lucky', 'Cy,', 'Cy,Luckier', 'Dee,', 'Dee,Dee', 'Dee,Dee 2');
    const plan = await planOf(poolId, names);
    expect(plan.flaws).toEqual([]);
    expect(plan.newPlayers).toEqual(['Cy', 'Dee']);
    expect(plan.firstNames).toEqual(new Map([['Cy', 'Lucky']]));
    expect(plan.newEntries).toEqual([
      { player: 'Ann', entry: 'Ace', besideId: first },
      { player: 'Cy', entry: 'Luckier', besideId: null },
      { player: 'Dee', entry: 'Dee 2', besideId: null },
    ]);
    expect((await planOf(poolId, names, { create: false })).flaws).toEqual([
      '4 player: Cy is not a member of this pool. --create adds players.',
      '7 player: Dee is not a member of this pool. --create adds players.',
      '2 entry: Ace is not an entry of Ann in this pool. --create adds entries.',
    ]);
  });

  it('beyond the limit of the pool is refused at its first line', async () => {
    const [poolId] = await addPoolOfTwo();
    const names = lines('Ann,Ace', 'Ann,King', 'Ann,King', 'Ann,Queen', 'Cy,', 'Cy,2', 'Cy,3', 'Cy,4');
    expect((await planOf(poolId, names)).flaws).toEqual([
      '3 entry: Ann would have 4 entries. A player of this pool has at most 3.',
      '5 entry: Ann would have 5 entries. A player of this pool has at most 3.',
      '9 entry: Cy would have 4 entries. A player of this pool has at most 3.',
    ]);
    expect((await planOf('New', lines('Cy,', 'Cy,2'), { rules: rulesWith({}) })).flaws).toEqual([
      '3 entry: Cy would have 2 entries. A player of this pool has 1.',
    ]);
  });

  it('has a unique name', async () => {
    const [poolId] = await addPoolOfTwo();
    expect((await planOf(poolId, lines('Ann,bob', 'Bob,LONG SHOT', 'Bob,ace', 'Cy,Ace'))).flaws).toEqual([
      '2 entry: bob is the name of another entry of this pool.',
      '3 entry: LONG SHOT is the name of another entry of this pool.',
      '5 entry: Ace is the name of another entry of this pool.',
    ]);
  });

  it('is not added to a survivor pool that has begun', async () => {
    const [poolId] = await addPoolOfTwo({ entries: 3, format: 'survivor' });
    const names = lines('Ann,Ace', 'Ann,Long Shot');
    expect((await planOf(poolId, names)).flaws).toEqual([]);
    await app.store.db.updateTable('games').set({ lock_at: 1 }).execute();
    expect((await planOf(poolId, names)).flaws).toEqual([
      '2 entry: Ace is new, and no entry joins a survivor pool once its first game has locked.',
    ]);
  });

  it('has its own picks, limits, values and guesses', async () => {
    const rules = rulesWith({ entries: 2, format: 'confidence', tiebreak: 'closest' });
    await addGame(app.deps, { gid: 'g2', away: 'KC', home: 'LV' });
    const rows = ['Ann,,PHI,1,40', 'Ann,,KC,2,', 'Ann,2nd,DAL,1,30', 'Ann,2nd,KC,2,'].map((row) => `2026,1,${row}`);
    const plan = await planOf('New', [`${header},points,tiebreak`, ...rows].join('\n'), { rules });
    expect(plan.flaws).toEqual([]);
    expect(plan.picks.map(({ who, side }) => `${who.entry} ${side}`)).toEqual([
      ' home',
      ' away',
      '2nd away',
      '2nd away',
    ]);
    expect(plan.choices.map(({ who }) => who.entry)).toEqual(['', '2nd']);
    expect(plan.guesses.map(({ who, guess }) => [who.entry, guess])).toEqual([
      ['', 40],
      ['2nd', 30],
    ]);
  });
});

describe('A file with more picks in a week than the pool allows', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await createTestApp('sqlite');
    await addGame(app.deps, { gid: 'g1' });
    await addGame(app.deps, { gid: 'g2', away: 'KC', home: 'LV' });
    await addGame(app.deps, { gid: 'off', away: 'GB', home: 'DET', void: 'cancelled' });
  });

  afterEach(() => app.close());

  async function flawsOf(pool: string, lines: string[], more: Partial<PoolOptions> = {}) {
    const header = lines[0]?.startsWith('season') ? [] : ['season,week,player,pick'];
    const { rows, flaws } = parseCsv([...header, ...lines].join('\n'), pickColumns, optionalPickColumns);
    await planPicks(
      app.store.db,
      parsePicks(rows, flaws),
      { pool, create: true, now: app.deps.clock.now(), ...more },
      flaws,
    );
    return flaws.map(({ line, message }) => `${line} ${message}`);
  }
  const tooMany = 'pick: Ann would have 2 picks in week 1 of 2026. A player of this pool picks 1 game a week.';

  it.each([
    ['is refused at the pick that is too much', ['2026,1,Ann,PHI', '2026,1,Bob,KC', '2026,1,Ann,LV'], [`4 ${tooMany}`]],
    ['is one for each player', ['2026,1,Ann,PHI', '2026,1,Bob,KC'], []],
    ['is none where a game is off', ['2026,1,Ann,PHI', '2026,1,Ann,GB'], []],
    ['is none where the same pick comes twice', ['2026,1,Ann,PHI', '2026,1,Ann,PHI'], []],
  ])('%s', async (_what, lines, flaws) => {
    expect(await flawsOf('New', lines, { rules: rulesWith({ games: 1 }) })).toEqual(flaws);
  });

  it('is refused for best bets beyond the limit, in a pool without any, and for a mark that is none', async () => {
    const lines = ['season,week,player,pick,best', '2026,1,Ann,PHI,yes', '2026,1,Ann,KC,Yes', '2026,1,Ann,GB,yes'];
    const flaws = (rules: Partial<PoolRules>, more: string[] = []) =>
      flawsOf('New', [...lines, ...more], { rules: rulesWith(rules) });
    expect(await flaws({ bestBets: 2 })).toEqual([]);
    expect(await flaws({ bestBets: 1 })).toEqual([
      '3 pick: Ann would have 2 best bets in week 1 of 2026. A player of this pool has 1 a week.',
    ]);
    expect(await flaws({})).toEqual([
      '2 pick: Ann would have 2 best bets in week 1 of 2026. A player of this pool has none.',
    ]);
    expect(await flaws({ bestBets: 2 }, ['2026,1,Bob,PHI,best'])).toEqual(["5 best: 'best' is neither yes nor blank."]);
  });

  it('counts existing picks of the player', async () => {
    const ann = await addPerson(app.deps, { name: 'Ann' });
    const poolId = await addPool(app.deps, { members: [ann], rules: { games: 1 } });
    const pick = { poolId, gid: 'g2', userId: ann.userId, side: 'home' as const, madeAt: 1 };
    await importPicks(app.store.db, 'sqlite', [pick]);
    expect(await flawsOf(poolId, ['2026,1,Ann,KC'])).toEqual([]);
    expect(await flawsOf(poolId, ['2026,1,Ann,KC', '2026,1,Ann,PHI'])).toEqual([`3 ${tooMany}`]);
  });
});

describe('A pool', () => {
  it('is found by its id if several have the name', async () => {
    const app = await createTestApp('sqlite');
    await addGame(app.deps);
    const first = await addPool(app.deps, { name: 'Twins' });
    const second = await addPool(app.deps, { name: 'Twins' });
    const find = (pool: string) => planPicks(app.store.db, [], { pool, now: app.deps.clock.now() }, []);
    const refused = find('Twins');
    await expect(refused).rejects.toThrow("2 pools are named 'Twins'. Say --pool with the id of one of them:");
    await expect(refused).rejects.toThrow(first);
    expect((await find(second)).pool?.id).toBe(second);
    await app.close();
  });
});
