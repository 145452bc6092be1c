import type { HookNews } from '#core/hooks/news.ts';
import { DAY_MS } from '#core/time.ts';
import type { Pool } from '#core/types.ts';
import { winningHalves } from '#core/week-result.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { Clock } from '../../clock.ts';
import { addDeliveries } from '../../store/hook-deliveries.ts';
import { hooksOfPool } from '../../store/hooks.ts';
import type { DecidedWeek } from '../../store/talk-posts.ts';

/** How long the result of a week is worth sending to a hook, in ms of the league's clock. */
const NEWS_MS = DAY_MS;

/** What an entry is called in its pool, and its owner. */
export interface EntryNames {
  readonly entry: string;
  readonly user: string;
}

/**
 * Adds what the hooks of a pool are sent of a decided week, in the transaction that announces it: its result, and who leads the pool now. A
 * hook that was added after the week was decided is sent nothing, and one that was added after it was announced no correction.
 */
export async function addDecided(
  tx: Db,
  { id: poolId }: Pool,
  {
    weekId,
    result,
    headline,
    leaders,
    leaderHalves,
    since,
    firstAt,
    announcedAt,
    isCorrection,
    isNewHeadline,
  }: DecidedWeek,
  names: ReadonlyMap<string, EntryNames>,
  clock: Clock,
): Promise<void> {
  const first = `decided ${weekId}`;
  // A hook that was added since knows nothing of the week.
  const isKnown = (madeAt: number) => (isCorrection ? madeAt < firstAt : madeAt <= since);
  const reached = (await hooksOfPool(tx, poolId)).filter(({ isOff, madeAt }) => !isOff && isKnown(madeAt));
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? []);
  const named = (ids: readonly string[]) => namesOf(ids).map(({ entry }) => entry);
  const usersOf = (ids: readonly string[]) => namesOf(ids).map(({ user }) => user);
  const { winners, out, left } = result;
  const what = out === undefined ? { halves: winningHalves(result) } : { out: out.length, left: left ?? 0 };
  const decided = {
    topic: 'week.decided',
    weekId,
    headline,
    winners: named(winners),
    users: usersOf(winners),
    ...what,
  } as HookNews;
  const leader = {
    topic: 'leader.changed',
    weekId,
    headline,
    leaders: named(leaders),
    users: usersOf(leaders),
    halves: leaderHalves,
  } as const;
  const at = Date.now();
  const until = Math.ceil(at + NEWS_MS / (clock.speed ?? 1));
  const again = isCorrection ? ` ${announcedAt}` : '';
  const to = (topic: HookNews['topic']) =>
    reached.filter(({ topics }) => topics.some((each) => each === topic)).map(({ id }) => id);
  await addDeliveries(tx, [
    ...(isNewHeadline ? [{ once: `${first}${again}`, news: decided, at, until, hookIds: to('week.decided') }] : []),
    ...(leaders.length > 0
      ? [{ once: `leader ${weekId}${again}`, news: leader, at, until, hookIds: to('leader.changed') }]
      : []),
  ]);
}
