import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { entriesById } from '#server/entries/reads.ts';
import { renameEntry } from '#server/entries/store.ts';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { setMembers } from '#server/members/store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { importGames } from '#server/season/store.ts';
import { weekScores } from '#server/standings/season-reads.ts';
import { recount, rescoreAllStale } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import { putChoice, putPick, storedChoices } from '#tests/builders.ts';
import { HOUR, inPoints, SUNDAY_1PM } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { openLeague } from '#tests/open-league.ts';
import type { PickToImport } from './picks-store.ts';
import {
  addEntries,
  addPlayers,
  addPoolWeeks,
  createPoolWithWeeks,
  importPicks,
  importPoolPicks,
  importWeeks,
  playersOfPool,
} from './picks-store.ts';

const WEEK = '2026-week1';
const NOW = SUNDAY_1PM + 24 * HOUR;
const straight = { name: 'Old Boys', rules: rulesWith({ entries: 2 }) };

describe.each(usualEngines)('An import of picks on %s', (engine) => {
  let store: Store;
  let drop: () => Promise<void>;
  let poolId: string;
  let ann: string;
  let now = NOW;

  beforeEach(async () => {
    ({ store, drop } = await openLeague(engine));
    const game = { weekId: WEEK, kickoff: SUNDAY_1PM, timeTbd: false, status: 'Final', awayScore: 3 } as const;
    const games = [
      { ...game, gid: 'g1', away: 'DAL', home: 'PHI', homeScore: 24 },
      { ...game, gid: 'g2', away: 'KC', home: 'BUF', homeScore: 0 },
    ];
    await importGames(store, 2026, games, () => NOW);
    poolId = await createPoolWithWeeks(store, straight, [WEEK], NOW);
    ann = (await addPlayers(store, poolId, ['Ann'], NOW)).get('Ann') ?? '';
  });

  afterEach(() => drop());

  const pick = (gid: string, side: Side, entryId = ann): PickToImport => ({ gid, side, entryId, weekId: WEEK });
  /** Each load is an hour after the previous one. */
  const load = (...picks: PickToImport[]) => {
    now += HOUR;
    return importPoolPicks(store, poolId, picks, now, () => {});
  };
  const sides = async () => {
    const rows = await store.db.selectFrom('game_picks').select(['gid', 'side']).orderBy('gid').execute();
    return rows.map(({ gid, side }) => `${gid} ${side}`);
  };
  const scoreOf = async (entryId: string) => {
    await rescoreAllStale(store, Date.now);
    expect(await recount(store)).toEqual([]);
    return inPoints((await weekScores(store.db, poolId)).get(entryId)?.[WEEK]);
  };

  async function addMember(name: string, email: string) {
    const accountId = `account of ${name}`;
    const since = new Date(NOW).toISOString();
    const account = { id: accountId, name, email, image: null, createdAt: since, updatedAt: since };
    const emailVerified = engine === 'sqlite' ? 0 : false;
    await store.db
      .insertInto('accounts')
      .values({ ...account, emailVerified })
      .execute();
    const userId = await createUser(store.db, { displayName: name, accountId }, NOW);
    await setMembers(store.db, poolId, [userId], NOW);
    return { userId, entryId: entryIdOf(poolId, userId) };
  }

  const link = async (entryId: string, userId: string) => {
    const by = { userId: await createUser(store.db, { displayName: 'Boss', accountId: null }, NOW), clock: () => NOW };
    expect(await linkEntry(store, entryId, userId, { ...by, isAdmin: true })).toHaveProperty('entryName');
    return () => unlinkEntry(store, entryId, { ...by, reason: 'A slip' });
  };

  it('takes picks of games that are locked and over, and scores them', async () => {
    expect(await load(pick('g1', 'home'), pick('g2', 'home'))).toEqual({ changed: 2, kept: 0 });
    expect(await scoreOf(ann)).toBe(1);
  });

  it('that is repeated writes nothing, and no history', async () => {
    await load(pick('g1', 'home'), pick('g2', 'home'));
    expect(await load(pick('g1', 'home'), pick('g2', 'home'))).toEqual({ changed: 0, kept: 0 });
    expect(await store.db.selectFrom('pick_history').selectAll().execute()).toHaveLength(2);
  });

  it('changes a pick that differs, keeps the earlier one in the history, and scores the week again', async () => {
    await load(pick('g1', 'home'), pick('g2', 'home'));
    await scoreOf(ann);
    expect(await load(pick('g2', 'away'))).toEqual({ changed: 1, kept: 0 });
    expect(await sides()).toEqual(['g1 home', 'g2 away']);
    expect(await store.db.selectFrom('pick_history').selectAll().execute()).toHaveLength(3);
    expect(await scoreOf(ann)).toBe(2);
  });

  it('adds missing picks of a player with an account, and keeps their own picks', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    await putPick(store, { poolId, userId: bob.userId, gid: 'g1', side: 'away', madeAt: NOW });
    expect(await load(pick('g1', 'home', bob.entryId), pick('g2', 'away', bob.entryId))).toEqual({
      changed: 1,
      kept: 1,
    });
    expect(await sides()).toEqual(['g1 away', 'g2 away']);
  });

  it('also keeps a pick that a player with an account makes while it runs', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    await putPick(store, { poolId, userId: bob.userId, gid: 'g1', side: 'away', madeAt: NOW });
    const wish = { kind: 'pick', about: 'g1', value: { side: 'home' } } as const;
    const late = { poolId, entryId: bob.entryId, wish, madeAt: NOW };
    expect(await importPicks(store.db, store.engine, [late], { by: 'import' }, NOW)).toBe(0);
    expect(await sides()).toEqual(['g1 away']);
  });

  it('does not restore a pick that a player with an account has cleared', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    const cleared = {
      poolId,
      userId: bob.userId,
      kind: 'pick',
      about: 'g1',
      value: null,
      revision: 2,
      madeAt: NOW,
    } as const;
    await putChoice(store, cleared);
    expect(await load(pick('g1', 'home', bob.entryId))).toEqual({ changed: 0, kept: 1 });
  });

  it('counts kept picks of an open game the same for either side', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    const kickoff = NOW + 24 * HOUR;
    const coming = { gid: 'g3', weekId: WEEK, away: 'NYG', home: 'CHI', kickoff, timeTbd: false };
    await importGames(store, 2026, [coming], () => NOW);
    const [{ ownerId = '' } = {}] = await entriesById(store.db, [ann]);
    const entered = { enteredBy: bob.userId, reason: 'By phone' };
    const owners = [{ userId: bob.userId }, { userId: ownerId, ...entered }];
    for (const owner of owners) {
      for (const side of ['home', 'away', null] as const) {
        const value = side && { side };
        await putChoice(store, { poolId, kind: 'pick', about: 'g3', ...owner, value, madeAt: NOW });
        const files = [pick('g3', 'home', entryIdOf(poolId, owner.userId))];
        expect(await load(...files)).toEqual({ changed: 0, kept: 1 });
        const atLock = await importPoolPicks(store, poolId, files, kickoff + HOUR, () => {});
        expect(atLock).toEqual({ changed: 0, kept: side === 'home' ? 0 : 1 });
        expect(await sides()).toEqual([`g3 ${side}`]);
        await store.db.deleteFrom('picks').execute();
      }
    }
  });

  it('fills the entry that two names mean with the pick that the file has first', async () => {
    const [first, second] = [pick('g1', 'home'), pick('g1', 'away')];
    const file = [first, second, pick('g2', 'home'), pick('g2', 'home')];
    expect(await load(...file)).toEqual({ changed: 2, kept: 1 });
    expect(await sides()).toEqual(['g1 home', 'g2 home']);
    expect(await load(...file)).toEqual({ changed: 0, kept: 1 });
    const inTwoSlices = [...Array<PickToImport>(50).fill(second), first];
    expect(await load(...inTwoSlices)).toEqual({ changed: 1, kept: 1 });
    expect(await sides()).toEqual(['g1 away', 'g2 home']);
  });

  it('writes the first guess in the file where two names mean one entry', async () => {
    const guessing = { name: 'Guesses', rules: rulesWith({ tiebreak: 'closest' }) };
    poolId = await createPoolWithWeeks(store, guessing, [WEEK], NOW);
    const entryId = (await addPlayers(store, poolId, ['Bob'], NOW)).get('Bob') ?? '';
    const guesses = [41, 47].map((total) => ({ weekId: WEEK, entryId, value: { total } }));
    expect(await importWeeks(store, poolId, guesses, NOW)).toEqual({ changed: 1, kept: 0 });
    expect(await storedChoices(store.db, 'guess')).toMatchObject([{ revision: 1, value: { total: 41 } }]);
  });

  it('keeps away from an open game of an entry that was linked since the file was read', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    const coming = { gid: 'g3', weekId: WEEK, away: 'NYG', home: 'CHI', timeTbd: false };
    const kickoff = now + 24 * HOUR;
    await importGames(store, 2026, [{ ...coming, kickoff }], () => NOW);
    await link(ann, bob.userId);
    expect(await load(pick('g3', 'home'))).toEqual({ changed: 0, kept: 1 });
    expect(await importPoolPicks(store, poolId, [pick('g3', 'home')], kickoff + HOUR, () => {})).toEqual({
      changed: 1,
      kept: 0,
    });
  });

  it('leaves a bus pick', async () => {
    const boss = await addMember('Boss', 'boss@example.org');
    const entered = { enteredBy: boss.userId, reason: 'By phone', madeAt: NOW };
    const [{ ownerId = '' } = {}] = await entriesById(store.db, [ann]);
    await putChoice(store, { poolId, userId: ownerId, kind: 'pick', about: 'g1', value: { side: 'away' }, ...entered });
    expect(await load(pick('g1', 'home'), pick('g2', 'home'))).toEqual({ changed: 1, kept: 1 });
    expect(await sides()).toEqual(['g1 away', 'g2 home']);
  });

  it('distinguishes players without an account from accounts, and members from former ones', async () => {
    await addMember('Bob', 'bob@example.org');
    const [{ ownerId = '' } = {}] = await entriesById(store.db, [ann]);
    await setMembers(store.db, poolId, [ownerId], NOW, false);
    const players = await playersOfPool(store.db, poolId);
    expect(players.map(({ name, hasAccount, isMember }) => ({ name, hasAccount, isMember }))).toEqual(
      expect.arrayContaining([
        { name: 'Ann', hasAccount: false, isMember: false },
        { name: 'Bob', hasAccount: true, isMember: true },
      ]),
    );
  });

  describe('knows a player', () => {
    /** For each name, the known names of the entries, with their numbers. */
    const known = async () => {
      const players = await playersOfPool(store.db, poolId);
      const entries = await entriesById(
        store.db,
        players.flatMap((player) => player.entries.map(({ id }) => id)),
      );
      const now = new Map(entries.map(({ id, name }) => [id, name]));
      return Object.fromEntries(
        players.map((player) => [player.name, player.entries.map(({ id, name }) => `${name}: ${now.get(id)}`)]),
      );
    };
    const second = async () => (await addEntries(store, [{ besideId: ann, name: 'Second' }], NOW))[0] ?? '';

    it('with all entries', async () => {
      await second();
      expect(await known()).toEqual({ Ann: ['Ann: Ann', 'Second: Second'] });
    });

    it('under the imported name, with the entries of the account that one was given to', async () => {
      const bob = await addMember('Bob', 'bob@example.org');
      const undo = await link(ann, bob.userId);
      await renameEntry(store, { entryId: ann, name: 'Best' }, { ...bob, runsPool: false }, () => NOW);
      expect(await known()).toEqual({ Ann: ['Ann: Best', 'Bob: Bob'], Bob: ['Bob: Bob', 'Best: Best'] });
      await undo();
      expect(await known()).toEqual({ Ann: ['Ann: Ann'], Bob: ['Bob: Bob'] });
    });

    it('with the entry that was filled, and with those that are still the own', async () => {
      const bob = await addMember('Bob', 'bob@example.org');
      const third = await second();
      await addEntries(store, [{ besideId: bob.entryId, name: 'More' }], NOW);
      await link(third, bob.userId);
      expect(await known()).toEqual({
        Ann: ['Ann: Ann', 'Second: Bob', 'More: More'],
        Bob: ['Bob: Bob', 'More: More'],
      });
    });
  });

  it('names the entry of a new player as the file does, and adds further ones since the first plays', async () => {
    const names = new Map([['Cy', 'Lucky']]);
    const added = await addPlayers(store, poolId, ['Cy', 'Dee'], NOW, names);
    const [cy = '', dee = ''] = ['Cy', 'Dee'].map((name) => added.get(name));
    const bob = await addMember('Bob', 'bob@example.org');
    const later = NOW + HOUR;
    const ids = await addEntries(
      store,
      [
        { besideId: cy, name: 'Luckier' },
        { besideId: bob.entryId, name: 'Bobby' },
      ],
      later,
    );
    const [{ joinedAt: since = 0 } = {}] = await entriesById(store.db, [ann]);
    expect(since).toBeLessThan(NOW);
    const entries = await entriesById(store.db, [cy, dee, ...ids]);
    expect(Object.fromEntries(entries.map(({ name, number, joinedAt }) => [name, [number, joinedAt]]))).toEqual({
      Lucky: [1, since],
      Dee: [1, since],
      Luckier: [2, since],
      Bobby: [2, later],
    });
    expect(new Set(entries.filter(({ name }) => name.startsWith('Luck')).map(({ ownerId }) => ownerId)).size).toBe(1);
  });

  it("lets new players join before the pool's first lock, which its deadline may set", async () => {
    const rules = rulesWith({ deadline: 'own', deadlineDay: 'tuesday', deadlineTime: '20:00' });
    const tuesday = SUNDAY_1PM - (4 * 24 + 17) * HOUR;
    poolId = await createPoolWithWeeks(store, { name: 'Early Birds', rules }, [WEEK], tuesday - HOUR);
    const joined = async (name: string, at: number) => {
      const id = (await addPlayers(store, poolId, [name], at)).get(name) ?? '';
      return (await entriesById(store.db, [id]))[0]?.joinedAt;
    };
    expect(await joined('Bea', tuesday - HOUR)).toBe(tuesday - HOUR);
    expect(await joined('Cal', tuesday + HOUR)).toBe(tuesday - 1);
    expect(await joined('Dee', NOW)).toBe(tuesday - 1);
  });

  it('counts the picks of a week that is enabled again', async () => {
    await setPoolWeeks(store.db, { engine: store.engine, now: () => NOW }, poolId, [WEEK], false);
    await load(pick('g1', 'home'));
    await rescoreAllStale(store, Date.now);
    await addPoolWeeks(store, poolId, [WEEK], NOW);
    expect(await scoreOf(ann)).toBe(1);
  });

  it('of a disabled week counts for the account that the entry is linked to, once the week is enabled again', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    await load(pick('g1', 'home'));
    await setPoolWeeks(store.db, { engine: store.engine, now: () => NOW }, poolId, [WEEK], false);
    await link(ann, bob.userId);
    await addPoolWeeks(store, poolId, [WEEK], NOW);
    expect(await scoreOf(ann)).toBe(1);
  });

  it('reports its progress and handles thousands of rows', async () => {
    const names = Array.from({ length: 600 }, (_, number) => `Player ${number}`);
    const ids = await addPlayers(store, poolId, names, NOW);
    const picks = [...ids.values()].flatMap((id) => [pick('g1', 'home', id), pick('g2', 'away', id)]);
    const told: number[] = [];
    const done = await importPoolPicks(store, poolId, picks, NOW, (written) => told.push(written));
    expect(done).toEqual({ changed: 1200, kept: 0 });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toBe(1200);
    expect(await scoreOf([...ids.values()][599] ?? '')).toBe(2);
  });
});
