import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Side } from '#core/types.ts';
import { importPicks, putChoice, putPick } from '#tests/builders.ts';
import { HOUR, inPoints, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { openLeague } from '#tests/open-league.ts';
import type { Store } from './engine/connect.ts';
import { importGames } from './import-games.ts';
import type { PickToImport } from './import-picks.ts';
import { addPlayers, addPoolWeeks, createPoolWithWeeks, importPoolPicks, playersOfPool } from './import-picks.ts';
import { setMembers } from './members.ts';
import { linkPlayer } from './player-links.ts';
import { setPoolWeeks } from './pools.ts';
import { recount, rescoreAllStale } from './scores.ts';
import { weekScores } from './standings.ts';
import { createUser } from './users.ts';
import { copyLockedPicks } from './waiting-picks.ts';

const WEEK = '2026-week1';
const NOW = SUNDAY_1PM + 24 * HOUR;
const straight = { name: 'Old Boys' };

describe.each(engines)('An import of picks on %s', (engine) => {
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

  const pick = (gid: string, side: Side, playerId = ann): PickToImport => ({ gid, side, playerId, weekId: WEEK });
  /** Each load comes an hour after the one before. */
  const load = (...picks: PickToImport[]) => {
    now += HOUR;
    return importPoolPicks(store, poolId, picks, now, () => {});
  };
  const sides = async () => {
    const rows = await store.db.selectFrom('game_picks').select(['gid', 'side']).orderBy('gid').execute();
    return rows.map(({ gid, side }) => `${gid} ${side}`);
  };
  const scoreOf = async (userId: string) => {
    await rescoreAllStale(store);
    expect(await recount(store)).toEqual([]);
    return inPoints((await weekScores(store.db, poolId)).get(userId)?.[WEEK]);
  };

  async function addMember(name: string, email: string): Promise<string> {
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
    return userId;
  }

  it('takes picks of games that are locked and over, and scores them', async () => {
    expect(await load(pick('g1', 'home'), pick('g2', 'home'))).toEqual({ changed: 2, kept: 0, waiting: 0 });
    expect(await scoreOf(ann)).toBe(1);
  });

  it('that is repeated writes nothing, and no history', async () => {
    await load(pick('g1', 'home'), pick('g2', 'home'));
    expect(await load(pick('g1', 'home'), pick('g2', 'home'))).toEqual({ changed: 0, kept: 0, waiting: 0 });
    expect(await store.db.selectFrom('pick_history').selectAll().execute()).toHaveLength(2);
  });

  it('changes a pick that differs, keeps the earlier one in the history, and scores the week again', async () => {
    await load(pick('g1', 'home'), pick('g2', 'home'));
    await scoreOf(ann);
    expect(await load(pick('g2', 'away'))).toEqual({ changed: 1, kept: 0, waiting: 0 });
    expect(await sides()).toEqual(['g1 home', 'g2 away']);
    expect(await store.db.selectFrom('pick_history').selectAll().execute()).toHaveLength(3);
    expect(await scoreOf(ann)).toBe(2);
  });

  it('fills in what somebody with an account has not picked, and leaves their own picks', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    await putPick(store, { poolId, userId: bob, gid: 'g1', side: 'away', madeAt: NOW });
    expect(await load(pick('g1', 'home', bob), pick('g2', 'away', bob))).toEqual({ changed: 1, kept: 1, waiting: 0 });
    expect(await sides()).toEqual(['g1 away', 'g2 away']);
  });

  it('leaves also the pick that somebody with an account makes while it runs', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    await putPick(store, { poolId, userId: bob, gid: 'g1', side: 'away', madeAt: NOW });
    const late = { poolId, gid: 'g1', userId: bob, side: 'home', madeAt: NOW } as const;
    expect(await importPicks(store.db, store.engine, [late])).toBe(0);
    expect(await sides()).toEqual(['g1 away']);
  });

  it('does not bring back a pick that somebody with an account has cleared', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    const cleared = { poolId, userId: bob, kind: 'pick', about: 'g1', value: null, revision: 2, madeAt: NOW } as const;
    await putChoice(store, cleared);
    expect(await load(pick('g1', 'home', bob))).toEqual({ changed: 0, kept: 1, waiting: 0 });
  });

  it('counts what it leaves of a game that is not locked the same whichever side it is', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    const kickoff = NOW + 24 * HOUR;
    const coming = { gid: 'g3', weekId: WEEK, away: 'NYG', home: 'CHI', kickoff, timeTbd: false };
    await importGames(store, 2026, [coming], () => NOW);
    const entered = { enteredBy: bob, reason: 'By phone' };
    const owners = [{ userId: bob }, { userId: ann, ...entered }];
    for (const owner of owners) {
      for (const side of ['home', 'away', null] as const) {
        const value = side && { side };
        await putChoice(store, { poolId, kind: 'pick', about: 'g3', ...owner, value, madeAt: NOW });
        const files = [pick('g3', 'home', owner.userId)];
        expect(await load(...files)).toEqual({ changed: 0, kept: 1, waiting: 0 });
        const atLock = await importPoolPicks(store, poolId, files, kickoff + HOUR, () => {});
        expect(atLock).toEqual({ changed: 0, kept: side === 'home' ? 0 : 1, waiting: 0 });
        expect(await sides()).toEqual([`g3 ${side}`]);
        await store.db.deleteFrom('picks').execute();
      }
    }
  });

  it('gives the account of two linked players the pick that the file has first', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    const bobby = (await addPlayers(store, poolId, ['Bobby'], NOW)).get('Bobby') ?? '';
    for (const player of [ann, bobby]) await linkPlayer(store, player, bob, bob, NOW);
    const file = [pick('g1', 'home', bobby), pick('g1', 'away'), pick('g2', 'home'), pick('g2', 'home', bobby)];
    expect(await load(...file)).toEqual({ changed: 2, kept: 1, waiting: 0 });
    expect(await sides()).toEqual(['g1 home', 'g2 home']);
    expect(await load(...file)).toEqual({ changed: 0, kept: 1, waiting: 0 });
  });

  it('of a player who was linked since the file was read waits for the lock', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    const coming = { gid: 'g3', weekId: WEEK, away: 'NYG', home: 'CHI', timeTbd: false };
    const kickoff = NOW + 24 * HOUR;
    await importGames(store, 2026, [{ ...coming, kickoff }], () => NOW);
    const file = [pick('g3', 'home')];
    await linkPlayer(store, ann, bob, bob, NOW);
    expect(await load(...file)).toEqual({ changed: 1, kept: 0, waiting: 1 });
    expect(await copyLockedPicks(store, kickoff + HOUR)).toMatchObject({
      picks: [{ userId: bob, gid: 'g3', side: 'home' }],
    });
  });

  it('leaves a bus pick', async () => {
    const boss = await addMember('Boss', 'boss@example.org');
    const entered = { enteredBy: boss, reason: 'By phone', madeAt: NOW };
    await putChoice(store, { poolId, userId: ann, kind: 'pick', about: 'g1', value: { side: 'away' }, ...entered });
    expect(await load(pick('g1', 'home'), pick('g2', 'home'))).toEqual({ changed: 1, kept: 1, waiting: 0 });
    expect(await sides()).toEqual(['g1 away', 'g2 home']);
  });

  it('tells players from people with an account, and members from former ones', async () => {
    await addMember('Bob', 'bob@example.org');
    await setMembers(store.db, poolId, [ann], NOW, false);
    const players = await playersOfPool(store.db, poolId);
    expect(players.map(({ name, hasAccount, isMember }) => ({ name, hasAccount, isMember }))).toEqual(
      expect.arrayContaining([
        { name: 'Ann', hasAccount: false, isMember: false },
        { name: 'Bob', hasAccount: true, isMember: true },
      ]),
    );
  });

  it('counts the picks of a week that comes back to the pool', async () => {
    await setPoolWeeks(store.db, { engine: store.engine, now: () => NOW }, poolId, [WEEK], false);
    await load(pick('g1', 'home'));
    await rescoreAllStale(store);
    await addPoolWeeks(store, poolId, [WEEK], NOW);
    expect(await scoreOf(ann)).toBe(1);
  });

  it('of a week that is out of the pool counts for the account of a linked player once the week comes back', async () => {
    const bob = await addMember('Bob', 'bob@example.org');
    await load(pick('g1', 'home'));
    await setPoolWeeks(store.db, { engine: store.engine, now: () => NOW }, poolId, [WEEK], false);
    await linkPlayer(store, ann, bob, bob, NOW);
    await addPoolWeeks(store, poolId, [WEEK], NOW);
    expect(await scoreOf(bob)).toBe(1);
  });

  it('tells how far it is and takes thousands of rows', async () => {
    const names = Array.from({ length: 600 }, (_, number) => `Player ${number}`);
    const ids = await addPlayers(store, poolId, names, NOW);
    const picks = [...ids.values()].flatMap((id) => [pick('g1', 'home', id), pick('g2', 'away', id)]);
    const told: number[] = [];
    const done = await importPoolPicks(store, poolId, picks, NOW, (written) => told.push(written));
    expect(done).toEqual({ changed: 1200, kept: 0, waiting: 0 });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toBe(1200);
    expect(await scoreOf([...ids.values()][599] ?? '')).toBe(2);
  });
});
