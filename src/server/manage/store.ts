import { sql } from 'kysely';
import type { EnteredSideTable } from '#contract/side-tables.ts';
import { FROM_WEEK } from '#core/announcements.ts';
import { changedFields, changedMeanwhile } from '#core/audit.ts';
import { buyBacksTooEarly } from '#core/formats/survivor/buy-backs.ts';
import { traits } from '#core/formats/traits.ts';
import type { MoneyPlan } from '#core/money.ts';
import { playAgain } from '#core/play-again.ts';
import type { PoolSettings, SettingFields, SomeSettings } from '#core/pool-settings.ts';
import { duplicatePool, settingFields, tidySettings } from '#core/pool-settings.ts';
import { POOLS_EACH } from '#core/pools.ts';
import type { PlanFlaw } from '#core/prize-shares.ts';
import { planFlaw } from '#core/prize-shares.ts';
import type { RuleConflict } from '#core/rules/check-rules.ts';
import { namedConflict, rulesAfter } from '#core/rules/check-rules.ts';
import { fixedRules } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { ruleNames, rulesWith } from '#core/rules/pool-rules.ts';
import { isWeekRule, weekRuleNames } from '#core/rules/week-rules.ts';
import type { Pool } from '#core/types.ts';
import type { WeekSpan } from '#core/weeks.ts';
import { compareWeeks, hasWeek, weekName } from '#core/weeks.ts';
import { followPool, leaveLine, neighborsOf } from '#server/almanac/store.ts';
import { hasOwnerWithMore } from '#server/entries/reads.ts';
import { planDeadlines, setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { noteSlate } from '#server/game-changes/slate-store.ts';
import { gameLocks, noteEarlierDeadlines } from '#server/game-changes/store.ts';
import { copyWeekRules, freeWeekRules, keepWeekRules } from '#server/game-changes/week-rules-store.ts';
import { weekIds } from '#server/games/reads.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { catchUp } from '#server/locks/store.ts';
import { addCommissioner, addMember, copyCommissioners } from '#server/members/store.ts';
import { readPlan } from '#server/money/reads.ts';
import { copyPlan, setFirstPlan } from '#server/money/store.ts';
import { hasPicks, hasWeekWithMore } from '#server/picks/reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { closeGate } from '#server/platform/db/gate.ts';
import { flag, newId } from '#server/platform/db/ids.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { hasPoolLocked, playedFromNow } from '#server/pools/begun-store.ts';
import { countPoolsMadeBy, holdPool, holdPools, isWeekOfPool, poolWeeks, sideTablesOf } from '#server/pools/reads.ts';
import { byAdmin, receiptRules } from '#server/receipts/store.ts';
import { lastingProblem, setFirstSideTables } from '#server/side-tables/store.ts';
import { holdsAccount } from '#server/users/store.ts';
import { seasonOfPool } from './overview-reads.ts';
import { enableWeeks, leaveBegunWeeks } from './week-store.ts';

/** The fields of a pool that an admin sets. */
export function settingsOf(pool: Pool): PoolSettings {
  const { name, description, moneyUrl, rules, activeWeekId } = pool;
  return { name, description, moneyUrl, rules, activeWeekId };
}

/** The initial state of a pool, besides its settings. */
export interface PoolStart {
  /** The year of the season that it plays; a season without weeks is refused. */
  readonly season?: number | undefined;
  /** The first and the last of its weeks; all of the season by default. */
  readonly weeks?: WeekSpan | undefined;
  /** Its first member. */
  readonly memberId?: string | undefined;
  /** Whether non-members can see it; the number of unlisted pools per user is limited. */
  readonly isListed: boolean;
  readonly plan?: MoneyPlan | undefined;
  readonly sideTables?: readonly EnteredSideTable[] | undefined;
}

/** The created pool, or why it was refused. */
export type MadePool =
  | { readonly id: string }
  /** Rules that contradict each other, or the weeks. */
  | { readonly conflict: RuleConflict }
  | { readonly flaw: PlanFlaw }
  /** What is wrong with its side tables, in words. */
  | { readonly tablesProblem: string }
  | { readonly refusal: 'unknown_week' | 'too_many_pools' | 'not_signed_in' };

/** Creates a pool with its creator as commissioner, and logs it with its initial state. */
export function makePool(
  store: Store,
  actor: Actor,
  pool: Omit<PoolSettings, 'activeWeekId'>,
  { season, weeks, memberId, isListed, plan, sideTables = [] }: PoolStart,
  clock: () => number,
): Promise<MadePool> {
  const { adminId, now } = actor;
  const planner = { engine: store.engine, now: clock };
  return transact(store, async (tx): Promise<MadePool> => {
    await closeGate(tx, store.engine);
    if (adminId !== null && !(await holdsAccount(store, tx, adminId))) return { refusal: 'not_signed_in' };
    const known = season === undefined ? [] : await weekIds(tx, season);
    const ends = weeks === undefined ? [] : [weeks.from, weeks.to];
    if (season !== undefined && known.length === 0) return { refusal: 'unknown_week' };
    if (ends.some((id) => !known.includes(id))) return { refusal: 'unknown_week' };
    const chosen = weeks === undefined ? known : known.filter((id) => hasWeek(weeks, id));
    if (!isListed && !(await mayMakeOneMore(tx, store, adminId))) return { refusal: 'too_many_pools' };
    const poolId = await createPool(tx, { ...pool, isListed, madeBy: adminId }, now);
    const after = { ...settingFields(pool), ...(!isListed && { listed: false }) };
    await writeAudit(tx, { act: 'pool.create', actorId: adminId, poolId, after }, now);
    const played = await playedFromNow(tx, planner, pool.rules.format, chosen);
    if (chosen.length > 0 && played.length === 0)
      throw new NewPoolProblem({
        conflict: { rule: 'format', text: 'All of these weeks have begun: a survivor pool needs one to come.' },
      });
    const problem = buyBacksTooEarly(pool.rules, played);
    if (problem !== null) throw new NewPoolProblem({ conflict: { rule: 'buyBackUntil', text: problem } });
    await enableWeeks(tx, store.engine, actor, poolId, played);
    const made = { id: poolId, rules: pool.rules, createdAt: now };
    const flaw = plan === undefined ? null : await setFirstPlan(tx, adminId, made, plan, now);
    if (flaw !== null) throw new NewPoolProblem({ flaw });
    const tablesProblem = await setFirstSideTables(tx, adminId, made, sideTables, now);
    if (tablesProblem !== null) throw new NewPoolProblem({ tablesProblem });
    if (adminId !== null) await addCommissioner(tx, actor, { poolId, userId: adminId });
    if (memberId !== undefined) await addMember(tx, actor, poolId, memberId);
    return { id: poolId };
  }).catch(unlessProblem);
}

/** Thrown to roll back a new pool that is impossible. */
class NewPoolProblem extends Error {
  readonly outcome: MadePool;

  constructor(outcome: MadePool) {
    super('A new pool is impossible.');
    this.outcome = outcome;
  }
}

function unlessProblem(error: unknown): MadePool {
  if (error instanceof NewPoolProblem) return error.outcome;
  throw error;
}

/** Whether a user may create one more pool. Locks the user's row, so that concurrent requests see each other's pools. */
export async function mayMakeOneMore(
  tx: Db,
  { engine }: Pick<Store, 'engine'>,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return true;
  if (engine === 'postgres')
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return (await countPoolsMadeBy(tx, userId)) < POOLS_EACH;
}

/** Lists or unlists a pool for non-members, and logs a change. @returns false if there is no such pool */
export function listPool(store: Store, { adminId, now }: Actor, poolId: string, isListed: boolean): Promise<boolean> {
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return false;
    if (pool.isListed === isListed) return true;
    await tx
      .updateTable('pools')
      .set({ is_listed: flag(isListed) })
      .where('id', '=', poolId)
      .execute();
    await writeAudit(tx, { act: isListed ? 'pool.list' : 'pool.unlist', actorId: adminId, poolId }, now);
    return true;
  });
}

