import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { BuyBacks } from '#core/formats/survivor/buy-backs.ts';
import { NO_BUY_BACKS } from '#core/formats/survivor/buy-backs.ts';
import type { SparedWeeks, TeamChoice, TeamChoices } from '#core/formats/survivor/survivor.ts';
import { NO_SPARED_WEEKS } from '#core/formats/survivor/survivor.ts';
import type { Actor, ActorOf, AskedEntry, Circumstances, Stored, Verdict } from '#core/judge.ts';
import { judgeGuess, judgeOrder, judgePick, judgeTeam, takesPlaces } from '#core/judge.ts';
import { withPoolLock } from '#core/locks.ts';
import type { GuessValue, OrderValue, PickValue, SlotValue, SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import type { SideTable } from '#core/side-tables.ts';
import { hasSecondChance } from '#core/side-tables.ts';
import { weekOf } from '#core/slots.ts';
import type { Game } from '#core/types.ts';
import { buyBacksOf } from '#server/entries/reads.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { jsonRows } from '#server/platform/db/json-rows.ts';
import type { PickTable } from '#server/platform/db/schema.ts';
import { parseValue, readRules } from '#server/platform/db/values.ts';
import { sideTablesOf } from '#server/pools/reads.ts';
import { weeksOfPool } from '#server/pools/week-reads.ts';
import type { OwnLine } from './own-line-reads.ts';
import { readOwnLine } from './own-line-reads.ts';
import { defaultsOf, sparedWeeksFor, teamsOfEntries } from './reads.ts';

/** Reads the facts by which picks are judged, and asks core/judge.ts. Within a batch, each stored pick changes the facts for the next. */

/** A wish to store for an entry, and who has it. */
export interface PickWrite<A extends Actor = Actor, W extends SlotWish = SlotWish> {
  readonly poolId: string;
  readonly entryId: string;
  readonly wish: W;
  readonly actor: A;
  /** The revision that an offline wish is based on; null for one made now. A newer pick refuses it, unless that is a bus pick. */
  readonly basedOn: number | null;
  /** When it was made, ms; now by default. Files, seeds and links set it. */
  readonly madeAt?: number;
}

/** A wish of a player for their own entry. */
export type OwnWrite = PickWrite<ActorOf<'self'>>;

export type OfEntry = Pick<PickWrite, 'poolId' | 'entryId'>;

/**
 * The key of a write: an entry's pick of a game, or its guess, order or team of a week. It includes the pool, because a write may name the
 * wrong one.
 */
export function slotOf({ poolId, entryId, wish }: PickWrite): string {
  return `${poolId} ${entryId} ${slotKey(wish)}`;
}

/** Updates the facts for the next writes of the batch. */
export function noteWrite(facts: Facts, write: PickWrite, weekId: string, stored: Stored<SlotValue>): void {
  facts.own.set(slotOf(write), stored);
  const { poolId, wish } = write;
  const { kind, about: slot } = wish;
  if (kind === 'pick') {
    const game = facts.games.get(gameKey(poolId, slot));
    if (game && takesPlaces(game))
      facts.places.get(placesKey(write, weekId))?.set(slot, stored.value as PickValue | null);
  }
  if (kind !== 'team') return;
  const { [slot]: _, ...others } = facts.teams.get(write.entryId) ?? {};
  const team = stored.value as TeamChoice | null;
  facts.teams.set(write.entryId, team === null ? others : { ...others, [slot]: team });
  if (write.actor.by === 'commissioner') facts.entered.get(write.entryId)?.add(slot);
}

/** An entry that is written, with the rules of its pool. */
interface WrittenEntry extends AskedEntry {
  readonly hasAccount: boolean;
  readonly rules: PoolRules;
}

export function entryKey({ poolId, entryId }: OfEntry): string {
  return `${poolId} ${entryId}`;
}

/** The distinct entries that are written, joined with those of the pools that the writes name. */
export function entriesWritten(engine: Engine, writes: readonly PickWrite[]): RawBuilder<unknown> {
  const entries = new Map(
    writes.map((write, at) => [entryKey(write), { at, pool_id: write.poolId, entry_id: write.entryId }]),
  );
  const rows = jsonRows(engine, [...entries.values()], { at: 'integer', pool_id: 'text', entry_id: 'text' });
  return sql`${rows} join entries on entries.id = rows.entry_id and entries.pool_id = rows.pool_id`;
}

interface EntryRow {
  /** The index of a write for it. */
  at: number;
  owner_id: string;
  out_at: number | null;
  has_account: number;
  is_enabled: number;
  member: number | null;
}

interface PoolRow {
  id: string;
  rules: string;
  deleted_at: number | null;
  /** Whether its receipts do not list some change of games yet. */
  has_unlisted: number;
}

function entriesQuery(engine: Engine, writes: readonly PickWrite[]): RawBuilder<EntryRow> {
  return sql`
    select rows.at, entries.owner_id, entries.out_at, case when entries.user_id is null then 0 else 1 end as has_account,
      users.is_enabled, pool_members.enabled as member
    from ${entriesWritten(engine, writes)}
    join users on users.id = entries.owner_id
    left join pool_members on pool_members.pool_id = entries.pool_id and pool_members.user_id = entries.owner_id`;
}

function poolsQuery(engine: Engine, writes: readonly PickWrite[]): RawBuilder<PoolRow> {
  const ids = [...new Set(writes.map(({ poolId }) => poolId))].map((id) => ({ id }));
  return sql`
    select pools.id, pools.rules, pools.deleted_at,
      case when exists (select 1 from unlisted_changes where pool_id = pools.id) then 1 else 0 end as has_unlisted
    from ${jsonRows(engine, ids, { id: 'text' })} join pools on pools.id = rows.id`;
}

function writtenEntries(
  writes: readonly PickWrite[],
  rows: readonly EntryRow[],
  poolRows: readonly PoolRow[],
): ReadonlyMap<string, WrittenEntry> {
  const pools = new Map(
    poolRows.map(({ id, rules, deleted_at }) => [id, { rules: readRules(rules), isDeleted: deleted_at !== null }]),
  );
  return new Map(
    rows.map((row) => {
      const write = writes[row.at] as PickWrite;
      const pool = pools.get(write.poolId);
      const entry: WrittenEntry = {
        ownerId: row.owner_id,
        isOut: row.out_at !== null,
        hasAccount: row.has_account === 1,
        isEnabled: row.is_enabled === 1,
        isMember: row.member === 1,
        hasPool: pool?.isDeleted === false,
        rules: pool?.rules ?? defaultRules,
      };
      return [entryKey(write), entry];
    }),
  );
}

/** A game with the pool's lock. */
type PoolGame = Pick<Game, 'gid' | 'weekId' | 'lockAt' | 'void'> & {
  /** Whether its week is one of the pool's enabled ones. */
  readonly isInPool: boolean;
  /** Whether the pool leaves it out. */
  readonly isLeftOut: boolean;
};

/** A week that is guessed. */
interface GuessedWeek {
  readonly isInPool: boolean;
  /** The tiebreak game with the pool's lock. */
  readonly tiebreak: PoolGame | undefined;
}

/** The facts by which writes are judged, updated with each stored write of the batch. */
interface Facts {
  /** What is stored, by `slotOf`. */
  readonly own: Map<string, Stored<SlotValue>>;
  /** The games that are picked, by pool and gid. */
  readonly games: ReadonlyMap<string, PoolGame>;
  /** The weeks that are guessed, by pool and week. */
  readonly weeks: ReadonlyMap<string, GuessedWeek>;
  /** The picks of games that count, in weeks in which a write may reach a limit, by `placesKey` and gid. */
  readonly places: ReadonlyMap<string, Map<string, PickValue | null>>;
  /** All enabled weeks, by pool; only of pools for which orders or teams are entered. */
  readonly pools: ReadonlyMap<string, readonly PoolWeek[]>;
  /** The side tables of pools for which teams are entered, by pool. */
  readonly sideTables: ReadonlyMap<string, readonly SideTable[]>;
  /** The teams of entries for which teams are entered, by entry. */
  readonly teams: Map<string, TeamChoices>;
  /** Their buy-backs, by entry. */
  readonly buyBacks: ReadonlyMap<string, BuyBacks>;
  /** Those of them that have a default. */
  readonly withDefaults: ReadonlySet<string>;
  /** The slots whose teams commissioners entered who write now, by entry. */
  readonly entered: ReadonlyMap<string, Set<string>>;
  /** The spared weeks of pools for which teams are entered, by pool. */
  readonly spared: ReadonlyMap<string, SparedWeeks>;
  /** Of pools into which somebody imports for entries of their own, by pool. */
  readonly ownLines: ReadonlyMap<string, OwnLine>;
}

/** The facts for writes, their time (ms), and the pools whose receipts do not list some change of games yet. */
interface ReadFacts {
  readonly entries: ReadonlyMap<string, WrittenEntry>;
  readonly facts: Facts;
  readonly now: number;
  readonly unlisted: readonly string[];
}

/**
 * Reads the facts for writes. On PostgreSQL one statement reads what most writes need, and the time.
 * @param held the statement that holds their entries, which need not be answered yet, and whether it found any
 */
export async function readFacts(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite[],
  clock: () => number,
  held: Promise<boolean>,
): Promise<ReadFacts> {
  const picks = writes.filter(({ wish }) => wish.kind === 'pick');
  const queries = [
    entriesQuery(engine, writes),
    poolsQuery(engine, writes),
    gamesQuery(engine, picks),
    ownQuery(engine, writes),
  ] as const;
  const [entryRows, poolRows, gameRows, ownRows, now] =
    engine === 'sqlite' ? await readEach(tx, queries, clock) : await readTogether(tx, queries, clock, held);
  const entries = writtenEntries(writes, entryRows, poolRows);
  const games = new Map(gameRows.map((row) => [gameKey(row.pool_id, row.gid), gameOf(row)]));
  const byWeek = writes.filter(({ wish }) => wish.kind === 'order' || wish.kind === 'team');
  const pools = new Map<string, readonly PoolWeek[]>();
  for (const { poolId } of byWeek) if (!pools.has(poolId)) pools.set(poolId, await weeksOfPool(tx, poolId));
  const choosing = byWeek.filter(({ wish }) => wish.kind === 'team');
  const sideTables = new Map<string, readonly SideTable[]>();
  for (const { poolId } of choosing)
    if (!sideTables.has(poolId)) sideTables.set(poolId, await sideTablesOf(tx, poolId));
  const choosers = [...new Set(choosing.map(({ entryId }) => entryId))];
  const teams = await teamsOfEntries(tx, engine, choosers);
  const buyBacks = await buyBacksOf(tx, { entryIds: choosers });
  const spared = new Map<string, SparedWeeks>();
  for (const [id, own] of Map.groupBy(choosing, ({ poolId }) => poolId)) {
    const rules = entries.get(entryKey(own[0] as PickWrite))?.rules ?? defaultRules;
    const players = own.map(({ entryId }) => {
      return { choices: teams.get(entryId) ?? {}, buyBacks: buyBacks.get(entryId) ?? NO_BUY_BACKS };
    });
    spared.set(id, await sparedWeeksFor(tx, { id, rules }, pools.get(id) ?? [], players));
  }
  const guesses = writes.filter(({ wish }) => wish.kind === 'guess');
  const asking = choosing.flatMap((write) =>
    entries.get(entryKey(write))?.rules.missed === 'own' ? [write.entryId] : [],
  );
  const facts: Facts = {
    own: ownOf(writes, ownRows),
    games,
    weeks: await readWeeks(tx, engine, guesses),
    places: await readPlaces(tx, engine, picks, entries, games),
    pools,
    sideTables,
    teams,
    buyBacks,
    withDefaults: new Set((await defaultsOf(tx, asking)).keys()),
    entered: await enteredSlots(tx, choosing),
    spared,
    ownLines: await readOwnLines(tx, writes, entries),
  };
  const unlisted = poolRows.filter((row) => row.has_unlisted === 1).map(({ id }) => id);
  return { entries, facts, now, unlisted };
}

async function readOwnLines(
  tx: Db,
  writes: readonly PickWrite[],
  entries: ReadonlyMap<string, WrittenEntry>,
): Promise<ReadonlyMap<string, OwnLine>> {
  const own = writes.filter(({ actor, ...write }) => {
    return actor.by === 'commissioner' && actor.fillsOwn && entries.get(entryKey(write))?.ownerId === actor.userId;
  });
  const lines = new Map<string, OwnLine>();
  for (const [poolId, ofPool] of Map.groupBy(own, (write) => write.poolId)) {
    const rules = entries.get(entryKey(ofPool[0] as PickWrite))?.rules ?? defaultRules;
    lines.set(poolId, await readOwnLine(tx, { poolId, rules }, [...new Set(ofPool.map(({ entryId }) => entryId))]));
  }
  return lines;
}

/** The slots whose teams a commissioner entered, for entries for which they enter one now; by entry. */
async function enteredSlots(tx: Db, writes: readonly PickWrite[]): Promise<ReadonlyMap<string, Set<string>>> {
  const entered = new Map<string, Set<string>>();
  for (const { entryId, actor } of writes) {
    if (actor.by !== 'commissioner') continue;
    const teams = tx.selectFrom('picks').select('about').where('entry_id', '=', entryId).where('kind', '=', 'team');
    const rows = await teams.where('entered_by', '=', actor.userId).execute();
    entered.set(entryId, new Set(rows.map(({ about }) => about)));
  }
  return entered;
}

type Queries = readonly [RawBuilder<EntryRow>, RawBuilder<PoolRow>, RawBuilder<GameRow>, RawBuilder<OwnRow>];

type ReadRows = [EntryRow[], PoolRow[], GameRow[], OwnRow[], now: number];

async function readEach(tx: Db, [entries, pools, games, own]: Queries, clock: () => number): Promise<ReadRows> {
  return [
    (await entries.execute(tx)).rows,
    (await pools.execute(tx)).rows,
    (await games.execute(tx)).rows,
    (await own.execute(tx)).rows,
    clock(),
  ];
}

/** The statement is sent along with the one that holds the entries, and runs after it. Without held entries it is sent again. */
async function readTogether(tx: Db, queries: Queries, clock: () => number, held: Promise<boolean>): Promise<ReadRows> {
  const [entries, pools, games, own] = queries.map(
    (query) => sql`(select coalesce(json_agg(each), '[]') from (${query}) as each)`,
  );
  const facts = sql<{ entries: EntryRow[]; pools: PoolRow[]; games: GameRow[]; own: OwnRow[]; now: number }>`
    select ${entries} as entries, ${pools} as pools, ${games} as games, ${own} as own, league_now() as now`;
  const [wereHeld, first] = await Promise.all([held, facts.execute(tx)]);
  const [read] = (wereHeld ? first : await facts.execute(tx)).rows;
  if (read === undefined) throw new Error('PostgreSQL answered without a row.');
  return [read.entries, read.pools, read.games, read.own, Math.max(clock(), read.now)];
}

function gameKey(poolId: string, gid: string): string {
  return `${poolId} ${gid}`;
}

export function weekKey(poolId: string, weekId: string): string {
  return `${poolId} ${weekId}`;
}

interface OwnRow extends Pick<PickTable, 'value' | 'revision' | 'entered_by' | 'reason' | 'made_at'> {
  /** The index of the write about it. */
  at: number;
}

function ownQuery(engine: Engine, writes: readonly PickWrite[]): RawBuilder<OwnRow> {
  const wanted = writes.map(({ entryId, wish: { kind, about } }, at) => ({ at, entry_id: entryId, kind, about }));
  const columns = { at: 'integer', entry_id: 'text', kind: 'text', about: 'text' } as const;
  return sql`
    select rows.at, picks.value, picks.revision, picks.entered_by, picks.reason, picks.made_at
    from ${jsonRows(engine, wanted, columns)}
    ${ownPicksOf(engine)}`;
}

/** Written so that PostgreSQL looks up each pick by its key, even with a plan cached while the table was empty. */
function ownPicksOf(engine: Engine): RawBuilder<unknown> {
  const isOwn = sql`picks.entry_id = rows.entry_id and picks.kind = rows.kind and picks.about = rows.about`;
  if (engine === 'sqlite') return sql`join picks on ${isOwn}`;
  return sql`cross join lateral (select * from picks where ${isOwn} offset 0) as picks`;
}

function ownOf(writes: readonly PickWrite[], rows: readonly OwnRow[]): Map<string, Stored<SlotValue>> {
  return new Map(
    rows.map(({ at, value, revision, entered_by, reason, made_at: madeAt }) => [
      slotOf(writes[at] as PickWrite),
      { value: parseValue(value), revision, enteredBy: entered_by, reason, madeAt },
    ]),
  );
}

function gamesQuery(engine: Engine, writes: readonly PickWrite[]): RawBuilder<GameRow> {
  const wanted = new Map(
    writes.map(({ poolId, wish: { about: gid } }) => [gameKey(poolId, gid), { pool_id: poolId, gid }]),
  );
  return sql`
    select rows.pool_id, games.gid, games.week_id, games.lock_at, games.void, pool_weeks.deadline, pool_weeks.enabled,
      slate_games.belongs
    from ${jsonRows(engine, [...wanted.values()], { pool_id: 'text', gid: 'text' })}
    join games on games.gid = rows.gid
    left join pool_weeks on pool_weeks.pool_id = rows.pool_id and pool_weeks.week_id = games.week_id
    left join slate_games on slate_games.pool_id = rows.pool_id and slate_games.gid = games.gid
      and slate_games.week_id = games.week_id`;
}

interface GameRow {
  pool_id: string;
  gid: string;
  week_id: string;
  lock_at: number;
  void: Game['void'];
  deadline: number | null;
  enabled: number | null;
  belongs: number | null;
}

function gameOf({ gid, week_id, lock_at, void: off, deadline, enabled, belongs }: GameRow): PoolGame {
  const game = { gid, weekId: week_id, lockAt: lock_at, void: off, isInPool: enabled === 1, isLeftOut: belongs === 0 };
  return withPoolLock(game, deadline);
}

async function readWeeks(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite[],
): Promise<ReadonlyMap<string, GuessedWeek>> {
  if (writes.length === 0) return new Map();
  const wanted = writes.map(({ poolId, wish }) => ({ pool_id: poolId, week_id: wish.about }));
  const { rows } = await sql<Omit<GameRow, 'gid' | 'belongs'> & { gid: string | null }>`
    select pool_weeks.pool_id, pool_weeks.week_id, pool_weeks.enabled, pool_weeks.deadline, games.gid, games.lock_at, games.void
    from ${jsonRows(engine, wanted, { pool_id: 'text', week_id: 'text' })}
    join pool_weeks on pool_weeks.pool_id = rows.pool_id and pool_weeks.week_id = rows.week_id
    left join games on games.gid = pool_weeks.tiebreak_gid`.execute(tx);
  return new Map(
    rows.map(({ gid, ...row }) => [
      weekKey(row.pool_id, row.week_id),
      { isInPool: row.enabled === 1, tiebreak: gid === null ? undefined : gameOf({ ...row, gid, belongs: null }) },
    ]),
  );
}

function placesKey({ entryId }: OfEntry, weekId: string): string {
  return `${entryId} ${weekId}`;
}

/** Reads the picks that count towards the limits of a week, for writes that may add one. */
async function readPlaces(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite[],
  entries: ReadonlyMap<string, WrittenEntry>,
  games: ReadonlyMap<string, PoolGame>,
): Promise<ReadonlyMap<string, Map<string, PickValue | null>>> {
  const places = new Map<string, Map<string, PickValue | null>>();
  const wanted = writes.flatMap((write) => {
    const entry = entries.get(entryKey(write));
    const weekId = games.get(gameKey(write.poolId, write.wish.about))?.weekId;
    const value = write.wish.kind === 'pick' ? write.wish.value : null;
    if (entry === undefined || weekId === undefined || value === null) return [];
    if (entry.rules.games === 'all' && value.best !== true) return [];
    const key = placesKey(write, weekId);
    if (places.has(key)) return [];
    places.set(key, new Map());
    return [{ key, entry_id: write.entryId, week_id: weekId }];
  });
  if (wanted.length === 0) return places;
  const { rows } = await sql<{ key: string; gid: string; value: string }>`
    select rows.key, picks.about as gid, picks.value
    from ${jsonRows(engine, wanted, { key: 'text', entry_id: 'text', week_id: 'text' })}
    join entries on entries.id = rows.entry_id
    cross join games cross join picks
    left join slate_games on slate_games.pool_id = entries.pool_id and slate_games.gid = games.gid
      and slate_games.week_id = games.week_id
    where coalesce(slate_games.belongs, 1) = 1 and games.week_id = rows.week_id and games.void is null
      and picks.entry_id = rows.entry_id and picks.kind = 'pick' and picks.about = games.gid
      and picks.value is not null`.execute(tx);
  for (const { key, gid, value } of rows) places.get(key)?.set(gid, parseValue(value));
  return places;
}

interface Judged {
  readonly verdict: Verdict<SlotValue>;
  readonly weekId: string;
  readonly before: SlotValue | null;
}

export function judgeWrite(write: PickWrite, entry: WrittenEntry, facts: Facts, now: number): Judged {
  const { poolId, entryId, wish, actor, basedOn } = write;
  const { ownerId, hasAccount, rules } = entry;
  const ownSlot = facts.ownLines.get(poolId)?.(entryId, wish);
  const circumstances: Circumstances = { actor, ownerId, hasAccount, rules, now, basedOn, ownSlot };
  const own = facts.own.get(slotOf(write));
  const before = own?.value ?? null;
  const { kind, about } = wish;
  if (kind === 'pick') {
    const game = facts.games.get(gameKey(poolId, about));
    const weekId = game?.weekId ?? '';
    const others = placesOf(facts.places.get(placesKey(write, weekId)), about);
    const verdict = judgePick(wish, { ...circumstances, game, stored: own as Stored<PickValue> | undefined, others });
    return { verdict, weekId, before };
  }
  const weekId = weekOf(wish, () => undefined) ?? '';
  if (kind === 'guess') {
    const { isInPool = false, tiebreak: game } = facts.weeks.get(weekKey(poolId, weekId)) ?? {};
    const stored = own as Stored<GuessValue> | undefined;
    const verdict = judgeGuess(wish, { ...circumstances, isInPool, game, stored });
    return { verdict, weekId, before: before && 'gid' in before && before.gid === wish.value.gid ? before : null };
  }
  const weeks = facts.pools.get(poolId) ?? [];
  const week = weeks.find(({ id }) => id === weekId);
  const wholeWeek = week?.wholeWeek ?? [];
  if (kind === 'order') {
    const verdict = judgeOrder(wish, {
      ...circumstances,
      games: week?.games,
      leftOut: (week?.leftOut ?? []).map(({ gid }) => gid),
      wholeWeek,
      stored: own as Stored<OrderValue> | undefined,
    });
    return { verdict, weekId, before };
  }
  const verdict = judgeTeam(wish, {
    ...circumstances,
    weekId,
    weeks,
    wholeWeek,
    stored: own as Stored<TeamChoice> | undefined,
    choices: facts.teams.get(entryId) ?? {},
    hasSecondChance: hasSecondChance(facts.sideTables.get(poolId) ?? [], weekId),
    buyBacks: facts.buyBacks.get(entryId) ?? NO_BUY_BACKS,
    hasDefault: facts.withDefaults.has(entryId),
    entered: facts.entered.get(entryId) ?? new Set(),
    spared: facts.spared.get(poolId) ?? NO_SPARED_WEEKS,
  });
  return { verdict, weekId, before };
}

function placesOf(places: ReadonlyMap<string, PickValue | null> | undefined, gid: string) {
  const others = [...(places ?? [])].flatMap(([each, value]) => (each === gid || value === null ? [] : [value]));
  return { picks: others.length, bestBets: others.filter(({ best }) => best).length };
}
