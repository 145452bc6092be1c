import { activeWeek } from '#core/active-week.ts';
import { gameCounts } from '#core/game.ts';
import { HOOK_HOURS, LACKING_FROM } from '#core/hooks/hooks.ts';
import { locksToSend } from '#core/hooks/locks.ts';
import type { HookNews } from '#core/hooks/news.ts';
import type { WeekLock } from '#core/locks.ts';
import { deadline, weekLocks } from '#core/locks.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Game, Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from '../../store/engine/connect.ts';
import { toldAlready } from '../../store/hook-deliveries.ts';
import type { Hook } from '../../store/hooks.ts';
import { membersOfPool } from '../../store/members.ts';
import { gamesOfPoolWeek } from '../../store/pool-games.ts';
import { findPool, poolWeeks } from '../../store/pools.ts';
import { missingPicks } from '../../store/reminders.ts';
import type { GameState } from '../../store/standings.ts';
import { gameStates } from '../../store/standings.ts';
import { isWon, survivorTable } from '../../store/survivor-table.ts';

/** A pool may lock its week days before the games' own locks. */
const LOCKS_WITHIN_MS = HOOK_HOURS.max * HOUR_MS + 7 * DAY_MS;

/** What the hooks of a pool know of it. */
export interface ToldPool {
  /** The week that is open, or else the last one that was. */
  readonly weekId: string | null;
}

/** News for some hooks. Times are the league's, ms. */
export interface PoolNews {
  readonly once: string;
  readonly news: HookNews;
  /** When it stops being news. */
  readonly until: number;
  readonly hooks: readonly Hook[];
}

interface PoolNow {
  readonly pool: Pool;
  readonly games: readonly GameState[];
  /** The week that is on by the calendar, whichever an admin shows; null while it has no games. */
  readonly weekId: string | null;
}

/** What a hook that is added now already knows of a pool. */
export async function knownOf(db: Db, poolId: string, now: number): Promise<ToldPool> {
  return { weekId: (await readPool(db, poolId, now))?.weekId ?? null };
}

/** What the hooks of a pool are to be told now, and what they know of it then. */
export async function poolNews(
  db: Db,
  poolId: string,
  hooks: readonly Hook[],
  told: ToldPool,
  now: number,
): Promise<{ readonly told: ToldPool; readonly news: readonly PoolNews[] }> {
  const state = await readPool(db, poolId, now);
  if (state === null) return { told, news: [] };
  const coming = [...(await openedNews(db, state, told, hooks, now)), ...(await lockNews(db, state, hooks, now))];
  const isOver = coming.length > 0 && (await isWon(db, state.pool));
  return { told: { weekId: state.weekId ?? told.weekId }, news: isOver ? [] : coming };
}

async function readPool(db: Db, poolId: string, now: number): Promise<PoolNow | null> {
  const pool = await findPool(db, poolId);
  if (pool === null) return null;
  const weeks = await poolWeeks(db, poolId);
  const games = await gameStates(db, weeks);
  const weekId = activeWeek(weeks, games, null, now);
  const hasGames = games.some((game) => game.weekId === weekId && gameCounts(game));
  return { pool, games, weekId: hasGames ? weekId : null };
}

function wanting(hooks: readonly Hook[], topic: HookNews['topic']): Hook[] {
  return hooks.filter(({ topics }) => topics.some((each) => each === topic));
}

async function openedNews(
  db: Db,
  { pool, weekId }: PoolNow,
  told: ToldPool,
  hooks: readonly Hook[],
  now: number,
): Promise<PoolNews[]> {
  if (weekId === null || weekId === told.weekId) return [];
  const games = (await gamesOfPoolWeek(db, pool.id, weekId)).filter(gameCounts);
  const firstLock = Math.min(...games.map(deadline));
  if (games.length === 0 || firstLock <= now) return [];
  const news = { topic: 'week.opened', weekId, games: games.length, firstLock } as const;
  return [{ once: `opened ${weekId}`, news, until: firstLock, hooks: wanting(hooks, 'week.opened') }];
}

async function lockNews(db: Db, { pool, games }: PoolNow, hooks: readonly Hook[], now: number): Promise<PoolNews[]> {
  const asking = wanting(hooks, 'lock.coming');
  if (asking.length === 0) return [];
  const ahead = games.filter(({ lockAt }) => now < lockAt && lockAt <= now + LOCKS_WITHIN_MS);
  const weekIds = [...new Set(ahead.map(({ weekId }) => weekId))].toSorted(compareWeeks);
  const news: PoolNews[] = [];
  for (const weekId of weekIds) news.push(...(await locksOfWeek(db, pool, weekId, asking, now)));
  return news;
}

async function locksOfWeek(
  db: Db,
  pool: Pool,
  weekId: string,
  asking: readonly Hook[],
  now: number,
): Promise<PoolNews[]> {
  const games = await gamesOfPoolWeek(db, pool.id, weekId);
  const due = Map.groupBy(
    asking.flatMap((hook) => {
      const locks = locksToSend(games, { hours: hook.hours, since: hook.madeAt }, now);
      return locks.map(({ name, lockAt }) => ({ hook, once: `lock ${weekId} ${name}`, name, lockAt }));
    }),
    ({ once }) => once,
  );
  const nameOf = lockNames(games);
  const hookIds = asking.map(({ id }) => id);
  const told = await toldAlready(db, hookIds, [...due.keys()]);
  const news: PoolNews[] = [];
  for (const [once, all] of due) {
    const untold = all.filter(({ hook }) => !told.has(`${hook.id} ${once}`));
    const [one] = untold;
    if (one === undefined) continue;
    const members = await playersOf(db, pool);
    const missing = await missingPicks(db, pool.id, weekId, now);
    const lacking = members < LACKING_FROM ? null : new Set(missing.entries.map(({ ownerId }) => ownerId)).size;
    const lock = nameOf(one.name);
    const { asksForTeam } = missing;
    const what = { topic: 'lock.coming', weekId, lock, lockAt: one.lockAt, lacking, members, asksForTeam } as const;
    news.push({ once, news: what, until: one.lockAt, hooks: untold.map(({ hook }) => hook) });
  }
  return news;
}

/** What hooks are told that locks: the whole week, or what begins to lock by itself. */
function lockNames(games: readonly Game[]) {
  const isAtOnce = new Set(games.filter(gameCounts).map(({ lockAt }) => lockAt)).size === 1;
  const isOnlyOne = weekLocks(games).length === 1;
  return (name: WeekLock['name']) => (isAtOnce ? 'week' : isOnlyOne ? 'first' : name);
}

/** How many people a pool asks for picks: its members; in a survivor pool, who is still in. */
async function playersOf(db: Db, pool: Pool): Promise<number> {
  if (pool.rules.format !== 'survivor') return (await membersOfPool(db, pool.id)).length;
  const alive = (await survivorTable(db, pool)).rows.filter(({ lives }) => lives > 0);
  return new Set(alive.map(({ ownerId }) => ownerId)).size;
}