/** The outcome of an edit: the new settings, what was changed meanwhile, or why it was refused. */
export type PoolEdit =
  | { readonly settings: PoolSettings }
  | { readonly changedMeanwhile: readonly string[] }
  /** Rules that contradict each other, the weeks or the prizes. */
  | { readonly conflict: RuleConflict }
  /** Why a side table does not suit the new format. */
  | { readonly tablesProblem: string }
  | {
      readonly refusal:
        | 'pool_not_found'
        | 'week_not_found'
        | 'rule_settled'
        | 'rule_too_late'
        | 'rule_reason_missing'
        | 'rule_below_picks'
        | 'rule_below_entries'
        | 'best_bets_picked';
    };

/**
 * Changes settings of a pool, and logs it; a changed rule marks its weeks for `rescoreStale`. Nothing changes if a setting differs from
 * both the seen and the requested value, so that two admins do not overwrite each other. Nothing changes either if a game of the pool has
 * locked and a rule is settled (`fixedRules`), no week is far enough away for a new deadline or slate (`keepWeekRules`), or the reason is
 * missing; nor if the limits of a week can't change (`limitRefusal`) or are below what is picked, because no pick is ever dropped for that.
 */
export async function editPool(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  { change, seen, reason }: { readonly change: SomeSettings; readonly seen: SomeSettings; readonly reason: string },
  clock: () => number,
): Promise<PoolEdit> {
  // Defaults of past locks are filled by the rules in effect then.
  if (change.rules) await catchUp(store, { poolId }, clock);
  const edit = async (tx: Db): Promise<PoolEdit> => {
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    const week = change.activeWeekId;
    if (week && week !== pool.activeWeekId && !(await isWeekOfPool(tx, poolId, week))) {
      return { refusal: 'week_not_found' };
    }
    const before = settingsOf(pool);
    const conflict = namedConflict(change.rules ?? {}, before.rules);
    if (conflict !== null) return { conflict };
    const settings = tidySettings({ ...before, ...change, rules: rulesAfter(change.rules ?? {}, before.rules) });
    const [were, become] = [settingFields(before), settingFields(settings)];
    const wanted = Object.fromEntries(keysOf(settingFields(change)).map((key) => [key, become[key]]));
    const others = changedMeanwhile<SettingFields>(were, wanted, settingFields(seen));
    if (others.length > 0) return { changedMeanwhile: others };
    const fields = changedFields(were, become);
    if (Object.keys(fields.after).length === 0) return { settings };
    const rules = ruleNames.filter((rule) => rule in fields.after);
    const isLate =
      rules.length > 0 && (await hasPoolLocked(tx, poolId, await timeInTransaction(tx, store.engine, clock)));
    if (isLate && fixedRules.some((rule) => rules.includes(rule))) return { refusal: 'rule_settled' };
    if (isLate && reason === '') return { refusal: 'rule_reason_missing' };
    if ('format' in fields.after) {
      const problem = await tablesProblem(tx, poolId, settings.rules.format);
      if (problem !== null) return { tablesProblem: problem };
    }
    const areBuyBacks = rules.some((rule) => ['format', 'buyBacks', 'buyBackUntil'].includes(rule));
    const tooEarly = areBuyBacks ? buyBacksTooEarly(settings.rules, await poolWeeks(tx, poolId)) : null;
    if (tooEarly !== null) return { conflict: { rule: 'buyBackUntil', text: tooEarly } };
    if (rules.includes('weekly')) {
      const plan = await readPlan(tx, { id: poolId, rules: settings.rules });
      const flaw = planFlaw(plan, settings.rules, plan);
      if (flaw !== null) return { conflict: { rule: 'weekly', text: `Fee and prizes: ${flaw.text}` } };
    }
    const refusal = await limitRefusal(tx, store, poolId, before.rules, settings.rules);
    if (refusal !== null) return { refusal };
    const planner = { engine: store.engine, now: clock };
    const isOfWeeks = rules.some((rule) => isWeekRule(rule) || rule === 'format');
    if (isOfWeeks) await closeGate(tx, store.engine);
    const from = isOfWeeks && isLate ? await keepWeekRules(tx, planner, { poolId, rules: settings.rules }) : null;
    if (isOfWeeks && isLate && from === null) return { refusal: 'rule_too_late' };
    if (isOfWeeks && !isLate) await freeWeekRules(tx, planner, { poolId, rules: settings.rules });
    const locks = from === null ? null : await gameLocks(tx, poolId);
    await writeSettings(tx, poolId, settings);
    if (fields.after.format && traits[fields.after.format].closesAtStart)
      await leaveBegunWeeks(tx, { adminId, now }, poolId);
    const isPlanned = planningRules.some((rule) => rules.includes(rule));
    const slates = isPlanned ? (await planDeadlines(tx, planner, { poolId, by: adminId })).slates : [];
    const weeks = await poolWeeks(tx, poolId);
    const { games } = settings.rules;
    const mayExceed = games !== 'all' && (isPlanned || rules.includes('games'));
    // In an earlier week, a game that moved to another day may have given somebody more.
    const planned = from === null ? undefined : weeks.filter((id) => compareWeeks(id, from) >= 0);
    if (mayExceed && (await hasWeekWithMore(tx, poolId, games, planned))) throw new BelowPicks();
    if (rules.length > 0) {
      await markPoolStale(tx, poolId, weeks);
      await receiptRules(tx, store.engine, { poolId, rules }, byAdmin({ adminId }), now);
    }
    if (locks !== null) {
      for (const slate of slates) await noteSlate(tx, adminId, slate, now);
      await noteEarlierDeadlines(tx, poolId, locks, now);
    }
    const after = {
      ...fields.after,
      ...(from !== null && { [FROM_WEEK]: weekName(from) }),
      ...(rules.length > 0 && reason !== '' && { why: reason }),
    };
    await writeAudit(tx, { act: 'pool.edit', actorId: adminId, poolId, before: fields.before, after }, now);
    return { settings };
  };
  return transact(store, edit).catch(unlessBelowPicks);
}

