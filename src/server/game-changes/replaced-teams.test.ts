import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import type { FeedGame } from '#server/feed/espn/scoreboard.ts';
import { syncWeek } from '#server/feed/sync.ts';
import { findGame } from '#server/games/reads.ts';
import { setMembers } from '#server/members/store.ts';
import { closeGate } from '#server/platform/db/gate.ts';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import { sha256 } from '#server/receipts/reads.ts';
import { importGames } from '#server/season/store.ts';
import type { TestApp } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, storedChoices, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, whileHeld } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { aLeague } from '#tests/league.ts';

const DAY = 24 * HOUR;
const LOCK = SUNDAY_1PM + 5 * MINUTE;
const GID = '2026_01_LA_TB';

/** LAR at TB, unless a source corrects it. */
function event(change: Partial<FeedGame> = {}): FeedGame {
  const { home = 'TB', away = 'LAR' } = change;
  const facts = { sourceId: '1', weekId: WEEK_1, codes: { home, away }, kickoff: SUNDAY_1PM, timeTbd: false };
  return { ...facts, home, away, status: 'Not Started', void: null, spread: 3, ...change };
}

describe.each(usualEngines)('A game with a corrected team on %s', (engine) => {
  let league: TestApp;
  let ann: Person;
  let bob: Person;
  let poolId: string;

  beforeEach(async () => {
    const rules = { tiebreak: 'closest' } as const;
    ({ league, ann, bob, poolId } = await aLeague(engine, {
      now: SUNDAY_1PM - DAY,
      members: ['ann', 'bob'],
      rules,
    }));
    await hear(event());
    (await league.pick(ann, poolId, { gid: GID, side: 'home' })).ok();
    (await league.pick(bob, poolId, { gid: GID, side: 'away' })).ok();
    (await league.pick(ann, poolId, { gid: GID, total: 41 })).ok();
  });

  afterEach(() => league.close());

  async function hear(game: FeedGame) {
    const answer = { weekId: game.weekId, games: [game], askedAt: league.clock.now() };
    const synced = await syncWeek(league.store, answer, league.clock.now);
    league.deps.afterCommit.changed(EVERYTHING);
    return synced;
  }

  const file = (home: string, away: string, options = {}) => {
    const game = { gid: GID, weekId: WEEK_1, home, away, kickoff: SUNDAY_1PM, timeTbd: false };
    return importGames(league.store, 2026, [game], league.clock.now, options);
  };

  async function receipts() {
    const read = readReceiptFile(
      (await league.call('GET /api/pools/:poolId/receipts', { as: ann, params: { poolId }, query: {} })).text,
    );
    if ('problem' in read) throw new Error(read.problem);
    return checkReceipts(sha256, read, []);
  }

  const stored = () => findGame(league.store.db, GID);
  const picked = async (of = poolId) => {
    const rows = await storedChoices(league.store.db, 'pick', of);
    return rows.flatMap(({ value }) => (value as { side: string } | null)?.side ?? []).sort();
  };
  const guessed = async () =>
    (await storedChoices(league.store.db, 'guess', poolId)).map(({ value }) => value as object);

  async function news(of = poolId) {
    const { announcements = [] } = (
      await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId: of } })
    ).ok();
    return announcements.map(({ fields }) => fields.map(({ after }) => after).join());
  }

  test('before its first lock gets the other team, its line, and no picks; everybody is told', async () => {
    expect(await hear(event({ away: 'PHI', spread: 1 }))).toMatchObject({ gids: [GID], replaced: [GID], problems: [] });
    expect(await stored()).toMatchObject({ away: 'PHI', home: 'TB', spread: 1, frozenSpread: null });
    expect([await picked(), await guessed()]).toEqual([[], [{ gid: GID, total: null }]]);
    expect(await news()).toEqual(['LAR @ TB is now PHI @ TB. Picks for it were withdrawn.']);
    (await league.pick(ann, poolId, { gid: GID, side: 'away' })).ok();
    expect(await hear(event({ away: 'PHI', spread: 1 }))).toMatchObject({ gids: [], replaced: [] });
    expect(await picked()).toEqual(['away']);
  });

  test('takes no pick that a device made for the old teams, of anybody', async () => {
    const cat = await addPerson(league.deps, { name: 'Cat' });
    await setMembers(league.store.db, poolId, [cat.userId], league.clock.now());
    await hear(event({ away: 'PHI' }));
    const late = (person: Person, basedOn: number) => league.pick(person, poolId, { gid: GID, side: 'away', basedOn });
    expect([(await late(bob, 1)).code, (await late(cat, 0)).code]).toEqual(['newer_pick', 'newer_pick']);
    expect([(await late(bob, 2)).code, (await late(cat, 1)).code]).toEqual([null, null]);
  });

  test('is told of alike in a pool where nobody picked it, and not in one that does not play it', async () => {
    const [quiet, other] = [
      await addPool(league.deps, { members: [ann] }),
      await addPool(league.deps, { members: [ann], weeks: ['2026-week2'] }),
    ];
    await hear(event({ away: 'PHI' }));
    expect([await news(quiet), await news(other)]).toEqual([await news(), []]);
  });

  test('loses the line that an admin set for the old teams, and one that was corrected in a pool', async () => {
    const game = { gid: GID, spread: 6, set_by: ann.userId, set_at: 1, reason: 'x' };
    await league.store.db.updateTable('games').set({ spread: 6, frozen_spread: 6, set_by_admin: 'spread' }).execute();
    await league.store.db
      .insertInto('pool_lines')
      .values({ ...game, pool_id: poolId } as never)
      .execute();
    await hear(event({ away: 'PHI', spread: null }));
    expect(await stored()).toMatchObject({ spread: null, frozenSpread: null, setByAdmin: [] });
    expect(await league.store.db.selectFrom('pool_lines').selectAll().execute()).toEqual([]);
  });

  test('is corrected by a file in the same way', async () => {
    expect(await file('TB', 'PHI')).toMatchObject({ changed: 1, leftOut: [] });
    expect(await stored()).toMatchObject({ away: 'PHI', home: 'TB', spread: null });
    expect([await picked(), await news()]).toEqual([[], ['LAR @ TB is now PHI @ TB. Picks for it were withdrawn.']]);
  });

  test('that has locked is left as it is, and the difference is reported', async () => {
    league.clock.set(LOCK);
    const before = await stored();
    const { problems, gids } = await hear(event({ away: 'PHI', status: 'In Progress', homeScore: 7 }));
    expect([gids, problems.map(({ kind }) => kind)]).toEqual([[], ['other_teams']]);
    expect(await file('TB', 'PHI')).toMatchObject({ changed: 0, leftOut: [{ reason: 'locked' }] });
    expect([await stored(), await picked(), await news()]).toEqual([before, ['away', 'home'], []]);
  });

  test('counts as locked by the deadline of any pool', async () => {
    const rules = { deadline: 'own', deadlineDay: 'sunday', deadlineTime: '10:00' } as const;
    await addPool(league.deps, { members: [ann], rules });
    league.clock.set(SUNDAY_1PM - 2 * HOUR);
    const { problems } = await hear(event({ away: 'PHI' }));
    expect(problems.map(({ kind }) => kind)).toEqual(['other_teams']);
  });

  test('that has locked is corrected by an admin: picks of the team that left count for nobody', async () => {
    league.clock.set(LOCK);
    await hear(event({ status: 'Final', homeScore: 20, awayScore: 24 }));
    await league.deps.afterCommit.idle();
    const points = async () => {
      const reply = await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } });
      return Object.fromEntries(reply.ok().rows.map(({ name, totalHalves }) => [name, totalHalves]));
    };
    const before = await receipts();
    expect([await points(), before.findings]).toEqual([{ Ann: 0, Bob: 2 }, []]);
    expect(await file('PHI', 'TB', { replaceTeams: true })).toMatchObject({ changed: 1, leftOut: [] });
    league.deps.afterCommit.changed(EVERYTHING);
    await league.deps.afterCommit.idle();
    expect(await stored()).toMatchObject({ home: 'TB', away: 'PHI', homeScore: 20, awayScore: 24 });
    expect([await picked(), await points()]).toEqual([['home'], { Ann: 0, Bob: 0 }]);
    expect(await news()).toEqual(['LAR @ TB is now PHI @ TB. Picks of LAR count for nobody.']);
    expect(await receipts()).toMatchObject({ findings: [], receipts: before.receipts + 1 });
    const edits = (await auditRows(league.store.db)).filter(({ act }) => act === 'game.edit');
    expect(edits).toMatchObject([{ actorId: null, before: { away: 'LAR' }, after: { away: 'PHI' } }]);
  });

  test('takes the teams of survivors back before its lock; after it they cost nothing', async () => {
    const survivors = await addPool(league.deps, { members: [ann, bob], rules: { format: 'survivor' } });
    const teams = async () =>
      (await storedChoices(league.store.db, 'team', survivors)).map(
        ({ value }) => (value as { team: string } | null)?.team,
      );
    const choose = async (team: string) => (await league.pick(ann, survivors, { gid: GID, team })).ok();
    await choose('LAR');
    await hear(event({ away: 'PHI' }));
    expect(await teams()).toEqual([undefined]);
    await choose('PHI');
    league.clock.set(LOCK);
    await file('TB', 'DAL', { replaceTeams: true });
    await hear(event({ away: 'DAL', status: 'Final', homeScore: 20, awayScore: 3 }));
    await league.deps.afterCommit.idle();
    const standings = await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId: survivors } });
    expect(await teams()).toEqual(['PHI']);
    const lives = Object.fromEntries(standings.ok().rows.map(({ name, survival }) => [name, survival?.lives]));
    expect(lives).toEqual({ Ann: 1, Bob: 0 });
  });
});

describe('On PostgreSQL', () => {
  test('a game that locks while its team is replaced keeps its team and its picks', async () => {
    const { league, ann, poolId } = await aLeague('postgres', { now: SUNDAY_1PM - DAY, members: ['ann'] });
    await setDatabaseClock(league.store, LOCK - 1);
    const hear = (game: FeedGame) =>
      syncWeek(league.store, { weekId: WEEK_1, games: [game], askedAt: 1 }, league.clock.now);
    await hear(event());
    (await league.pick(ann, poolId, { gid: GID, side: 'away' })).ok();
    const synced = await whileHeld(
      league.store,
      (tx) => closeGate(tx, 'postgres'),
      () => hear(event({ away: 'PHI' })),
      () => setDatabaseClock(league.store, LOCK),
    );
    expect(synced.problems.map(({ kind }) => kind)).toEqual(['other_teams']);
    expect(await findGame(league.store.db, GID)).toMatchObject({ away: 'LAR' });
    expect(await storedChoices(league.store.db, 'pick', poolId)).toMatchObject([{ value: { side: 'away' } }]);
    await league.close();
  });
});
