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

/**
 * What is to be stored, whether it is stored already as the player's own or for good, and the games whose lock forbids it; or why nothing
 * is stored.
 */
type Judged =
  | {
      readonly entry: Entry | null;
      readonly isStored: boolean;
      readonly games: readonly Omit<OpenGame, 'pool_id'>[];
    }
  | { readonly refusal: EntryRefusal };

/**
 * What may be stored of what a player wants. What somebody entered for them becomes their own, the same one too: else its mark would show
 * whether they are the same.
 * @param entries those that count for them in the pool
 */
export function judgeEntry(
  { rules, weeks }: PoolWeeks,
  entries: readonly CountingEntry[],
  { weekId, entry }: { readonly weekId: string; readonly entry: Entry | null },
  now: number,
): Judged {
  const week = weeks.find(({ id }) => id === weekId);
  if (week === undefined) return { refusal: 'week_not_found' };
  const stored = entries.find((each) => each.weekId === weekId);
  if (rules.format === 'confidence') {
    if (entry === null || !('order' in entry)) return { refusal: 'other_format' };
    return judgeOrder(week.games, stored, entry.order, now);
  }
  if (rules.format !== 'survivor' || (entry !== null && !('team' in entry))) return { refusal: 'other_format' };
  const holder = holderOf(weeks, entries, weekId, rules, now);
  const before = holder.choice;
  const isSame = before?.gid === entry?.gid && before?.team === entry?.team;
  const refusal = teamRefusal(weekId, week.games, holder, entry, now);
  if (isSame && (refusal !== null || entry === null || !isEntered(stored)))
    return { entry: before, isStored: true, games: [] };
  if (refusal !== null) return { refusal };
  // Also what a linked player chose: it may lock meanwhile.
  const gids = [choiceOf(teamChoices(entries), weekId)?.gid, entry?.gid];
  const touched = week.games.filter(({ gid }) => gids.includes(gid));
  const openGames = touched.map((game) => ({ gid: game.gid, ...(!gameCounts(game) && { was_off: 1 as const }) }));
  return { entry, isStored: false, games: openGames };
}

function judgeOrder(games: readonly Game[], stored: CountingEntry | undefined, wanted: Order, now: number): Judged {
  if (wanted.some((gid) => games.every((game) => game.gid !== gid))) return { refusal: 'game_not_found' };
  const places = stored?.entry && 'order' in stored.entry ? stored.entry.order : [];
  const locks = new Map(games.map(({ gid, lockAt }) => [gid, lockAt]));
  const order = rebaseOrder(games, places, wanted, now);
  const open = order.filter((gid) => (locks.get(gid) ?? now) > now);
  const moved = open.filter((gid) => places[order.indexOf(gid)] !== gid);
  // Whether an order is the same as a linked player's is sealed.
  const before = stored?.isLinked ? null : (stored?.entry ?? null);
  const isSame = JSON.stringify(before) === JSON.stringify({ order });
  const becomesOwn = isEntered(stored) && open.length > 0;
  return {
    entry: { order },
    isStored: isSame && !becomesOwn,
    games: (isSame ? open : moved).map((gid) => ({ gid })),
  };
}

/** Whether somebody entered it for the player. */
function isEntered(stored: CountingEntry | undefined): boolean {
  return stored !== undefined && stored.busBy !== null && !stored.isLinked;
}
