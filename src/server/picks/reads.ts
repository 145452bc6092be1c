import type { OperandValueExpressionOrList } from 'kysely';
import { sql } from 'kysely';
import type { OwnEntry, OwnPicksReply } from '#contract/entries.ts';
import { ownSlotKey } from '#contract/live.ts';
import type { DefaultPick, StoredDefault } from '#core/default-picks.ts';
import type { Order } from '#core/formats/confidence/confidence.ts';
import { NO_BUY_BACKS } from '#core/formats/survivor/buy-backs.ts';
import type {
  SparedWeeks,
  SurvivorPlayer,
  SurvivorRules,
  SurvivorWeek,
  TeamChoice,
  TeamChoices,
} from '#core/formats/survivor/survivor.ts';
import {
  NO_SPARED_WEEKS,
  sparedWeeks,
  survivorSeason,
  teamSlots,
  teamSlotsOf,
  weekOfSlot,
} from '#core/formats/survivor/survivor.ts';
import { isOutBefore, knownChoices, weekHolder } from '#core/formats/survivor/week.ts';
import { asksFor, hasSlots, traitsOf } from '#core/formats/traits.ts';
import { autoUntil, limitsMissed, missedWeeks } from '#core/missed-limit.ts';
import type { GuessValue, OrderValue, PickValue, SlotKind, SlotValue } from '#core/pick.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { SideTable } from '#core/side-tables.ts';
import { hasSecondChance } from '#core/side-tables.ts';
import { isTakenBack, isVisible, slotWeek, visibleGames } from '#core/slots.ts';
import type { Guess } from '#core/tiebreak.ts';
import type { Game, Pool, Side } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { buyBacksOf, entriesOfOwner, entriesOfPool } from '#server/entries/reads.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { inList, jsonRows } from '#server/platform/db/json-rows.ts';
import { asLines, fieldsOf, linesOf } from '#server/platform/db/lines.ts';
import type { EntryDefaultTable, Flag, Schema } from '#server/platform/db/schema.ts';
import { parseValue, slotPickOf } from '#server/platform/db/values.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { findPool, poolWeeks, sideTablesOf } from '#server/pools/reads.ts';
import { isLeftOut, weeksOfPool } from '#server/pools/week-reads.ts';
import { gamesPlayed } from './missed-limit-reads.ts';

/** Reads picks, guesses, orders and teams for pages, scores, mail and exports. store.ts writes them. */

/** The games of some weeks that belong to a pool, void ones included. */
function gamesIn(db: Db, poolId: string, weekIds: readonly string[]) {
  const query = db.selectFrom('games').select(['gid', 'week_id as weekId', 'void']).where('week_id', 'in', weekIds);
  return query.where(({ not }) => not(isLeftOut(poolId))).execute();
}

/** Which picks of pools to read: of these games; only of entries that play, if `isPlaying` is set. */
interface WantedGames {
  readonly poolIds: readonly string[];
  readonly gids: readonly string[];
  readonly isPlaying?: boolean;
}

interface GamePicked {
  readonly gid: string;
  readonly isBus: boolean;
  readonly value: PickValue;
}

/** The picks of an entry, without picks that were taken back; equal ones share an object. */
export interface EntryPicks {
  readonly poolId: string;
  readonly entryId: string;
  readonly picks: readonly GamePicked[];
}

/**
 * The picks of games in pools, sealed ones included, of the entries that have any (decision 076). Each entry is one range of the key, from
 * the first game to the last one in the database's order, and one row, which is quicker on both engines than a row for each pick. Picks of
 * other games in the range are dropped here.
 */
