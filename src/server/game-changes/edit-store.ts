import { changedFields, changedMeanwhile, fieldWords } from '#core/audit.ts';
import type { FeedField, Game } from '#core/types.ts';
import { feedFields } from '#core/types.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { ReceiptAuthor } from '#server/receipts/reads.ts';
import type { GameWrite } from './store.ts';
import { heldAt, holdGames, mergedGame, writeHeld } from './store.ts';

/** The fields of a game that an admin may set; only those present change. */
export type GameChange = Partial<
  Pick<
    Game,
    | 'status'
    | 'homeScore'
    | 'awayScore'
    | 'kickoff'
    | 'spread'
    | 'spreadNote'
    | 'void'
    | 'allowSpreadUpdate'
    | 'allowTimeUpdate'
  >
>;

/** A game before and after an edit. */
interface EditedGame {
  readonly before: Game;
  readonly after: Game;
}

/** Additional steps of an edit, in the same transaction. */
interface EditSteps {
  /** Who edits; the command line by default. */
  readonly by?: ReceiptAuthor;
  /** Checks the current games: if it returns false, nothing is edited. */
  readonly check?: (games: ReadonlyMap<string, Game>) => boolean;
  /** Runs for each game before the edit; does not write the game itself. */
  readonly prepare?: (tx: Db, game: Game, now: number) => Promise<Game>;
  readonly note?: (tx: Db, edited: readonly EditedGame[], now: number) => Promise<void>;
}

/**
 * An admin's edit. Fields that the feed also fills are remembered as set by hand.
 * @returns the game after the edit, or null if there is none
 */
export async function editGame(
  store: Store,
  gid: string,
  change: GameChange,
  clock: () => number,
  steps: EditSteps = {},
): Promise<Game | null> {
  const [game = null] = (await editGames(store, new Map([[gid, change]]), clock, steps)) ?? [];
  return game;
}

function editGames(
  store: Store,
  changes: ReadonlyMap<string, GameChange>,
  clock: () => number,
  steps: EditSteps,
): Promise<Game[] | null> {
  return transact(store, (tx) => editHeld({ ...store, db: tx }, changes, clock, steps));
}

/**
 * Like `editGame` for several games by id, in the caller's transaction: all of them, or none. @returns the games after the edit, or null if
 * one does not exist or the check failed
 */
export async function editHeld(
  { db: tx, engine }: Store,
  changes: ReadonlyMap<string, GameChange>,
  clock: () => number,
  { by = 'host', check, prepare, note }: EditSteps = {},
): Promise<Game[] | null> {
  const rows = await holdGames(tx, engine, [...changes.keys()]);
  const held = await heldAt(tx, rows, await timeInTransaction(tx, engine, clock));
  const { games, now } = held;
  if (games.size < changes.size || check?.(games) === false) return null;
  const edited: EditedGame[] = [];
  const writes: GameWrite[] = [];
  for (const [gid, before] of games) {
    const write = editedGame(prepare ? await prepare(tx, before, now) : before, changes.get(gid) ?? {});
    writes.push(write);
    edited.push({ before, after: mergedGame(before, write, now) });
  }
  await writeHeld(tx, engine, held, writes, by);
  await note?.(tx, edited, now);
  return edited.map(({ after }) => after);
}

/** Records which fields the admin set by hand. */
function editedGame(before: Game, change: GameChange): GameWrite {
  const setByAdmin = feedFields.filter((field) => before.setByAdmin.includes(field) || sets(change, field));
  const timeTbd = change.kickoff === undefined && before.timeTbd;
  const byHand = change.spread === undefined ? {} : { lineSource: 'admin' as const };
  return { ...before, ...change, ...byHand, timeTbd, setByAdmin };
}

function sets(change: GameChange, field: FeedField): boolean {
  if (field === 'score') return change.homeScore !== undefined || change.awayScore !== undefined;
  if (field === 'status') return change.status !== undefined || change.void !== undefined;
  return change[field] !== undefined;
}

