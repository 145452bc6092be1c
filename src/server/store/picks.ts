/**
 * Stores what is entered for players: picks of games, guesses, orders and teams. Who may enter a pick for whom, and when, is decided in
 * core/judge.ts; when a game is locked, in core/locks.ts. This file reads what a choice is judged by, asks the judge, and writes, in one
 * transaction. Players enter by `pickWriter`, commissioners by entered-picks.ts, files by import-picks.ts, links by waiting-picks.ts.
 *
 * PostgreSQL locks in one order: the gate, then entries by id, then picks (decision 046). Whoever stores picks shares the gate; whoever
 * changes what they are judged by (games, weeks of pools, rules) closes it first. So nothing of it changes between verdict and commit,
 * and no pick is stored after others have seen its game begin. On SQLite one transaction writes at a time.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Choice, ChoiceKind } from '#core/choice.ts';
import { aboutOf } from '#core/choice.ts';
import type { TeamChoice } from '#core/formats/survivor.ts';
import type { Actor, Circumstances, GuessValue, OrderValue, PickValue, Refusal, Stored, Verdict } from '#core/judge.ts';
import { judgeGuess, judgeOrder, judgePick, judgeTeam, personRefusal } from '#core/judge.ts';
import { NO_LOCK, withPoolLock } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { faultOf } from './engine/faults.ts';
import { GroupCommit } from './engine/group-commit.ts';
import { jsonRows } from './engine/json-rows.ts';
import type { CountingPick, GamesOfWeek } from './pick-reads.ts';
import { countingPicks, gamesOfPool, parseValue, shownTeams, teamsOf, waitingPicksOf } from './pick-reads.ts';
import { asWholeWeek } from './pool-games.ts';
import { readRules } from './pool-rules.ts';

/** A choice that an actor wants stored for a player. */
export interface PickWrite {
  readonly poolId: string;
  /** The player. */
  readonly userId: string;
  readonly choice: Choice;
  readonly actor: Actor;
  /** The revision that a choice made offline is based on; null for one made just now. A newer pick refuses it, unless somebody entered that for the player. */
  readonly basedOn: number | null;
  /** When it was made, ms; now, unless a file, a seed or a link says otherwise. */
  readonly madeAt?: number;
}

/** The value of a pick, of any kind. */
export type PickedValue = PickValue | GuessValue | OrderValue | TeamChoice;

/** What is stored now. `changed` is false if it was stored like that before; revision 0 means that there never was any. */
export interface SavedPick {
  readonly saved: true;
  readonly weekId: string;
  readonly value: PickedValue | null;
  readonly revision: number;
  readonly changed: boolean;
  /** What counted before. */
  readonly before: PickedValue | null;
}

/** The outcome of a write. */
export type PickOutcome = SavedPick | { readonly saved: false; readonly refusal: Refusal };

/** The outcomes of writes, when they were judged (ms), and from when (ms) they must no longer be committed. */
export interface WrittenPicks {
  readonly outcomes: readonly PickOutcome[];
  readonly now: number;
  readonly closesAt: number;
}

/** How long picks that follow each other are gathered on SQLite at most, in ms: fewer syncs, for a wait that nobody notices. */
const GATHER_MS = 2;
/** So long a transaction waits for others on PostgreSQL, in ms. After that the database counts as busy: all players of the node wait. */
const PATIENCE_MS = 5000;
/** Writes in one transaction at most. */
const LARGEST_BATCH = 250;

/** The writer of what players enter for themselves: many choices in one commit, each answered once it is on disk. */
export function pickWriter(store: Store, clock: () => number): GroupCommit<PickWrite, PickOutcome> {
  return new GroupCommit({
    write: (writes) => transact(store, async (tx) => (await writePicks(tx, store.engine, writes, clock)).outcomes),
    keyOf: slotOf,
    replaces,
    failsForAll: (error) => faultOf(error) !== null,
    gatherMs: store.engine === 'sqlite' ? GATHER_MS : 0,
    largest: LARGEST_BATCH,
  });
}

/**
 * A tap replaces the tap before it, unless only the earlier one sets the mark. A choice made offline is judged by itself, by what was
 * stored before it, and so is each guess, because two of them may be of different games.
 */