export async function picksOfGames(db: Db, { poolIds, gids, isPlaying = false }: WantedGames): Promise<EntryPicks[]> {
  if (gids.length === 0 || poolIds.length === 0) return [];
  const games = sql.join(inList(gids).map((gid) => sql`(${gid})`));
  const playing = sql`and entries.out_at is null and exists (
    select 1 from pool_members where pool_id = entries.pool_id and user_id = entries.owner_id and enabled = 1)`;
  const { rows } = await sql<{ pool_id: string; id: string; lines: string | null }>`
    with wanted (gid) as (values ${games}),
      ends (lowest, highest) as materialized (select min(gid), max(gid) from wanted)
    select entries.pool_id, entries.id, (
      select ${asLines([sql`about`, sql`value`, sql`case when entered_by is not null then '1' end`])}
      from picks
      where entry_id = entries.id and kind = 'pick' and about between lowest and highest and value is not null
    ) as lines
    from ends cross join entries where pool_id in (${sql.join(inList(poolIds))}) ${isPlaying ? playing : sql``}`.execute(
    db,
  );
  const parse = lineParser(new Set(gids));
  return rows.flatMap(({ pool_id: poolId, id, lines }) => {
    const picks: GamePicked[] = [];
    for (const line of linesOf(lines)) {
      const pick = parse(line);
      if (pick !== null) picks.push(pick);
    }
    return picks.length > 0 ? [{ poolId, entryId: id, picks }] : [];
  });
}

/** Parses lines of `picksOfGames`; null for other games. Most lines are equal, so each distinct one is parsed once. */
function lineParser(gids: ReadonlySet<string>): (line: string) => GamePicked | null {
  const known = new Map<string, GamePicked | null>();
  return (line) => {
    const found = known.get(line);
    if (found !== undefined) return found;
    const [gid = '', value = '', isBus] = fieldsOf(line);
    const parsed = gids.has(gid) ? { gid, isBus: isBus !== undefined, value: parseValue<PickValue>(value) } : null;
    known.set(line, parsed);
    return parsed;
  };
}

/**
 * The entries of a user in a pool with all their picks in its weeks. Picks that were taken back are included, because later picks are based
 * on their revision.
 * @param readSpared the `sparedWeeks` of the pool, if the caller shares them between people
 */
export async function loadOwnPicks(
  db: Db,
  poolId: string,
  userId: string,
  readSpared?: () => Promise<SparedWeeks>,
): Promise<Loaded<OwnPicksReply>> {
  const pool = await findPool(db, poolId);
  const entries = pool === null ? [] : await entriesOfOwner(db, poolId, userId);
  if (pool === null || entries.length === 0)
    return { state: { entries: [], picks: [] }, validUntil: ALWAYS, followsScores: false };
  const weekIds = await poolWeeks(db, poolId);
  const entryIds = entries.map(({ id }) => id);
  const picks = await ownSlots(db, entryIds, weekIds, pool.rules);
  const hasTeams = asksFor('team', pool.rules);
  const byEntry = Map.groupBy(picks, ({ entryId }) => entryId);
  const games = hasTeams ? await weeksOfPool(db, poolId) : [];
  const sideTables = hasTeams ? await sideTablesOf(db, poolId) : [];
  const buyBacks = pool.rules.buyBacks > 0 ? await buyBacksOf(db, { entryIds }) : new Map();
  const played = limitsMissed(pool.rules) ? await gamesPlayed(db, poolId) : [];
  const defaults = pool.rules.missed === 'own' ? await defaultsOf(db, entryIds) : null;
  const isLimited = defaults !== null && pool.rules.missedLimit !== 'none';
  const defaultWeeks = isLimited ? await defaultWeeksOf(db, poolId, entryIds) : null;
  const playerOf = (id: string): SurvivorPlayer => {
    return { choices: teamsOf(byEntry.get(id) ?? []), buyBacks: buyBacks.get(id) ?? NO_BUY_BACKS };
  };
  const spared = await sparedWeeksFor(db, pool, games, entryIds.map(playerOf), readSpared);
  const ownLimit = (id: string, joinedAt: number): Pick<OwnEntry, 'autoUntil'> => {
    const picked = new Set(byEntry.get(id)?.flatMap((pick) => (isTakenBack(pick) ? [] : [pick.about])));
    const until = autoUntil(missedWeeks(played, { joinedAt, hasPicked: (gid) => picked.has(gid) }), pool.rules);
    return until === null ? {} : { autoUntil: until };
  };
  const state = {
    entries: entries.map(({ id, name, joinedAt }) => ({
      id,
      name,
      joinedAt,
      ...ownLimit(id, joinedAt),
      ...(defaults && { default: sentDefault(defaults.get(id)?.at(-1)?.value ?? null) }),
      ...(defaultWeeks && { defaultWeeks: [...(defaultWeeks.get(id) ?? [])].sort(compareWeeks) }),
      ...(hasTeams && ownSurvival(games, playerOf(id), pool.rules, sideTables, spared)),
    })),
    picks,
  };
  // Used teams follow from how games end; weeks are scored again when missed picks were filled, and
  // the limit of auto picks follows from games that are over.
  return { state, validUntil: ALWAYS, followsScores: hasTeams || defaults !== null || limitsMissed(pool.rules) };
}

