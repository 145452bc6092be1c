import type { FeedField, Game } from '#core/types.ts';
import type { Db, Engine, Store } from '#server/store/engine/connect.ts';
import { feedWords, writeFeedWords } from '../store/feed-games.ts';
import type { Editor } from '../store/game-edits.ts';
import { noteEdit, refuseOvertaken } from '../store/game-edits.ts';
import type { GameChange } from '../store/games.ts';
import { editGame } from '../store/games.ts';
import { valuesOfFeed } from './allowed.ts';

/**
 * An admin's edit that also gives fields back to the feed: they take the feed's last word at once and follow it from now
 * on. A status may so go backwards, and the feed's next word may turn it back once more. The first lock stays.
 * It is noted in the log.
 * @returns the game as it is now, or null where there is none
 * @throws ChangedMeanwhile where somebody else changed what he edits, and nothing is written
 */
export function editAndReturn(
  store: Store,
  gid: string,
  change: GameChange,
  fields: readonly FeedField[],
  clock: () => number,
  { adminId, seen }: Editor,
): Promise<Game | null> {
  return editGame(store, gid, change, clock, {
    prepare: (tx, game, now) => {
      refuseOvertaken(game, change, seen);
      return giveBack(tx, store.engine, game, fields, now);
    },
    note: (tx, before, after, now) => noteEdit(tx, { adminId, now }, before, after),
  });
}

async function giveBack(tx: Db, engine: Engine, game: Game, fields: readonly FeedField[], now: number): Promise<Game> {
  const given = game.setByAdmin.filter((field) => fields.includes(field));
  if (given.length === 0) return game;
  const word = (await feedWords(tx, engine, [game.gid])).get(game.gid);
  if (given.includes('status')) {
    const { sourceId = null, said = {}, saidAt = now } = word ?? {};
    await writeFeedWords(tx, engine, [{ gid: game.gid, sourceId, said, saidAt, mayGoBack: true }]);
  }
  const setByAdmin = game.setByAdmin.filter((field) => !fields.includes(field));
  return { ...game, setByAdmin, ...valuesOfFeed(game, word, given, now) };
}
