/** Whether entries can be given up. */
import type { GivingUpReply } from '#contract/entries.ts';
import type { GiveUpRefusal } from '#core/entries.ts';
import { countsFor, giveUpRefusal } from '#core/entries.ts';
import { isLocked, NO_LOCK, nextLock } from '#core/locks.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { gameOf } from '#core/slots.ts';
import { seasonWeeks } from '#core/standings.ts';
import type { Game } from '#core/types.ts';
import { entriesOfOwner } from '#server/entries/reads.ts';
import { defaultsOf } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { slotPickOf } from '#server/platform/db/values.ts';
import { findPool, poolWeeks } from '#server/pools/reads.ts';
import { gameStates, gamesEverPlayed } from '#server/pools/week-reads.ts';

/** An entry whose owner may want to give it up. */
interface LeavingEntry {
  readonly id: string;
  readonly poolId: string;
  readonly joinedAt: number;
}

/** Whether an entry can be given up. */
interface Judged {
  /** Null if it can. */
  readonly refusal: GiveUpRefusal | null;
  /** When the next game that counts for it locks, in ms; infinite if there is none. */
  readonly nextLock: number;
}

/** Judges whether an entry can be given up at `now`. @param isOnly whether its owner has no other entry in the pool */
export async function judgeGivingUp(db: Db, entry: LeavingEntry, isOnly: boolean, now: number): Promise<Judged> {
  const games = await gamesThatCount(db, entry);
  const refusal = giveUpRefusal({
    isOnly,
    hasPlayed: games.some((game) => isLocked(game, now)),
    hasPayment: await hasPayment(db, entry.id),
    hasCounted: await hasCounted(db, entry),
  });
  return { refusal, nextLock: nextLock(games, now) };
}

/** Which of their entries in a pool a user can give up at `now`. */
export async function readGivingUp(db: Db, poolId: string, userId: string, now: number): Promise<GivingUpReply> {
  const own = await entriesOfOwner(db, poolId, userId);
  const entries: GivingUpReply['entries'] = [];
  let validUntil = NO_LOCK;
  for (const { id, joinedAt } of own) {
    const { refusal, nextLock } = await judgeGivingUp(db, { id, poolId, joinedAt }, own.length === 1, now);
    entries.push({ id, refusal });
    validUntil = Math.min(validUntil, nextLock);
  }
  return { entries, validUntil };
}

/** The games that count for an entry (`countsFor`), with the pool's locks; those of weeks that were disabled, too. */
async function gamesThatCount(db: Db, { id, poolId, joinedAt }: LeavingEntry): Promise<Game[]> {
  const rows = await db
    .selectFrom('picks')
    .select(['kind', 'about', 'value', 'revision'])
    .where('entry_id', '=', id)
    .where('value', 'is not', null)
    .execute();
  const picks = rows.map(slotPickOf);
  const gids = picks.flatMap((pick) => gameOf(pick) ?? []);
  const ordered = new Set(picks.flatMap((pick) => (gameOf(pick) === null ? [pick.about] : [])));
  const rules = (await findPool(db, poolId))?.rules ?? defaultRules;
  const defaults = (await defaultsOf(db, [id])).get(id) ?? [];
  const enabled = new Set(await poolWeeks(db, poolId));
  const games = await gamesEverPlayed(db, poolId);
  const picked = new Set([...gids, ...games.flatMap(({ gid, weekId }) => (ordered.has(weekId) ? [gid] : []))]);
  const playing = { joinedAt, picked, defaults };
  return games.filter((game) => countsFor(game, playing, rules) && (enabled.has(game.weekId) || picked.has(game.gid)));
}

async function hasPayment(db: Db, entryId: string): Promise<boolean> {
  const query = db.selectFrom('pool_payments').select('id').where('entry_id', '=', entryId);
  return (await query.where('undone_at', 'is', null).executeTakeFirst()) !== undefined;
}

/** Whether a decided week counted for an entry. With weekly play only weeks with a locked pick do. */
async function hasCounted(db: Db, { poolId, joinedAt }: LeavingEntry): Promise<boolean> {
  if ((await findPool(db, poolId))?.rules.weekly) return false;
  const weekIds = await poolWeeks(db, poolId);
  const weeks = seasonWeeks(weekIds, await gameStates(db, poolId, weekIds));
  return weeks.some(({ isDecided, lastLockAt }) => isDecided && joinedAt < lastLockAt);
}