function sentDefault(value: DefaultPick | null): OwnEntry['default'] {
  return value !== null && 'teams' in value ? { teams: [...value.teams] } : value;
}

/** What entries have in the slots of the given weeks, of the kinds that the pool asks for. */
async function ownSlots(
  db: Db,
  entryIds: readonly string[],
  weekIds: readonly string[],
  rules: PoolRules,
): Promise<OwnPicksReply['picks']> {
  if (weekIds.length === 0) return [];
  const query = db
    .selectFrom('picks')
    .select(['entry_id', 'kind', 'about', 'value', 'revision', 'entered_by', 'reason'])
    .where('entry_id', 'in', entryIds);
  const ofGames = query
    .where('kind', '=', 'pick')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('games')
          .select('gid')
          .whereRef('games.gid', '=', 'picks.about')
          .where('games.week_id', 'in', weekIds),
      ),
    );
  const ofWeeks = query.where('kind', '!=', 'pick').where('about', 'in', teamSlotsOf(weekIds));
  const rows = [...(await ofGames.execute()), ...(await ofWeeks.execute())];
  return rows
    .filter(({ kind }) => hasSlots(kind, rules))
    .map((row) => {
      const pick = slotPickOf(row);
      const reason = row.entered_by !== null && !isTakenBack(pick) ? { reason: row.reason ?? '' } : {};
      return { key: ownSlotKey(row.entry_id, pick), entryId: row.entry_id, ...pick, ...reason };
    });
}

/**
 * The teams that an entry of a survivor pool can no longer choose, by slot, the week in which it was eliminated, and those after it in which
 * it still chooses.
 */
function ownSurvival(
  weeks: readonly PoolWeek[],
  { choices, buyBacks }: SurvivorPlayer,
  rules: SurvivorRules,
  sideTables: readonly SideTable[],
  spared: SparedWeeks,
): Pick<OwnEntry, 'used' | 'outWeekId' | 'secondChance'> {
  const slots = weeks.flatMap(({ id }) => teamSlots(id, rules));
  const holders = slots.map((slot) => [slot, weekHolder(weeks, choices, slot, rules, { buyBacks, spared })] as const);
  const outWeekId = holders[0]?.[1].outWeekId ?? null;
  const used = Object.fromEntries(holders.map(([slot, holder]) => [slot, Object.fromEntries(holder.used)]));
  const weekIds = weeks.map(({ id }) => id);
  const secondChance = weekIds.filter((id) => isOutBefore(outWeekId, id) && hasSecondChance(sideTables, id));
  return { used, ...(outWeekId !== null && { outWeekId }), ...(secondChance.length > 0 && { secondChance }) };
}

/** An entry's pick of a game; `bus` if it was entered for the owner, `best` if it is marked as a best bet, `auto` if their default made it. */
export interface PoolPick extends RevealedPick {
  readonly bus: boolean;
}

/** Every pick of a pool in a week, sealed ones included: the caller decides what to reveal. */
export async function picksOfPool(db: Db, poolId: string, weekId: string): Promise<PoolPick[]> {
  const gids = (await gamesIn(db, poolId, [weekId])).map(({ gid }) => gid);
  const entries = await picksOfGames(db, { poolIds: [poolId], gids });
  return entries.flatMap(({ entryId, picks }) =>
    picks.map((pick) => ({ ...pickedBy(entryId, pick), bus: pick.isBus })),
  );
}

