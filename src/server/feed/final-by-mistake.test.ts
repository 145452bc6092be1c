import { beforeEach, describe, expect, test } from 'vitest';
import type { GameStatus } from '#core/types.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { findGame } from '#server/games/reads.ts';
import { connect } from '#server/platform/db/connect.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import type { FeedGame } from './espn/scoreboard.ts';
import { syncWeek } from './sync.ts';

/** What the feed says of the game: `Final 14-0`, `Q3 9:00 14-7`, `Not Started 0-0`. */
type Words = string;

describe('A Final by mistake', () => {
  const league = withLeague('sqlite');
  let season = 2030;
  let now = 0;
  const weekId = () => `${season}-week1`;
  const gid = () => `${season}_01_NE_SEA`;

  beforeEach(() => {
    season += 1;
    now = SUNDAY_1PM + HOUR;
  });

  /** Each answer comes to a node that has just started. */
  async function hear(...all: readonly Words[]): Promise<void> {
    for (const words of all) {
      now += MINUTE;
      const node = connect(league.store.location);
      await syncWeek(node, { weekId: weekId(), games: [said(words)], askedAt: now }, () => now);
      await node.close();
    }
  }

  function said(words: Words): FeedGame {
    const [, period, minutes, seconds, home, away] =
      /^(?:Q(\d) (\d+):(\d+)|Final|Not Started) (\d+)-(\d+)$/.exec(words) ?? [];
    const clock = { period: Number(period), secondsLeft: Number(minutes) * 60 + Number(seconds) };
    const status: GameStatus = period ? 'In Progress' : words.startsWith('Final') ? 'Final' : 'Not Started';
    return {
      sourceId: `${season}1`,
      weekId: weekId(),
      away: 'NE',
      home: 'SEA',
      codes: { away: 'NE', home: 'SEA' },
      kickoff: SUNDAY_1PM,
      timeTbd: false,
      status,
      void: null,
      homeScore: Number(home),
      awayScore: Number(away),
      situation: words,
      ...(period ? { clock } : {}),
    };
  }

  const shown = async () => {
    const game = await findGame(league.store.db, gid());
    return `${game?.status} ${game?.homeScore}-${game?.awayScore}`;
  };

  test.each<[string, readonly Words[], string]>([
    ['it plays on after two later clocks', ['Q3 9:00 14-7', 'Q4 12:00 28-7'], 'In Progress 28-7'],
    ['it stays after one', ['Q3 9:00 14-7'], 'Final 14-0'],
    ['it stays after clocks from before', ['Q2 4:00 7-0', 'Q2 2:00 7-0'], 'Final 14-0'],
    ['it ends again', ['Q3 9:00 14-7', 'Q4 12:00 28-7', 'Final 31-7'], 'Final 31-7'],
    ['a corrected score stands', ['Q3 9:00 14-7', 'Final 13-0'], 'Final 13-0'],
  ])('%s', async (_, later, expected) => {
    await hear('Q2 0:00 14-0', 'Final 14-0');
    expect(await shown()).toBe('Final 14-0');
    const lockAt = (await findGame(league.store.db, gid()))?.lockAt;
    await hear(...later);
    expect(await shown()).toBe(expected);
    expect((await findGame(league.store.db, gid()))?.lockAt).toBe(lockAt);
  });

  test('a status that an admin set holds', async () => {
    await hear('Q2 0:00 14-0', 'Final 14-0');
    await editGame(league.store, gid(), { status: 'Final' }, () => now);
    await hear('Q3 9:00 14-7', 'Q4 12:00 28-7', 'Q4 9:00 28-7');
    expect(await shown()).toMatch(/^Final/);
  });

  test.each([
    [
      'once the feed has reported the end',
      ['Q2 0:00 14-0', 'Final 14-0'],
      'Final',
      ['Q2 4:00 7-0', 'Not Started 0-0'],
      'Final 14-0',
    ],
    ['while the game is played', ['Q2 4:00 14-0'], 'In Progress', ['Not Started 0-0'], 'In Progress 14-0'],
    [
      'until the feed plays on',
      ['Q2 0:00 14-0', 'Final 14-0'],
      'Final',
      ['Q3 9:00 14-7', 'Q4 12:00 28-7'],
      'Final 28-7',
    ],
  ] as const)(
    'an old answer brings no score to a status that an admin set, %s',
    async (_, first, status, later, expected) => {
      await hear(...first);
      await editGame(league.store, gid(), { status }, () => now);
      await hear(...later);
      expect(await shown()).toBe(expected);
    },
  );

  test('a score set by an admin is kept, and the status is still updated', async () => {
    await hear('Q2 0:00 14-0', 'Final 14-0');
    await editGame(league.store, gid(), { homeScore: 50 }, () => now);
    await hear('Q3 9:00 14-7', 'Q4 12:00 28-7');
    expect(await shown()).toBe('In Progress 50-0');
  });
});