/** Thrown to roll back if an entry has more picks in a week of the new slates than the new rules allow. */
class BelowPicks extends Error {}

function unlessBelowPicks(error: unknown): { readonly refusal: 'rule_below_picks' } {
  if (error instanceof BelowPicks) return { refusal: 'rule_below_picks' };
  throw error;
}

/** The rules that the slates, deadlines and tiebreak games of weeks are planned by; not every format has them. */
const planningRules: readonly RuleName[] = ['format', ...weekRuleNames, 'tiebreak'];

/** Why the side tables of a pool don't suit a format, in words; null if they do. */
async function tablesProblem(tx: Db, poolId: string, format: PoolRules['format']): Promise<string | null> {
  for (const table of await sideTablesOf(tx, poolId)) {
    const problem = lastingProblem(table, format);
    if (problem !== null) return `${table.name}: ${problem}`;
  }
  return null;
}

/**
 * Why the limits of a pool cannot change: a player has more entries than the new rules allow, or the number of best bets would shrink while
 * picks are stored. Members can see which games are picked, but the number of marked picks is sealed, so
 * nothing here depends on it. No picks are stored until the transaction ends.
 */
async function limitRefusal(
  tx: Db,
  { engine }: Store,
  poolId: string,
  before: PoolRules,
  { games, bestBets, entries }: PoolRules,
): Promise<'best_bets_picked' | 'rule_below_entries' | null> {
  if (entries < before.entries && (await hasOwnerWithMore(tx, poolId, entries))) return 'rule_below_entries';
  if (games === before.games && bestBets >= before.bestBets) return null;
  await closeGate(tx, engine);
  return bestBets < before.bestBets && (await hasPicks(tx, poolId)) ? 'best_bets_picked' : null;
}