/** Who edits a game, and the values that they saw before. */
export interface Editor {
  readonly adminId: string;
  readonly seen: GameChange;
}

/** An edit that would overwrite a concurrent change. */
export class EditConflict extends Error {
  /** The fields in conflict, in words: `home score`; with several games, preceded by the game. */
  readonly words: readonly string[];

  constructor(words: readonly string[]) {
    super(`Changed meanwhile: ${words.join(', ')}.`);
    this.words = words;
  }
}

/** Compares what an edit is based on with the current game. @throws EditConflict */
export function refuseStaleEdit(game: Game, change: GameChange, seen: GameChange): void {
  const fields = changedMeanwhile<GameChange>(game, change, seen);
  if (fields.length > 0) throw new EditConflict(fields.map(fieldWords));
}

/** An admin's changes to one of several games, and the values that they saw before. */
export interface WeekEdit {
  readonly change: GameChange;
  readonly seen: GameChange;
}

/**
 * An admin's edit of several games of a week, by id: one act, all or nothing. @returns the games after the edit, or null if one is not a
 * game of the week @throws EditConflict if an edited field was changed meanwhile
 */
export function editWeek(
  store: Store,
  weekId: string,
  edits: ReadonlyMap<string, WeekEdit>,
  clock: () => number,
  adminId: string,
): Promise<Game[] | null> {
  const changes = new Map([...edits].map(([gid, { change }]) => [gid, change]));
  const check = (games: ReadonlyMap<string, Game>): boolean => {
    if ([...games.values()].some((game) => game.weekId !== weekId)) return false;
    refuseStaleEdits(games, edits);
    return true;
  };
  const note = (tx: Db, edited: readonly EditedGame[], now: number) => noteEdits(tx, { adminId, now }, weekId, edited);
  return editGames(store, changes, clock, { by: { userId: adminId }, check, note });
}

/** @throws EditConflict that names every game and field in question */
function refuseStaleEdits(games: ReadonlyMap<string, Game>, edits: ReadonlyMap<string, WeekEdit>): void {
  const words = [...games].flatMap(([gid, game]) => {
    const { change, seen } = edits.get(gid) ?? { change: {}, seen: {} };
    return changedMeanwhile<GameChange>(game, change, seen).map((field) => `${label(game)} ${fieldWords(field)}`);
  });
  if (words.length > 0) throw new EditConflict(words);
}

/** Logs an edit, in its transaction; an edit that changed nothing is not logged. */
export async function noteEdit(tx: Db, { adminId, now }: Actor, before: Game, after: Game): Promise<void> {
  const changed = changedFields(editable(before), editable(after));
  if (Object.keys(changed.after).length === 0) return;
  const { gid, weekId } = after;
  await writeAudit(tx, { act: 'game.edit', actorId: adminId, gid, weekId, ...changed }, now);
}

/** Logs an edit of several games as one act, with a line for each changed game. */
async function noteEdits(
  tx: Db,
  { adminId, now }: Actor,
  weekId: string,
  edited: readonly EditedGame[],
): Promise<void> {
  const games = edited.flatMap(({ before, after }) => {
    const changed = changedFields(editable(before), editable(after));
    return Object.keys(changed.after).length === 0 ? [] : [{ gid: after.gid, label: label(after), ...changed }];
  });
  if (games.length === 0) return;
  await writeAudit(tx, { act: 'games.edit', actorId: adminId, weekId, after: { games } }, now);
}

function label({ away, home }: Game): string {
  return `${away} @ ${home}`;
}

/** The fields that an admin can edit, and the teams, which they can replace; the others are derived, or set by the feed. */
function editable(game: Game) {
  const { home, away, status, homeScore, awayScore, kickoff, timeTbd, spread, spreadNote } = game;
  const { allowSpreadUpdate, allowTimeUpdate, setByAdmin } = game;
  const score = { status, homeScore, awayScore, void: game.void };
  return { home, away, ...score, kickoff, timeTbd, spread, spreadNote, allowSpreadUpdate, allowTimeUpdate, setByAdmin };
}