function replaces(later: PickWrite, earlier: PickWrite): boolean {
  if (later.choice.kind === 'guess') return false;
  return saysAll(later.choice, earlier.choice) && later.basedOn === null && earlier.basedOn === null;
}

function saysAll(later: Choice, earlier: Choice): boolean {
  if (later.kind !== 'pick' || earlier.kind !== 'pick') return true;
  return later.side === null || later.best !== undefined || earlier.best === undefined;
}

/** The key of a write: one player's pick of a game, or their guess, order or team of a week. */
function slotOf({ poolId, userId, choice }: PickWrite): string {
  return `${poolId} ${userId} ${choice.kind} ${aboutOf(choice)}`;
}

/** Shares the gate until the transaction ends. It must be the first statement of the transaction, see the top of this file. */
export async function openGate(tx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock_shared(7, 0)`.execute(tx);
}

/** Closes the gate until the transaction ends, for those who read picks before they change what picks are judged by; the others close it by triggers. */
export async function closeGate(tx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7, 0)`.execute(tx);
}

/**
 * Looks at the time once more, after all that a transaction may have waited for.
 * @param closesAt see `WrittenPicks`
 * @param now the league's clock, in ms
 * @throws 40001 if it is too late: `transact` tries again
 */
export async function refuseLate(tx: Db, engine: Engine, closesAt: number, now: number): Promise<void> {
  if (engine === 'sqlite' || closesAt >= NO_LOCK) return;
  await sql`select refuse_after(cast(${closesAt} as bigint), cast(${now} as bigint))`.execute(tx);
}

/**
 * Judges writes in their order and stores what is allowed, in the caller's transaction, which has locked nothing but the gate. If the
 * transaction goes on to wait for something else, it ends with `refuseLate`.
 * @throws 40001 if a lock was reached meanwhile: `transact` tries again
 */
export async function writePicks(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite[],
  clock: () => number,
): Promise<WrittenPicks> {
  if (writes.length === 0) return { outcomes: [], now: clock(), closesAt: Number.POSITIVE_INFINITY };
  await holdEntries(tx, engine, writes);
  const { people, facts, now } = await readFacts(tx, engine, writes, clock);
  const rows = new Map<string, PickRow>();
  let closesAt = Number.POSITIVE_INFINITY;
  const outcomes: PickOutcome[] = [];
  for (const write of writes) {
    const person = people.get(personKey(write)) ?? NOBODY;
    const refusal = personRefusal(person, write.actor);
    if (refusal !== null || person.entryId === null) {
      outcomes.push({ saved: false, refusal: refusal ?? 'not_a_member' });
      continue;
    }
    const { verdict, weekId, before } = judge(write, person, facts, now);
    if ('refusal' in verdict) {
      outcomes.push({ saved: false, refusal: verdict.refusal });
      continue;
    }
    const stored = facts.own.get(slotOf(write));
    const saved = { saved: true, weekId, before } as const;
    if ('stays' in verdict) {
      outcomes.push({ ...saved, value: verdict.value, revision: stored?.revision ?? 0, changed: false });
      continue;
    }
    const { value } = verdict;
    closesAt = Math.min(closesAt, verdict.closesAt);
    const revision = (stored?.revision ?? 0) + 1;
    const [enteredBy, reason] = authorOf(write.actor);
    note(facts, write, weekId, { value, revision, enteredBy, reason });
    rows.set(slotOf(write), {
      entry_id: person.entryId,
      kind: write.choice.kind,
      about: aboutOf(write.choice),
      value: value && JSON.stringify(value),
      revision,
      made_at: write.madeAt ?? now,
      entered_by: enteredBy,
      reason,
    });
    outcomes.push({ ...saved, value, revision, changed: true });
  }
  await fixTiebreaks(
    tx,
    writes.filter((_, at) => isChanged(outcomes[at])),
    now,
  );
  await insertPicks(tx, engine, [...rows.values()], { closesAt, now: clock() });
  return { outcomes, now, closesAt };
}

