import { activeWeek } from '#core/active-week.ts';
import { gameCounts } from '#core/game.ts';
import { HOOK_HOURS, LACKING_FROM } from '#core/hooks/hooks.ts';
import { locksToSend } from '#core/hooks/locks.ts';
import type { HookNews } from '#core/hooks/news.ts';
import type { WeekLock } from '#core/locks.ts';
import { deadline, weekLocks } from '#core/locks.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Game, Pool } from '#core/types.ts';
import { winningHalves } from '#core/week-result.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { forEach } from '#server/platform/for-each.ts';
import type { Live } from '#server/platform/live/live.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { SharedRun } from '#server/platform/shared-run.ts';
import { findPool, poolWeeks } from '#server/pools/reads.ts';
import type { GameState } from '#server/pools/week-reads.ts';
import { gameStates, weekOfPool } from '#server/pools/week-reads.ts';
import { isWon } from '#server/standings/season-reads.ts';
import type { DecidedWeek } from '#server/talk/store.ts';
import type { Hook, NewsToSend } from './hook-store.ts';
import { addNews, allHooks, alreadySent, claimHookState, hooksOfPool, readHookState } from './hook-store.ts';
import { missingPicks } from './missing-reads.ts';

/** How far ahead locks are considered: a pool may lock its week days before the games lock. */
const LOCKS_WITHIN_MS = HOOK_HOURS.max * HOUR_MS + 7 * DAY_MS;

/** What was already sent to the hooks of a pool. */
export interface PoolHookState {
  /** The open week, or else the last open one. */
  readonly weekId: string | null;
}

/** News for some hooks. Times are the league's, ms. */
export interface PoolNews {
  readonly once: string;
  readonly news: HookNews;
  /** When it expires. */
  readonly until: number;
  readonly hooks: readonly Hook[];
}

interface PoolNow {
  readonly pool: Pool;
  readonly games: readonly GameState[];
  /** The current week by the calendar, not the one that an admin selected; null while it has no games. */
  readonly weekId: string | null;
}

/** The state with which the first hook of a pool starts. */
export async function initialHookState(db: Db, poolId: string, now: number): Promise<PoolHookState> {
  return { weekId: (await readPool(db, poolId, now))?.weekId ?? null };
}

/** The news for the hooks of a pool, and the state after it is sent. */
async function poolNews(
  db: Db,
  poolId: string,
  hooks: readonly Hook[],
  known: PoolHookState,
  now: number,
): Promise<{ readonly known: PoolHookState; readonly news: readonly PoolNews[] }> {
  const state = await readPool(db, poolId, now);
  if (state === null) return { known, news: [] };
  const coming = [...(await openedNews(db, state, known, hooks, now)), ...(await lockNews(db, state, hooks, now))];
  const isOver = coming.length > 0 && (await isWon(db, state.pool, now));
  return { known: { weekId: state.weekId ?? known.weekId }, news: isOver ? [] : coming };
}

async function readPool(db: Db, poolId: string, now: number): Promise<PoolNow | null> {
  const pool = await findPool(db, poolId);
  if (pool === null) return null;
  const weeks = await poolWeeks(db, poolId);
  const games = await gameStates(db, poolId, weeks);
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
  known: PoolHookState,
  hooks: readonly Hook[],
  now: number,
): Promise<PoolNews[]> {
  if (weekId === null || weekId === known.weekId) return [];
  const games = (await weekOfPool(db, pool.id, weekId)).games.filter(gameCounts);
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
  const { games } = await weekOfPool(db, pool.id, weekId);
  const due = Map.groupBy(
    asking.flatMap((hook) => {
      const locks = locksToSend(games, { hours: hook.hours, since: hook.madeAt }, now);
      return locks.map(({ name, lockAt }) => ({ hook, once: `lock ${weekId} ${name}`, name, lockAt }));
    }),
    ({ once }) => once,
  );
  const nameOf = lockNames(games);
  const hookIds = asking.map(({ id }) => id);
  const sent = await alreadySent(db, hookIds, [...due.keys()]);
  const news: PoolNews[] = [];
  for (const [once, all] of due) {
    const unsent = all.filter(({ hook }) => !sent.has(`${hook.id} ${once}`));
    const [one] = unsent;
    if (one === undefined) continue;
    const missing = await missingPicks(db, pool.id, weekId, now);
    const { players: members, asksForTeam, hasTwoTeams } = missing;
    const lacking = members < LACKING_FROM ? null : new Set(missing.entries.map(({ ownerId }) => ownerId)).size;
    const lock = nameOf(one.name);
    const asked = { lacking, members, asksForTeam, ...(hasTwoTeams && { hasTwoTeams }) };
    const what = { topic: 'lock.coming', weekId, lock, lockAt: one.lockAt, ...asked } as const;
    news.push({ once, news: what, until: one.lockAt, hooks: unsent.map(({ hook }) => hook) });
  }
  return news;
}