/** How many entries of a pool picked each side of the given games. Includes sealed picks: ask for locked games only. */
export async function pickCounts(
  db: Db,
  poolId: string,
  gids: readonly string[],
): Promise<{ gid: string; side: Side; count: number }[]> {
  const entries = await picksOfGames(db, { poolIds: [poolId], gids, isPlaying: true });
  const all = entries.flatMap(({ picks }) => picks);
  return [...Map.groupBy(all, ({ gid }) => gid)].flatMap(([gid, ofGame]) =>
    [...Map.groupBy(ofGame, ({ value }) => value.side)].map(([side, same]) => ({ gid, side, count: same.length })),
  );
}

/** One entry's pick of a game that has locked. */
export interface RevealedPick {
  readonly entryId: string;
  readonly gid: string;
  readonly side: Side;
  readonly best: boolean;
  /** Its owner's default made it. */
  readonly auto?: true;
}

/** The picks of a pool for the given games, only of those that are visible at `now`. @param games with the pool's locks */
export async function revealedPicks(
  db: Db,
  poolId: string,
  games: readonly Pick<Game, 'gid' | 'lockAt'>[],
  now: number,
): Promise<RevealedPick[]> {
  const visible = [...visibleGames(games, now)];
  const entries = await picksOfGames(db, { poolIds: [poolId], gids: visible });
  return entries.flatMap(({ entryId, picks }) => picks.map((pick) => pickedBy(entryId, pick)));
}

function pickedBy(entryId: string, { gid, value: { side, best, auto } }: GamePicked): RevealedPick {
  return { entryId, gid, side, best: best === true, ...(auto && { auto }) };
}

/**
 * The entries that picked a game that counts, by week, in the given weeks of a pool.
 * @param defaultsPick whether a pick that a default made is the player's: only for what was counted so before
 */
export async function pickersByWeek(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  defaultsPick = false,
): Promise<Map<string, Set<string>>> {
  if (weekIds.length === 0) return new Map();
  const counting = (await gamesIn(db, poolId, weekIds)).filter((game) => game.void === null);
  const weekOf = new Map(counting.map(({ gid, weekId }) => [gid, weekId]));
  const pickers = new Map<string, Set<string>>();
  for (const { entryId, picks } of await picksOfGames(db, { poolIds: [poolId], gids: [...weekOf.keys()] }))
    for (const { gid, value } of picks) {
      const weekId = weekOf.get(gid);
      if (weekId === undefined || (value.auto && !defaultsPick)) continue;
      const ofWeek = pickers.get(weekId) ?? new Set();
      pickers.set(weekId, ofWeek.add(entryId));
    }
  return pickers;
}

/** The entries that have a pick in a week of a pool. */
export async function pickersOfWeek(db: Db, poolId: string, weekId: string): Promise<ReadonlySet<string>> {
  const gids = (await gamesIn(db, poolId, [weekId])).map(({ gid }) => gid);
  return new Set((await picksOfGames(db, { poolIds: [poolId], gids })).map(({ entryId }) => entryId));
}

/** How many of the given games each entry of a pool has picked. */
export async function picksMade(db: Db, poolId: string, gids: readonly string[]): Promise<Map<string, number>> {
  const entries = await picksOfGames(db, { poolIds: [poolId], gids });
  return new Map(entries.map(({ entryId, picks }) => [entryId, picks.length]));
}

