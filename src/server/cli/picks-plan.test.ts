import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { setMembers } from '#server/store/members.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addGame, addPerson, addPool, importPicks, removeMember } from '#tests/builders.ts';
import type { Flaw } from '../csv/csv-table.ts';
import { parseCsv } from '../csv/csv-table.ts';
import { linkPlayer, unlinkPlayer } from '../store/player-links.ts';
import { createUser } from '../store/users.ts';
import type { PoolOptions } from './picks-plan.ts';
import { planPicks } from './picks-plan.ts';
import { optionalPickColumns, parsePicks, pickColumns } from './picks-rows.ts';

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

  it('is the member with an account where there is no other', async () => {
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

  it('is found by what was stored before names were cleaned', async () => {
    const turned = await addSam(false, '\u202eSam');
    expect(await plan({ create: true })).toEqual({ id: turned, newPlayers: [], flaws: [] });
  });

  it('is nobody in particular where two share the name', async () => {
    await addSam(false);
    await addSam(false);
    expect((await plan()).flaws).toEqual(['player: 2 members are named Sam.']);
  });

  it.each(['SAM OKAFOR', 'Sam  Okafor', 'Sam\u00a0Okafor', 'sam okafor'])('is the same as %j', async (spelling) => {
    const sam = await addSam(false, 'Sam Okafor');
    const { players, picks, flaws } = await planOf([`2026,1,${spelling},PHI`, '2026,1,Sam Okafor,PHI']);
    expect(flaws).toEqual([]);
    expect([...players.values()].map(({ id }) => id)).toEqual([sam]);
    expect(picks).toMatchObject([{ player: 'Sam Okafor' }]);
  });

  it('is the same in either encoding of an accent', async () => {
    const zoe = await addSam(false, 'Zo\u00eb');
    const { players } = await planOf(['2026,1,Zoe\u0308,PHI']);
    expect([...players.values()].map(({ id }) => id)).toEqual([zoe]);
  });

  it('who is new is one, however the file spells the name', async () => {
    const { newPlayers, flaws } = await planOf(['2026,1,Kim Lee,PHI', '2026,1,kim lee,DAL'], { create: true });
    expect(newPlayers).toEqual(['Kim Lee']);
    expect(flaws).toEqual(['pick: Kim Lee picked the other team of this game in line 2.']);
  });

  it('is nobody in particular where members of two spellings are there, and the file has a third', async () => {
    await addSam(false, 'Sam');
    await addSam(false, 'sam');
    expect((await planOf(['2026,1,sam,PHI', '2026,1,Sam,PHI'])).flaws).toEqual([]);
    expect((await planOf(['2026,1,SAM,PHI'])).flaws).toEqual(['player: 2 members are named SAM.']);
  });

  it('who is new and near another is told of: members, former ones and the file itself', async () => {
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

  it('is the account that they are linked to, under the imported name; unlinked they are themselves again', async () => {
    const admin = await addPerson(app.deps, { isAdmin: true });
    const kim = await addPerson(app.deps, { name: 'Kim' });
    const imported = await addSam(false);
    await addSam(true);
    await linkPlayer(app.store, imported, kim.userId, admin.userId, 1);
    expect(await plan({ create: true })).toEqual({ id: kim.userId, newPlayers: [], flaws: [] });
    const second = await addSam(false);
    await linkPlayer(app.store, second, kim.userId, admin.userId, 1);
    expect((await plan()).id).toBe(kim.userId);
    await unlinkPlayer(app.store, second, kim.userId, admin.userId, 2);
    await removeMember(app.deps, poolId, second);
    await unlinkPlayer(app.store, imported, kim.userId, admin.userId, 2);
    expect((await plan()).id).toBe(imported);
  });

  it('is new in a pool that has nobody of that name, only with --create', async () => {
    expect(await plan({ create: true })).toEqual({ id: undefined, newPlayers: ['Sam'], flaws: [] });
    expect((await plan()).flaws).toEqual(['player: Sam is not a member of this pool. --create adds players.']);
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

  it('counts what the player has picked already', async () => {
    const ann = await addPerson(app.deps, { name: 'Ann' });
    const poolId = await addPool(app.deps, { members: [ann], rules: { games: 1 } });
    const pick = { poolId, gid: 'g2', userId: ann.userId, side: 'home' as const, madeAt: 1 };
    await importPicks(app.store.db, 'sqlite', [pick]);
    expect(await flawsOf(poolId, ['2026,1,Ann,KC'])).toEqual([]);
    expect(await flawsOf(poolId, ['2026,1,Ann,KC', '2026,1,Ann,PHI'])).toEqual([`3 ${tooMany}`]);
  });
});

describe('A pool', () => {
  it('is found by its id where several have the name', async () => {
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
