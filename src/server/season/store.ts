import { pairing } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import type { Game } from '#core/types.ts';
import { noteEdit } from '#server/game-changes/edit-store.ts';
import type { GameWrite, WrittenGames } from '#server/game-changes/store.ts';
import { addMissingTeams, addWeeks, heldAt, holdGames, writeHeld } from '#server/game-changes/store.ts';
import { toGame } from '#server/games/reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { writeInSlices } from '#server/platform/db/transactions.ts';
import { byAdmin } from '#server/receipts/store.ts';

/** The result of an import of games. */
export interface ImportedGames {
  readonly added: number;
  readonly changed: number;
  /** The changed games. */
  readonly changes: readonly ChangedGame[];
  /** Games that keep a value that an admin set by hand, or closed to updates, although the file differs. */
  readonly kept: number;
  readonly weeks: number;
  readonly misnamed: readonly MisnamedGame[];
}

/** A game before and after the write. */
export interface ChangedGame {
  readonly before: Game;
  readonly after: Game;
}

/**
 * A game whose id belongs to other teams or another season in the league. It is left out, because picks of one game would become picks of
 * another.
 */
export interface MisnamedGame {
  readonly wanted: GameWrite;
  readonly known: Game;
}

/** The actor who loads games, and the league's clock (ms). */
export interface Loader {
  /** The admin; null for the command line. */
  readonly adminId: string | null;
  readonly now: () => number;
}

/**
 * Adds and updates the games of one season from the command line, in short transactions. A game that is known under another id, from the
 * feed, keeps that id; values that an admin set by hand, or closed to updates, stay (decisions, Screens).
 */
export async function importGames(
  store: Store,
  season: number,
  games: readonly GameWrite[],
  now: () => number,
): Promise<ImportedGames> {
  await store.db.transaction().execute((tx) => addMissingTeams(tx));
  const total = { added: 0, changed: 0, kept: 0 };
  const weekIds = new Set<string>();
  const misnamed: MisnamedGame[] = [];
  const changes: ChangedGame[] = [];
  const write = (tx: Db, slice: readonly GameWrite[]) => writeSlice(tx, store, season, slice, { adminId: null, now });
  await writeInSlices(store, games, write, (written) => {
    total.added += written.added.length;
    total.changed += written.changed.length;
    total.kept += written.kept;
    for (const weekId of written.weekIds) weekIds.add(weekId);
    misnamed.push(...written.misnamed);
    changes.push(...written.changes);
  });
  return { ...total, changes, weeks: weekIds.size, misnamed };
}

/** Like `importGames`, but in the caller's transaction: a season has a few hundred games at most. */
export async function importGamesIn(
  tx: Db,
  store: Store,
  season: number,
  games: readonly GameWrite[],
  loader: Loader,
): Promise<ImportedGames> {
  await addMissingTeams(tx);
  const written = await writeSlice(tx, store, season, games, loader);
  const { added, changed, changes, kept, misnamed, weekIds } = written;
  return { added: added.length, changed: changed.length, changes, kept, misnamed, weeks: weekIds.length };
}

async function writeSlice(
  tx: Db,
  store: Store,
  season: number,
  games: readonly GameWrite[],
  loader: Loader,
): Promise<WrittenGames & Pick<ImportedGames, 'kept' | 'misnamed' | 'changes'>> {
  const known = await gamesOfSeason(tx, store, season);
  const strange = games.map((game) => game.gid).filter((gid) => !known.has(gid));
  const elsewhere = await holdGames(tx, store.engine, strange);
  const now = await timeInTransaction(tx, store.engine, loader.now);
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
  const written = await writeHeld(tx, store.engine, await heldAt(tx, known, now), writes, byAdmin(loader));
  // Changes to locked games are logged one by one, because they may change scores.
  const changes = await changesOf(tx, store, written.changed, known);
  const actor = { adminId: loader.adminId, now };
  for (const { before, after } of changes) if (isLocked(before, now)) await noteEdit(tx, actor, before, after);
  return { ...written, changes, kept, misnamed, weekIds };
}

function sameTeams(a: Pick<Game, 'home' | 'away'>, b: Pick<Game, 'home' | 'away'>): boolean {
  return a.home === b.home && a.away === b.away;
}

async function changesOf(
  tx: Db,
  { engine }: Store,
  gids: readonly string[],
  known: ReadonlyMap<string, Game>,
): Promise<ChangedGame[]> {
  const written = await holdGames(tx, engine, gids);
  return [...written].flatMap(([gid, after]) => {
    const before = known.get(gid);
    return before ? [{ before, after }] : [];
  });
}

/** The known games, by id and by visitors and home team. */
async function gamesOfSeason(tx: Db, { engine }: Store, season: number): Promise<Map<string, Game>> {
  const ofSeason = tx.selectFrom('weeks').select('id').where('season', '=', season);
  let query = tx.selectFrom('games').selectAll().where('week_id', 'in', ofSeason).orderBy('gid');
  if (engine === 'postgres') query = query.forNoKeyUpdate();
  const games = (await query.execute()).map(toGame);
  return new Map(games.flatMap((game) => [pairing(game), game.gid].map((key) => [key, game] as const)));
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

const heldFields = ['status', 'void', 'homeScore', 'awayScore', 'spread', 'kickoff'] as const;

function differs(wanted: GameWrite, written: GameWrite): boolean {
  return heldFields.some((field) => wanted[field] !== undefined && wanted[field] !== written[field]);
}
