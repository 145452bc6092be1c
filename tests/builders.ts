/** Creates people, pools and games for a test app, each with a unique name, so that tests can share a database. */
import { createHmac } from 'node:crypto';
import type { SlotValue, SlotWish } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { cookieSecret } from '#server/accounts/cookie-secret-store.ts';
import { addAccount } from '#server/accounts/store.ts';
import type { Deps } from '#server/deps.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import { importPicks as storePicks } from '#server/imports/picks-store.ts';
import { createPool } from '#server/manage/store.ts';
import { addCommissioner, setMembers } from '#server/members/store.ts';
import type { OwnWrite } from '#server/picks/facts-reads.ts';
import { insertPicks } from '#server/picks/rows-store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { parseValue } from '#server/platform/db/values.ts';
import { addSession as beginSession } from '#server/platform/http/session-store.ts';
import type { Planner } from '#server/pools/begun-store.ts';
import { createUser } from '#server/users/store.ts';
import { SUNDAY_1PM } from './core-samples.ts';
import { entryIdOf } from './entry-ids.ts';

type Somewhere = Pick<Deps, 'store' | 'accounts' | 'clock'>;

export const WEEK_1 = '2026-week1';
export const WEEK_2 = '2026-week2';

let made = 0;

function fresh(word: string): string {
  made += 1;
  return `${word}${made}`;
}

function nextGid(): string {
  made += 1;
  return `game${String(made).padStart(6, '0')}`;
}

/** A user with an account, a profile and a session. */
export interface Person {
  readonly userId: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  /** The token of their session, and the header with which their browser sends it. */
  readonly token: string;
  readonly cookie: string;
}

export interface PersonTraits {
  readonly name?: string;
  readonly isAdmin?: boolean;
  readonly isEnabled?: boolean;
}

export async function addPerson(deps: Somewhere, traits: PersonTraits = {}): Promise<Person> {
  const { store } = deps;
  const { isAdmin = false, isEnabled = true } = traits;
  const name = traits.name ?? fresh('Player ');
  const email = `${fresh('player')}@example.org`;
  const accountId = await addBareAccount(store, { email, name });
  const userId = await createUser(store.db, { displayName: name, accountId, isAdmin }, deps.clock.now());
  if (!isEnabled) await setEnabled(deps, userId, false);
  const session = await addSession(deps, accountId);
  return { userId, accountId, name, email, ...session };
}

/** Turns on a second factor, whose codes nobody knows. */
export async function addSecondFactor({ store }: Somewhere, { accountId }: Pick<Person, 'accountId'>): Promise<void> {
  const row = { account_id: accountId, secret: 'JBSWY3DP', made_at: 1, confirmed_at: 1, last_step: 0 };
  await store.db.insertInto('second_factors').values(row).execute();
}

/** An account without a password or a profile. @returns its id */
export async function addBareAccount(store: Store, { email, name }: Pick<Person, 'email' | 'name'>): Promise<string> {
  const account = { email, displayName: name, passwordHash: null };
  return (await addAccount(store, store.db, account, Date.now())) ?? '';
}

/** Another session of an account. */
export async function addSession(
  { store, accounts: { sessions } }: Somewhere,
  accountId: string,
): Promise<{ token: string; cookie: string }> {
  const token = await beginSession(store.db, accountId, { address: '', userAgent: '' }, Date.now());
  return { token, cookie: `${sessions.cookieName}=${signed(token, await cookieSecret(store.db))}` };
}

/** A token as encoded in a cookie. */
export function signed(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
}

