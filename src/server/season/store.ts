import { withTeams } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import { compareTeams, findByTeams, findCorrected, isSamePair, withSidesSwapped } from '#core/source-games.ts';
import type { Game } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import { holdMatching } from '#server/feed/store.ts';
import { noteEdit } from '#server/game-changes/edit-store.ts';
import { lockedGames } from '#server/game-changes/replaced-store.ts';
import { withoutSecondGames } from '#server/game-changes/second-games-reads.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addMissingTeams, addWeeks, heldAt, holdGames, writeHeld } from '#server/game-changes/store.ts';
import { toGame } from '#server/games/reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
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
  readonly leftOut: readonly LeftOutGame[];
}

/** A game before and after the write. */
export interface ChangedGame {
  readonly before: Game;
  readonly after: Game;
}

/** A game of the source that is left out, with the game of ours that it contradicts. */
export interface LeftOutGame {
  readonly wanted: GameWrite;
  readonly known: Game;
  /**
   * Its id belongs to other teams or another season, because picks of one game would become picks of another; it has another team than a
   * game that has locked; or one of its teams plays another game in that week (decision 063).
   */
  readonly reason: 'other_game' | 'locked' | 'second_game';
}

/** The actor who loads games, and the league's clock (ms). */
export interface Loader {
  /** The admin; null for the command line. */
  readonly adminId: string | null;
  readonly now: () => number;
  /** Whether the admin replaces teams of games that have locked, too. */
  readonly replaceTeams?: boolean;
}

/**
 * Adds and updates the games of one season from the command line. A game that is known under another id, from the feed, keeps that id; values that an admin set by
 * hand, or closed to updates, stay (decisions, Screens).
 */
export function importGames(
  store: Store,
  season: number,
  games: readonly GameWrite[],
  now: () => number,
  options: Pick<Loader, 'replaceTeams'> = {},
): Promise<ImportedGames> {
  return transact(store, (tx) => importGamesIn(tx, store, season, games, { adminId: null, now, ...options }));
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
  await holdMatching(tx, store.engine, season);
  const known = await gamesOfSeason(tx, store, season);
  const strange = games.map((game) => game.gid).filter((gid) => !known.has(gid));
  const elsewhere = await holdGames(tx, store.engine, strange);
  const held = await heldAt(tx, known, await timeInTransaction(tx, store.engine, loader.now));
  const { now } = held;
  const leftOut: LeftOutGame[] = [];
  const wanted = new Map<string, GameWrite>();
  const fitted = new Map<string, GameWrite>();
  const found = findKnown(games, known);
  const locked = await lockedGames(tx, gidsOfReplaced(found), now);
  for (const game of games) {
    const before = elsewhere.get(game.gid) ?? found.get(game);
    const fitting = before === undefined ? game : fitTo(before, game, loader.replaceTeams === true, locked);
    if (before !== undefined && typeof fitting === 'string') {
      leftOut.push({ wanted: game, known: before, reason: fitting });
    } else if (typeof fitting === 'object') {
      wanted.set(fitting.gid, fitting);
      fitted.set(fitting.gid, before ? keepWhatIsHeld(fitting, before) : fitting);
    }
  }
  const { writes, leftOut: second } = await withoutSecondGames(tx, held, [...fitted.values()]);
  for (const { game, other } of second) leftOut.push({ wanted: game, known: other, reason: 'second_game' });
  const weekIds = [...new Set(writes.map(({ weekId }) => weekId))];
  await addWeeks(tx, weekIds);
  const written = await writeHeld(tx, store.engine, held, writes, byAdmin(loader));
  // Changes to locked games are logged one by one, because they may change scores.
  const changes = await changesOf(tx, store, written.changed, known);
  const actor = { adminId: loader.adminId, now };
  for (const { before, after } of changes) if (isLocked(before, now)) await noteEdit(tx, actor, before, after);
  return {
    added: written.added.length,
    changed: written.changed.length,
    changes,
    kept: writes.filter((write) => differs(wanted.get(write.gid) ?? write, write)).length,
    weeks: weekIds.length,
    leftOut,
  };
}

