import { ordinarySituation } from '#core/game.ts';
import { parseWeekId } from '#core/weeks.ts';
import type { Db, Engine, Store } from '#server/store/engine/connect.ts';
import { withRetry } from '#server/store/engine/transactions.ts';
import type { FeedWord } from '../store/feed-games.ts';
import { feedWords, knownGames, takeTurn, writeFeedWords } from '../store/feed-games.ts';
import type { GameWrite } from '../store/games.ts';
import { holdGames, writeGames, writeHeld } from '../store/games.ts';
import { momentIn } from '../store/league-time.ts';
import { addWeeks } from '../store/weeks.ts';
import type { GameUpdate } from './allowed.ts';
import { allowedUpdate, nextWord, noteOnLine, SILENCE_MS } from './allowed.ts';
import type { FeedProblem } from './espn/problems.ts';
import { noteIn } from './espn/problems.ts';
import type { FeedGame } from './feed-game.ts';
import { fedFields, gameId } from './feed-game.ts';
import { matchGames } from './match.ts';

/** What a sync did. */
export interface Synced {
  /** Games that changed. */
  readonly gids: string[];
  /** Weeks with such games. */
  readonly weekIds: string[];
}

/** What a sync of a whole week did. */
export interface SyncedWeek extends Synced {
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
 * Writes what a feed says, as far as it may, one transaction for each week. Games that the database does not know are left
 * out. `commitChange` is for the caller, also where nothing changed: scores that an earlier write left stale follow then.
 */
export async function syncGames(store: Store, updates: readonly GameUpdate[], now: () => number): Promise<Synced> {
  const gids: string[] = [];
  const weekIds = new Set<string>();
  const byWeek = Map.groupBy(updates, (update) => update.weekId);
  for (const weekId of [...byWeek.keys()].sort()) {
    const heard = (byWeek.get(weekId) ?? []).map((update) => ({ update, sourceId: null }));
    const apply = (tx: Db) => applyUpdates(tx, store.engine, heard, now);
    const written = await withRetry(() => store.db.transaction().execute(apply));
    gids.push(...written.changed);
    for (const id of written.weekIds) weekIds.add(id);
  }
  return { gids, weekIds: [...weekIds] };
}

/**
 * The same for an answer about a whole week, in one transaction: games that are new are added, and an answer that was
 * asked for before the one used last is not used.
 */
export async function syncWeek(store: Store, answer: WeekAnswer, now: () => number): Promise<SyncedWeek> {
  return withRetry(() => store.db.transaction().execute((tx) => writeWeek(tx, store.engine, answer, now)));
}

/** The same within the caller's transaction. */
export async function writeWeek(
  tx: Db,
  engine: Engine,
  { weekId, games, askedAt }: WeekAnswer,
  now: () => number,
): Promise<SyncedWeek> {
  await addWeeks(tx, [weekId]);
  if (!(await takeTurn(tx, weekId, askedAt))) {
    const problems: FeedProblem[] = [];
    noteIn(problems, weekId)('late_answer', 'A newer answer was used already.');
    return { added: [], gids: [], weekIds: [], problems };
  }
  const { known, fresh, problems } = matchGames(games, await knownGames(tx, seasonOf(weekId)), weekId);
  const added = await addGames(tx, engine, fresh, { askedAt, now });
  const heard = known.map(({ gid, game }) => ({
    update: { gid, weekId, ...fedFields(game) },
    sourceId: game.sourceId,
  }));
  const { changed, weekIds } = await applyUpdates(tx, engine, heard, now, askedAt);
  return { added: added.gids, gids: changed, problems, weekIds: [...new Set([...added.weekIds, ...weekIds])] };
}

/** New games come with all that is said of them, their line too: nobody has picked them yet. */
async function addGames(
  tx: Db,
  engine: Engine,
  games: readonly FeedGame[],
  { askedAt, now: clock }: { readonly askedAt: number; readonly now: () => number },
): Promise<Synced> {
  const named = games.map((game) => ({ game, gid: gameId(game) }));
  const taken = await holdGames(
    tx,
    engine,
    named.map(({ gid }) => gid),
  );
  const now = await momentIn(tx, engine, clock);
  const fresh = named.map(({ game, gid }) => ({ game, gid: taken.has(gid) ? `espn-${game.sourceId}` : gid }));
  const { added, weekIds } = await writeGames(
    tx,
    engine,
    fresh.map(({ game, gid }) => newGame(game, gid, now)),
    clock,
  );
  const words = fresh.map(({ game, gid }) =>
    nextWord(undefined, { gid, kickoff: game.kickoff }, fedFields(game), { sourceId: game.sourceId, at: askedAt }, now),
  );
  await writeFeedWords(tx, engine, words);
  return { gids: added, weekIds };
}

function newGame(game: FeedGame, gid: string, now: number): GameWrite {
  const { weekId, home, away, kickoff, timeTbd } = game;
  const situation = ordinarySituation(weekId);
  const spreadNote = noteOnLine(kickoff, now);
  return { gid, weekId, home, away, kickoff, timeTbd, spreadNote, situation, ...fedFields(game) };
}

/** What was heard of a game, and by which id. */
interface Heard {
  readonly update: GameUpdate;
  readonly sourceId: string | null;
}

/** @param askedAt when it was asked for, ms; just now where nothing is said */
async function applyUpdates(tx: Db, engine: Engine, heard: readonly Heard[], clock: () => number, askedAt?: number) {
  const gids = heard.map(({ update }) => update.gid);
  const games = await holdGames(tx, engine, gids);
  const now = await momentIn(tx, engine, clock);
  const words = await feedWords(tx, engine, gids);
  const writes: GameWrite[] = [];
  const said: FeedWord[] = [];
  for (const { update, sourceId } of heard) {
    const game = games.get(update.gid);
    if (!game) continue;
    const before = words.get(update.gid);
    const write = allowedUpdate(game, update, now, before?.mayGoBack);
    writes.push(write);
    const { gid: _, weekId: __, ...fields } = update;
    const word = nextWord(before, write, fields, { sourceId, at: askedAt ?? now }, now);
    if (isNews(before, word)) said.push(word);
  }
  const written = await writeHeld(tx, engine, { games, now }, writes);
  await writeFeedWords(tx, engine, said);
  return written;
}

/** The same word again is noted now and then only, as a sign of life. */
function isNews(before: FeedWord | undefined, word: FeedWord): boolean {
  if (!before || word.saidAt - before.saidAt > SILENCE_MS / 2) return true;
  return JSON.stringify({ ...word, saidAt: 0 }) !== JSON.stringify({ ...before, saidAt: 0 });
}

function seasonOf(weekId: string): number {
  return parseWeekId(weekId)?.season ?? 0;
}
