import type { Announcement } from '#contract/announcements.ts';
import type { OwnEntry } from '#contract/entries.ts';
import type { GamesReply } from '#contract/games.ts';
import { ownPickKey } from '#contract/live.ts';
import type { PoolReply } from '#contract/pools.ts';
import type {
  ActivePlayersReply,
  LeaderReply,
  MatchupReply,
  MatchupRow,
  SharesReply,
  StandingsReply,
} from '#contract/scores.ts';
import type { TalkReply } from '#contract/talk.ts';
import { activeWeek, nextCalendarTurn, unscoredWeek } from '#core/active-week.ts';
import { isAnnouncedField } from '#core/announcements.ts';
import { hasAutoPick } from '#core/auto-picks.ts';
import { lineFreeze, weekFreeze, withFrozenLine } from '#core/frozen-line.ts';
import { NOBODY, weekTop } from '#core/leader.ts';
import { firstLock, isLocked, nextLock } from '#core/locks.ts';
import { pickLetter } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Entrant } from '#core/standings.ts';
import { distinctNames, seasonTotal, standings } from '#core/standings.ts';
import type { Game, Pool, Side } from '#core/types.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { auditFields } from '../audit-fields.ts';
import type { Deps } from '../deps.ts';
import { announcementsOf } from '../store/announcements.ts';
import { entriesOfPool } from '../store/entry-reads.ts';
import { gamesOfWeek } from '../store/game-reads.ts';
import { membersOfPool } from '../store/members.ts';
import type { PoolPick } from '../store/pick-reads.ts';
import { loadOwnEntries, pickCounts, picksOfPool } from '../store/pick-reads.ts';
import { asWholeWeek, deadlinesOf, gamesOfPoolWeek, poolLines, tiebreakGames } from '../store/pool-games.ts';
import { findPool, isSurvivor, isWeekOfPool, poolWeeks } from '../store/pools.ts';
import { activePlayers, gameStates, readSeason, weekScores } from '../store/standings.ts';
import { lastMessage, loadTalk } from '../store/talk.ts';
import { leadersOf, weekWinnersOf } from '../store/week-winners.ts';
import { guessesTold, valuesTold } from './matchup-values.ts';
import { loadMoney } from './money.ts';
import type { Loaded } from './snapshot-cache.ts';
import { loadSurvival } from './survival.ts';
import type { LiveTopic } from './topics.ts';
import type { WatchedState } from './watched-topic.ts';
import { toRowState } from './watched-topic.ts';

/** For a state that only a writer can change. */
const ALWAYS = Number.POSITIVE_INFINITY;

const NO_STANDINGS: StandingsReply = {
  weeks: [],
  activeWeekId: null,
  finishedWeeks: [],
  rows: [],
};

/** The games of a week as they are at `now`; the state holds until a line freezes. */
export async function loadGames(db: Db, weekId: string, now: number): Promise<Loaded<GamesReply>> {
  const games = await gamesOfWeek(db, weekId);
  const ofWeek = weekFreeze(games);
  const freezes = games.filter(({ frozenSpread }) => frozenSpread === null).map((game) => lineFreeze(game, ofWeek));
  const state: GamesReply = { games: games.map((game) => withFrozenLine(game, ofWeek, now)) };
  return { state, validUntil: Math.min(ALWAYS, ...freezes.filter((freeze) => freeze > now)) };
}

/** A pool with its weeks; null where it is gone. */
export async function loadPool(db: Db, poolId: string, now: number): Promise<Loaded<{ pool: PoolReply | null }>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: { pool: null }, validUntil: ALWAYS };
  const { id, name, description, moneyUrl, rules } = pool;
  const weeks = await poolWeeks(db, id);
  const games = await gameStates(db, weeks);
  const activeWeekId = activeWeek(weeks, games, pool.activeWeekId, now);
  const unscoredWeekId = unscoredWeek(games, now);
  const memberCount = (await membersOfPool(db, id)).length;
  const deadlines = await deadlinesOf(db, id);
  const lines = rules.line === 'frozen' ? await poolLines(db, id) : {};
  const tiebreaks = hasTiebreak(pool) ? { tiebreaks: await tiebreakGames(db, id) } : {};
  const about = { id, name, description, moneyUrl, rules, memberCount };
  const told = await announced(db, id);
  const last = await lastMessage(db, id);
  const reply = {
    ...about,
    ...told,
    ...(last !== null && { lastMessage: last }),
    weeks,
    deadlines,
    lines,
    ...tiebreaks,
    activeWeekId,
    unscoredWeekId,
  };
  return { state: { pool: reply }, validUntil: nextCalendarTurn(games, now) };
}

