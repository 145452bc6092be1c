import { NO_PROGRESS } from '#core/game-progress.ts';
import type { FeedField, Game } from '#core/types.ts';
import type { Db, Engine, Store } from '#server/store/engine/connect.ts';
import { feedSnapshots, writeFeedSnapshots } from '../store/feed-games.ts';
import type { Editor, GameChange } from '../store/game-edits.ts';
import { editGame, noteEdit, refuseStaleEdit } from '../store/game-edits.ts';
import { valuesToReturn } from './snapshot.ts';

/**
 * An admin's edit that also returns fields to the feed: they take the values of its snapshot at once and follow it from then
 * on. A status may go backwards by this, and once more with the feed's next update. The first lock stays.
 * The edit is noted in the log.
 * @returns the game as it is now, or null where there is none
 * @throws EditConflict where somebody else changed what they edit; then nothing is written
 */
export function editAndReturnToFeed(
  store: Store,
  gid: string,
  change: GameChange,
  fields: readonly FeedField[],
  clock: () => number,
  { adminId, seen }: Editor,
): Promise<Game | null> {
  return editGame(store, gid, change, clock, {
    prepare: (tx, game, now) => {
      refuseStaleEdit(game, change, seen);
      return returnFields(tx, store.engine, game, fields, now);
    },
    note: async (tx, edited, now) => {
      for (const { before, after } of edited) await noteEdit(tx, { adminId, now }, before, after);
    },
  });
}

async function returnFields(
  tx: Db,
  engine: Engine,
  game: Game,
  fields: readonly FeedField[],
  now: number,
): Promise<Game> {
  const returned = game.setByAdmin.filter((field) => fields.includes(field));
  if (returned.length === 0) return game;
  const snapshot = (await feedSnapshots(tx, engine, [game.gid])).get(game.gid);
  if (returned.includes('status')) {
    const { gid, weekId } = game;
    const unnamed = { gid, weekId, sourceId: null, values: {}, receivedAt: now, progress: NO_PROGRESS };
    await writeFeedSnapshots(tx, engine, [{ ...(snapshot ?? unnamed), mayRegress: true }]);
  }
  const setByAdmin = game.setByAdmin.filter((field) => !fields.includes(field));
  return { ...game, setByAdmin, ...valuesToReturn(game, snapshot, returned, now) };
}