/** Adds what is stored to what the next writes of the batch are judged by. */
function note(facts: Facts, write: PickWrite, weekId: string, stored: Stored<PickedValue>): void {
  facts.own.set(slotOf(write), stored);
  const { poolId, userId, choice } = write;
  if (choice.kind === 'pick') {
    const counts = facts.games.get(gameKey(poolId, choice.gid))?.void === null;
    if (counts) facts.places.get(placesKey(write, weekId))?.set(choice.gid, stored.value as PickValue | null);
    return;
  }
  const key = personKey(write);
  const others = (facts.counting.get(key) ?? []).filter(
    ({ kind, weekId: id }) => kind !== choice.kind || id !== weekId,
  );
  const value = stored.value as CountingPick['value'];
  const own = { ...stored, value, poolId, weekId, userId, kind: choice.kind, isLinked: false };
  facts.counting.set(key, [...others, own]);
}

/** Whether a write changed what is stored: it was not refused, nor was the same there already. */
export function isChanged(outcome: PickOutcome | undefined): boolean {
  return outcome?.saved === true && outcome.changed;
}

function authorOf(actor: Actor): readonly [enteredBy: string | null, reason: string | null] {
  if (actor.by === 'commissioner') return [actor.userId, actor.reason];
  return actor.by === 'copy' ? [actor.enteredBy, actor.reason] : [null, null];
}

interface Person {
  /** Null if they never were a member. */
  readonly entryId: string | null;
  readonly hasAccount: boolean;
  readonly isEnabled: boolean;
  readonly isMember: boolean;
  readonly hasPool: boolean;
  readonly rules: PoolRules;
}

const NOBODY: Person = {
  entryId: null,
  hasAccount: false,
  isEnabled: false,
  isMember: false,
  hasPool: false,
  rules: defaultRules,
};

type OfPerson = Pick<PickWrite, 'poolId' | 'userId'>;

function personKey({ poolId, userId }: OfPerson): string {
  return `${poolId} ${userId}`;
}

const ENTRY = sql`entries.pool_id = rows.pool_id and entries.player_id = rows.user_id and entries.number = 1`;

/** The players that are written for, once each. */
function playersOf(engine: Engine, writes: readonly PickWrite[]): RawBuilder<unknown> {
  const players = new Map(
    writes.map((write, at) => [personKey(write), { at, pool_id: write.poolId, user_id: write.userId }]),
  );
  return jsonRows(engine, [...players.values()], { at: 'integer', pool_id: 'text', user_id: 'text' });
}

/** Opens the gate and holds the entries that are written until the transaction ends, in one order. It reads nothing: it may wait. */
async function holdEntries(tx: Db, engine: Engine, writes: readonly PickWrite[]): Promise<void> {
  if (engine === 'sqlite') return;
  const hold = sql`
    with patience as materialized (select set_config('lock_timeout', ${String(PATIENCE_MS)}, true)),
      gate as materialized (select pg_advisory_xact_lock_shared(7, 0) from patience)
    select entries.id from gate cross join ${playersOf(engine, writes)} join entries on ${ENTRY}
    order by entries.id for no key update of entries`;
  const { rows } = await hold.execute(tx);
  if (rows.length === new Set(writes.map(personKey)).size) return;
  // If no entry was found, the gate may not have been asked for; and one may have been made while this waited there.
  await openGate(tx, engine);
  await hold.execute(tx);
}

interface PersonRow {
  /** The place of a write for them. */
  at: number;
  entry_id: string | null;
  has_account: number;
  is_enabled: number | null;
  member: number | null;
}

interface PoolRow {
  id: string;
  rules: string;
  deleted_at: number | null;
}

function peopleQuery(engine: Engine, writes: readonly PickWrite[]): RawBuilder<PersonRow> {
  return sql`
    select rows.at, entries.id as entry_id, case when users.account_id is null then 0 else 1 end as has_account,
      users.is_enabled, pool_members.enabled as member
    from ${playersOf(engine, writes)}
    left join entries on ${ENTRY}
    left join users on users.id = rows.user_id
    left join pool_members on pool_members.pool_id = rows.pool_id and pool_members.user_id = rows.user_id`;
}

function poolsQuery(engine: Engine, writes: readonly PickWrite[]): RawBuilder<PoolRow> {
  const ids = [...new Set(writes.map(({ poolId }) => poolId))].map((id) => ({ id }));
  return sql`
    select pools.id, pools.rules, pools.deleted_at
    from ${jsonRows(engine, ids, { id: 'text' })} join pools on pools.id = rows.id`;
}