/** The name of a lock in hook messages: the whole week, or the first games that lock. */
function lockNames(games: readonly Game[]) {
  const isAtOnce = new Set(games.filter(gameCounts).map(({ lockAt }) => lockAt)).size === 1;
  const isOnlyOne = weekLocks(games).length === 1;
  return (name: WeekLock['name']) => (isAtOnce ? 'week' : isOnlyOne ? 'first' : name);
}

/** How long the result of a week is worth sending to a hook, in ms of the league's clock. */
const NEWS_MS = DAY_MS;

/** The names of an entry and its owner in a pool. */
export interface EntryNames {
  readonly entry: string;
  readonly user: string;
}

/**
 * Adds the messages of a decided week for the hooks of a pool, in the transaction that announces it: the result, and the new leaders. A
 * hook that was added after the week was decided gets nothing; one that was added after the announcement gets no correction.
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
  // A hook that was added later has no earlier result to correct.
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
  await addNews(tx, poolId, [
    ...(isNewHeadline ? [{ once: `${first}${again}`, news: decided, at, until, hookIds: to('week.decided') }] : []),
    ...(leaders.length > 0
      ? [{ once: `leader ${weekId}${again}`, news: leader, at, until, hookIds: to('leader.changed') }]
      : []),
  ]);
}

/** The longest time between two checks, in ms. */
const PAUSE_MS = 15_000;
export interface HooksDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly live: Live;
  readonly outbox: Outbox;
  /** Called with the first of consecutive failures. */
  readonly onError: (error: unknown) => void;
  /** Real time, ms. */
  readonly realNow?: () => number;
}

/** Finds the news of pools for their hooks (decision 038). Every node does so: each piece of news is stored once. */
export class Hooks {
  readonly #deps: HooksDeps;
  readonly #realNow: () => number;
  #timer: NodeJS.Timeout | undefined;
  readonly #checks = new SharedRun(() => this.#checkNow());
  #isFailing = false;
  #isStarted = false;

  constructor(deps: HooksDeps) {
    this.#deps = deps;
    this.#realNow = deps.realNow ?? Date.now;
    deps.live.onChange((change) => {
      if (this.#isStarted && change.kind === 'games' && change.scored) void this.check();
    });
  }

  /** Checks at intervals until `stop`. */
  start(): void {
    this.#isStarted = true;
    void this.check();
  }

  /** Stores news. Several calls before it begins share one check. */
  check(): Promise<void> {
    return this.#checks.run();
  }

  /** Resolves when no check is in progress. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    await this.#checks.idle();
    clearTimeout(this.#timer);
  }

  async #checkNow(): Promise<void> {
    const { clock, store, onError } = this.#deps;
    try {
      const pools = Map.groupBy(await allHooks(store.db), ({ poolId }) => poolId);
      await forEach(pools, ([poolId, hooks]) => this.#storeNewsOf(poolId, hooks));
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) onError(error);
      this.#isFailing = true;
    }
    clearTimeout(this.#timer);
    if (!this.#isStarted) return;
    this.#timer = setTimeout(() => void this.check(), PAUSE_MS / (clock.speed ?? 1));
    this.#timer.unref();
  }

  async #storeNewsOf(poolId: string, hooks: readonly Hook[]): Promise<void> {
    const { store, clock, outbox } = this.#deps;
    const seen = await readHookState(store.db, poolId);
    if (seen === null) return;
    const now = clock.now();
    const { known, news } = await poolNews(
      store.db,
      poolId,
      hooks.filter(({ isOff }) => !isOff),
      JSON.parse(seen) as PoolHookState,
      now,
    );
    const next = JSON.stringify(known);
    if (next === seen && news.length === 0) return;
    const toSend = this.#toSend(news, now);
    await transact(store, async (tx) => {
      if (next === seen || (await claimHookState(tx, poolId, seen, next))) await addNews(tx, poolId, toSend);
    });
    outbox.wake(toSend.flatMap(({ hookIds }) => hookIds));
  }

  #toSend(news: readonly PoolNews[], now: number): NewsToSend[] {
    const at = this.#realNow();
    const speed = this.#deps.clock.speed ?? 1;
    return news.map(({ once, news: what, until, hooks }) => {
      return { once, news: what, at, until: Math.ceil(at + (until - now) / speed), hookIds: hooks.map(({ id }) => id) };
    });
  }
}
