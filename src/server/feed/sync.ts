import { DEFAULT_SPREAD_NOTE, isSpreadLocked, ordinarySituation, pairing } from '#core/game.ts';
import type { ProgressReport } from '#core/game-progress.ts';
import { NO_PROGRESS, outweighsEnd } from '#core/game-progress.ts';
import type { FeedField, Game } from '#core/types.ts';
import { gameStatuses } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks, heldAt, holdGames, writeGames, writeHeld } from '#server/game-changes/store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { FeedProblem } from './espn/json.ts';
import { reporterFor } from './espn/json.ts';
import type { FeedGame } from './espn/scoreboard.ts';
import { feedValuesOf, gameId } from './espn/scoreboard.ts';
import type { FeedSnapshot, FeedValues, KnownGame } from './store.ts';
import {
  claimAnswer,
  feedSnapshots,
  holdMatching,
  isWorthStoring,
  knownGames,
  nextSnapshot,
  noteGoneEvents,
  writeFeedSnapshots,
} from './store.ts';

/** The games of a feed, matched with ours. */
export interface MatchedGames {
  readonly known: readonly { readonly gid: string; readonly game: FeedGame }[];
  /** Games that we do not have. */
  readonly fresh: readonly FeedGame[];
  /** Ids of games whose event should be in this answer, but is not. */
  readonly gone: readonly string[];
  readonly problems: readonly FeedProblem[];
}

/**
 * Matches one week of a feed with the games of the season: by the feed's own id if it is known, else by week and teams, else by teams only,
 * because a game may move to another week. A postponed game that returns under a new id leaves its old event behind, which is then ignored
 * (`mayName`). Ambiguous matches are reported and left out.
 */
export function matchGames(games: readonly FeedGame[], known: readonly KnownGame[], weekId: string): MatchedGames {
  const problems: FeedProblem[] = [];
  const bySource = new Map(
    known.flatMap((each) => (each.event === null ? [] : [[each.event.sourceId, each] as const])),
  );
  const byTeams = new Map(known.map((each) => [pairing(each), each]));
  const inWeek = new Map(known.filter((each) => each.weekId === weekId).map((each) => [teamsOf(each), each]));
  const taken = new Map<string, FeedGame>();
  const fresh: FeedGame[] = [];

  for (const game of games) {
    const report = reporterFor(problems, `${weekId} ${game.away} at ${game.home}`);
    const own = bySource.get(game.sourceId);
    const found = own ?? inWeek.get(teamsOf(game)) ?? byTeams.get(pairing(game));
    if (found && teamsOf(found) !== teamsOf(game)) {
      report('sides_swapped', `Game ${found.gid} is ${found.away} at ${found.home}.`);
    } else if (found && taken.has(found.gid)) {
      report('team_twice', `Game ${found.gid} is named twice.`);
    } else if (found && !own && !mayName(game, found)) {
      if (!game.void) report('team_twice', `Game ${found.gid} is event ${found.event?.sourceId} of another week.`);
    } else if (found) taken.set(found.gid, game);
    else fresh.push(game);
  }

  const others = [...inWeek.values()].filter((each) => !taken.has(each.gid));
  const added = fresh.filter((game) => {
    const clash = others.find((each) => shareTeam(each, game));
    if (!clash) return true;
    const kind = clash.home === game.away && clash.away === game.home ? 'sides_swapped' : 'team_twice';
    reporterFor(problems, `${weekId} ${game.away} at ${game.home}`)(kind, `Game ${clash.gid} is of the same week.`);
    return false;
  });
  const gone = known.filter((each) => eventWeek(each) === weekId && !taken.has(each.gid)).map(({ gid }) => gid);
  for (const gid of gone) reporterFor(problems, weekId)('missing_game', `Nothing was said of ${gid}.`);
  return { known: [...taken].map(([gid, game]) => ({ gid, game })), fresh: added, gone, problems };
}

/**
 * Whether an event may match a game with the same teams, but another event id. A postponed or cancelled event never replaces another one.
 * Any other does, unless the game's own event is in another week.
 */
function mayName(game: FeedGame, found: KnownGame): boolean {
  const { event } = found;
  if (game.void) return event === null && found.weekId === game.weekId;
  return event === null || event.isOff || event.weekId === null || event.weekId === game.weekId;
}

/** The week whose answer should contain the game. */
function eventWeek({ event, weekId }: KnownGame): string {
  return event?.weekId ?? weekId;
}

type Teams = Pick<KnownGame, 'home' | 'away'>;

function teamsOf({ home, away }: Teams): string {
  return `${away} at ${home}`;
}