function peopleOf(
  writes: readonly PickWrite[],
  rows: readonly PersonRow[],
  poolRows: readonly PoolRow[],
): ReadonlyMap<string, Person> {
  const pools = new Map(
    poolRows.map(({ id, rules, deleted_at }) => [id, { rules: readRules(rules), isDeleted: deleted_at !== null }]),
  );
  return new Map(
    rows.map((row) => {
      const write = writes[row.at] as PickWrite;
      const pool = pools.get(write.poolId);
      const person: Person = {
        entryId: row.entry_id,
        hasAccount: row.has_account === 1,
        isEnabled: row.is_enabled === 1,
        isMember: row.member === 1,
        hasPool: pool?.isDeleted === false,
        rules: pool?.rules ?? defaultRules,
      };
      return [personKey(write), person];
    }),
  );
}

/** A game as a pool has it. */
type PoolGame = Pick<Game, 'gid' | 'weekId' | 'lockAt' | 'void'> & {
  /** Whether its week is one of the pool's enabled ones. */
  readonly isInPool: boolean;
};

/** A week of a pool. */
interface PoolWeek {
  readonly isInPool: boolean;
  /** The tiebreak game with the pool's lock. */
  readonly tiebreak: PoolGame | undefined;
}

/** What writes are judged by. What an earlier write of the same batch stores is added to it. */
interface Facts {
  /** What is stored, by `slotOf`. */
  readonly own: Map<string, Stored<PickedValue>>;
  /** The games that are picked, by pool and gid. */
  readonly games: ReadonlyMap<string, PoolGame>;
  /** The weeks that are guessed, by pool and week. */
  readonly weeks: ReadonlyMap<string, PoolWeek>;
  /** The picks of games that count, of weeks in which a write may reach a limit, by `placesKey` and gid. */
  readonly places: ReadonlyMap<string, Map<string, PickValue | null>>;
  /** The games of all enabled weeks, by pool; only of pools for which orders or teams are entered. */
  readonly pools: ReadonlyMap<string, readonly GamesOfWeek[]>;
  /** The games of a week as whole weeks lock, by pool and week. */
  readonly wholeWeeks: ReadonlyMap<string, readonly Game[]>;
  /** What counts for a player in a pool besides picks of games, by `personKey`: their own, or of a player who is linked to them. */
  readonly counting: Map<string, readonly CountingPick[]>;
  /** The picks of linked players that wait for their lock, by `personKey` and gid. */
  readonly waiting: ReadonlyMap<string, Awaited<ReturnType<typeof waitingPicksOf>>>;
}

/** Reads what writes are judged by, once the entries are held. On PostgreSQL one statement reads what most writes need, and the time. */
async function readFacts(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite[],
  clock: () => number,
): Promise<{ readonly people: ReadonlyMap<string, Person>; readonly facts: Facts; readonly now: number }> {
  const picks = writes.filter(({ choice }) => choice.kind === 'pick');
  const queries = [
    peopleQuery(engine, writes),
    poolsQuery(engine, writes),
    gamesQuery(engine, picks),
    ownQuery(engine, writes),
  ] as const;
  const [personRows, poolRows, gameRows, ownRows, now] =
    engine === 'sqlite' ? await readEach(tx, queries, clock) : await readTogether(tx, queries, clock);
  const people = peopleOf(writes, personRows, poolRows);
  const games = new Map(gameRows.map((row) => [gameKey(row.pool_id, row.gid), gameOf(row)]));
  const weekly = writes.filter(({ choice, actor }) => choice.kind !== 'pick' && actor.by !== 'import');
  const byWeek = weekly.filter(({ choice }) => choice.kind === 'order' || choice.kind === 'team');
  const pools = new Map<string, readonly GamesOfWeek[]>();
  for (const { poolId } of byWeek) if (!pools.has(poolId)) pools.set(poolId, await gamesOfPool(tx, poolId));
  const counting = new Map<string, readonly CountingPick[]>();
  const waiting = new Map<string, Awaited<ReturnType<typeof waitingPicksOf>>>();
  const wholeWeeks = new Map<string, readonly Game[]>();
  if (weekly.length > 0) {
    const poolIds = [...new Set(weekly.map(({ poolId }) => poolId))];
    const userIds = [...new Set(weekly.map(({ userId }) => userId))];
    const rows = await countingPicks(tx, { poolIds, userIds });
    for (const [key, own] of Map.groupBy(rows, personKey)) counting.set(key, own);
  }
  for (const { poolId, userId, choice, actor } of writes) {
    if (actor.by !== 'commissioner') continue;
    if (choice.kind === 'pick') waiting.set(personKey({ poolId, userId }), await waitingPicksOf(tx, poolId, userId));
    if (choice.kind !== 'order') continue;
    const { weekId } = choice;
    const week = pools.get(poolId)?.find(({ id }) => id === weekId)?.games ?? [];
    wholeWeeks.set(weekKey(poolId, weekId), await asWholeWeek(tx, poolId, weekId, week));
  }
  const guesses = writes.filter(({ choice }) => choice.kind === 'guess');
  const facts: Facts = {
    own: ownOf(writes, ownRows),
    games,
    weeks: await readWeeks(tx, engine, guesses),
    places: await readPlaces(tx, engine, picks, people, games),
    pools,
    wholeWeeks,
    counting,
    waiting,
  };
  return { people, facts, now };
}

