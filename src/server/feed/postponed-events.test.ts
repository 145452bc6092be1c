import { beforeEach, describe, expect, test } from 'vitest';
import { PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import { connect } from '#server/platform/db/connect.ts';
import { espnSource, previewSeason } from '#server/season/sources.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import type { FeedGame } from './espn/scoreboard.ts';
import type { FetchedWeek, LeagueFeed } from './feed.ts';
import { gamesOfSeason } from './store.ts';
import type { WeekSync } from './sync.ts';
import { syncWeek } from './sync.ts';

const DAY = 24 * HOUR;
const MONDAY = SUNDAY_1PM - 6 * DAY;
const LATER = SUNDAY_1PM + 70 * DAY;

describe('A postponed game that leaves its old event behind', () => {
  const league = withLeague('sqlite');
  let season = 2030;
  let now = MONDAY;
  const week = (number: number) => `${season}-week${number}`;

  beforeEach(() => {
    season += 1;
    now = MONDAY;
  });

  function event(id: number, number: number, traits: Partial<FeedGame> = {}): FeedGame {
    const { away = 'NE', home = 'SEA' } = traits;
    const kickoff = number === 1 ? SUNDAY_1PM : LATER;
    const facts = { sourceId: `${season}${id}`, weekId: week(number), away, home, codes: { away, home }, kickoff };
    return { ...facts, timeTbd: false, status: 'Not Started', void: null, ...traits };
  }

  /** The old event, as it stands once the game is off: without a status. */
  function left(): FeedGame {
    const { status: _, ...facts } = event(1, 1);
    return { ...facts, void: 'postponed', situation: 'Postponed' };
  }

  /** Two other games keep the weeks from being empty. */
  const answers = {
    before: () => [event(1, 1), event(3, 1, { away: 'KC', home: 'LV' })],
    old: () => [left(), event(3, 1, { away: 'KC', home: 'LV' })],
    new: () => [event(2, 11), event(4, 11, { away: 'DAL', home: 'PHI' })],
    /** Division rivals: the second game of the season, with the sides swapped. */
    rematch: () => [event(5, 11, { away: 'SEA', home: 'NE' }), event(4, 11, { away: 'DAL', home: 'PHI' })],
  };

  /** Each answer comes to a node that has just started. */
  async function hear(...names: readonly (keyof typeof answers)[]): Promise<WeekSync[]> {
    const synced: WeekSync[] = [];
    for (const name of names) {
      now += HOUR;
      const games = answers[name]();
      const node = connect(league.store.location);
      synced.push(await syncWeek(node, { weekId: games[0]?.weekId ?? '', games, askedAt: now }, () => now));
      await node.close();
    }
    return synced;
  }

  const ours = async () =>
    (await gamesOfSeason(league.store.db, season)).filter(({ home, away }) => home === 'SEA' && away === 'NE');
  const moved = () => ({ weekId: week(11), kickoff: LATER, lockAt: LATER + PICK_LOCK_DELAY_MS, void: null });

  test('is postponed while no other event has its teams', async () => {
    await hear('before', 'old', 'rematch', 'old');
    expect(await ours()).toMatchObject([{ weekId: week(1), void: 'postponed' }]);
  });

  test.each<[string, readonly (keyof typeof answers)[]]>([
    ['the old week first', ['before', 'old', 'new']],
    ['the new week first', ['before', 'new', 'old', 'new']],
    ['a new league, the new week first', ['new', 'old']],
  ])('is the game of the new week: %s', async (_, names) => {
    await hear(...names);
    expect(await ours()).toMatchObject([moved()]);
    for (const name of ['old', 'new', 'new', 'old', 'old'] as const) {
      expect(await hear(name)).toMatchObject([{ added: [], gids: [], problems: [] }]);
    }
    now = SUNDAY_1PM + HOUR;
    await hear('old', 'new', 'old');
    expect(await ours()).toMatchObject([moved()]);
  });

  test('moves once if its old event is deleted', async () => {
    await hear('before');
    const alone = { weekId: week(1), games: [event(3, 1, { away: 'KC', home: 'LV' })], askedAt: now + 1 };
    await syncWeek(league.store, alone, () => now);
    await hear('new');
    expect(await ours()).toMatchObject([moved()]);
  });

  test('is one game if two nodes receive both weeks at once', async () => {
    await hear('before');
    const nodes = Array.from({ length: 4 }, () => connect(league.store.location));
    for (let round = 0; round < 5; round += 1) {
      now += HOUR;
      await Promise.all(
        nodes.map((node, index) => {
          const games = index % 2 === 0 ? answers.old() : answers.new();
          return syncWeek(node, { weekId: games[0]?.weekId ?? '', games, askedAt: now }, () => now);
        }),
      );
    }
    await Promise.all(nodes.map((node) => node.close()));
    expect(await ours()).toMatchObject([moved()]);
  });

  test('is new in one week only if two nodes of a new league receive both weeks at once', async () => {
    const nodes = [answers.old(), answers.new()].map((games) => ({ games, store: connect(league.store.location) }));
    await Promise.all(
      nodes.map(({ games, store }) =>
        syncWeek(store, { weekId: games[0]?.weekId ?? '', games, askedAt: now }, () => now),
      ),
    );
    await Promise.all(nodes.map(({ store }) => store.close()));
    expect(await ours()).toMatchObject([{ weekId: week(11), void: null }]);
  });

  test('is loaded with its season as one game of the new week', async () => {
    const boards = new Map([answers.old(), answers.new()].map((games) => [games[0]?.weekId ?? '', games]));
    const feed: Pick<LeagueFeed, 'fetchWeek'> = {
      fetchWeek: async (weekId): Promise<FetchedWeek> => {
        const games = boards.get(weekId);
        return { weekId, answer: games ? { weekId, games, askedAt: now } : null, problems: [] };
      },
    };
    const source = await espnSource(feed, season);
    if (!source) throw new Error('There is no season.');
    expect(await previewSeason(league.store, source, () => now)).toMatchObject({ games: 3, added: 3, changed: 0 });
    const { store } = league;
    await store.db.transaction().execute((tx) => source.write(tx, store, { adminId: null, now: () => now }));
    expect(await ours()).toMatchObject([moved()]);
    expect(await previewSeason(store, source, () => now)).toMatchObject({ games: 3, added: 0, unchanged: 3 });
  });
});