function keysOf(fields: Partial<SettingFields>): (keyof SettingFields)[] {
  return Object.keys(fields) as (keyof SettingFields)[];
}

async function writeSettings(tx: Db, poolId: string, settings: PoolSettings): Promise<void> {
  await tx
    .updateTable('pools')
    .set({
      name: settings.name,
      description: settings.description,
      money_url: settings.moneyUrl,
      rules: JSON.stringify(settings.rules),
      active_week_id: settings.activeWeekId,
    })
    .where('id', '=', poolId)
    .execute();
}

/**
 * Copies a pool with its talk, its enabled members, its hidden pictures, its commissioners, and its enabled weeks with their slates (section
 * 7), and logs it.
 * @returns the id of the copy; null if there is no such pool
 */
export function copyPool(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  clock: () => number,
): Promise<string | null> {
  const planner = { engine: store.engine, now: clock };
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return null;
    const trashTalk = { enabled: pool.hasTalk, messages: [] };
    const copy = duplicatePool({ ...settingsOf(pool), trashTalk });
    const copyId = await createPool(tx, { ...copy, isListed: pool.isListed, madeBy: adminId }, now);
    await tx
      .updateTable('pools')
      .set({ has_talk: flag(copy.trashTalk.enabled) })
      .where('id', '=', copyId)
      .execute();
    await copyMessages(tx, poolId, copyId);
    await copyMembers(tx, poolId, copyId, now);
    await copyHiddenFaces(tx, poolId, copyId);
    await copyCommissioners(tx, { adminId, now }, poolId, copyId);
    await copyPlan(tx, poolId, copyId);
    await copySlates(tx, poolId, copyId);
    const weeks = await poolWeeks(tx, poolId);
    const played = await playedFromNow(tx, planner, copy.rules.format, weeks);
    await copyWeekRules(tx, planner, { fromId: poolId, toId: copyId, weekIds: played });
    await setPoolWeeks(tx, planner, copyId, played);
    const after = { name: copy.name, copyOf: pool.name };
    await writeAudit(tx, { act: 'pool.duplicate', actorId: adminId, poolId: copyId, after }, now);
    return copyId;
  });
}