type Queries = readonly [RawBuilder<PersonRow>, RawBuilder<PoolRow>, RawBuilder<GameRow>, RawBuilder<OwnRow>];
type ReadRows = [PersonRow[], PoolRow[], GameRow[], OwnRow[], now: number];

async function readEach(tx: Db, [people, pools, games, own]: Queries, clock: () => number): Promise<ReadRows> {
  return [
    (await people.execute(tx)).rows,
    (await pools.execute(tx)).rows,
    (await games.execute(tx)).rows,
    (await own.execute(tx)).rows,
    clock(),
  ];
}

async function readTogether(tx: Db, queries: Queries, clock: () => number): Promise<ReadRows> {
  const [people, pools, games, own] = queries.map(
    (query) => sql`(select coalesce(json_agg(each), '[]') from (${query}) as each)`,
  );
  const { rows } = await sql<{ people: PersonRow[]; pools: PoolRow[]; games: GameRow[]; own: OwnRow[]; now: number }>`
    select ${people} as people, ${pools} as pools, ${games} as games, ${own} as own, league_now() as now`.execute(tx);
  const [read] = rows;
  if (read === undefined) throw new Error('PostgreSQL answered without a row.');
  return [read.people, read.pools, read.games, read.own, Math.max(clock(), read.now)];
}

function gameKey(poolId: string, gid: string): string {
  return `${poolId} ${gid}`;
}

function weekKey(poolId: string, weekId: string): string {
  return `${poolId} ${weekId}`;
}

interface OwnRow extends Pick<PickRow, 'value' | 'revision' | 'entered_by' | 'reason'> {
  /** The place of the write that is about it. */
  at: number;
}

function ownQuery(engine: Engine, writes: readonly PickWrite[]): RawBuilder<OwnRow> {
  const wanted = writes.map(({ poolId, userId, choice }, at) => {
    return { at, pool_id: poolId, user_id: userId, kind: choice.kind, about: aboutOf(choice) };
  });
  const columns = { at: 'integer', pool_id: 'text', user_id: 'text', kind: 'text', about: 'text' } as const;
  return sql`
    select rows.at, picks.value, picks.revision, picks.entered_by, picks.reason
    from ${jsonRows(engine, wanted, columns)}
    join entries on ${ENTRY}
    ${ownPicksOf(engine)}`;
}

/** PostgreSQL looks each up by its key, also by a plan that it made while the table was empty. */
function ownPicksOf(engine: Engine): RawBuilder<unknown> {
  const isOwn = sql`picks.entry_id = entries.id and picks.kind = rows.kind and picks.about = rows.about`;
  if (engine === 'sqlite') return sql`join picks on ${isOwn}`;
  return sql`cross join lateral (select * from picks where ${isOwn} offset 0) as picks`;
}

function ownOf(writes: readonly PickWrite[], rows: readonly OwnRow[]): Map<string, Stored<PickedValue>> {
  return new Map(
    rows.map(({ at, value, revision, entered_by, reason }) => [
      slotOf(writes[at] as PickWrite),
      { value: parseValue(value), revision, enteredBy: entered_by, reason },
    ]),
  );
}

