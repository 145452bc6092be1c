import { sql } from 'kysely';
import type { Entry } from '#contract/entries.ts';
import { busOrderRefusal, busTeamRefusal } from '#core/formats/bus-entry.ts';
import { valuesOf, wholeOrder } from '#core/formats/confidence.ts';
import type { TeamChoice, TeamChoices } from '#core/formats/survivor.ts';
import { choiceOf, usedTeams } from '#core/formats/survivor.ts';
import { isOutBefore, knownChoices, weekHolder } from '#core/formats/survivor-week.ts';
import { gameCounts } from '#core/game.ts';
import { isLocked, isWeekLocked } from '#core/locks.ts';
import type { BusPickRefusal } from '#core/picks.ts';
import type { Game, Pool } from '#core/types.ts';
import { isPostSeason } from '#core/weeks.ts';
import { writeAudit } from './audit.ts';
import { findMember } from './bus-picks.ts';
import { countingEntries, teamChoices } from './counting-entries.ts';
import type { Db, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import type { GamesOfWeek } from './entry-reads.ts';
import { survivorWeeks } from './entry-reads.ts';
import type { OpenGame } from './late-writes.ts';
import { refuseLate } from './late-writes.ts';
import { timeInTransaction } from './league-time.ts';
import { holdMember } from './members.ts';
import { asWholeWeek, gamesOfPoolWeek } from './pool-games.ts';
import { findPool, isWeekOfPool } from './pools.ts';
import { markPoolStale } from './stale-weeks.ts';

/** An order or a team that an admin enters for a player. */
export interface BusEntryWrite {
  readonly poolId: string;
  readonly weekId: string;
  readonly userId: string;
  /** Null takes a team back. */
  readonly entry: Entry | null;
  readonly adminId: string;
  readonly reason: string;
}

type PlayerWeek = Pick<BusEntryWrite, 'poolId' | 'weekId' | 'userId'>;

/** Why nothing was entered. */
export type BusEntryRefusal =
  | BusPickRefusal
  | 'pool_not_found'
  | 'week_not_found'
  | 'player_not_found'
  | 'other_format'
  | 'game_not_found'
  | 'team_not_found'
  | 'game_void'
  | 'player_used_team'
  | 'players_team_ahead'
  | 'player_is_out';

/** What a player has in a week of a pool that asks for entries, by the locks of that pool (ms). */
export interface EnteredWeek {
  readonly pool: Pool;
  readonly games: readonly Game[];
  /** The same as whole weeks lock (`asWholeWeek`). */
  readonly wholeWeek: readonly Game[];
  /** Also what a linked player entered; undefined for nothing. */
  readonly existing: { readonly entry: Entry; readonly bus: boolean } | undefined;
}

/** What became of it, and when (ms); `changed` is false where that stood there already. */
export type BusEntryOutcome =
  | { readonly week: EnteredWeek; readonly changed: boolean; readonly now: number }
  | { readonly refusal: BusEntryRefusal };

/** What a player has entered for a week; null in pools that ask for nothing. */
export async function enteredWeek(db: Db, { poolId, weekId, userId }: PlayerWeek): Promise<EnteredWeek | null> {
  const pool = await findPool(db, poolId);
  if (pool === null || pool.rules.format === 'pickem') return null;
  const [counting] = await countingEntries(db, { poolIds: [poolId], userIds: [userId], weekIds: [weekId] });
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const { entry, busBy } = counting ?? { entry: null, busBy: null };
  return {
    pool,
    games,
    wholeWeek: await asWholeWeek(db, poolId, weekId, games),
    existing: entry === null ? undefined : { entry, bus: busBy !== null },
  };
}

/** The teams that a player has used in other weeks, each with its week: only those whose game is locked, which everybody knows. */
export async function knownUsedTeams(
  db: Db,
  { poolId, weekId, userId }: PlayerWeek,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const weeks = await survivorWeeks(db, poolId);
  const choices = await choicesOfOtherWeeks(db, { poolId, weekId, userId });
  return usedTeams(weeks, knownChoices(weeks, now)(choices), weekId);
}

async function choicesOfOtherWeeks(db: Db, { poolId, weekId, userId }: PlayerWeek): Promise<TeamChoices> {
  const entries = await countingEntries(db, { poolIds: [poolId], userIds: [userId] });
  return teamChoices(entries.filter((each) => each.weekId !== weekId));
}

/**
 * Enters an order or a team for a player, or takes a team back, and notes it in the log. A player's own is never replaced before the lock,
 * and nothing that is refused tells what it is.
 */
export function writeBusEntry(store: Store, write: BusEntryWrite, clock: () => number): Promise<BusEntryOutcome> {
  return transact(store, async (tx): Promise<BusEntryOutcome> => {
    const { poolId, weekId, userId, adminId, reason } = write;
    await holdMember(tx, store.engine, poolId, userId);
    if (!(await isWeekOfPool(tx, poolId, weekId))) return { refusal: 'week_not_found' };
    if (!(await findMember(tx, poolId, userId))) return { refusal: 'player_not_found' };
    const week = await enteredWeek(tx, write);
    if (week === null) return { refusal: 'other_format' };
    const now = await timeInTransaction(tx, store.engine, clock);
    const judged = await judge(tx, week, write, now);
    if ('refusal' in judged) return judged;
    const before = week.existing?.entry ?? null;
    // Before the lock even what is there already is written again: else an admin could learn it by trying.
    if (judged.entry === null ? before === null : judged.isOpen && same(before, judged.entry))
      return { week, changed: false, now };
    await writeEntry(tx, write, judged.entry, now);
    const act = 'order' in (judged.entry ?? {}) ? 'order.enter' : judged.entry === null ? 'team.clear' : 'team.enter';
    const change = { before: told(week, before), after: { ...told(week, judged.entry), reason } };
    await writeAudit(tx, { act, actorId: adminId, poolId, weekId, userId, ...change }, now);
    await markPoolStale(tx, poolId, [weekId]);
    await refuseLate(tx, store.engine, openGames(week, judged.entry, now), clock());
    const existing = judged.entry === null ? undefined : { entry: judged.entry, bus: true };
    return { week: { ...week, existing }, changed: true, now };
  });
}

/** The games whose lock may forbid an entry, as far as they were open when it was judged: all of an order, of a team its own. */
function openGames({ pool, games, existing }: EnteredWeek, entry: Entry | null, now: number): OpenGame[] {
  const teams = [existing?.entry, entry].map((each) => (each && 'gid' in each ? each.gid : null));
  const open = games.filter((game) => gameCounts(game) && !isLocked(game, now));
  const concerned = pool.rules.format === 'survivor' ? open.filter(({ gid }) => teams.includes(gid)) : open;
  return concerned.map(({ gid }) => ({ pool_id: pool.id, gid }));
}

/** What is to be stored, and whether what is there may be told. */
type Judged = { readonly entry: Entry | null; readonly isOpen: boolean } | { readonly refusal: BusEntryRefusal };

async function judge(tx: Db, week: EnteredWeek, write: BusEntryWrite, now: number): Promise<Judged> {
  const { entry } = write;
  if (week.pool.rules.format === 'survivor') {
    return entry !== null && 'order' in entry
      ? { refusal: 'other_format' }
      : judgeTeam(tx, week, { ...write, entry }, now);
  }
  if (entry === null || !('order' in entry)) return { refusal: 'other_format' };
  const { games, wholeWeek, existing } = week;
  const refusal = busOrderRefusal({ adminId: write.adminId, playerId: write.userId, existing }, wholeWeek, now);
  if (refusal !== null) return { refusal };
  if (entry.order.some((gid) => games.every((game) => game.gid !== gid))) return { refusal: 'game_not_found' };
  return { entry: { order: wholeOrder(games, entry.order) }, isOpen: isWeekLocked(wholeWeek, now) };
}

async function judgeTeam(
  tx: Db,
  { pool, games, existing }: EnteredWeek,
  { poolId, weekId, userId, adminId, entry }: BusEntryWrite & { readonly entry: TeamChoice | null },
  now: number,
): Promise<Judged> {
  const own = existing && 'team' in existing.entry ? { ...existing.entry, bus: existing.bus } : undefined;
  const refusal = busTeamRefusal({ adminId, playerId: userId, existing: own }, entry?.gid ?? null, games, now);
  if (refusal !== null) return { refusal };
  const isOpen = games.some((game) => game.gid === own?.gid && isLocked(game, now));
  if (entry === null) return { entry, isOpen };
  const game = games.find(({ gid }) => gid === entry.gid);
  if (game === undefined) return { refusal: 'game_not_found' };
  if (entry.team !== game.home && entry.team !== game.away) return { refusal: 'team_not_found' };
  if (!gameCounts(game)) return { refusal: 'game_void' };
  const weeks = await survivorWeeks(tx, poolId);
  const others = await choicesOfOtherWeeks(tx, { poolId, weekId, userId });
  if (hasSealed(weeks, others, weekId, now)) return { refusal: 'players_team_ahead' };
  const { used, outWeekId } = weekHolder(weeks, others, weekId, pool.rules);
  if (isOutBefore(outWeekId, weekId)) return { refusal: 'player_is_out' };
  if (used.has(entry.team)) return { refusal: 'player_used_team' };
  return { entry, isOpen };
}

/**
 * Whether a player has a sealed team in another week of the same phase. What may be chosen follows from it, so that a choice that is
 * refused, or not, would tell which team that is.
 */
function hasSealed(weeks: readonly GamesOfWeek[], choices: TeamChoices, weekId: string, now: number): boolean {
  const known = knownChoices(weeks, now)(choices);
  const ofPhase = weeks.filter(({ id }) => isPostSeason(id) === isPostSeason(weekId));
  return ofPhase.some(({ id }) => choiceOf(choices, id) !== choiceOf(known, id));
}

async function writeEntry(tx: Db, write: BusEntryWrite, entry: Entry | null, now: number): Promise<void> {
  const { poolId, weekId, userId, adminId, reason } = write;
  await sql`
    insert into entries (pool_id, week_id, user_id, entry, revision, made_at, bus_by, bus_reason)
    values (${poolId}, ${weekId}, ${userId}, ${entry && JSON.stringify(entry)}, 1, cast(${now} as bigint), ${adminId}, ${reason})
    on conflict (pool_id, user_id, week_id) do update
      set entry = excluded.entry, revision = entries.revision + 1, made_at = excluded.made_at, based_on = null,
          bus_by = excluded.bus_by, bus_reason = excluded.bus_reason`.execute(tx);
}

/** An entry as the log tells it: a team, or the points of each game, the highest first. */
function told({ games }: EnteredWeek, entry: Entry | null): object {
  if (entry === null) return {};
  if ('team' in entry) return { team: entry.team };
  const values = [...valuesOf(games, entry.order)].toSorted(([, a], [, b]) => b - a);
  const labels = new Map(games.map(({ gid, away, home }) => [gid, `${away} @ ${home}`]));
  return { points: values.map(([gid, value]) => `${labels.get(gid)}: ${value}`) };
}

function same(a: Entry | null, b: Entry): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
