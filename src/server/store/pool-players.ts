import { normalizeName } from '#core/names.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import { timeInTransaction } from './league-time.ts';
import { renameInTransaction } from './players.ts';
import { enableMember } from './pool-members.ts';
import { holdPool } from './pools.ts';
import { isClosedSurvivor } from './survivor-begun.ts';
import { createUser } from './users.ts';

/** Players without an account in one pool at most, removed ones too. */
const MOST_PLAYERS = 300;

/** Why no player was added. */
type AddRefusal = 'pool_not_found' | 'name_taken' | 'survivor_begun' | 'too_many_players';

/** Makes a player without an account who is a member of a pool, and notes it. @returns the id, or why there is none */
export function addPlayer(
  store: Store,
  { adminId }: Actor,
  poolId: string,
  displayName: string,
  clock: () => number,
): Promise<{ readonly id: string } | { readonly refusal: AddRefusal }> {
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (pool === null) return { refusal: 'pool_not_found' };
    const now = await timeInTransaction(tx, store.engine, clock);
    if (await isClosedSurvivor(tx, { engine: store.engine, now: clock }, poolId)) return { refusal: 'survivor_begun' };
    const people = await everMembers(tx, poolId);
    if (people.some(({ name }) => normalizeName(name) === normalizeName(displayName))) return { refusal: 'name_taken' };
    if (people.filter(({ accountId }) => accountId === null).length >= MOST_PLAYERS)
      return { refusal: 'too_many_players' };
    const id = await createUser(tx, { displayName, accountId: null }, now);
    await enableMember(tx, poolId, id, now);
    const change = { before: { member: false }, after: { member: true } };
    await writeAudit(tx, { act: 'player.add', actorId: adminId, poolId, userId: id, ...change }, now);
    return { id };
  });
}

/** Renames a player without an account whom this pool alone has or had. @returns null where that was done */
export function renamePoolPlayer(
  store: Store,
  actor: Actor,
  { poolId, playerId }: { readonly poolId: string; readonly playerId: string },
  displayName: string,
): Promise<'pool_not_found' | 'player_not_found' | 'player_linked' | 'name_taken' | null> {
  return transact(store, async (tx) => {
    if ((await holdPool(tx, store, poolId)) === null) return 'pool_not_found';
    const pools = await tx.selectFrom('pool_members').select('pool_id').where('user_id', '=', playerId).execute();
    if (pools.length !== 1 || pools[0]?.pool_id !== poolId) return 'player_not_found';
    const others = (await everMembers(tx, poolId)).filter(({ id }) => id !== playerId);
    if (others.some(({ name }) => normalizeName(name) === normalizeName(displayName))) return 'name_taken';
    return renameInTransaction(tx, store.engine, playerId, displayName, actor);
  });
}

/** Everybody who is or was a member of a pool. */
function everMembers(db: Db, poolId: string) {
  return db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id', 'users.display_name as name', 'users.account_id as accountId'])
    .where('pool_members.pool_id', '=', poolId)
    .execute();
}