/** The announcements of a pool, where there are any. */
async function announced(db: Db, poolId: string): Promise<Pick<PoolReply, 'announcements'>> {
  const announcements = (await announcementsOf(db, poolId)).map(({ id, at, weekId, before, after }): Announcement => {
    const fields = auditFields(before, after).filter(({ name }) => isAnnouncedField(name));
    return { id, at, ...(weekId === null ? {} : { weekId }), fields };
  });
  return announcements.length > 0 ? { announcements } : {};
}

/**
 * Every entry against the games of a week. A pick of a game that is not locked at `now` leaves as `?`, whoever asks, and its value
 * as null; a guess leaves once its game is locked. The state holds until the next game locks.
 */
export async function loadMatchup(
  db: Db,
  poolId: string,
  weekId: string,
  forCommissioners: boolean,
  now: number,
): Promise<Loaded<MatchupReply>> {
  const pool = await findPool(db, poolId);
  if (!pool) return NO_MATCHUP;
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const [picks, season] = [
    Map.groupBy(await picksOfPool(db, poolId, weekId), (pick) => pick.entryId),
    await readSeason(db, pool),
  ];
  const names = distinctNames(season.entrants);
  const whole = await asWholeWeek(db, poolId, weekId, games);
  const valuesOf = await valuesTold(db, pool, weekId, whole, now);
  const guesses = await guessesTold(db, pool, weekId, now);
  const rows = season.entrants.map((entrant): MatchupRow => {
    const { id, ownerId, weeks } = entrant;
    const own = picks.get(id) ?? [];
    const [values, guess] = [valuesOf(id, own), guesses.get(id)];
    return {
      id,
      ownerId,
      name: names.get(id) ?? '',
      picks: letters(games, own, entrant, pool.rules, now),
      ...(values && { values }),
      ...(guess !== undefined && { guess }),
      weekHalves: weeks[weekId] ?? 0,
      overallHalves: seasonTotal(weeks, season.weeks, pool.rules).total,
      ...(forCommissioners ? { bus: own.filter((pick) => pick.bus).map((pick) => pick.gid) } : {}),
    };
  });
  const winners = hasTiebreak(pool) ? (await weekWinnersOf(db, pool, season, now))[weekId] : undefined;
  const head = { games: games.map((game) => game.gid), ...(winners && { winners: winners.map(({ id }) => id) }) };
  const state: MatchupReply = { ...head, rows };
  return { state, validUntil: nextLock([...games, ...whole], now) };
}

/** The standings of a pool; empty where it is gone. */
export async function loadStandings(db: Db, poolId: string, now: number): Promise<Loaded<StandingsReply>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: NO_STANDINGS, validUntil: ALWAYS };
  if (pool.rules.format === 'survivor') return loadSurvival(db, pool, now);
  const season = await readSeason(db, pool);
  const { weekIds, weeks, games, entrants, late } = season;
  const names = distinctNames(entrants);
  const winners = hasTiebreak(pool) ? await weekWinnersOf(db, pool, season, now) : undefined;
  const firstLockAt = firstLock(games) ?? Number.POSITIVE_INFINITY;
  const state: StandingsReply = {
    weeks: [...weekIds],
    activeWeekId: activeWeek(weekIds, games, pool.activeWeekId, now),
    finishedWeeks: weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id),
    ...(winners && { winners }),
    rows: standings(entrants, weeks, pool.rules).map((row) => ({
      id: row.id,
      ownerId: row.ownerId,
      name: names.get(row.id) ?? row.name,
      halves: weeks.map(({ id, hasFinal }) => (hasFinal ? (row.weeks[id] ?? 0) : null)),
      totalHalves: row.total,
      average: row.average,
      rank: row.rank,
      ...(row.dropped.length > 0 && { dropped: [...row.dropped] }),
      ...(late.has(row.id) && { late: Object.keys(late.get(row.id) ?? {}) }),
      ...(row.joinedAt >= firstLockAt && { joinedAt: row.joinedAt }),
    })),
  };
  return { state, validUntil: nextCalendarTurn(games, now) };
}

/** How many people have a pick in a week. */
export async function loadActivePlayers(db: Db, poolId: string, weekId: string): Promise<Loaded<ActivePlayersReply>> {
  return { state: { activePlayers: await activePlayers(db, poolId, weekId) }, validUntil: ALWAYS };
}

/** How the entries picked the games that are locked at `now`; the state holds until the next game locks. */
export async function loadShares(db: Db, poolId: string, weekId: string, now: number): Promise<Loaded<SharesReply>> {
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const locked = games.filter((game) => isLocked(game, now)).map(({ gid }) => gid);
  const picked = await pickCounts(db, poolId, locked);
  const countOf = (gid: string, side: Side) =>
    picked.find((each) => each.gid === gid && each.side === side)?.count ?? 0;
  const state: SharesReply = {
    games: locked.map((gid) => ({ gid, home: countOf(gid, 'home'), away: countOf(gid, 'away') })),
  };
  return { state, validUntil: nextLock(games, now) };
}

