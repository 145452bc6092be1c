import type { Game } from '#core/types.ts';
import { isPostSeason } from '#core/weeks.ts';
import type { Db, Store } from './connect.ts';
import type { GameWrite, WrittenGames } from './games.ts';
import { toGame, writeGames } from './games.ts';
import { writeInSlices } from './slices.ts';
import { addMissingTeams } from './teams.ts';
import { addWeeks } from './weeks.ts';

/** What an import of games did. */
export interface ImportedGames {
  readonly added: number;
  readonly changed: number;
  /** Games with a value that an admin set by hand, or closed to updates, and that the file has otherwise. */
  readonly kept: number;
  readonly weeks: number;
}

/**
 * Adds and updates the games of one season, in short transactions. A game that is known under another id, as the feed
 * names it, keeps that id; what an admin set by hand, or closed to updates, stays (decisions, Screens).
 */
export async function importGames(
  store: Store,
  season: number,
  games: readonly GameWrite[],
  now: number,
): Promise<ImportedGames> {
  const weekIds = weeksOf(games);
  await store.db.transaction().execute((tx) => prepare(tx, weekIds));
  const total = { added: 0, changed: 0, kept: 0, weeks: weekIds.length };
  await writeInSlices(store, games, async (tx, slice) => {
    const { added, changed, kept } = await writeSlice(tx, store, season, slice, now);
    total.added += added.length;
    total.changed += changed.length;
    total.kept += kept;
  });
  return total;
}

/** The same, all of it in the caller's transaction: the games of one season are some hundreds at most. */
export async function importGamesIn(
  tx: Db,
  store: Store,
  season: number,
  games: readonly GameWrite[],
  now: number,
): Promise<ImportedGames> {
  const weekIds = weeksOf(games);
  await prepare(tx, weekIds);
  const { added, changed, kept } = await writeSlice(tx, store, season, games, now);
  return { added: added.length, changed: changed.length, kept, weeks: weekIds.length };
}

function weeksOf(games: readonly GameWrite[]): string[] {
  return [...new Set(games.map((game) => game.weekId))];
}

async function prepare(tx: Db, weekIds: readonly string[]): Promise<void> {
  await addMissingTeams(tx);
  await addWeeks(tx, weekIds);
}

async function writeSlice(
  tx: Db,
  store: Store,
  season: number,
  games: readonly GameWrite[],
  now: number,
): Promise<WrittenGames & { kept: number }> {
  const known = await gamesOfSeason(tx, store, season);
  let kept = 0;
  const writes = games.map((game) => {
    const before = known.get(game.gid) ?? known.get(pairing(game));
    if (!before) return game;
    const fitted = keepWhatIsHeld(game, before);
    kept += Number(differs(game, fitted));
    return fitted;
  });
  return { ...(await writeGames(tx, store.engine, writes, now)), kept };
}

/** The known games, both by id and by who visits whom: once in a regular season, and once in a post-season. */
async function gamesOfSeason(tx: Db, { engine }: Store, season: number): Promise<Map<string, Game>> {
  const ofSeason = tx.selectFrom('weeks').select('id').where('season', '=', season);
  let query = tx.selectFrom('games').selectAll().where('week_id', 'in', ofSeason).orderBy('gid');
  if (engine === 'postgres') query = query.forUpdate();
  const games = (await query.execute()).map(toGame);
  return new Map(games.flatMap((game) => [pairing(game), game.gid].map((key) => [key, game] as const)));
}

function pairing({ weekId, home, away }: Pick<Game, 'weekId' | 'home' | 'away'>): string {
  return `${isPostSeason(weekId) ? 'post-season' : 'season'} ${away} at ${home}`;
}

function keepWhatIsHeld(write: GameWrite, before: Game): GameWrite {
  const held = (field: Game['setByAdmin'][number]): boolean => before.setByAdmin.includes(field);
  const fields: Partial<Game> = {
    gid: before.gid,
    situation: before.situation,
    ...(held('status') && { status: before.status, void: before.void }),
    ...(held('score') && { homeScore: before.homeScore, awayScore: before.awayScore }),
    ...((held('spread') || !before.allowSpreadUpdate) && { spread: before.spread }),
    ...((held('kickoff') || !before.allowTimeUpdate) && { kickoff: before.kickoff, timeTbd: before.timeTbd }),
  };
  return { ...write, ...fields };
}

const heldFields = ['status', 'homeScore', 'awayScore', 'spread', 'kickoff'] as const;

function differs(wanted: GameWrite, written: GameWrite): boolean {
  return heldFields.some((field) => wanted[field] !== undefined && wanted[field] !== written[field]);
}