export async function setEnabled({ store }: Somewhere, userId: string, isEnabled: boolean): Promise<void> {
  await store.db
    .updateTable('users')
    .set({ is_enabled: isEnabled ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
}

export interface PoolTraits {
  readonly name?: string;
  readonly moneyUrl?: string;
  readonly rules?: Partial<PoolRules>;
  /** Week 1 by default. */
  readonly weeks?: readonly string[];
  readonly members?: readonly { readonly userId: string }[];
  readonly commissioners?: readonly { readonly userId: string }[];
  /** Listed by default. */
  readonly isListed?: boolean;
}

/** @returns its id */
export async function addPool({ store, clock }: Somewhere, traits: PoolTraits = {}): Promise<string> {
  const { rules = {}, weeks = [WEEK_1], members = [], moneyUrl = '' } = traits;
  const pool = { name: traits.name ?? fresh('Pool '), moneyUrl, rules, isListed: traits.isListed ?? true };
  const id = await createPool(store.db, pool, clock.now());
  await addWeeks(store.db, weeks);
  await setPoolWeeks(store.db, plannerOf({ store, clock }), id, weeks);
  await setMembers(
    store.db,
    id,
    members.map(({ userId }) => userId),
    clock.now(),
  );
  for (const { userId } of traits.commissioners ?? []) {
    await addCommissioner(store.db, { adminId: null, now: clock.now() }, { poolId: id, userId });
  }
  return id;
}

/** The planner of the deadlines of weeks. */
export function plannerOf({ store, clock }: Pick<Deps, 'store' | 'clock'>): Planner {
  return { engine: store.engine, now: clock.now };
}

export async function removeMember({ store, clock }: Somewhere, poolId: string, userId: string): Promise<void> {
  await setMembers(store.db, poolId, [userId], clock.now(), false);
}

export async function removeCommissioner({ store }: Somewhere, poolId: string, userId: string): Promise<void> {
  const query = store.db.deleteFrom('pool_commissioners').where('pool_id', '=', poolId);
  await query.where('user_id', '=', userId).execute();
}

export async function deletePool({ store, clock }: Somewhere, poolId: string): Promise<void> {
  await store.db.updateTable('pools').set({ deleted_at: clock.now() }).where('id', '=', poolId).execute();
}

/** Adds a game of week 1 on Sunday at 13:00, with the given changes. @returns its id, higher than those of earlier games */
export async function addGame(where: Somewhere, changes: Partial<GameWrite> = {}): Promise<string> {
  const [gid = ''] = await addGames(where, [changes]);
  return gid;
}

/** Adds several such games at once. */
export async function addGames({ store, clock }: Somewhere, all: readonly Partial<GameWrite>[]): Promise<string[]> {
  const games = all.map((changes): GameWrite => {
    const [gid, weekId] = [changes.gid ?? nextGid(), changes.weekId ?? WEEK_1];
    return { home: 'PHI', away: 'DAL', kickoff: SUNDAY_1PM, timeTbd: false, ...changes, gid, weekId };
  });
  await addWeeks(store.db, [...new Set(games.map(({ weekId }) => weekId))]);
  await store.db.transaction().execute((tx) => writeGames(tx, store.engine, games, clock.now, 'feed'));
  return games.map(({ gid }) => gid);
}

/** The picked side of a game. */
export interface SidePicked {
  readonly poolId: string;
  readonly gid: string;
  readonly userId: string;
  /** Null takes the pick back. */
  readonly side: Side | null;
  readonly best?: boolean | undefined;
}

/** A pick as its player saves it, with the best-bet mark. */
export function ownPick({ poolId, userId, gid, side, best }: SidePicked, basedOn: number | null = null): OwnWrite {
  return ownWish({ poolId, userId }, { kind: 'pick', about: gid, value: side && { side, best } }, basedOn);
}

/** What a player asks for their first entry. */
export function ownWish(
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  wish: SlotWish,
  basedOn: number | null = null,
): OwnWrite {
  return { poolId, entryId: entryIdOf(poolId, userId), wish, actor: { by: 'self', userId }, basedOn };
}

/** Stores picks as a seed does. @returns how many changed */
export function importPicks(
  db: Db,
  engine: Engine,
  picks: readonly (SidePicked & { readonly madeAt: number })[],
): Promise<number> {
  const wishes = picks.map(({ poolId, userId, gid, side, best, madeAt }) => {
    return {
      poolId,
      entryId: entryIdOf(poolId, userId),
      wish: { kind: 'pick' as const, about: gid, value: side && { side, best } },
      madeAt,
    };
  });
  return storePicks(db, engine, wishes, { by: 'seed' }, 0);
}

/** A stored choice, with the names that tests use. */
export interface PickedRow {
  readonly poolId: string;
  /** The person for whom the entry was created. */
  readonly userId: string;
  readonly entryId: string;
  readonly kind: SlotWish['kind'];
  /** The id of a game or a week. */
  readonly about: string;
  readonly value: SlotValue | null;
  readonly revision: number;
  readonly madeAt: number;
  readonly enteredBy: string | null;
  readonly reason: string | null;
}

/** Stores a choice without checking any rules. Creates the player's first entry if it is missing. */
export async function putChoice(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  row: Pick<PickedRow, 'poolId' | 'userId' | 'kind' | 'about' | 'value'> & Partial<PickedRow>,
): Promise<void> {
  const { poolId, userId, kind, about, value, revision = 1, madeAt = 1, enteredBy = null, reason = null } = row;
  await db
    .insertInto('entries')
    .values({
      id: entryIdOf(poolId, userId),
      pool_id: poolId,
      player_id: userId,
      user_id: null,
      number: 1,
      name: null,
      joined_at: 0,
      out_at: null,
    })
    .onConflict((c) => c.columns(['pool_id', 'player_id', 'number']).doNothing())
    .execute();
  const query = db.selectFrom('entries').select('id').where('pool_id', '=', poolId).where('player_id', '=', userId);
  const entry = await query.executeTakeFirstOrThrow();
  await insertPicks(db, engine, [
    {
      entry_id: entry.id,
      kind,
      about,
      value: value && JSON.stringify(value),
      revision,
      made_at: madeAt,
      entered_by: enteredBy,
      reason,
    },
  ]);
}

/** Sets a pick as its player would, even after the lock. Null takes it back; another side is a new revision. */
export async function putPick(
  store: Pick<Store, 'db' | 'engine'>,
  { poolId, userId, gid, side, madeAt }: Omit<SidePicked, 'best'> & { readonly madeAt: number },
): Promise<void> {
  const rows = (await storedChoices(store.db, 'pick', poolId)).filter((row) => row.userId === userId);
  const before = rows.find(({ about }) => about === gid);
  const value = side && { side };
  if (before !== undefined && JSON.stringify(before.value) === JSON.stringify(value)) return;
  const revision = (before?.revision ?? 0) + 1;
  await putChoice(store, { poolId, userId, kind: 'pick', about: gid, value, revision, madeAt });
}

/** All states of a kind that were ever stored, including the current ones, by revision. */
export async function historyOf(db: Db, kind: SlotWish['kind'], poolId?: string): Promise<PickedRow[]> {
  return (await statesOf(db, 'pick_history', kind, poolId)).toSorted((a, b) => a.revision - b.revision);
}

/** The stored choices of a kind. */
export function storedChoices(db: Db, kind: SlotWish['kind'], poolId?: string): Promise<PickedRow[]> {
  return statesOf(db, 'picks', kind, poolId);
}

async function statesOf(
  db: Db,
  table: 'picks' | 'pick_history',
  kind: SlotWish['kind'],
  poolId: string | undefined,
): Promise<PickedRow[]> {
  let query = db
    .selectFrom(`${table} as states`)
    .innerJoin('entries', 'entries.id', 'states.entry_id')
    .selectAll('states')
    .select(['entries.pool_id', 'entries.player_id'])
    .where('states.kind', '=', kind);
  if (poolId !== undefined) query = query.where('entries.pool_id', '=', poolId);
  return (await query.execute()).map((row) => ({
    poolId: row.pool_id,
    userId: row.player_id,
    entryId: row.entry_id,
    kind: row.kind,
    about: row.about,
    value: parseValue<SlotValue>(row.value),
    revision: row.revision,
    madeAt: Number(row.made_at),
    enteredBy: row.entered_by,
    reason: row.reason,
  }));
}

/** Deletes the picks of a pool or of a player; the database keeps them in the history. */
export async function forgetPicks(
  db: Db,
  whose: { readonly poolId: string } | { readonly userId: string },
): Promise<void> {
  const entries = db.selectFrom('entries').select('id');
  const ids =
    'poolId' in whose ? entries.where('pool_id', '=', whose.poolId) : entries.where('player_id', '=', whose.userId);
  await db.deleteFrom('picks').where('entry_id', 'in', ids).execute();
}

/** The side that a stored value names; null if it names none. */
export function sideOf(value: SlotValue | null): Side | null {
  return value !== null && 'side' in value ? value.side : null;
}
