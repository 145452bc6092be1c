/** People, pools and games for a test app, each with a name of its own, so that tests can share a database. */
import { createHmac } from 'node:crypto';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Deps } from '#server/deps.ts';
import { addCommissioner } from '#server/store/commissioners.ts';
import { cookieSecret } from '#server/store/cookie-secret.ts';
import type { Planner } from '#server/store/deadlines.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { PickTable } from '#server/store/engine/schema.ts';
import type { GameWrite } from '#server/store/games.ts';
import { writeGames } from '#server/store/games.ts';
import { setMembers } from '#server/store/members.ts';
import { createPool, setPoolWeeks } from '#server/store/pools.ts';
import { createUser } from '#server/store/users.ts';
import { addWeeks } from '#server/store/weeks.ts';
import { SUNDAY_1PM } from './core-samples.ts';

type Somewhere = Pick<Deps, 'store' | 'accounts' | 'sessions' | 'clock'>;

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

/** Somebody with an account, a profile and a session. */
export interface Person {
  readonly userId: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  /** The token of their session, and the header by which their browser sends it. */
  readonly token: string;
  readonly cookie: string;
}

export interface PersonTraits {
  readonly name?: string;
  readonly isAdmin?: boolean;
  readonly isEnabled?: boolean;
}

export async function addPerson(deps: Somewhere, traits: PersonTraits = {}): Promise<Person> {
  const { store, accounts } = deps;
  const { isAdmin = false, isEnabled = true } = traits;
  const name = traits.name ?? fresh('Player ');
  const email = `${fresh('player')}@example.org`;
  const { internalAdapter } = await accounts.$context;
  const account = await internalAdapter.createUser({ email, name, emailVerified: false }, { method: 'email-password' });
  const userId = await createUser(store.db, { displayName: name, accountId: account.id, isAdmin }, deps.clock.now());
  if (!isEnabled) await setEnabled(deps, userId, false);
  const session = await addSession(deps, account.id);
  return { userId, accountId: account.id, name, email, ...session };
}

/** Another session of an account. */
export async function addSession(
  { store, accounts, sessions }: Somewhere,
  accountId: string,
): Promise<{ token: string; cookie: string }> {
  const { internalAdapter } = await accounts.$context;
  const { token } = await internalAdapter.createSession(accountId);
  return { token, cookie: `${sessions.cookieName}=${signed(token, await cookieSecret(store.db))}` };
}

/** A token as it stands in a cookie. */
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
  /** Week 1 where nothing is said. */
  readonly weeks?: readonly string[];
  readonly members?: readonly { readonly userId: string }[];
  readonly commissioners?: readonly { readonly userId: string }[];
  /** Listed where nothing is said. */
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

/** What plans the deadlines of weeks there. */
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

/** A game of week 1 on Sunday at 13:00, with what a test wants different. @returns its id, higher than those of games before it */
export async function addGame({ store, clock }: Somewhere, changes: Partial<GameWrite> = {}): Promise<string> {
  const gid = changes.gid ?? nextGid();
  const weekId = changes.weekId ?? WEEK_1;
  const game: GameWrite = { home: 'PHI', away: 'DAL', kickoff: SUNDAY_1PM, timeTbd: false, ...changes, gid, weekId };
  await addWeeks(store.db, [weekId]);
  await store.db.transaction().execute((tx) => writeGames(tx, store.engine, [game], clock.now));
  return gid;
}

/** Sets a pick as its player does, whatever the lock says; null takes it back, another side than before is a new revision. */
export async function putPick(
  db: Db,
  pick: Pick<PickTable, 'pool_id' | 'gid' | 'user_id' | 'side' | 'made_at'>,
): Promise<void> {
  await db
    .insertInto('picks')
    .values({ ...pick, revision: 1, based_on: null, bus_by: null, bus_reason: null })
    .onConflict((c) =>
      c
        .columns(['pool_id', 'gid', 'user_id'])
        .doUpdateSet((eb) => ({ side: eb.ref('excluded.side'), revision: eb('picks.revision', '+', 1) }))
        .whereRef('picks.side', 'is distinct from', 'excluded.side'),
    )
    .execute();
}
