import { DEFAULT_SPREAD_NOTE, isSpreadLocked, ordinarySituation, withTeams } from '#core/game.ts';
import type { GameProgress, ProgressReport } from '#core/game-progress.ts';
import { NO_PROGRESS, outweighsEnd, reachedStatus } from '#core/game-progress.ts';
import type { SecondGame, Teams } from '#core/source-games.ts';
import {
  compareTeams,
  findByTeams,
  findCorrected,
  isSamePair,
  lockedTeamsText,
  secondGameText,
  withSidesSwapped,
} from '#core/source-games.ts';
import { isOfSecondSource } from '#core/source-lines.ts';
import type { FeedField, Game } from '#core/types.ts';
import { gameStatuses } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import { lockedGames } from '#server/game-changes/replaced-store.ts';
import { withoutSecondGames } from '#server/game-changes/second-games-reads.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks, heldAt, holdGames, writeHeld } from '#server/game-changes/store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { FeedGame } from './espn/scoreboard.ts';
import { feedValuesOf, gameId } from './espn/scoreboard.ts';
import type { FeedProblem, Report } from './problems.ts';
import { reporterFor } from './problems.ts';
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
 * (`mayName`). A matched game has the sides of ours, and may have another team. Ambiguous matches are reported and left out.
 */
export function matchGames(games: readonly FeedGame[], known: readonly KnownGame[], weekId: string): MatchedGames {
  const problems: FeedProblem[] = [];
  const bySource = new Map(
    known.flatMap((each) => (each.event === null ? [] : [[each.event.sourceId, each] as const])),
  );
  const byTeams = findByTeams(known);
  const taken = new Map<string, FeedGame>();
  const unknown: FeedGame[] = [];

  function take(game: FeedGame, found: KnownGame, report: Report): void {
    const difference = compareTeams(found, game);
    const isReplaced = difference === 'replaced' && found.weekId === weekId && !game.void;
    if (taken.has(found.gid)) report('team_twice', `Game ${found.gid} is named twice.`);
    else if (difference === 'swapped') taken.set(found.gid, onOurSides(game));
    else if (difference === 'same' || isReplaced) taken.set(found.gid, game);
    else report('other_teams', `Game ${found.gid} is ${found.away} at ${found.home} in ${found.weekId}.`);
  }

  for (const game of games) {
    const report = reporterFor(problems, whereOf(game));
    const own = bySource.get(game.sourceId);
    const found = own && isSamePair(own, game) ? own : (byTeams(game) ?? own);
    if (!found) unknown.push(game);
    else if (found !== own && !mayName(game, found)) {
      if (!game.void) report('team_twice', `Game ${found.gid} is event ${found.event?.sourceId} of another week.`);
    } else take(game, found, report);
  }

  const others = known.filter((each) => each.weekId === weekId && !taken.has(each.gid));
  const named = unknown.filter((game) => !game.void);
  const corrected = new Map([...findCorrected(others, named)].filter(([game, found]) => mayName(game, found)));
  for (const [game, found] of corrected) take(game, found, reporterFor(problems, whereOf(game)));
  const fresh = unknown.filter((game) => !corrected.has(game));
  const gone = known.filter((each) => eventWeek(each) === weekId && !taken.has(each.gid)).map(({ gid }) => gid);
  for (const gid of gone) reporterFor(problems, weekId)('missing_game', `Nothing was said of ${gid}.`);
  return { known: [...taken].map(([gid, game]) => ({ gid, game })), fresh, gone, problems };
}

function whereOf({ weekId, away, home }: Pick<Game, 'weekId' | 'away' | 'home'>): string {
  return `${weekId} ${away} at ${home}`;
}

