import type { Db, Store } from '#server/store/engine/connect.ts';
import { dryRun, transact } from '#server/store/engine/transactions.ts';
import { problemText } from '../feed/espn/problems.ts';
import { writeAudit } from '../store/audit.ts';
import type { Loader } from '../store/import-games.ts';
import { timeInTransaction } from '../store/league-time.ts';
import type { SeasonCounts, SeasonSource } from './sources.ts';

/** What loading a season does, in the words of the contract. */
export interface LoadedSeason {
  season: number;
  games: number;
  weeks: number;
  added: number;
  changed: number;
  unchanged: number;
  kept: number;
  notYet: string[];
  problems: string[];
}

/** What loading a season would do: it is done, and undone. */
export async function previewSeason(store: Store, source: SeasonSource, now: () => number): Promise<LoadedSeason> {
  return loadedOf(source, await dryRun(store, (tx) => source.write(tx, store, { adminId: null, now })));
}

/**
 * Writes a season, all of it or nothing, and notes that where it changed something. What a file changes of games that are locked
 * is noted game by game. `AfterCommit` is for the caller.
 */
export async function loadSeason(store: Store, source: SeasonSource, loader: Loader): Promise<LoadedSeason> {
  const load = async (tx: Db): Promise<SeasonCounts> => {
    const written = await source.write(tx, store, loader);
    const { added, changed } = written;
    if (added + changed > 0) {
      const after = { season: source.season, source: source.kind, added, changed };
      const now = await timeInTransaction(tx, store.engine, loader.now);
      await writeAudit(tx, { act: 'season.load', actorId: loader.adminId, after }, now);
    }
    return written;
  };
  const counts = await transact(store, load);
  return loadedOf(source, counts);
}

function loadedOf(source: SeasonSource, { games, weeks, added, changed, kept, problems }: SeasonCounts): LoadedSeason {
  return {
    season: source.season,
    games,
    weeks,
    added,
    changed,
    unchanged: Math.max(games - added - changed, 0),
    kept,
    notYet: [...source.notYet],
    problems: [...source.problems, ...problems.map(problemText)],
  };
}