/** Who leads a week; once it is decided, who won it. Nobody leads a survivor pool. */
export async function loadLeader(db: Db, poolId: string, weekId: string, now: number): Promise<Loaded<LeaderReply>> {
  const nobody = { state: { halves: NOBODY.halves, entryIds: [], ownerIds: [], name: '' }, validUntil: ALWAYS };
  if (await isSurvivor(db, poolId)) return nobody;
  const [entries, scores] = [await entriesOfPool(db, poolId), await weekScores(db, poolId, weekId)];
  const scored = entries.map(({ id, ownerId }) => ({ id, ownerId, score: scores.get(id)?.[weekId] ?? 0 }));
  const { halves, entryIds: top } = weekTop(scored);
  const entryIds = await leadersOf(db, poolId, weekId, top, now);
  const [first] = entryIds;
  if (first === undefined) return nobody;
  const ownerIds = [...new Set(entries.filter(({ id }) => entryIds.includes(id)).map(({ ownerId }) => ownerId))];
  return { state: { halves, entryIds, ownerIds, name: distinctNames(entries).get(first) ?? '' }, validUntil: ALWAYS };
}

function hasTiebreak({ rules }: Pick<Pool, 'rules'>): boolean {
  return rules.tiebreak !== 'none';
}

function letters(
  games: readonly Game[],
  picks: readonly PoolPick[],
  { joinedAt }: Pick<Entrant, 'joinedAt'>,
  rules: PoolRules,
  now: number,
): string {
  const own = new Map(picks.map((pick) => [pick.gid, pick]));
  return games
    .map((game) => pickLetter(game, own.get(game.gid), now, rules, hasAutoPick(game, rules, joinedAt, now)))
    .join('');
}

const NO_PLAYERS: Loaded<ActivePlayersReply> = { state: { activePlayers: 0 }, validUntil: ALWAYS };
const NO_MATCHUP: Loaded<MatchupReply> = { state: { games: [], rows: [] }, validUntil: ALWAYS };

/**
 * Reads the topics that pages watch. A pool that is gone, and a week that is not one of its weeks, have nothing to tell.
 */
export function watchLoader({
  store,
  clock,
}: Pick<Deps, 'store' | 'clock'>): (topic: LiveTopic) => Promise<WatchedState> {
  const { db } = store;
  return async (topic) => {
    if (topic.kind === 'games') return gamesState(await loadGames(db, topic.weekId, clock.now()));
    if (topic.kind === 'entries') return entriesState(await loadOwnEntries(db, topic.poolId, topic.userId));
    const { poolId } = topic;
    if (topic.kind === 'pool') return headState(await loadPool(db, poolId, clock.now()));
    if (topic.kind === 'money') return headState(await loadMoney(db, poolId, clock.now()));
    if (topic.kind === 'talk') return talkState(await loadTalk(db, poolId));
    if (topic.kind === 'standings') return rowsState(await loadStandings(db, poolId, clock.now()));
    const { weekId } = topic;
    const isThere = (await findPool(db, poolId)) && (await isWeekOfPool(db, poolId, weekId));
    if (topic.kind === 'activePlayers')
      return headState(isThere ? await loadActivePlayers(db, poolId, weekId) : NO_PLAYERS);
    return rowsState(isThere ? await loadMatchup(db, poolId, weekId, topic.forCommissioners, clock.now()) : NO_MATCHUP);
  };
}

function gamesState({ state, validUntil }: Loaded<GamesReply>): WatchedState {
  return { state: toRowState({}, state.games, 'gid'), validUntil };
}

function headState({ state, validUntil }: Loaded<object>): WatchedState {
  return { state: toRowState(state, [], 'id'), validUntil };
}

function rowsState<R extends { readonly id: string }>({ state, validUntil }: Loaded<{ rows: R[] }>): WatchedState {
  const { rows, ...head } = state;
  return { state: toRowState(head, rows, 'id'), validUntil };
}

function talkState({ messages, ...head }: TalkReply): WatchedState {
  return { state: toRowState(head, messages, 'id'), validUntil: ALWAYS };
}

/** The picks of all own entries are the rows, so that a change is as short as what changed. */
function entriesState(entries: readonly OwnEntry[]): WatchedState {
  const rows = entries.flatMap(({ id: entryId, picks }) =>
    Object.entries(picks).map(([gid, pick]) => ({ key: ownPickKey(entryId, gid), entryId, gid, ...pick })),
  );
  const head = { entries: entries.map(({ picks: _, ...entry }) => entry) };
  const followsScores = entries.some(({ used }) => used !== undefined);
  return { state: toRowState(head, rows, 'key'), validUntil: ALWAYS, followsScores };
}