function onOurSides(game: FeedGame): FeedGame {
  const { home, away } = game.codes;
  return { ...withSidesSwapped(game), codes: { home: away, away: home } };
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

/** An update of a game from a feed; unknown fields are missing. */
export type GameUpdate = Pick<Game, 'gid' | 'weekId'> & FeedValues & Pick<ProgressReport, 'clock'>;

/**
 * Merges an update into a game. Values that an admin set by hand stay. The status never goes backwards: an update with an earlier one is
 * outdated, and its score and situation are ignored too. Kick-off, week and spread change only if the game allows it, the spread until 24
 * hours before the kick-off. A known spread is never cleared, and one that a second source set stays.
 * @param mayRegress whether the status may go backwards: an admin returned it to the feed, or the update outweighs a Final
 * @param progress what the feed has reported of the game before
 */
export function mergeUpdate(
  game: Game,
  update: GameUpdate,
  now: number,
  mayRegress = false,
  progress: GameProgress = NO_PROGRESS,
): GameWrite {
  const time = mergeTime(game, update);
  return {
    ...game,
    ...time,
    ...mergePlay(game, update, !mayRegress && isOutdated(game, update, progress)),
    ...mergeSpread(game, update, time.kickoff, now),
    spreadNote: spreadNote(game, time.kickoff, now),
  };
}

/** A game that has begun stays in its week. */
function mergeTime(game: Game, update: GameUpdate): Pick<Game, 'kickoff' | 'timeTbd' | 'weekId'> {
  const { kickoff, timeTbd, weekId } = { ...game, ...(game.allowTimeUpdate && isFree(game, 'kickoff') ? update : {}) };
  return { kickoff, timeTbd, weekId: game.status === 'Not Started' ? weekId : game.weekId };
}

function mergePlay(game: Game, update: GameUpdate, isOld: boolean): Partial<Game> {
  const { weather = game.weather } = update;
  if (isOld) return { weather };
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
  return known && open && !isOfSecondSource(game) ? { spread, lineSource: 'espn' } : {};
}

/** Keeps `Spread may change` until the spread locks, and an admin's note always. */
function spreadNote({ spreadNote }: Game, kickoff: number, now: number): string {
  return spreadNote !== '' && spreadNote !== DEFAULT_SPREAD_NOTE ? spreadNote : usualSpreadNote(kickoff, now);
}

/** The feed's own note on the spread of a game. */
function usualSpreadNote(kickoff: number, now: number): string {
  return isSpreadLocked({ kickoff }, now) ? '' : DEFAULT_SPREAD_NOTE;
}

/** An update behind a status that an admin set may be news, unless the feed has been further itself. A Final game cannot be called off. */
function isOutdated(game: Game, update: GameUpdate, progress: GameProgress): boolean {
  const reached = isFree(game, 'status') ? [game.status] : [game.status, reachedStatus(progress)];
  if (update.void && reached.every((status) => status === 'Final')) return true;
  const { status } = update;
  return status !== undefined && reached.every((each) => gameStatuses.indexOf(status) < gameStatuses.indexOf(each));
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
  /** Games one of whose teams was replaced, which withdrew their picks. */
  readonly replaced: string[];
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
    const incoming = (byWeek.get(weekId) ?? []).map((update) => ({ update, sourceId: null, teams: null }));
    const apply = (tx: Db) => applyUpdates(tx, store.engine, incoming, now);
    const written = await transact(store, apply);
    gids.push(...written.gids);
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
    return { games: 0, added: [], gids: [], replaced: [], weekIds: [], problems };
  }
  const { known, fresh, gone, problems } = matchGames(games, await knownGames(tx, season), weekId);
  await noteGoneEvents(tx, gone);
  const incoming = known.map(({ gid, game }) => ({
    update: updateOf(gid, game),
    sourceId: game.sourceId,
    teams: game,
  }));
  const applied = await applyUpdates(tx, engine, incoming, now, askedAt);
  const added = await addGames(tx, engine, fresh, { askedAt, now });
  return {
    games: known.length + fresh.length - applied.problems.length - added.problems.length,
    added: added.gids,
    gids: applied.gids,
    replaced: applied.replaced,
    problems: [...problems, ...applied.problems, ...added.problems],
    weekIds: [...new Set([...added.weekIds, ...applied.weekIds])],
  };
}

function updateOf(gid: string, game: FeedGame): GameUpdate {
  const { weekId, clock } = game;
  return { gid, weekId, ...feedValuesOf(game), ...(clock && { clock }) };
}

/** The games that were written, with a problem for each one that was left out. */
type Written = SyncResult & Pick<WeekSync, 'problems'>;

/** New games get every value of the feed, including the spread: they have no picks yet. */
async function addGames(
  tx: Db,
  engine: Engine,
  games: readonly FeedGame[],
  { askedAt, now: clock }: { readonly askedAt: number; readonly now: () => number },
): Promise<Written> {
  const named = games.map((game) => ({ game, gid: gameId(game) }));
  const taken = await holdGames(
    tx,
    engine,
    named.map(({ gid }) => gid),
  );
  const now = await timeInTransaction(tx, engine, clock);
  const fresh = named.map(({ game, gid }) => ({ game, gid: taken.has(gid) ? `espn-${game.sourceId}` : gid }));
  const held = { games: new Map<string, Game>(), now };
  const { writes, leftOut } = await withoutSecondGames(
    tx,
    held,
    fresh.map(({ game, gid }) => newGame(game, gid, now)),
  );
  const { added, weekIds } = await writeHeld(tx, engine, held, writes, 'feed');
  const snapshots = fresh.flatMap(({ game, gid }) =>
    added.includes(gid)
      ? nextSnapshot(
          undefined,
          { gid, kickoff: game.kickoff },
          updateOf(gid, game),
          { sourceId: game.sourceId, at: askedAt },
          now,
        )
      : [],
  );
  await writeFeedSnapshots(tx, engine, snapshots);
  return { gids: added, weekIds, problems: secondGameProblems(leftOut) };
}