function gamesQuery(engine: Engine, writes: readonly PickWrite[]): RawBuilder<GameRow> {
  const wanted = new Map(
    writes.map(({ poolId, choice }) => [gameKey(poolId, aboutOf(choice)), { pool_id: poolId, gid: aboutOf(choice) }]),
  );
  return sql`
    select rows.pool_id, games.gid, games.week_id, games.lock_at, games.void, pool_weeks.deadline, pool_weeks.enabled
    from ${jsonRows(engine, [...wanted.values()], { pool_id: 'text', gid: 'text' })}
    join games on games.gid = rows.gid
    left join pool_weeks on pool_weeks.pool_id = rows.pool_id and pool_weeks.week_id = games.week_id`;
}

interface GameRow {
  pool_id: string;
  gid: string;
  week_id: string;
  lock_at: number;
  void: Game['void'];
  deadline: number | null;
  enabled: number | null;
}

function gameOf({ gid, week_id, lock_at, void: off, deadline, enabled }: GameRow): PoolGame {
  const game = { gid, weekId: week_id, lockAt: lock_at, void: off, isInPool: enabled === 1 };
  return withPoolLock(game, deadline);
}

async function readWeeks(tx: Db, engine: Engine, writes: readonly PickWrite[]): Promise<ReadonlyMap<string, PoolWeek>> {
  if (writes.length === 0) return new Map();
  const wanted = writes.map(({ poolId, choice }) => ({ pool_id: poolId, week_id: aboutOf(choice) }));
  const { rows } = await sql<Omit<GameRow, 'gid'> & { gid: string | null }>`
    select pool_weeks.pool_id, pool_weeks.week_id, pool_weeks.enabled, pool_weeks.deadline, games.gid, games.lock_at, games.void
    from ${jsonRows(engine, wanted, { pool_id: 'text', week_id: 'text' })}
    join pool_weeks on pool_weeks.pool_id = rows.pool_id and pool_weeks.week_id = rows.week_id
    left join games on games.gid = pool_weeks.tiebreak_gid`.execute(tx);
  return new Map(
    rows.map(({ gid, ...row }) => [
      weekKey(row.pool_id, row.week_id),
      { isInPool: row.enabled === 1, tiebreak: gid === null ? undefined : gameOf({ ...row, gid }) },
    ]),
  );
}

function placesKey({ poolId, userId }: OfPerson, weekId: string): string {
  return `${poolId} ${userId} ${weekId}`;
}

/** Reads the picks that take places in a week, for writes that may take one more where places are limited. */
async function readPlaces(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite[],
  people: ReadonlyMap<string, Person>,
  games: ReadonlyMap<string, PoolGame>,
): Promise<ReadonlyMap<string, Map<string, PickValue | null>>> {
  const places = new Map<string, Map<string, PickValue | null>>();
  const wanted = writes.flatMap((write) => {
    const person = people.get(personKey(write));
    const weekId = games.get(gameKey(write.poolId, aboutOf(write.choice)))?.weekId;
    const mayTake = write.choice.kind === 'pick' && write.choice.side !== null;
    const isMarked = write.choice.kind === 'pick' && write.choice.best === true;
    if (!person?.entryId || weekId === undefined || !mayTake) return [];
    if (person.rules.games === 'all' && !isMarked) return [];
    const key = placesKey(write, weekId);
    if (places.has(key)) return [];
    places.set(key, new Map());
    return [{ key, entry_id: person.entryId, week_id: weekId }];
  });
  if (wanted.length === 0) return places;
  const { rows } = await sql<{ key: string; gid: string; value: string }>`
    select rows.key, picks.about as gid, picks.value
    from ${jsonRows(engine, wanted, { key: 'text', entry_id: 'text', week_id: 'text' })}
    cross join games cross join picks
    where games.week_id = rows.week_id and games.void is null
      and picks.entry_id = rows.entry_id and picks.kind = 'pick' and picks.about = games.gid
      and picks.value is not null`.execute(tx);
  for (const { key, gid, value } of rows) places.get(key)?.set(gid, parseValue(value));
  return places;
}

interface Judged {
  readonly verdict: Verdict<PickedValue>;
  readonly weekId: string;
  readonly before: PickedValue | null;
}