/** Copies the talk of a pool, in order, with its replies and reactions. */
async function copyMessages(tx: Db, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into messages (pool_id, user_id, kind, text, at, edited_at, deleted_by, once)
    select ${toId}, user_id, kind, text, at, edited_at, deleted_by, once
    from messages where pool_id = ${fromId} order by id`.execute(tx);
  await sql`
    update messages set reply_to = (
      select copies.id from messages as sources
      join messages as quoted on quoted.id = sources.reply_to
      join messages as copies on copies.pool_id = ${toId} and copies.once = quoted.once
      where sources.pool_id = ${fromId} and sources.once = messages.once)
    where pool_id = ${toId}`.execute(tx);
  await sql`
    insert into reactions (message_id, user_id, kind, at)
    select copies.id, given.user_id, given.kind, given.at from reactions as given
    join messages as sources on sources.id = given.message_id and sources.pool_id = ${fromId}
    join messages as copies on copies.pool_id = ${toId} and copies.once = sources.once`.execute(tx);
}

/** Copies the slates of a pool. Planning its weeks keeps chosen games as they are. */
async function copySlates(tx: Db, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into slate_games (pool_id, gid, week_id, belongs)
    select ${toId}, gid, week_id, belongs from slate_games where pool_id = ${fromId}`.execute(tx);
}

/**
 * Copies the enabled members of a pool to another in order of joining, one per millisecond up to `now`. They join now, so earlier games do
 * not count as missed.
 */
async function copyMembers(tx: Db, fromId: string, toId: string, now: number): Promise<void> {
  await sql`
    insert into pool_members (pool_id, user_id, enabled, joined_at)
    select ${toId}, user_id, 1, cast(${now} as bigint) + 1 - row_number() over (order by joined_at desc, user_id desc)
    from pool_members where pool_id = ${fromId} and enabled = 1`.execute(tx);
}