/** Whether a pool has any picks, orders or teams. */
export async function hasAnyPick(db: Db, poolId: string): Promise<boolean> {
  const query = db.selectFrom('picks').innerJoin('entries', 'entries.id', 'picks.entry_id').select('about');
  const stored = query.where('entries.pool_id', '=', poolId).where('kind', 'in', ['pick', 'order', 'team']);
  return (await stored.where('value', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a pool has any picks of games. */
export async function hasPicks(db: Db, poolId: string): Promise<boolean> {
  const query = db.selectFrom('game_picks').select('gid').where('pool_id', '=', poolId);
  return (await query.where('value', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether an entry of a pool has more than `most` picks of games that count in a week. @param weekIds by default any week */
export async function hasWeekWithMore(
  db: Db,
  poolId: string,
  most: number,
  weekIds?: readonly string[],
): Promise<boolean> {
  let query = db
    .selectFrom('game_picks')
    .innerJoin('games', 'games.gid', 'game_picks.gid')
    .select('entry_id')
    .where('game_picks.pool_id', '=', poolId)
    .where('value', 'is not', null)
    .where('games.void', 'is', null)
    .where(({ not }) => not(isLeftOut(poolId)))
    .groupBy(['entry_id', 'games.week_id'])
    .having((q) => q.fn.countAll<number>(), '>', most)
    .limit(1);
  if (weekIds !== undefined) query = query.where('games.week_id', 'in', weekIds);
  return (await query.executeTakeFirst()) !== undefined;
}

/** The guess, order or team of an entry for a week of its pool. */
export interface WeekPick {
  readonly poolId: string;
  readonly entryId: string;
  readonly weekId: string;
  /** The week, or the slot of a team. */
  readonly about: string;
  readonly kind: Exclude<SlotKind, 'pick'>;
  readonly value: GuessValue | OrderValue | TeamChoice | null;
  /** When it was made, ms. */
  readonly madeAt: number;
}

/** A filter; a missing field matches everything. */
interface Wanted {
  readonly poolIds: readonly string[];
  readonly entryIds?: readonly string[];
  readonly weekIds?: readonly string[];
  readonly kind: WeekPick['kind'];
}

/**
 * The guesses, orders or teams of the given pools, sealed values included: the caller decides what to reveal. Each entry is one range of the
 * key and one row, as in `picksOfGames`.
 */
export async function weekPicks(db: Db, { poolIds, entryIds, weekIds, kind }: Wanted): Promise<WeekPick[]> {
  if (poolIds.length === 0 || entryIds?.length === 0 || weekIds?.length === 0) return [];
  const ofEntries = entryIds && sql`and entries.id in (${sql.join(inList(entryIds))})`;
  const ofWeeks = weekIds && sql`and about in (${sql.join(inList(teamSlotsOf(weekIds)))})`;
  const { rows } = await sql<{ pool_id: string; id: string; lines: string | null }>`
    select entries.pool_id, entries.id, (
      select ${asLines([sql`about`, sql`made_at`, sql`coalesce(value, '')`])}
      from picks where entry_id = entries.id and kind = ${kind} ${ofWeeks ?? sql``}
    ) as lines
    from entries where pool_id in (${sql.join(inList(poolIds))}) ${ofEntries ?? sql``}`.execute(db);
  return rows.flatMap(({ pool_id: poolId, id: entryId, lines }) =>
    linesOf(lines).map((line) => {
      const [about = '', madeAt, value = ''] = fieldsOf(line);
      const entered = value === '' ? null : parseValue<NonNullable<WeekPick['value']>>(value);
      return { poolId, entryId, weekId: weekOfSlot(about), about, kind, value: entered, madeAt: Number(madeAt) };
    }),
  );
}

/** The teams that an entry chose, by slot. */
export function teamsOf(own: readonly InSlot[]): TeamChoices {
  return Object.fromEntries(own.flatMap((each) => (isTeam(each) ? [[each.about, each.value]] : [])));
}

interface InSlot {
  readonly kind: SlotKind;
  readonly about: string;
  readonly value: SlotValue | null;
}

function isTeam(pick: InSlot): pick is InSlot & { readonly value: TeamChoice } {
  return pick.kind === 'team' && pick.value !== null;
}

/** The teams that the given entries chose, by entry and slot. */
export async function teamsOfEntries(
  db: Db,
  engine: Engine,
  entryIds: readonly string[],
): Promise<Map<string, TeamChoices>> {
  if (entryIds.length === 0) return new Map();
  const wanted = jsonRows(
    engine,
    entryIds.map((entry_id) => ({ entry_id })),
    { entry_id: 'text' },
  );
  const { rows } = await sql<{ entry_id: string; about: string; value: string }>`
    select picks.entry_id, picks.about, picks.value from ${wanted}
    join picks on picks.entry_id = rows.entry_id and picks.kind = 'team' and picks.value is not null`.execute(db);
  const byEntry = Map.groupBy(rows, ({ entry_id }) => entry_id);
  return new Map(
    [...byEntry].map(([entryId, own]) => [
      entryId,
      Object.fromEntries(own.map(({ about, value }) => [about, parseValue<TeamChoice>(value)])),
    ]),
  );
}

/** The defaults of a pool's entries, by entry. */
export function defaultsOfPool(db: Db, poolId: string): Promise<ReadonlyMap<string, readonly StoredDefault[]>> {
  return readDefaults(
    db,
    db.selectFrom('entries').select('id').where('pool_id', '=', poolId).where('out_at', 'is', null),
  );
}

/** The defaults of the given entries, by entry. */
export async function defaultsOf(
  db: Db,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredDefault[]>> {
  return entryIds.length === 0 ? new Map() : readDefaults(db, entryIds);
}

/** By entry of a pool: the weeks in which its default made picks of games that are on. @param entryIds by default all of the pool */
export async function defaultWeeksOf(
  db: Db,
  poolId: string,
  entryIds?: readonly string[],
): Promise<Map<string, Set<string>>> {
  const sides = db
    .selectFrom('game_picks')
    .innerJoin('games', 'games.gid', 'game_picks.gid')
    .select(['game_picks.entry_id as entryId', 'games.week_id as weekId'])
    .distinct()
    .where('game_picks.pool_id', '=', poolId)
    .where('game_picks.auto', '=', 1)
    .where('games.void', 'is', null)
    .$if(entryIds !== undefined, (query) => query.where('game_picks.entry_id', 'in', entryIds ?? []));
  const chosen = await weekPicks(db, { poolIds: [poolId], kind: 'team', ...(entryIds && { entryIds }) });
  const teams = chosen.filter((each) => isTeam(each) && each.value.auto);
  const byEntry = Map.groupBy([...(await sides.execute()), ...teams], ({ entryId }) => entryId);
  return new Map([...byEntry].map(([entryId, own]) => [entryId, new Set(own.map(({ weekId }) => weekId))]));
}

async function readDefaults(
  db: Db,
  entries: OperandValueExpressionOrList<Schema, 'entry_defaults', 'entry_id'>,
): Promise<ReadonlyMap<string, readonly StoredDefault[]>> {
  const query = db.selectFrom('entry_defaults').selectAll().where('entry_id', 'in', entries);
  const byEntry = Map.groupBy(await query.orderBy('made_at').execute(), ({ entry_id }) => entry_id);
  const toDefault = (row: EntryDefaultTable): StoredDefault => ({
    value: parseValue<DefaultPick>(row.value),
    madeAt: row.made_at,
  });
  return new Map([...byEntry].map(([entryId, rows]) => [entryId, rows.map(toDefault)]));
}

/** The orders of a pool's week, by entry. */
export async function ordersOfWeek(db: Db, poolId: string, weekId: string): Promise<ReadonlyMap<string, Order>> {
  const orders = await weekPicks(db, { poolIds: [poolId], weekIds: [weekId], kind: 'order' });
  return new Map(
    orders.flatMap(({ entryId, value }): [string, Order][] =>
      value && 'order' in value ? [[entryId, value.order]] : [],
    ),
  );
}

/** The teams that the entries of a survivor pool chose, by entry and slot. */
export async function teamsOfPool(
  db: Db,
  poolId: string,
  weekIds?: readonly string[],
): Promise<ReadonlyMap<string, TeamChoices>> {
  const chosen = await weekPicks(db, { poolIds: [poolId], kind: 'team', ...(weekIds && { weekIds }) });
  const byEntry = Map.groupBy(chosen, ({ entryId }) => entryId);
  const teams = [...byEntry].map(([entryId, own]) => [entryId, teamsOf(own)] as const);
  return new Map(teams.filter(([, own]) => Object.keys(own).length > 0));
}

/** The entries of a survivor pool, in the order in which they joined, with what decides their seasons. */
export async function survivorPlayers(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
): Promise<(PoolEntry & SurvivorPlayer)[]> {
  const [entries, teams] = [await entriesOfPool(db, id), await teamsOfPool(db, id)];
  const stored = rules.buyBacks > 0 ? await buyBacksOf(db, { poolId: id }) : new Map();
  return entries.map((entry) => {
    return { ...entry, choices: teams.get(entry.id) ?? {}, buyBacks: stored.get(entry.id) ?? NO_BUY_BACKS };
  });
}

/**
 * The `sparedWeeks` of a pool as they matter to some of its entries. Reads all entries only if one of these would be out without them.
 * @param weeks of the pool, in order
 * @param read reads all entries; by default afresh, as a transaction must
 */
export async function sparedWeeksFor(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  weeks: readonly SurvivorWeek[],
  some: readonly SurvivorPlayer[],
  read = () => sparedWeeksOf(db, pool, weeks),
): Promise<SparedWeeks> {
  const { rules } = pool;
  if (traitsOf(rules).plays !== 'season' || rules.allOut !== 'goOn') return NO_SPARED_WEEKS;
  const isIn = ({ choices, buyBacks }: SurvivorPlayer) =>
    survivorSeason(weeks, choices, rules, buyBacks).outWeekId === null;
  return some.every(isIn) ? NO_SPARED_WEEKS : read();
}

async function sparedWeeksOf(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  weeks: readonly SurvivorWeek[],
): Promise<SparedWeeks> {
  return sparedWeeks(weeks, await survivorPlayers(db, pool), pool.rules);
}

/** The weeks that a survivor pool spares (`sparedWeeks`), read once for all who watch their entries. */
export interface SparedState {
  readonly weekIds: readonly string[];
}

export async function loadSpared(db: Db, poolId: string): Promise<Loaded<SparedState>> {
  const pool = await findPool(db, poolId);
  const spared = pool ? await sparedWeeksOf(db, pool, await weeksOfPool(db, poolId)) : NO_SPARED_WEEKS;
  return { state: { weekIds: [...spared] }, validUntil: ALWAYS };
}

/** The teams that entries chose in some weeks of a pool, by entry and slot, only those that are visible at `now`. */
export async function revealedTeams(
  db: Db,
  poolId: string,
  weeks: readonly PoolWeek[],
  now: number,
): Promise<ReadonlyMap<string, TeamChoices>> {
  const teams = await teamsOfPool(
    db,
    poolId,
    weeks.map(({ id }) => id),
  );
  const knownOf = knownChoices(weeks, now);
  return new Map([...teams].map(([entryId, own]) => [entryId, knownOf(own)]));
}

/** The guesses of tiebreak games, with their entries, only those that are visible at `now`. */
export async function revealedGuesses(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<(Guess & { readonly weekId: string; readonly entryId: string })[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('pool_weeks')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'pool_weeks.pool_id').onRef('pool_locks.gid', '=', 'pool_weeks.tiebreak_gid'),
    )
    .select(['pool_weeks.week_id as id', 'pool_locks.gid', 'pool_locks.lock_at as lockAt'])
    .where('pool_weeks.pool_id', '=', poolId)
    .where('pool_weeks.week_id', 'in', weekIds)
    .execute();
  // The game may have moved to another week, so its lock is not among those of this one.
  const weeks = new Map(rows.map((game) => [game.id, slotWeek([game], undefined, game.gid)]));
  const guesses = await weekPicks(db, { poolIds: [poolId], weekIds: [...weeks.keys()], kind: 'guess' });
  return guesses.flatMap(({ weekId, about, entryId, value, madeAt }) => {
    const week = weeks.get(weekId);
    if (!week || !value || !('total' in value) || value.total === null || value.gid !== week.tiebreakGid) return [];
    const isShown = isVisible({ kind: 'guess', about, value }, week, now);
    return isShown ? [{ weekId, entryId, guess: value.total, madeAt }] : [];
  });
}

/** A pick that counts towards a limit of its week. */
export interface PlacedGame {
  readonly entryId: string;
  /** 1 if it is marked as best bet. */
  readonly best: Flag;
  readonly weekId: string;
  readonly gid: string;
}

/** The picks of a pool's entries that count towards the limits of the given weeks: those of games that count. */
export function placedGames(db: Db, poolId: string, weekIds: readonly string[]): Promise<PlacedGame[]> {
  if (weekIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('game_picks')
    .innerJoin('games', 'games.gid', 'game_picks.gid')
    .select(['game_picks.entry_id as entryId', 'games.week_id as weekId', 'game_picks.gid', 'game_picks.best'])
    .where('game_picks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where('games.void', 'is', null)
    .where(({ not }) => not(isLeftOut(poolId)))
    .where('game_picks.value', 'is not', null)
    .execute();
}
