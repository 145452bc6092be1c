import { isLocked } from '#core/game.ts';
import type { Game } from '#core/types.ts';
import { isPostSeason } from '#core/weeks.ts';
import type { Actor } from './actor.ts';
import type { Db, Store } from './connect.ts';
import { noteEdit } from './game-edits.ts';
import type { GameWrite, WrittenGames } from './games.ts';
import { holdGames, toGame, writeGames } from './games.ts';
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
  readonly misnamed: readonly MisnamedGame[];
}

/**
 * A game under an id that the league knows of other teams, or of another season. It is left out: picks of the one would
 * become picks of the other.
 */
export interface MisnamedGame {
  readonly wanted: GameWrite;
  readonly known: Game;
}

/**
 * Adds and updates the games of one season from the command line, in short transactions. A game that is known under another id, as
 * the feed names it, keeps that id; what an admin set by hand, or closed to updates, stays (decisions, Screens).
 */
export async function importGames(
  store: Store,
  season: number,
  games: readonly GameWrite[],
  now: number,
): Promise<ImportedGames> {
  await store.db.transaction().execute((tx) => addMissingTeams(tx));
  const total = { added: 0, changed: 0, kept: 0 };
  const weekIds = new Set<string>();
  const misnamed: MisnamedGame[] = [];
  await writeInSlices(store, games, async (tx, slice) => {
    const written = await writeSlice(tx, store, season, slice, { adminId: null, now });
    total.added += written.added.length;
    total.changed += written.changed.length;
    total.kept += written.kept;
    for (const weekId of written.weekIds) weekIds.add(weekId);
    misnamed.push(...written.misnamed);
  });
  return { ...total, weeks: weekIds.size, misnamed };
}

/** The same, all of it in the caller's transaction: the games of one season are some hundreds at most. */
export async function importGamesIn(
  tx: Db,
  store: Store,
  season: number,
  games: readonly GameWrite[],
  actor: Actor,
): Promise<ImportedGames> {
  await addMissingTeams(tx);
  const { added, changed, kept, misnamed, weekIds } = await writeSlice(tx, store, season, games, actor);
  return { added: added.length, changed: changed.length, kept, misnamed, weeks: weekIds.length };
}

async function writeSlice(
  tx: Db,
  store: Store,
  season: number,
  games: readonly GameWrite[],
  actor: Actor,
): Promise<WrittenGames & Pick<ImportedGames, 'kept' | 'misnamed'> & { readonly weekIds: readonly string[] }> {
  const known = await gamesOfSeason(tx, store, season);
  const strange = games.map((game) => game.gid).filter((gid) => !known.has(gid));
  const elsewhere = await holdGames(tx, store.engine, strange);
  const misnamed: MisnamedGame[] = [];
  const writes: GameWrite[] = [];
  let kept = 0;
  for (const wanted of games) {
    const before = known.get(wanted.gid) ?? known.get(pairing(wanted));
    const other = elsewhere.get(wanted.gid) ?? (before && !sameTeams(before, wanted) ? before : undefined);
    if (other) {
      misnamed.push({ wanted, known: other });
      continue;
    }
    const fitted = before ? keepWhatIsHeld(wanted, before) : wanted;
    kept += Number(differs(wanted, fitted));
    writes.push(fitted);
  }
  const weekIds = [...new Set(writes.map(({ weekId }) => weekId))];
  await addWeeks(tx, weekIds);
  const written = await writeGames(tx, store.engine, writes, actor.now);
  await noteLateChanges(tx, store, actor, written.changed, known);
  return { ...written, kept, misnamed, weekIds };
}

function sameTeams(a: Pick<Game, 'home' | 'away'>, b: Pick<Game, 'home' | 'away'>): boolean {
  return a.home === b.home && a.away === b.away;
}

/** Notes what changed of games that could not be picked any more, each by itself: scores may follow from it. */
async function noteLateChanges(
  tx: Db,
  { engine }: Store,
  actor: Actor,
  gids: readonly string[],
  known: ReadonlyMap<string, Game>,
): Promise<void> {
  for (const [gid, after] of await holdGames(tx, engine, gids)) {
    const before = known.get(gid);
    if (before && isLocked(before, actor.now)) await noteEdit(tx, actor, before, after);
  }
}

/** The known games, both by id and by who visits whom: once in a regular season, and once in a post-season. */
async function gamesOfSeason(tx: Db, { engine }: Store, season: number): Promise<Map<string, Game>> {
  const ofSeason = tx.selectFrom('weeks').select('id').where('season', '=', season);
  let query = tx.selectFrom('games').selectAll().where('week_id', 'in', ofSeason).orderBy('gid');
  if (engine === 'postgres') query = query.forNoKeyUpdate();
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