function judge(write: PickWrite, person: Person, facts: Facts, now: number): Judged {
  const { poolId, userId, choice, actor, basedOn } = write;
  const { hasAccount, rules } = person;
  const circumstances: Circumstances = { actor, playerId: userId, hasAccount, rules, now, basedOn };
  const own = facts.own.get(slotOf(write));
  if (choice.kind === 'pick') {
    const game = facts.games.get(gameKey(poolId, choice.gid));
    const weekId = game?.weekId ?? '';
    const waiting = facts.waiting.get(personKey(write))?.get(choice.gid);
    const others = placesOf(facts.places.get(placesKey(write, weekId)), choice.gid);
    const stored = own as Stored<PickValue> | undefined;
    const verdict = judgePick(choice, { ...circumstances, game, stored, waiting, others });
    return { verdict, weekId, before: own?.value ?? null };
  }
  const { weekId } = choice;
  const counting = facts.counting.get(personKey(write)) ?? [];
  const counts = counting.find((each) => each.kind === choice.kind && each.weekId === weekId);
  const linked = counts?.isLinked && own === undefined ? counts : undefined;
  const before = (own ?? linked)?.value ?? null;
  if (choice.kind === 'guess') {
    const { isInPool = false, tiebreak: game } = facts.weeks.get(weekKey(poolId, weekId)) ?? {};
    const stored = own as Stored<GuessValue> | undefined;
    const verdict = judgeGuess(choice, {
      ...circumstances,
      isInPool,
      game,
      stored,
      linked: linked as Stored<GuessValue> | undefined,
    });
    return { verdict, weekId, before: before && 'gid' in before && before.gid === choice.gid ? before : null };
  }
  const weeks = facts.pools.get(poolId) ?? [];
  if (choice.kind === 'order') {
    const verdict = judgeOrder(choice, {
      ...circumstances,
      games: weeks.find(({ id }) => id === weekId)?.games,
      wholeWeek: facts.wholeWeeks.get(weekKey(poolId, weekId)) ?? [],
      stored: own as Stored<OrderValue> | undefined,
      linked: linked as Stored<OrderValue> | undefined,
    });
    return { verdict, weekId, before };
  }
  const verdict = judgeTeam(choice, {
    ...circumstances,
    weekId,
    weeks,
    stored: own as Stored<TeamChoice> | undefined,
    linked: linked as Stored<TeamChoice> | undefined,
    choices: teamsOf(counting),
    shown: shownTeams(weeks, counting, now),
  });
  return { verdict, weekId, before };
}

function placesOf(places: ReadonlyMap<string, PickValue | null> | undefined, gid: string) {
  const others = [...(places ?? [])].flatMap(([each, value]) => (each === gid || value === null ? [] : [value]));
  return { picks: others.length, bestBets: others.filter(({ best }) => best).length };
}

