import { sql } from 'kysely';
import type { Actor, OwnRefusal, Refusal, RefusalFor } from '#core/judge.ts';
import { entryRefusal } from '#core/judge.ts';
import { isLocked } from '#core/locks.ts';
import type { SlotValue, SlotWish } from '#core/pick.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { openGate } from '#server/platform/db/gate.ts';
import { GroupCommit } from '#server/platform/db/group-commit.ts';
import type { Leave } from '#server/platform/db/transactions.ts';
import { transactAhead } from '#server/platform/db/transactions.ts';
import type { ReceiptAuthor } from '#server/receipts/reads.ts';
import { listGameChanges, pickCause, receiptCorrections } from '#server/receipts/store.ts';
import type { OwnWrite, PickWrite } from './facts-reads.ts';
import { entriesWritten, entryKey, judgeWrite, noteWrite, readFacts, slotOf, weekKey } from './facts-reads.ts';
import type { PickRow } from './rows-store.ts';
import { insertPicks } from './rows-store.ts';

/**
 * Stores picks of entries: sides of games, guesses, orders and teams. core/judge.ts decides who may enter a pick for whom, and when;
 * core/locks.ts decides when a game is locked. In one transaction the facts are read and the judge is asked (`facts-reads.ts`), and rows are
 * written (`rows-store.ts`). Players use `pickWriter`, commissioners `enterForEntry`, files imports/picks-store.ts, links entry-changes/link-store.ts.
 *
 * PostgreSQL takes locks in one order: the gate, then entries by id, then weeks of pools, and last picks and chains of receipts (decision 046).
 * Transactions that store picks share the gate; those that change the facts (games, weeks of pools, rules) close it first. So the facts cannot
 * change between verdict and commit, and no pick is stored after others have seen its game begin. On SQLite only one transaction writes at a
 * time.
 */

/** What is stored now. `changed` is false if the same was stored before; revision 0 means that there was never a pick. */
export interface SavedPick {
  readonly saved: true;
  readonly weekId: string;
  readonly value: SlotValue | null;
  readonly revision: number;
  readonly changed: boolean;
  /** The value before the write. */
  readonly before: SlotValue | null;
}

/** The outcome of a write. */
export type PickOutcome<R extends Refusal = Refusal> = SavedPick | { readonly saved: false; readonly refusal: R };

/** The outcomes of writes, when they were judged (ms), and the time (ms) from which they must not be committed. */
interface WrittenPicks<R extends Refusal = Refusal> {
  readonly outcomes: readonly PickOutcome<R>[];
  readonly now: number;
  readonly closesAt: number;
}

export interface WriteOptions {
  /** The caller writes the lock receipts of what it corrects when it is done with all of it. */
  readonly receiptsLater?: boolean;
  /** Leaves the last statement to the commit; otherwise it is awaited. */
  readonly leave?: Leave;
}

/** How long SQLite gathers picks for one commit at most, in ms: fewer syncs, for an imperceptible wait. */
const GATHER_MS = 2;
/**
 * Lock timeout of a transaction on PostgreSQL, in ms. After that the database is reported as busy, because all players of the node are
 * waiting.
 */
const PATIENCE_MS = 5000;
/** Maximum number of writes in one transaction. */
const LARGEST_BATCH = 250;

/**
 * Writes the picks that players make themselves: many in one commit, each confirmed once it is on disk.
 * @param first what must be stored before these writes are judged
 */
export function pickWriter(
  store: Store,
  clock: () => number,
  first: (tx: Db, writes: readonly OwnWrite[]) => Promise<void> = async () => {},
): GroupCommit<OwnWrite, PickOutcome<OwnRefusal>> {
  return new GroupCommit<OwnWrite, PickOutcome<OwnRefusal>>({
    write: (writes) =>
      transactAhead(store, async (tx, leave) => {
        await first(tx, writes);
        return (await writePicks(tx, store.engine, writes, clock, { leave })).outcomes;
      }),
    keyOf: slotOf,
    replaces,
    failsForAll: (error) => faultOf(error) !== null,
    gatherMs: store.engine === 'sqlite' ? GATHER_MS : 0,
    largest: LARGEST_BATCH,
  });
}

/**
 * A tap replaces the previous tap, unless only the earlier one sets the best-bet mark. An offline pick is judged on its own, against what
 * was stored before it. So is each guess, because two guesses may be of different games, and what a pick link fills in, which replaces
 * nothing.
 */
function replaces(later: OwnWrite, earlier: OwnWrite): boolean {
  if (later.wish.kind === 'guess' || later.actor.hasPickLink || earlier.actor.hasPickLink) return false;
  return saysAll(later.wish, earlier.wish) && later.basedOn === null && earlier.basedOn === null;
}

function saysAll(later: SlotWish, earlier: SlotWish): boolean {
  if (later.kind !== 'pick' || earlier.kind !== 'pick') return true;
  return later.value === null || later.value.best !== undefined || earlier.value?.best === undefined;
}

/**
 * Judges writes in order and stores those that are allowed, in the caller's transaction, which must hold no lock except the gate. If the
 * transaction waits for anything else afterwards, it must end with `refuseLate`.
 * @throws 40001 if a lock was reached meanwhile: `transact` retries
 */