/** Copies whose pictures a pool hides: also those of former members and commissioners, who may come back. */
async function copyHiddenFaces(tx: Db, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into hidden_faces (pool_id, user_id)
    select ${toId}, user_id from hidden_faces where pool_id = ${fromId}`.execute(tx);
}

/** Marks a pool as deleted, and logs it; its data stays. @returns false if there is no such pool */
export function removePool(store: Store, { adminId, now }: Actor, poolId: string): Promise<boolean> {
  return transact(store, async (tx) => {
    await holdPools(tx, store, async () => [poolId, ...(await neighborsOf(tx, poolId))]);
    const deleted = await tx
      .updateTable('pools')
      .set({ deleted_at: now })
      .where('id', '=', poolId)
      .where('deleted_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (!deleted) return false;
    await leaveLine(tx, poolId);
    const change = { before: { name: deleted.name, deleted: false }, after: { deleted: true } };
    await writeAudit(tx, { act: 'pool.delete', actorId: adminId, poolId, ...change }, now);
    return true;
  });
}

export interface NewPool {
  readonly name: string;
  readonly description?: string;
  readonly moneyUrl?: string;
  /** Defaults apply to missing rules. */
  readonly rules?: Partial<PoolRules>;
  /** Listed by default. */
  readonly isListed?: boolean;
  /** Its creator. */
  readonly madeBy?: string | null;
  /** When it was made elsewhere, ms; now by default. */
  readonly createdAt?: number | null;
}

/** Creates a pool without weeks or members, with its talk disabled. @returns its id */
export async function createPool(db: Db, pool: NewPool, now: number): Promise<string> {
  const id = newId();
  await db
    .insertInto('pools')
    .values({
      id,
      name: pool.name,
      description: pool.description ?? '',
      money_url: pool.moneyUrl ?? '',
      rules: JSON.stringify(rulesWith(pool.rules ?? {})),
      active_week_id: null,
      template: null,
      has_talk: 0,
      is_listed: flag(pool.isListed ?? true),
      made_by: pool.madeBy ?? null,
      created_at: Math.min(pool.createdAt ?? now, now),
      deleted_at: null,
      stored_at: now,
    })
    .execute();
  return id;
}

/** The created pool, why it was refused, or the season of the pool if that is not an earlier one. */
export type PlayedAgain =
  | { readonly id: string }
  | { readonly refusal: 'pool_not_found' | 'unknown_week' }
  | { readonly plays: number };

/**
 * Creates a pool for a later season with the settings that `playAgain` keeps, the enabled members, the hidden pictures, the commissioners
 * and all known weeks of the season, and logs it. The old pool stays unchanged. Marks the weeks for `rescoreStale`.
 */
export function playPoolAgain(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  season: number,
  clock: () => number,
): Promise<PlayedAgain> {
  const planner = { engine: store.engine, now: clock };
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    const played = await seasonOfPool(tx, poolId);
    if (played !== null && season <= played) return { plays: played };
    const weeks = await weekIds(tx, season);
    if (weeks.length === 0) return { refusal: 'unknown_week' };
    const again = playAgain(pool, played, season);
    const id = await createPool(tx, { ...again, isListed: pool.isListed, madeBy: adminId }, now);
    await copyMembers(tx, poolId, id, now);
    await copyHiddenFaces(tx, poolId, id);
    await copyCommissioners(tx, { adminId, now }, poolId, id);
    await copyPlan(tx, poolId, id);
    await followPool(tx, id, poolId);
    const toPlay = await playedFromNow(tx, planner, again.rules?.format, weeks);
    await setPoolWeeks(tx, planner, id, toPlay);
    await markPoolStale(tx, id, weeks);
    const after = { name: again.name, season, copyOf: pool.name };
    await writeAudit(tx, { act: 'pool.again', actorId: adminId, poolId: id, after }, now);
    return { id };
  });
}
