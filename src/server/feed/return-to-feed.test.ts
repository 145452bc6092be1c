import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedField, Game } from '#core/types.ts';
import type { Editor, GameChange } from '#server/game-changes/edit-store.ts';
import { findGame } from '#server/games/reads.ts';
import { addGame, addPerson } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import { editAndReturnToFeed } from './store.ts';
import type { GameUpdate } from './sync.ts';
import { syncGames } from './sync.ts';

const DAY = 24 * HOUR;
const LIVE = SUNDAY_1PM + HOUR;

describe('Return to feed', () => {
  const league = withLeague('sqlite');
  let gid: string;
  let editor: Editor;

  beforeAll(async () => {
    editor = { adminId: (await addPerson(league.deps, { isAdmin: true })).userId, seen: {} };
  });
  beforeEach(async () => {
    gid = await addGame(league.deps);
  });

  const hear = (update: Partial<GameUpdate>, now = LIVE) =>
    syncGames(league.store, [{ gid, weekId: '2026-week1', ...update }], () => now);
  const edit = (change: GameChange, now = LIVE) =>
    editAndReturnToFeed(league.store, gid, change, [], () => now, editor);
  const returnFields = (fields: readonly FeedField[], now = LIVE) =>
    editAndReturnToFeed(league.store, gid, {}, fields, () => now, editor);
  const game = async () => (await findGame(league.store.db, gid)) as Game;

  test('a score takes the feed’s last word at once, and follows it from then on', async () => {
    await hear({ status: 'In Progress', homeScore: 7, awayScore: 3 });
    await edit({ homeScore: 50 });
    await hear({ status: 'In Progress', homeScore: 10, awayScore: 3 }, LIVE + MINUTE);
    expect(await game()).toMatchObject({ homeScore: 50, setByAdmin: ['score'] });
    expect(await returnFields(['score'], LIVE + MINUTE)).toMatchObject({ homeScore: 10, awayScore: 3, setByAdmin: [] });
    await hear({ status: 'In Progress', homeScore: 17, awayScore: 3 }, LIVE + 2 * MINUTE);
    expect(await game()).toMatchObject({ homeScore: 17 });
  });

  test('a status goes back, although the feed alone never turns it back; the first lock stays', async () => {
    await hear({ status: 'In Progress', homeScore: 7, awayScore: 3, situation: 'Q2 3:00' });
    const { lockAt } = await game();
    await edit({ status: 'Final' });
    expect(await returnFields(['status'])).toMatchObject({ status: 'In Progress', situation: 'Q2 3:00', lockAt });
    await hear({ status: 'Not Started' }, LIVE + MINUTE);
    expect((await game()).status).toBe('Not Started');
    await hear({ status: 'In Progress' }, LIVE + 2 * MINUTE);
    await hear({ status: 'Not Started' }, LIVE + 3 * MINUTE);
    expect(await game()).toMatchObject({ status: 'In Progress', lockAt });
  });

  test('a status that the feed had wrong is put right by its next word, also backwards', async () => {
    await hear({ status: 'Final', homeScore: 7, awayScore: 3 });
    await edit({ status: 'In Progress' });
    await hear({ status: 'In Progress', homeScore: 10, awayScore: 3 }, LIVE + MINUTE);
    expect(await returnFields(['status'], LIVE + MINUTE)).toMatchObject({ status: 'In Progress', homeScore: 10 });
  });

  test('a void that an admin set goes with the status', async () => {
    await hear({ status: 'Not Started', void: null }, SUNDAY_1PM - HOUR);
    await edit({ void: 'postponed' }, SUNDAY_1PM - HOUR);
    expect(await returnFields(['status'], SUNDAY_1PM - HOUR)).toMatchObject({ void: null, status: 'Not Started' });
  });

  test('a spread returns to its value at the lock', async () => {
    await hear({ spread: 3 }, SUNDAY_1PM - 3 * DAY);
    await edit({ spread: 9 }, SUNDAY_1PM - 2 * DAY);
    await hear({ spread: 4 }, SUNDAY_1PM - 2 * DAY);
    await hear({ spread: 6 }, SUNDAY_1PM - HOUR);
    expect(await returnFields(['spread'], SUNDAY_1PM - HOUR)).toMatchObject({ spread: 4, setByAdmin: [] });
  });

  test('a kick-off is returned to the feed, and its lock with it', async () => {
    await hear({ kickoff: SUNDAY_1PM, timeTbd: false }, SUNDAY_1PM - 3 * DAY);
    await edit({ kickoff: SUNDAY_1PM + HOUR }, SUNDAY_1PM - 2 * DAY);
    expect(await returnFields(['kickoff'], SUNDAY_1PM - 2 * DAY)).toMatchObject({
      kickoff: SUNDAY_1PM,
      lockAt: SUNDAY_1PM + 5 * MINUTE,
    });
  });

  test('where updates are closed the value stays, but is not held any more', async () => {
    await hear({ spread: 3, kickoff: SUNDAY_1PM, timeTbd: false }, SUNDAY_1PM - 3 * DAY);
    await edit(
      { spread: 9, kickoff: SUNDAY_1PM + HOUR, allowSpreadUpdate: false, allowTimeUpdate: false },
      SUNDAY_1PM - 3 * DAY,
    );
    const given = await returnFields(['spread', 'kickoff'], SUNDAY_1PM - 3 * DAY);
    expect(given).toMatchObject({ spread: 9, kickoff: SUNDAY_1PM + HOUR, setByAdmin: [] });
  });

  test('while the feed is silent about a game under way, what the admin set stays until it speaks', async () => {
    await hear({ status: 'In Progress', homeScore: 7, awayScore: 3 });
    await edit({ status: 'Final', homeScore: 24, awayScore: 20 }, LIVE + 2 * HOUR);
    expect(await returnFields(['status', 'score'], LIVE + 2 * HOUR)).toMatchObject({
      status: 'Final',
      homeScore: 24,
      setByAdmin: [],
    });
    await hear({ status: 'In Progress', homeScore: 21, awayScore: 20 }, LIVE + 2 * HOUR + MINUTE);
    expect(await game()).toMatchObject({ status: 'In Progress', homeScore: 21 });
  });

  test('a game that no feed has named is only let go', async () => {
    await edit({ status: 'Final', homeScore: 3 });
    expect(await returnFields(['status', 'score'])).toMatchObject({ status: 'Final', homeScore: 3, setByAdmin: [] });
    await hear({ status: 'In Progress', homeScore: 0, awayScore: 0 }, LIVE + MINUTE);
    expect(await game()).toMatchObject({ status: 'In Progress', homeScore: 0 });
  });

  test('what is set in the same edit is kept', async () => {
    await hear({ status: 'In Progress', homeScore: 7, awayScore: 3 });
    await edit({ homeScore: 50, status: 'Final' });
    const after = await editAndReturnToFeed(
      league.store,
      gid,
      { status: 'Final' },
      ['status', 'score'],
      () => LIVE,
      editor,
    );
    expect(after).toMatchObject({ status: 'Final', homeScore: 7, setByAdmin: ['status'] });
  });

  test('what is not set by an admin stays unchanged', async () => {
    await hear({ status: 'In Progress', homeScore: 7, awayScore: 3 });
    const before = await game();
    expect(await returnFields(['score', 'spread', 'kickoff', 'status'])).toEqual(before);
    expect(await editAndReturnToFeed(league.store, 'nowhere', {}, ['score'], () => LIVE, editor)).toBeNull();
  });
});