export async function writePicks<A extends Actor, W extends SlotWish>(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite<A, W>[],
  clock: () => number,
  { receiptsLater = false, leave }: WriteOptions = {},
): Promise<WrittenPicks<RefusalFor<A, W>>> {
  if (writes.length === 0) return { outcomes: [], now: clock(), closesAt: Number.POSITIVE_INFINITY };
  const { entries, facts, now, unlisted } = await readFacts(tx, engine, writes, clock, holdEntries(tx, engine, writes));
  const rows = new Map<string, PickRow>();
  let closesAt = Number.POSITIVE_INFINITY;
  const outcomes: PickOutcome<RefusalFor<A, W>>[] = [];
  // The judge refuses by the actor and the kind of the write.
  const refuse = (refusal: Refusal) => outcomes.push({ saved: false, refusal: refusal as RefusalFor<A, W> });
  for (const write of writes) {
    const entry = entries.get(entryKey(write));
    const refusal = entryRefusal(entry, write.actor);
    if (refusal !== null || entry === undefined) {
      refuse(refusal ?? 'entry_not_found');
      continue;
    }
    const { verdict, weekId, before } = judgeWrite(write, entry, facts, now);
    if ('refusal' in verdict) {
      refuse(verdict.refusal);
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
    const madeAt = write.madeAt ?? now;
    noteWrite(facts, write, weekId, { value, revision, enteredBy, reason, madeAt });
    rows.set(slotOf(write), {
      entry_id: write.entryId,
      kind: write.wish.kind,
      about: write.wish.about,
      value: value && JSON.stringify(value),
      revision,
      made_at: madeAt,
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
  // A default fills a slot of which nothing is listed.
  const isByDefault = writes.every(({ actor }) => actor.by === 'default');
  if (unlisted.length > 0 && !isByDefault) await listGameChanges(tx, engine, unlisted, now);
  const written = insertPicks(tx, engine, [...rows.values()], { closesAt, now: clock() });
  if (leave === undefined) await written;
  else leave(written);
  if (!receiptsLater) await receiptChanges(tx, engine, writes, outcomes, facts.pools, now);
  return { outcomes, now, closesAt };
}

/**
 * Writes the receipts of what commissioners or links changed, maybe after the lock, and of what players replaced after it. Imports write
 * those of their weeks at the end.
 */
async function receiptChanges(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite[],
  outcomes: readonly PickOutcome[],
  pools: ReadonlyMap<string, readonly PoolWeek[]>,
  now: number,
): Promise<void> {
  const changed = writes.flatMap((write, at) => {
    const [outcome, by] = [outcomes[at], receiptAuthor(write.actor)];
    if (!outcome?.saved || !outcome.changed || by === null) return [];
    const { poolId, entryId, wish } = write;
    if (write.actor.by === 'self' && !isShown(outcome.before, pools.get(poolId) ?? [], now)) return [];
    return [{ ...wish, poolId, entryId, weekId: outcome.weekId, by }];
  });
  const weeks = new Map(changed.map(({ poolId, weekId }) => [weekKey(poolId, weekId), { poolId, weekId }]));
  const byAuthor = Map.groupBy(changed, ({ by }) => (typeof by === 'string' ? by : by.userId));
  const causes = await Promise.all(
    [...byAuthor.values()].flatMap((own) => own.slice(0, 1).map(({ by }) => pickCause(by, own))),
  );
  for (const week of weeks.values()) await receiptCorrections(tx, engine, week, causes, now);
}

/** Who is named in the receipt of a change; null if none is written with it. */
function receiptAuthor(actor: Actor): ReceiptAuthor | null {
  if (actor.by === 'link') return 'link';
  return actor.by === 'commissioner' || actor.by === 'self' ? { userId: actor.userId } : null;
}

/** Whether a lock has shown a team: it can still be replaced if its game was called off after it. */
function isShown(before: SlotValue | null, weeks: readonly PoolWeek[], now: number): boolean {
  if (before === null || !('team' in before)) return false;
  return weeks.some(({ games }) => games.some((game) => game.gid === before.gid && isLocked(game, now)));
}

/** Whether a write changed what is stored: it was neither refused nor equal to the stored pick. */
export function isChanged(outcome: PickOutcome | undefined): boolean {
  return outcome?.saved === true && outcome.changed;
}

function authorOf(actor: Actor): readonly [enteredBy: string | null, reason: string | null] {
  if (actor.by === 'commissioner') return [actor.userId, actor.reason];
  return actor.by === 'link' ? [actor.enteredBy, actor.reason] : [null, null];
}

/**
 * Opens the gate and locks the written entries in order until the transaction ends. It reads nothing, because it may wait.
 * @returns false if it found no entry: then the gate is open only now
 */
export async function holdEntries(tx: Db, engine: Engine, writes: readonly PickWrite[]): Promise<boolean> {
  if (engine === 'sqlite') return true;
  const hold = sql`
    with patience as materialized (select set_config('lock_timeout', ${String(PATIENCE_MS)}, true)),
      gate as materialized (select pg_advisory_xact_lock_shared(7, 0) from patience)
    select entries.id from gate cross join ${entriesWritten(engine, writes)}
    order by entries.id for no key update of entries`;
  const { rows } = await hold.execute(tx);
  // If no entry was found, the statement may not have taken the gate.
  if (rows.length === 0) await openGate(tx, engine);
  return rows.length > 0;
}

/** Fixes the tiebreak games of guessed weeks: the first guess fixes it (decision 027). */
async function fixTiebreaks(tx: Db, writes: readonly PickWrite[], now: number): Promise<void> {
  const weeks = new Map(
    writes.flatMap(({ poolId, wish: { kind, about: weekId }, madeAt }) =>
      kind === 'guess' ? [[weekKey(poolId, weekId), { poolId, weekId, at: madeAt ?? now }]] : [],
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
