import type { FeedField, Game } from '#core/types.ts';
import type { Store } from '../store/connect.ts';
import { feedWords, writeFeedWords } from '../store/feed-games.ts';
import type { GameChange } from '../store/games.ts';
import { editedGame, holdGames, writeGames } from '../store/games.ts';
import { valuesOfFeed } from './allowed.ts';

/**
 * An admin's edit that also gives fields back to the feed: they take the feed's last word at once and follow it from now
 * on. A status may so go backwards, and the feed's next word may turn it back once more. The first lock stays.
 * @returns the game as it is now, or null where there is none
 */
export function returnToFeed(
  store: Store,
  gid: string,
  change: GameChange,
  fields: readonly FeedField[],
  now: number,
): Promise<Game | null> {
  const { db, engine } = store;
  return db.transaction().execute(async (tx) => {
    const before = (await holdGames(tx, engine, [gid])).get(gid);
    if (!before) return null;
    const word = (await feedWords(tx, engine, [gid])).get(gid);
    const held = before.setByAdmin.filter((field) => !fields.includes(field));
    const given = fields.filter((field) => before.setByAdmin.includes(field));
    const freed = { ...before, setByAdmin: held, ...valuesOfFeed(before, word, given, now) };
    await writeGames(tx, engine, [editedGame(freed, change)], now);
    if (given.includes('status')) {
      const { sourceId = null, said = {}, saidAt = now } = word ?? {};
      await writeFeedWords(tx, engine, [{ gid, sourceId, said, saidAt, mayGoBack: true }]);
    }
    return (await holdGames(tx, engine, [gid])).get(gid) ?? null;
  });
}
