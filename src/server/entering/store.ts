import type { Choice } from '#core/choice.ts';
import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { valuesOf } from '#core/formats/confidence/confidence.ts';
import type { ActorOf, CommissionersRefusal } from '#core/judge.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { findGame } from '#server/games/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { addPost } from '#server/journal/posted-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { catchUp } from '#server/locks/store.ts';
import type { PickedValue, PickWrite } from '#server/picks/store.ts';
import { writePicks } from '#server/picks/store.ts';
import { playsFrom } from '#server/picks/weekly-play-reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { refuseLate } from '#server/platform/db/gate.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { findPool } from '#server/pools/reads.ts';
import { weekOfPool, weekScaleOf } from '#server/pools/week-reads.ts';

/** Picks, guesses, orders and teams that a commissioner or an admin enters for an entry. core/judge.ts decides whether they may. */

/** A choice that a commissioner enters for an entry. */
export type EnteredPick<C extends Choice = Choice> = Omit<PickWrite<ActorOf<'commissioner'>, C>, 'basedOn'>;

/** The outcome and its time (ms); `changed` is false if the same was stored before. */
export type EnteredOutcome<C extends Choice = Choice> =
  | {
      readonly weekId: string;
      readonly changed: boolean;
      readonly now: number;
      /** The log record of which its owner is to be notified; null if there is none. */
      readonly recordId: number | null;
    }
  | { readonly refusal: CommissionersRefusal<C['kind']> };

/**
 * Enters a choice for an entry, or takes one back, even after the lock (decisions, Picks), and logs it. Before the lock the owner's own
 * pick is never replaced, and no refusal reveals it.
 */
export async function enterForEntry<C extends Choice>(
  store: Store,
  write: EnteredPick<C>,
  clock: () => number,
): Promise<EnteredOutcome<C>> {
  await catchUp(store, { poolId: write.poolId }, clock);
  return transact(store, async (tx): Promise<EnteredOutcome<C>> => {
    const playedFrom = await weekStart(tx, write);
    const { outcomes, now, closesAt } = await writePicks(tx, store.engine, [{ ...write, basedOn: null }], clock);
    const [outcome] = outcomes;
    if (outcome?.saved !== true) return { refusal: outcome?.refusal ?? 'entry_not_found' };
    const { weekId, changed, before, value } = outcome;
    if (!changed) return { weekId, changed, now, recordId: null };
    const { games } = await weekOfPool(tx, write.poolId, weekId);
    const rules = (await findPool(tx, write.poolId))?.rules ?? defaultRules;
    const plays = (await weekStart(tx, write)) <= now;
    const change = { weekId, games, rules, before, after: value, ...(plays !== playedFrom <= now && { plays }) };
    const recordId = await noteEntered(tx, write, change, now);
    if (mayScore(write, games)) await markPoolStale(tx, write.poolId, [weekId]);
    await refuseLate(tx, store.engine, closesAt, clock());
    return { weekId, changed, now, recordId };
  });
}

/** Whether the scores of the week may change: not through a guess, and through the side of a game only once it is over. */
function mayScore({ choice }: EnteredPick, games: readonly Game[]): boolean {
  if (choice.kind !== 'pick') return choice.kind !== 'guess';
  return games.some(({ gid, status }) => gid === choice.gid && status === 'Final');
}

/** The lock (ms) from which the entry plays the week of a choice; infinite without weekly play. */
async function weekStart(tx: Db, { poolId, entryId, choice }: EnteredPick): Promise<number> {
  const isWeekly = (await findPool(tx, poolId))?.rules.weekly === true;
  const weekId = choice.kind === 'pick' ? (await findGame(tx, choice.gid))?.weekId : choice.weekId;
  return isWeekly && weekId !== undefined ? playsFrom(tx, poolId, weekId, entryId) : Number.POSITIVE_INFINITY;
}

/** The log's names for entering and taking back. An order is never taken back. */
const acts = {
  pick: ['bus.enter', 'bus.clear'],
  guess: ['guess.enter', 'guess.clear'],
  order: ['order.enter', 'order.enter'],
  team: ['team.enter', 'team.clear'],
} as const;

interface Change {
  readonly weekId: string;
  readonly games: readonly Game[];
  readonly rules: PoolRules;
  readonly before: PickedValue | null;
  readonly after: PickedValue | null;
  /** With weekly play: whether the entry plays the week now, if that changed. */
  readonly plays?: boolean;
}

async function noteEntered(
  tx: Db,
  { poolId, entryId, choice, actor }: EnteredPick,
  change: Change,
  now: number,
): Promise<number | null> {
  const { weekId, games, rules, before, after, plays } = change;
  const isCleared = choice.kind === 'guess' ? choice.total === null : after === null;
  const act = acts[choice.kind][isCleared ? 1 : 0];
  const gid = choice.kind === 'pick' || choice.kind === 'guess' ? { gid: choice.gid } : {};
  const scale = await weekScaleOf(tx, { id: poolId, rules }, weekId);
  const fields = (value: PickedValue | null) => fieldsOf(choice, games, value, scale);
  const { userId, hasAccount } = await ownerOf(tx, entryId);
  const week = plays === undefined ? {} : { plays: plays ? 'now plays the week' : 'no longer plays the week' };
  const log = { before: fields(before), after: { ...fields(after), ...week, reason: actor.reason } };
  const { userId: authorId } = actor;
  const id = await writeAudit(tx, { act, actorId: authorId, poolId, weekId, ...gid, userId, entryId, ...log }, now);
  if (!hasAccount || userId === authorId) return null;
  const post = { kind: 'entered', id, poolId, site: null, entryId, userId, authorId, at: now, weekId } as const;
  await addPost(tx, { ...post, what: choice.kind, isCleared, ...(plays !== undefined && { plays }) });
  return id;
}

async function ownerOf(tx: Db, entryId: string): Promise<{ readonly userId: string; readonly hasAccount: boolean }> {
  const query = tx.selectFrom('entries').select(['owner_id', 'user_id']).where('id', '=', entryId);
  const { owner_id, user_id } = await query.executeTakeFirstOrThrow();
  return { userId: owner_id, hasAccount: user_id !== null };
}

/** A value as the log shows it: a side, a guess, a team, or the points of each game in descending order. */
function fieldsOf(choice: Choice, games: readonly Game[], value: PickedValue | null, scale: WeekScale): object {
  if (choice.kind === 'pick') return { side: value && 'side' in value ? value.side : null };
  if (choice.kind === 'guess') return { guess: value && 'total' in value ? value.total : null };
  if (value === null) return {};
  if (choice.kind === 'team' && 'team' in value) return { [choice.second ? 'secondTeam' : 'team']: value.team };
  if (!('order' in value)) return {};
  const values = [...valuesOf(games, value.order, scale)].toSorted(([, a], [, b]) => b - a);
  const labels = new Map(games.map(({ gid, away, home }) => [gid, `${away} @ ${home}`]));
  return { points: values.map(([gid, points]) => `${labels.get(gid)}: ${points}`) };
}