/**
 * The games that a source names, with those of ours: by id, else by week and teams, else by teams only, because a game may move to another
 * week, and in the post-season by one team, whose opponent is corrected.
 */
function findKnown(games: readonly GameWrite[], known: ReadonlyMap<string, Game>): Map<GameWrite, Game> {
  const byTeams = findByTeams([...known.values()]);
  const found = new Map<GameWrite, Game>();
  for (const game of games) {
    const own = known.get(game.gid);
    const before = own && isSamePair(own, game) ? own : (byTeams(game) ?? own);
    if (before) found.set(game, before);
  }
  const named = new Set(found.values());
  const corrected = findCorrected(
    [...known.values()].filter((game) => !named.has(game)),
    games.filter((game) => !found.has(game)),
  );
  for (const [game, before] of corrected) found.set(game, before);
  return found;
}

function gidsOfReplaced(found: ReadonlyMap<GameWrite, Game>): string[] {
  const replaced = [...found].filter(([game, before]) => compareTeams(before, game) === 'replaced');
  return replaced.map(([, { gid }]) => gid);
}

/**
 * A game of the source with the sides of ours; or why it is left out. Only in its own week may it name the teams otherwise than by their
 * sides: the two teams of a division meet again with their sides swapped.
 */
function fitTo(
  before: Game,
  game: GameWrite,
  replacesLocked: boolean,
  locked: ReadonlySet<string>,
): GameWrite | LeftOutGame['reason'] {
  const { gid } = before;
  const difference = compareTeams(before, game);
  if (difference === 'same' && isOfSeason(before, game)) return { ...game, gid };
  if (difference === 'other' || before.weekId !== game.weekId) return 'other_game';
  if (difference === 'swapped') return { ...withSidesSwapped(game), gid };
  if (locked.has(gid) && !replacesLocked) return 'locked';
  // The team that stays in a locked game keeps its side, and so its picks.
  const staysElsewhere = game.home === before.away || game.away === before.home;
  const teams = locked.has(gid) && staysElsewhere ? withSidesSwapped(game) : game;
  const { spread, spreadNote, setByAdmin } = withTeams(before, teams);
  return { spread, spreadNote, setByAdmin, ...teams, gid };
}

function isOfSeason(a: Pick<Game, 'weekId'>, b: Pick<Game, 'weekId'>): boolean {
  return parseWeekId(a.weekId)?.season === parseWeekId(b.weekId)?.season;
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

/** The known games, by id. */
async function gamesOfSeason(tx: Db, { engine }: Store, season: number): Promise<Map<string, Game>> {
  const ofSeason = tx.selectFrom('weeks').select('id').where('season', '=', season);
  let query = tx.selectFrom('games').selectAll().where('week_id', 'in', ofSeason).orderBy('gid');
  if (engine === 'postgres') query = query.forNoKeyUpdate();
  return new Map((await query.execute()).map((row) => [row.gid, toGame(row)]));
}

function keepWhatIsHeld(write: GameWrite, before: Game): GameWrite {
  const held = (field: Game['setByAdmin'][number]): boolean => before.setByAdmin.includes(field);
  const fields: Partial<Game> = {
    situation: before.situation,
    ...(held('status') && { status: before.status, void: before.void }),
    ...(held('score') && { homeScore: before.homeScore, awayScore: before.awayScore }),
    ...((held('spread') || !before.allowSpreadUpdate) && isSamePair(before, write) && { spread: before.spread }),
    ...((held('kickoff') || !before.allowTimeUpdate) && { kickoff: before.kickoff, timeTbd: before.timeTbd }),
  };
  return { ...write, ...fields };
}

const heldFields = ['status', 'void', 'homeScore', 'awayScore', 'spread', 'kickoff'] as const;

function differs(wanted: GameWrite, written: GameWrite): boolean {
  return heldFields.some((field) => wanted[field] !== undefined && wanted[field] !== written[field]);
}