function shareTeam(a: Teams, b: Teams): boolean {
  return [a.home, a.away].some((team) => team === b.home || team === b.away);
}

/** An update of a game from a feed; unknown fields are missing. */
export type GameUpdate = Pick<Game, 'gid' | 'weekId'> & FeedValues & Pick<ProgressReport, 'clock'>;

/**
 * Merges an update into a game. Values that an admin set by hand stay. The status never goes backwards: an update with an earlier one is
 * outdated, and its score and situation are ignored too. Kick-off, week and spread change only if the game allows it, the spread until 24
 * hours before the kick-off, and a known spread is never cleared.
 * @param mayRegress whether the status may go backwards: an admin returned it to the feed, or the update outweighs a Final
 */
export function mergeUpdate(game: Game, update: GameUpdate, now: number, mayRegress = false): GameWrite {
  const time = mergeTime(game, update);
  return {
    ...game,
    ...time,
    ...mergePlay(game, update, mayRegress),
    ...mergeSpread(game, update, time.kickoff, now),
    spreadNote: spreadNote(game, time.kickoff, now),
  };
}

/** A game that has begun stays in its week. */
function mergeTime(game: Game, update: GameUpdate): Pick<Game, 'kickoff' | 'timeTbd' | 'weekId'> {
  const { kickoff, timeTbd, weekId } = { ...game, ...(game.allowTimeUpdate && isFree(game, 'kickoff') ? update : {}) };
  return { kickoff, timeTbd, weekId: game.status === 'Not Started' ? weekId : game.weekId };
}

function mergePlay(game: Game, update: GameUpdate, mayRegress: boolean): Partial<Game> {
  const { weather = game.weather } = update;
  if (!mayRegress && isOutdated(game, update)) return { weather };
  const { status = game.status, situation = game.situation } = update;
  const { homeScore = game.homeScore, awayScore = game.awayScore } = update;
  return {
    weather,
    situation,
    ...(isFree(game, 'status') ? { status, void: update.void === undefined ? game.void : update.void } : {}),
    ...(isFree(game, 'score') ? { homeScore, awayScore } : {}),
  };
}

function mergeSpread(game: Game, { spread }: GameUpdate, kickoff: number, now: number): Partial<Game> {
  const known = spread !== undefined && spread !== null;
  const open = game.allowSpreadUpdate && isFree(game, 'spread') && !isSpreadLocked({ kickoff }, now);
  return known && open ? { spread } : {};
}

/** Keeps `Spread may change` until the spread locks, and an admin's note always. */
function spreadNote({ spreadNote }: Game, kickoff: number, now: number): string {
  return spreadNote !== '' && spreadNote !== DEFAULT_SPREAD_NOTE ? spreadNote : usualSpreadNote(kickoff, now);
}

/** The feed's own note on the spread of a game. */
function usualSpreadNote(kickoff: number, now: number): string {
  return isSpreadLocked({ kickoff }, now) ? '' : DEFAULT_SPREAD_NOTE;
}

/** If an admin set the status, it does not tell the age of an update. A game that is over cannot be called off. */
function isOutdated(game: Game, update: GameUpdate): boolean {
  if (!isFree(game, 'status')) return false;
  if (update.void && game.status === 'Final') return true;
  return update.status !== undefined && gameStatuses.indexOf(update.status) < gameStatuses.indexOf(game.status);
}

function isFree(game: Game, field: FeedField): boolean {
  return !game.setByAdmin.includes(field);
}

/** The result of a sync. */
export interface SyncResult {
  /** Games that changed. */
  readonly gids: string[];
  /** Weeks with such games. */
  readonly weekIds: string[];
}

/** The result of syncing a whole week. */
export interface WeekSync extends SyncResult {
  /** Number of the league's games in the answer. */
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

/** Merges updates of a feed into games, in one transaction per week. Unknown games are left out. The caller must run `AfterCommit`. */
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
 * Like `syncGames`, for an answer about a whole week, in one transaction: new games are added, and an answer that was requested before the
 * last used one is ignored.
 */
export async function syncWeek(store: Store, answer: WeekAnswer, now: () => number): Promise<WeekSync> {
  return transact(store, (tx) => writeWeek(tx, store.engine, answer, now));
}

/** Like `syncWeek`, in the caller's transaction. */
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

/** New games get every value of the feed, including the spread: they have no picks yet. */
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
    'feed',
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

/** @param askedAt when it was requested, ms; now by default */
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
  const written = await writeHeld(tx, engine, held, writes, 'feed');
  await writeFeedSnapshots(tx, engine, changed);
  return written;
}

function seasonOf(weekId: string): number {
  return parseWeekId(weekId)?.season ?? 0;
}
