import { gameCounts } from '#core/game.ts';
import { compareNames } from '#core/name-order.ts';
import { picksAsked } from '#core/picks.ts';
import type { ReminderState } from '#core/reminders.ts';
import { missingOf, openGames, reminderState } from '#core/reminders.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { distinctNames } from '#core/standings.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { lacksOrder, lacksTeam } from './missing-entries.ts';
import { gamesOfPoolWeek } from './pool-games.ts';
import { findPool } from './pools.ts';
import { picksThatWait } from './waiting-picks.ts';

/** The only kind of reminder so far. */
const KIND = 'missing-picks';

/** A member with games that they can still pick and have not, or without the order or the team that the pool asks for. */
export interface MissingPlayer {
  readonly id: string;
  /** As it is told apart from others of that name in the pool. */
  readonly name: string;
  readonly missing: number;
  /** Where the pool asks for an order of the games, too. */
  readonly lacksOrder: boolean;
  readonly reminder: ReminderState;
  /** Null without an account. */
  readonly email: string | null;
}

/** Who has not picked what can still be picked of a week. */
export interface MissingPicks {
  /** No more than the pool lets a player pick. */
  readonly openGames: number;
  /** When the first of them locks, in ms; null where none is open. */
  readonly nextLock: number | null;
  /** By name. */
  readonly players: readonly MissingPlayer[];
}

/**
 * The members of a pool who have not picked every game of a week that is still open. A pick that waits for its lock counts as
 * made. Of picks it counts no sides.
 */
export async function missingPicks(db: Db, poolId: string, weekId: string, now: number): Promise<MissingPicks> {
  const pool = { id: poolId, rules: (await findPool(db, poolId))?.rules ?? defaultRules };
  const { rules } = pool;
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const counting = games.filter(gameCounts);
  const open = openGames(counting, now);
  const isSurvivor = rules.format === 'survivor';
  const teams = isSurvivor ? await lacksTeam(db, pool, weekId, games, now) : () => 0;
  const withoutOrder = await lacksOrder(db, pool, weekId, open.length);
  const made = await picksMade(db, poolId, gidsOf(counting));
  const madeOpen = await picksMade(db, poolId, gidsOf(open));
  const waiting = await picksThatWait(db, poolId, gidsOf(open));
  const missing = (id: string) => {
    if (isSurvivor) return teams(id);
    const waits = waiting.get(id) ?? 0;
    const picks = { made: (made.get(id) ?? 0) + waits, madeOpen: (madeOpen.get(id) ?? 0) + waits };
    return missingOf({ counting: counting.length, open: open.length, ...picks }, rules);
  };
  const members = await remindableMembers(db, poolId, weekId);
  const names = distinctNames(members);
  const players = members.map(({ id, name, email, ...person }) => ({
    id,
    name: names.get(id) ?? name,
    email,
    missing: missing(id),
    lacksOrder: withoutOrder(id),
    reminder: reminderState(person),
  }));
  return {
    openGames: isSurvivor ? Math.min(open.length, 1) : picksAsked(open.length, rules),
    nextLock: open.length === 0 ? null : Math.min(...open.map((game) => game.lockAt)),
    players: players.filter((player) => player.missing > 0 || player.lacksOrder).sort(compareNames),
  };
}

function gidsOf(games: readonly { readonly gid: string }[]): string[] {
  return games.map((game) => game.gid);
}

/** How many of some games each player of a pool has picked. */
async function picksMade(db: Db, poolId: string, gids: readonly string[]): Promise<Map<string, number>> {
  if (gids.length === 0) return new Map();
  const rows = await db
    .selectFrom('picks')
    .select(['user_id', (q) => q.fn.countAll<number>().as('made')])
    .where('pool_id', '=', poolId)
    .where('gid', 'in', gids)
    .where('side', 'is not', null)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.made]));
}

/** The enabled members of a pool in the order in which they joined, which numbers those who share a name. */
async function remindableMembers(db: Db, poolId: string, weekId: string) {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('reminders', (join) =>
      join
        .onRef('reminders.user_id', '=', 'users.id')
        .on('reminders.pool_id', '=', poolId)
        .on('reminders.week_id', '=', weekId)
        .on('reminders.kind', '=', KIND),
    )
    .select(['users.id', 'users.display_name', 'users.wants_reminders'])
    .select(['accounts.email', 'accounts.emailVerified as verified', 'reminders.sent_at'])
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .orderBy('pool_members.joined_at')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.display_name,
    email: row.email,
    isReminded: row.sent_at !== null,
    wantsReminders: row.wants_reminders === 1,
    hasMail: Boolean(row.verified),
  }));
}

/** Somebody who is mailed now. */
export type ClaimedPlayer = MissingPlayer & { readonly email: string };

/** Who was claimed, and who was looked at. */
export interface ClaimedReminders extends MissingPicks {
  readonly claimed: readonly ClaimedPlayer[];
}

/**
 * Claims the mails to those who can be reminded of a week, and notes how many: whoever is claimed here is claimed by nobody
 * else, and never again for this week. A mail that is lost afterwards is not sent again.
 */
export function claimReminders(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  weekId: string,
): Promise<ClaimedReminders> {
  return store.db.transaction().execute(async (tx) => {
    const missing = await missingPicks(tx, poolId, weekId, now);
    const ready = missing.players.filter((player): player is ClaimedPlayer => player.reminder === 'ready');
    const ids = await addReminders(tx, { poolId, weekId, now }, ready.map((player) => player.id).sort());
    const claimed = ready.filter((player) => ids.has(player.id));
    if (claimed.length > 0) {
      const after = { players: claimed.length };
      await writeAudit(tx, { act: 'reminder.send', actorId: adminId, poolId, weekId, after }, now);
    }
    return { ...missing, claimed };
  });
}

/** @returns those who had none yet */
async function addReminders(
  tx: Db,
  { poolId, weekId, now }: { readonly poolId: string; readonly weekId: string; readonly now: number },
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx
    .insertInto('reminders')
    .values(
      userIds.map((user_id) => ({ pool_id: poolId, week_id: weekId, user_id, kind: KIND, sent_at: now }) as const),
    )
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}
