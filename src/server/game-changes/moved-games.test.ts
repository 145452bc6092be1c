import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FeedGame } from '#server/feed/espn/scoreboard.ts';
import { syncWeek } from '#server/feed/sync.ts';
import { findGame } from '#server/games/reads.ts';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import type { TestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { aLeague } from '#tests/league.ts';
import { shortPick, shortPicks } from '#tests/pick.ts';

const DAY = 24 * HOUR;
const NEXT = SUNDAY_1PM + 7 * DAY;

describe('A game that the feed postpones', () => {
  let league: TestApp;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let gid: string;

  beforeEach(async () => {
    ({ league, ann, bob, poolId } = await aLeague('sqlite', {
      now: SUNDAY_1PM - DAY,
      members: ['ann', 'bob'],
      weeks: [WEEK_1, WEEK_2],
    }));
    await hear(event());
    gid = (await league.store.db.selectFrom('games').select('gid').executeTakeFirstOrThrow()).gid;
    await pick('home');
  });

  afterEach(() => league.close());

  function event(change: Partial<FeedGame> = {}): FeedGame {
    const teams = { away: 'NE', home: 'SEA' };
    const facts = { sourceId: '1', weekId: WEEK_1, ...teams, codes: teams, kickoff: SUNDAY_1PM, timeTbd: false };
    return { ...facts, status: 'Not Started', void: null, ...change };
  }

  async function hear(game: FeedGame): Promise<void> {
    await syncWeek(league.store, { weekId: game.weekId, games: [game], askedAt: league.clock.now() }, league.clock.now);
    league.deps.afterCommit.changed(EVERYTHING);
  }

  async function pick(side: 'home' | 'away') {
    const picked = await league.pick(ann, poolId, { gid, side });
    return picked.code ?? shortPick(picked.ok());
  }

  const own = async () => shortPicks(await league.own(ann, poolId));

  /** Ann's letter of the game as Bob sees it. */
  async function shown(weekId: string) {
    const input = { as: bob, params: { poolId, weekId } };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', input)).ok();
    return rows.find(({ ownerId }) => ownerId === ann.userId)?.picks;
  }

  async function news() {
    const { announcements = [] } = (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok();
    return announcements.map(({ weekId, fields }) => `${weekId} ${fields.map(({ after }) => after).join()}`);
  }

  test('stays sealed and open past its old kick-off, and locks by its new one', async () => {
    await hear(event({ void: 'postponed' }));
    league.clock.set(SUNDAY_1PM + HOUR);
    expect([await shown(WEEK_1), await pick('away')]).toEqual(['?', { side: 'away', revision: 2 }]);
    await hear(event({ kickoff: SUNDAY_1PM + DAY }));
    expect(await pick('home')).toEqual({ side: 'home', revision: 3 });
    league.clock.set(SUNDAY_1PM + DAY + 5 * MINUTE);
    expect([await shown(WEEK_1), await pick('away'), await news()]).toEqual(['h', 'game_locked', []]);
  });

  test('opens in its new week, and who picked it hears that the revealed pick was withdrawn', async () => {
    league.clock.set(SUNDAY_1PM + HOUR);
    expect(await shown(WEEK_1)).toBe('h');
    await hear(event({ void: 'postponed' }));
    expect(await shown(WEEK_1)).toBe('h');
    await hear(event({ sourceId: '2', weekId: WEEK_2, kickoff: NEXT }));
    expect(await own()).toEqual({ [gid]: { side: null, revision: 2 } });
    expect(await shown(WEEK_2)).toBe('-');
    const text = 'NE @ SEA moved to Week 2.\nPicks for it in Week 1 were withdrawn.';
    expect(await news()).toEqual([`${WEEK_1} ${text}`]);
    const log = (await league.call('GET /api/pools/:poolId/log', { as: bob, params: { poolId } })).ok();
    expect(log.entries[0]).toMatchObject({ act: 'picks.withdraw', actor: null });
    expect(await pick('away')).toEqual({ side: 'away', revision: 3 });
  });

  test('takes a pick along that was never revealed', async () => {
    await hear(event({ void: 'postponed' }));
    league.clock.set(SUNDAY_1PM + HOUR);
    await hear(event({ sourceId: '2', weekId: WEEK_2, kickoff: NEXT }));
    expect([await own(), await news()]).toEqual([{ [gid]: { side: 'home', revision: 1 } }, []]);
    expect((await findGame(league.store.db, gid))?.lockAt).toBe(NEXT + 5 * MINUTE);
  });

  test('that is moved forward is news in the pools that play its week', async () => {
    await hear(event({ kickoff: SUNDAY_1PM - 3 * HOUR }));
    expect(await news()).toEqual([
      `${WEEK_1} 1 game of Week 1 now locks earlier.\nNE @ SEA: Sun, Sep 13, 10:05 AM EDT`,
    ]);
  });
});