/** Fixes the tiebreak games of weeks that are guessed: the first guess does (decision 027). */
async function fixTiebreaks(tx: Db, writes: readonly PickWrite[], now: number): Promise<void> {
  const weeks = new Map(
    writes.flatMap(({ poolId, choice, madeAt }) =>
      choice.kind === 'guess'
        ? [[weekKey(poolId, choice.weekId), { poolId, weekId: choice.weekId, at: madeAt ?? now }]]
        : [],
    ),
  );
  const earlier = (at: number) =>
    sql<number>`case when tiebreak_fixed_at < ${at} then tiebreak_fixed_at else ${at} end`;
  for (const [, { poolId, weekId, at }] of [...weeks].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await tx
      .updateTable('pool_weeks')
      .set({ tiebreak_fixed_at: earlier(at) })
      .where('pool_id', '=', poolId)
      .where('week_id', '=', weekId)
      .execute();
}

const pickColumns = {
  entry_id: 'text',
  kind: 'text',
  about: 'text',
  value: 'text',
  revision: 'integer',
  made_at: 'integer',
  entered_by: 'text',
  reason: 'text',
} as const;

/** A row of `picks`; `about` is the gid of a pick, the week of a guess, an order or a team. */
export interface PickRow {
  readonly entry_id: string;
  readonly kind: ChoiceKind;
  readonly about: string;
  readonly value: string | null;
  readonly revision: number;
  readonly made_at: number;
  readonly entered_by: string | null;
  readonly reason: string | null;
}

/**
 * Stores picks with the revisions that the caller gives them; the database keeps what they replace (decision 003).
 * @param until from when (ms) they must no longer be stored, and the time (ms) by the caller's clock
 * @throws 40001 on PostgreSQL, if that is reached once they are written; SQLite has waited before the transaction
 */
export async function insertPicks(
  tx: Db,
  engine: Engine,
  rows: readonly PickRow[],
  until?: { readonly closesAt: number; readonly now: number },
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.raw(Object.keys(pickColumns).join(', '));
  const values = rows.map((row) => ({ ...row }));
  const insert = sql`
    insert into picks (${names})
    select ${names} from ${jsonRows(engine, values, pickColumns)} where true order by entry_id, kind, about
    on conflict (entry_id, kind, about) do update
      set value = excluded.value, revision = excluded.revision, made_at = excluded.made_at,
          entered_by = excluded.entered_by, reason = excluded.reason`;
  const isFinal = until === undefined || until.closesAt >= NO_LOCK;
  if (engine === 'sqlite' || isFinal) await insert.execute(tx);
  else
    await sql`
      with written as (${insert} returning 1)
      select refuse_after(cast(${until.closesAt} as bigint), cast(${until.now} as bigint))
      from (select count(*) from written) as done`.execute(tx);
}

/**
 * Takes back the guesses of a week because another game was named, in the transaction that names it.
 * @param by who named it, shown to those who guessed; null for the command line
 * @returns the players whose guesses were taken back
 */
export async function clearGuesses(
  tx: Db,
  engine: Engine,
  week: { readonly poolId: string; readonly weekId: string },
  by: string | null,
  now: number,
): Promise<string[]> {
  const guesses = (await guessesOfWeek(tx, week)).filter(({ value }) => value.total !== null);
  const rows = guesses.map(({ value: { gid }, ...row }): PickRow => {
    const cleared = by !== null && { cleared: true as const };
    return { ...takenBack(row, now), value: JSON.stringify({ gid, total: null, ...cleared }), entered_by: by };
  });
  await insertPicks(tx, engine, rows);
  return guesses.map(({ player_id }) => player_id);
}

/**
 * Takes back the picks and guesses of a game that leaves a week, in the transaction that moves it.
 * @returns whether there were any
 */
export async function withdrawPicks(
  tx: Db,
  engine: Engine,
  { poolId, gid, weekId }: { readonly poolId: string; readonly gid: string; readonly weekId: string },
  now: number,
): Promise<boolean> {
  const picks = await storedOf(tx, poolId, 'pick', gid);
  const guesses = (await guessesOfWeek(tx, { poolId, weekId })).filter(
    ({ value }) => value.gid === gid && value.total !== null,
  );
  const rows = [
    ...picks.map((row): PickRow => ({ ...takenBack(row, now), value: null })),
    ...guesses.map((row): PickRow => ({ ...takenBack(row, now), value: JSON.stringify({ gid, total: null }) })),
  ];
  await insertPicks(tx, engine, rows);
  return rows.length > 0;
}

type StoredRow = Pick<PickRow, 'entry_id' | 'kind' | 'about' | 'revision'> & { readonly player_id: string };

function takenBack({ entry_id, kind, about, revision }: Omit<StoredRow, 'player_id'>, now: number) {
  return { entry_id, kind, about, revision: revision + 1, made_at: now, entered_by: null, reason: null };
}

function storedOf(tx: Db, poolId: string, kind: ChoiceKind, about: string) {
  return tx
    .selectFrom('picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.entry_id', 'picks.kind', 'picks.about', 'picks.revision', 'picks.value', 'entries.player_id'])
    .where('entries.pool_id', '=', poolId)
    .where('picks.kind', '=', kind)
    .where('picks.about', '=', about)
    .where('picks.value', 'is not', null)
    .execute();
}

async function guessesOfWeek(
  tx: Db,
  { poolId, weekId }: { readonly poolId: string; readonly weekId: string },
): Promise<(StoredRow & { readonly value: GuessValue })[]> {
  const rows = await storedOf(tx, poolId, 'guess', weekId);
  return rows.flatMap((row) => {
    const value = parseValue<GuessValue>(row.value);
    return value === null ? [] : [{ ...row, value }];
  });
}
