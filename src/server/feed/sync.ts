import { ordinarySituation } from '#core/game.ts';
import { NO_PROGRESS, outweighsEnd } from '#core/game-progress.ts';
import { parseWeekId } from '#core/weeks.ts';
import type { Db, Engine, Store } from '#server/store/engine/connect.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { FeedSnapshot } from '../store/feed-games.ts';
import {
  claimAnswer,
  feedSnapshots,
  holdMatching,
  knownGames,
  noteGoneEvents,
  writeFeedSnapshots,
} from '../store/feed-games.ts';
import type { GameWrite } from '../store/games.ts';
import { heldAt, holdGames, writeGames, writeHeld } from '../store/games.ts';
import { timeInTransaction } from '../store/league-time.ts';
import { addWeeks } from '../store/weeks.ts';
import type { FeedProblem } from './espn/problems.ts';
import { reporterFor } from './espn/problems.ts';
import type { FeedGame } from './feed-game.ts';
import { feedValuesOf, gameId } from './feed-game.ts';
import { matchGames } from './match-games.ts';
import type { GameUpdate } from './merge-update.ts';
import { mergeUpdate, usualSpreadNote } from './merge-update.ts';
import { isWorthStoring, nextSnapshot } from './snapshot.ts';

/** What a sync did. */
export interface SyncResult {
  /** Games that changed. */
  readonly gids: string[];
  /** Weeks with such games. */
  readonly weekIds: string[];
}

/** What a sync of a whole week did. */
export interface WeekSync extends SyncResult {
  /** How many games of the league the answer names. */
  readonly games: number;
  /** Games that are new. */
  readonly added: string[];
  readonly problems: readonly FeedProblem[];
}

/** An answer about a week. */
export interface WeekAnswer {
  readonly weekId: string;
  readonly games: readonly FeedGame[];
  /** ms */
  readonly askedAt: number;
}

/**
 * Merges updates of a feed into games, one transaction for each week. Games that the database does not know are left
 * out. `AfterCommit` is for the caller.
 */
export async function syncGames(store: Store, updates: readonly GameUpdate[], now: () => number): Promise<SyncResult> {
  const gids: string[] = [];
  const weekIds = new Set<string>();
  const byWeek = Map.groupBy(updates, (update) => update.weekId);
  for (const weekId of [...byWeek.keys()].sort()) {
    const incoming = (byWeek.get(weekId) ?? []).map((update) => ({ update, sourceId: null }));
    const apply = (tx: Db) => applyUpdates(tx, store.engine, incoming, now);
    const written = await transact(store, apply);
    gids.push(...written.changed);
    for (const id of written.weekIds) weekIds.add(id);
  }
  return { gids, weekIds: [...weekIds] };
}

/**
 * The same for an answer about a whole week, in one transaction: games that are new are added, and an answer that was
 * asked for before the one used last is not used.
 */
export async function syncWeek(store: Store, answer: WeekAnswer, now: () => number): Promise<WeekSync> {
  return transact(store, (tx) => writeWeek(tx, store.engine, answer, now));
}

/** The same within the caller's transaction. */
export async function writeWeek(
  tx: Db,
  engine: Engine,
  { weekId, games, askedAt }: WeekAnswer,
  now: () => number,
): Promise<WeekSync> {
  const season = seasonOf(weekId);
  await holdMatching(tx, engine, season);
  await addWeeks(tx, [weekId]);
  if (!(await claimAnswer(tx, weekId, askedAt))) {
    const problems: FeedProblem[] = [];
    reporterFor(problems, weekId)('late_answer', 'A newer answer was used already.');
    return { games: 0, added: [], gids: [], weekIds: [], problems };
  }
  const { known, fresh, gone, problems } = matchGames(games, await knownGames(tx, season), weekId);
  await noteGoneEvents(tx, gone);
  const added = await addGames(tx, engine, fresh, { askedAt, now });
  const incoming = known.map(({ gid, game }) => ({
    update: updateOf(gid, game),
    sourceId: game.sourceId,
  }));
  const { changed, weekIds } = await applyUpdates(tx, engine, incoming, now, askedAt);
  return {
    games: known.length + fresh.length,
    added: added.gids,
    gids: changed,
    problems,
    weekIds: [...new Set([...added.weekIds, ...weekIds])],
  };
}

function updateOf(gid: string, game: FeedGame): GameUpdate {
  const { weekId, clock } = game;
  return { gid, weekId, ...feedValuesOf(game), ...(clock && { clock }) };
}

/** New games get every value of the feed, the spread too: nobody has picked them yet. */
async function addGames(
  tx: Db,
  engine: Engine,
  games: readonly FeedGame[],
  { askedAt, now: clock }: { readonly askedAt: number; readonly now: () => number },
): Promise<SyncResult> {
  const named = games.map((game) => ({ game, gid: gameId(game) }));
  const taken = await holdGames(
    tx,
    engine,
    named.map(({ gid }) => gid),
  );
  const now = await timeInTransaction(tx, engine, clock);
  const fresh = named.map(({ game, gid }) => ({ game, gid: taken.has(gid) ? `espn-${game.sourceId}` : gid }));
  const { added, weekIds } = await writeGames(
    tx,
    engine,
    fresh.map(({ game, gid }) => newGame(game, gid, now)),
    clock,
  );
  const snapshots = fresh.map(({ game, gid }) =>
    nextSnapshot(
      undefined,
      { gid, kickoff: game.kickoff },
      updateOf(gid, game),
      { sourceId: game.sourceId, at: askedAt },
      now,
    ),
  );
  await writeFeedSnapshots(tx, engine, snapshots);
  return { gids: added, weekIds };
}

function newGame(game: FeedGame, gid: string, now: number): GameWrite {
  const { weekId, home, away, kickoff, timeTbd } = game;
  const situation = ordinarySituation(weekId);
  const spreadNote = usualSpreadNote(kickoff, now);
  return { gid, weekId, home, away, kickoff, timeTbd, spreadNote, situation, ...feedValuesOf(game) };
}

/** An update of a game of ours, and the feed's id of the game. */
interface IncomingUpdate {
  readonly update: GameUpdate;
  readonly sourceId: string | null;
}

/** @param askedAt when it was asked for, ms; now by default */
async function applyUpdates(
  tx: Db,
  engine: Engine,
  incoming: readonly IncomingUpdate[],
  clock: () => number,
  askedAt?: number,
) {
  const gids = incoming.map(({ update }) => update.gid);
  const rows = await holdGames(tx, engine, gids);
  const held = await heldAt(tx, rows, await timeInTransaction(tx, engine, clock));
  const { games, now } = held;
  const snapshots = await feedSnapshots(tx, engine, gids);
  const writes: GameWrite[] = [];
  const changed: FeedSnapshot[] = [];
  for (const { update, sourceId } of incoming) {
    const game = games.get(update.gid);
    if (!game) continue;
    const before = snapshots.get(update.gid);
    const mayRegress = before?.mayRegress || outweighsEnd(before?.progress ?? NO_PROGRESS, update);
    const write = mergeUpdate(game, update, now, mayRegress);
    writes.push(write);
    const next = nextSnapshot(before, write, update, { sourceId, at: askedAt ?? now }, now);
    if (isWorthStoring(before, next)) changed.push(next);
  }
  const written = await writeHeld(tx, engine, held, writes);
  await writeFeedSnapshots(tx, engine, changed);
  return written;
}

function seasonOf(weekId: string): number {
  return parseWeekId(weekId)?.season ?? 0;
}
