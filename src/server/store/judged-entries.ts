import type { Entry, EntryRefusal } from '#contract/entries.ts';
import type { Order } from '#core/formats/confidence.ts';
import { rebaseOrder } from '#core/formats/confidence.ts';
import { choiceOf } from '#core/formats/survivor.ts';
import { teamRefusal } from '#core/formats/survivor-week.ts';
import { gameCounts } from '#core/game.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import type { CountingEntry } from './counting-entries.ts';
import { teamChoices } from './counting-entries.ts';
import type { Db } from './engine/connect.ts';
import type { GamesOfWeek } from './entry-reads.ts';
import { holderOf, survivorWeeks } from './entry-reads.ts';
import type { OpenGame } from './late-writes.ts';
import { findPool } from './pools.ts';

/** What entries of one pool are judged by. */
export interface PoolWeeks {
  readonly rules: PoolRules;
  /** The enabled weeks in order, with the pool's locks. */
  readonly weeks: readonly GamesOfWeek[];
}

/** @returns null where there is no such pool */
export async function readPoolWeeks(db: Db, poolId: string): Promise<PoolWeeks | null> {
  const pool = await findPool(db, poolId);
  return pool && { rules: pool.rules, weeks: await survivorWeeks(db, poolId) };
}

/** What is to be stored, what the player had as far as they know, and the games whose lock forbids it; or why nothing is stored. */
type Judged =
  | {
      readonly entry: Entry | null;
      readonly before: Entry | null;
      readonly games: readonly Omit<OpenGame, 'pool_id'>[];
    }
  | { readonly refusal: EntryRefusal };

/** What may be stored of what a player wants. @param entries those that count for them in the pool */
export function judgeEntry(
  { rules, weeks }: PoolWeeks,
  entries: readonly CountingEntry[],
  { weekId, entry }: { readonly weekId: string; readonly entry: Entry | null },
  now: number,
): Judged {
  const week = weeks.find(({ id }) => id === weekId);
  if (week === undefined) return { refusal: 'week_not_found' };
  if (rules.format === 'confidence') {
    if (entry === null || !('order' in entry)) return { refusal: 'other_format' };
    return judgeOrder(
      week.games,
      entries.find((each) => each.weekId === weekId),
      entry.order,
      now,
    );
  }
  if (rules.format !== 'survivor' || (entry !== null && !('team' in entry))) return { refusal: 'other_format' };
  const holder = holderOf(weeks, entries, weekId, rules, now);
  const before = holder.choice;
  if (before?.gid === entry?.gid && before?.team === entry?.team) return { entry: before, before, games: [] };
  const refusal = teamRefusal(weekId, week.games, holder, entry, now);
  if (refusal !== null) return { refusal };
  // Also what a linked player chose: it may lock meanwhile.
  const gids = [choiceOf(teamChoices(entries), weekId)?.gid, entry?.gid];
  const touched = week.games.filter(({ gid }) => gids.includes(gid));
  return { entry, before, games: touched.map((game) => ({ gid: game.gid, ...(!gameCounts(game) && { was_off: 1 }) })) };
}

function judgeOrder(games: readonly Game[], stored: CountingEntry | undefined, wanted: Order, now: number): Judged {
  if (wanted.some((gid) => games.every((game) => game.gid !== gid))) return { refusal: 'game_not_found' };
  const places = stored?.entry && 'order' in stored.entry ? stored.entry.order : [];
  const locks = new Map(games.map(({ gid, lockAt }) => [gid, lockAt]));
  const order = rebaseOrder(games, places, wanted, now);
  const moved = order.filter((gid, at) => places[at] !== gid && (locks.get(gid) ?? now) > now);
  // That an order is the same as a linked player's is not told: it is sealed.
  return {
    entry: { order },
    before: stored?.isLinked ? null : (stored?.entry ?? null),
    games: moved.map((gid) => ({ gid })),
  };
}