function secondGameProblems(leftOut: readonly SecondGame<Game>[]): FeedProblem[] {
  const problems: FeedProblem[] = [];
  for (const { game, other } of leftOut) {
    reporterFor(problems, whereOf(game))('team_twice', secondGameText(other));
  }
  return problems;
}

function newGame(game: FeedGame, gid: string, now: number): GameWrite {
  const { weekId, home, away, kickoff, timeTbd } = game;
  const situation = ordinarySituation(weekId);
  const spreadNote = usualSpreadNote(kickoff, now);
  return {
    gid,
    weekId,
    home,
    away,
    kickoff,
    timeTbd,
    spreadNote,
    situation,
    ...feedValuesOf(game),
    lineSource: 'espn',
  };
}

/** An update of a game of ours, and the feed's id and teams of the game; null if it names none. */
interface IncomingUpdate {
  readonly update: GameUpdate;
  readonly sourceId: string | null;
  readonly teams: Teams | null;
}

/** @param askedAt when it was requested, ms; now by default */
async function applyUpdates(
  tx: Db,
  engine: Engine,
  incoming: readonly IncomingUpdate[],
  clock: () => number,
  askedAt?: number,
): Promise<Written & Pick<WeekSync, 'replaced'>> {
  const gids = incoming.map(({ update }) => update.gid);
  const rows = await holdGames(tx, engine, gids);
  const held = await heldAt(tx, rows, await timeInTransaction(tx, engine, clock));
  const { games, now } = held;
  const corrected = incoming.filter(({ update: { gid }, teams }) => isReplaced(games.get(gid), teams));
  const locked = await lockedGames(
    tx,
    corrected.map(({ update }) => update.gid),
    now,
  );
  const snapshots = await feedSnapshots(tx, engine, gids);
  const problems: FeedProblem[] = [];
  const merged: GameWrite[] = [];
  const changed: FeedSnapshot[] = [];
  for (const { update, sourceId, teams } of incoming) {
    const game = games.get(update.gid);
    if (!game) continue;
    const replacing = isReplaced(game, teams) ? teams : null;
    if (replacing !== null && locked.has(game.gid)) {
      reporterFor(problems, whereOf({ ...game, ...replacing }))('other_teams', lockedTeamsText(game));
      continue;
    }
    const before = replacing === null ? snapshots.get(update.gid) : undefined;
    const mayRegress = before?.mayRegress || outweighsEnd(before?.progress ?? NO_PROGRESS, update);
    const write =
      replacing === null
        ? mergeUpdate(game, update, now, mayRegress, before?.progress)
        : replacedGame(game, replacing, update, now);
    merged.push(write);
    const next = nextSnapshot(before, write, update, { sourceId, at: askedAt ?? now }, now);
    if (isWorthStoring(before, next)) changed.push(next);
  }
  const { writes, leftOut } = await withoutSecondGames(tx, held, merged);
  const written = await writeHeld(tx, engine, held, writes, 'feed');
  const used = new Set(writes.map(({ gid }) => gid));
  await writeFeedSnapshots(
    tx,
    engine,
    changed.filter(({ gid }) => used.has(gid)),
  );
  return {
    gids: written.changed,
    replaced: corrected.map(({ update }) => update.gid).filter((gid) => written.changed.includes(gid)),
    weekIds: written.weekIds,
    problems: [...problems, ...secondGameProblems(leftOut)],
  };
}

function isReplaced(game: Game | undefined, teams: Teams | null): teams is Teams {
  return game !== undefined && teams !== null && compareTeams(game, teams) === 'replaced';
}

/** A game with another team gets the line of that team, however late: its picks are withdrawn. */
function replacedGame(game: Game, { home, away }: Teams, update: GameUpdate, now: number): GameWrite {
  const { spread = null } = update;
  return { ...mergeUpdate(withTeams(game, { home, away }), update, now), spread, lineSource: 'espn' };
}

function seasonOf(weekId: string): number {
  return parseWeekId(weekId)?.season ?? 0;
}
