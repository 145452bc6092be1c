import { byOwner } from '#core/entries.ts';
import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import { isQuiet } from '#core/notify/quiet.ts';
import type { KeptReceipt } from '#core/receipts/receipts.ts';
import type { Halves } from '#core/scoring.ts';
import { isWeekFinished } from '#core/scoring.ts';
import { distinctNames } from '#core/standings.ts';
import { leadersToAnnounce } from '#core/talk.ts';
import type { WeekResult } from '#core/week-result.ts';
import { CORRECTED_MS, decidedAt, headlineOf, leaderIds, SETTLE_MS, weekResult } from '#core/week-result.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { membersOfPool } from '#server/members/reads.ts';
import { fixShares, hasSharesToFix, notePrizes, weeksWithPrizes } from '#server/money/store.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { forEach } from '#server/platform/for-each.ts';
import type { Outcome } from '#server/platform/jobs/jobs.ts';
import type { Change } from '#server/platform/live/changes.ts';
import type { Live } from '#server/platform/live/live.ts';
import { SharedRun } from '#server/platform/shared-run.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import type { HeldPool } from '#server/pools/reads.ts';
import { findPool, holdPool, poolIdsOfWeek, poolWeeks } from '#server/pools/reads.ts';
import { nextWeekLock } from '#server/pools/week-reads.ts';
import type { RecapTexts } from '#server/recap/reads.ts';
import { loadRecap } from '#server/recap/reads.ts';
import { latestReceipt } from '#server/receipts/reads.ts';
import { loadStandings } from '#server/standings/reads.ts';
import { staleWeeksOf } from '#server/standings/store.ts';
import { poolChannels } from './channels.ts';
import type { EntryNames } from './hooks.ts';
import type { Channel, ResultNews, Round } from './notifier.ts';
import { SLICE } from './notifier.ts';
import type { NoticeDeps } from './reminders.ts';
import type { AnnouncedResult, AnnouncedWeek, PlayedGame, StoredFacts } from './results-store.ts';
import {
  announcedResults,
  announcedWeeksOf,
  playedGames,
  poolsToAnnounce,
  storeAnnounced,
  storedFacts,
  storeResult,
  weeksPlayedSince,
} from './results-store.ts';
import type { Recipient } from './store.ts';
import { sentFacts } from './store.ts';

/**
 * Sends the result of an announced week to members who asked for it, and a correction if what they received has changed. Each is sent once
 * and outside their quiet hours.
 */
export async function sendResults(deps: NoticeDeps, signal: AbortSignal): Promise<Outcome> {
  const { store, clock, notifier } = deps;
  const round = notifier.round(signal);
  await forEach(await announcedResults(store.db, clock.now() - CORRECTED_MS), async (week) => {
    if (signal.aborted) return;
    const entries = byOwner(await entriesOfPool(store.db, week.poolId));
    const result = new ResultRound(deps, round, week, entries);
    await result.sendFirst();
    await result.sendCorrections();
  });
  return { succeeded: !signal.aborted, problems: [] };
}

/** The messages about one week of a pool. */
class ResultRound {
  readonly #deps: NoticeDeps;
  readonly #round: Round;
  readonly #week: AnnouncedResult;
  /** By owner. */
  readonly #entries: ReadonlyMap<string, readonly PoolEntry[]>;
  readonly #key: string;
  #recap: Promise<RecapTexts | null> | undefined;
  #receipt: Promise<KeptReceipt | null> | undefined;

  constructor(
    deps: NoticeDeps,
    round: Round,
    week: AnnouncedResult,
    entries: ReadonlyMap<string, readonly PoolEntry[]>,
  ) {
    this.#deps = deps;
    this.#round = round;
    this.#week = week;
    this.#entries = entries;
    this.#key = `${week.poolId} ${week.weekId}`;
  }

  /** Sends the result to those who have not received it yet. */
  async sendFirst(): Promise<void> {
    await this.#send(await this.#recipients(this.#key), this.#key, false);
  }

  /** Sends corrections to those who received a different result, on the same channel. */
  async sendCorrections(): Promise<void> {
    const { store, notifier } = this.#deps;
    const key = `${this.#key} ${this.#week.announcedAt}`;
    for (const channel of notifier.channels) {
      const sent = await sentFacts(store.db, { kind: 'week-result', key: this.#key, channel: channel.name });
      const isWrong = ({ userId }: Pick<Recipient, 'userId'>) =>
        sent.has(userId) && sent.get(userId) !== this.#factsOf(userId).digest;
      if (![...sent.keys()].some((userId) => isWrong({ userId }))) continue;
      await this.#send((await this.#recipients(key)).filter(isWrong), key, true, channel);
    }
  }

  async #recipients(key: string): Promise<Recipient[]> {
    const { clock, notifier } = this.#deps;
    const recipients = await notifier.waiting(this.#week.poolId, { kind: 'week-result', key });
    return recipients.filter(({ zone }) => !isQuiet(clock.now(), zone ?? EASTERN_ZONE));
  }

  async #send(to: readonly Recipient[], key: string, isCorrection: boolean, only?: Channel): Promise<void> {
    const { store, clock, notifier, site } = this.#deps;
    const { poolId, poolName, weekId } = this.#week;
    if (to.length === 0) return;
    this.#recap ??= loadRecap(store.db, poolId, weekId, clock.now());
    const recap = await this.#recap;
    if (recap === null) return;
    this.#receipt ??= latestReceipt(store.db, poolId);
    const about = {
      kind: 'week-result',
      poolId,
      poolName,
      weekId,
      isCorrection,
      receipt: await this.#receipt,
    } as const;
    for (let at = 0; at < to.length; at += SLICE) {
      const channels = (await this.#round.ready()).filter((channel) => only === undefined || channel === only);
      if (channels.length === 0) return;
      const news = new Map<string, ResultNews | null>();
      for (const { userId } of to.slice(at, at + SLICE)) {
        const own = ownLines(recap, this.#entries.get(userId) ?? []);
        news.set(userId, own && { ...about, own, all: recap.all });
      }
      const facts = { key: this.#key, of: (userId: string) => this.#factsOf(userId) };
      await notifier.notify({ kind: 'week-result', key, site, to: news, facts }, channels);
    }
  }

  #factsOf(userId: string): StoredFacts {
    const entries = this.#entries.get(userId) ?? [];
    return storedFacts(
      this.#week.result,
      entries.map(({ id }) => id),
    );
  }
}

/** The results of one person's entries: in full for one entry, one line each for several. */
function ownLines({ ownOf }: RecapTexts, entries: readonly PoolEntry[]): readonly [string, ...string[]] | null {
  const lines = entries.flatMap(({ id, name }) => {
    const own = ownOf(id);
    return own === null ? [] : [{ name, own }];
  });
  const [first, ...others] = lines;
  if (first === undefined || others.length === 0) return first?.own ?? null;
  const line = ({ name, own }: (typeof lines)[number]) => `${name}: ${own[0]}`;
  return [line(first), ...others.map(line)];
}

/** The longest time between two checks, in ms. */
const LONGEST_PAUSE_MS = 30_000;

/** Every so many checks include all weeks that ended recently. */
const CHECKS_UNTIL_ALL = 20;

/** What may have changed since the last check: some weeks, all weeks of some pools, or all weeks that ended recently. */
interface Scope {
  readonly weekIds: Set<string>;
  readonly poolIds: Set<string>;
  isEverything: boolean;
}

export interface WeekResultsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly live: Pick<Live, 'changed' | 'onChange'>;
  /** Called with the first of consecutive failures. */
  readonly onError: (error: unknown) => void;
}

/** The current state of a week of a pool, and its stored result. */
interface ReadWeek {
  readonly weekId: string;
  /** JSON of `WeekResult`; null while it is not decided. */
  readonly result: string | null;
  readonly stored: AnnouncedWeek | undefined;
  readonly games: readonly PlayedGame[];
}

interface ReadPool {
  readonly weeks: readonly ReadWeek[];
  readonly decided: readonly string[];
  /** The last week with a Final game; null if there is none. */
  readonly lastPlayed: string | null;
  readonly leaders: readonly string[];
  readonly leaderHalves: Halves;
  /** The names of its entries and their owners, by entry id. */
  readonly names: ReadonlyMap<string, EntryNames>;
}

/**
 * Announces the results of decided weeks once they have stood for a while, and corrects announced results that have changed (decision 042).
 * Every node does so: each result is announced by the transaction that marks it as announced.
 */
export class WeekResults {
  readonly #deps: WeekResultsDeps;
  #scope: Scope = noScope();
  readonly #checks = new SharedRun(() => this.#checkNow());
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isFailing = false;
  #checksUntilAll = 0;
  readonly #broken = new Set<string>();

  constructor(deps: WeekResultsDeps) {
    this.#deps = deps;
    // Another process, such as the command line, may have changed anything.
    deps.live.onChange((change) => {
      if (change.kind === 'everything') this.scored([change], []);
    });
  }

  /** Called once the scores follow some changes; `weekIds` are the rescored weeks. */
  scored(changes: readonly Change[], weekIds: readonly string[]): void {
    for (const weekId of weekIds) this.#scope.weekIds.add(weekId);
    for (const change of changes) {
      if (change.kind === 'everything') this.#scope.isEverything = true;
      if (change.kind === 'pools') for (const poolId of change.poolIds) this.#scope.poolIds.add(poolId);
      if (change.kind === 'entries') this.#scope.poolIds.add(change.poolId);
    }
    if (this.#isStarted && !isEmpty(this.#scope)) void this.check();
  }

  /** Checks at intervals until `stop`, starting with the weeks that ended recently. */
  start(): void {
    this.#isStarted = true;
    this.#scope.isEverything = true;
    void this.check();
  }

  /** Checks what may have changed, and announces due results. Several calls before it begins share one check. */
  check(): Promise<void> {
    return this.#checks.run();
  }

  /** Resolves when nothing is in progress. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#checks.idle();
    clearTimeout(this.#timer);
  }

  async #checkNow(): Promise<void> {
    const { clock, onError } = this.#deps;
    const scope = this.#scope;
    this.#scope = noScope();
    // A node that stopped may have left some weeks unchecked.
    if (this.#checksUntilAll === 0) scope.isEverything = true;
    this.#checksUntilAll = (this.#checksUntilAll || CHECKS_UNTIL_ALL) - 1;
    try {
      await this.#storeChangedResults(scope);
      await this.#announceDue();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) onError(error);
      this.#isFailing = true;
      addTo(this.#scope, scope);
    }
    clearTimeout(this.#timer);
    if (!this.#isStarted) return;
    this.#timer = setTimeout(() => void this.check(), LONGEST_PAUSE_MS / (clock.speed ?? 1));
    this.#timer.unref();
  }

  /** Stores changed results, and fixes what shares are of. */
  async #storeChangedResults({ weekIds, poolIds, isEverything }: Scope): Promise<void> {
    const { store, clock } = this.#deps;
    const { db } = store;
    const wanted = new Map<string, Set<string> | null>([...poolIds].map((id) => [id, null]));
    const weeks = isEverything ? await weeksPlayedSince(db, clock.now() - CORRECTED_MS) : [];
    for (const weekId of new Set([...weeks, ...weekIds]))
      for (const poolId of await poolIdsOfWeek(db, weekId)) {
        if (wanted.get(poolId) === null) continue;
        wanted.set(poolId, (wanted.get(poolId) ?? new Set()).add(weekId));
      }
    await this.#eachPool(wanted.keys(), async (poolId) => {
      const some = wanted.get(poolId) ?? null;
      const now = clock.now();
      // A week that is called off has no result, but ends.
      if (hasChanged(await readPool(db, poolId, some, now)) || (await hasSharesToFix(db, poolId, now)))
        await transact(store, (tx) => this.#storeChanged(tx, poolId, some));
    });
  }

  /** Runs for each pool. A failed pool is retried at the next check and does not stop the others. @throws on a database fault */
  async #eachPool(poolIds: Iterable<string>, act: (poolId: string) => Promise<void>): Promise<void> {
    for (const poolId of poolIds) {
      await yieldToRequests();
      try {
        await act(poolId);
        this.#broken.delete(poolId);
      } catch (error) {
        if (faultOf(error) !== null) throw error;
        this.#scope.poolIds.add(poolId);
        if (!this.#broken.has(poolId)) this.#deps.onError(error);
        this.#broken.add(poolId);
      }
    }
  }

  async #storeChanged(tx: Db, poolId: string, weekIds: ReadonlySet<string> | null): Promise<void> {
    const { store, clock } = this.#deps;
    const pool = await holdPool(tx, store, poolId);
    if (pool === null) return;
    const now = await timeInTransaction(tx, store.engine, clock.now);
    const read = await readPool(tx, poolId, weekIds, now);
    await storeChanges(tx, poolId, read, now);
    await fixShares(tx, pool, now);
  }

  async #announceDue(): Promise<void> {
    const { store, live } = this.#deps;
    await this.#eachPool(await poolsToAnnounce(store.db), async (poolId) => {
      if (!(await this.#isDue(poolId))) return;
      if (!(await transact(store, (tx) => this.#announce(tx, poolId)))) return;
      live.changed({ kind: 'talk', poolId });
      live.changed({ kind: 'pools', poolIds: [poolId] });
    });
  }

  /** Checks without a lock: most pools wait for minutes. */
  async #isDue(poolId: string): Promise<boolean> {
    const { db } = this.#deps.store;
    const now = this.#deps.clock.now();
    const pending = [...(await announcedWeeksOf(db, poolId)).values()].filter(isPending);
    if (pending.some(({ since }) => now < since + SETTLE_MS)) return false;
    for (const stored of pending) {
      const games = await playedGames(db, poolId, [stored.weekId]);
      if (await isSettled(db, poolId, { weekId: stored.weekId, stored, games }, now)) return true;
    }
    return false;
  }

  /** Announces the due results of one pool. @returns whether there were any */
  async #announce(tx: Db, poolId: string): Promise<boolean> {
    const { store, clock } = this.#deps;
    const pool = await holdPool(tx, store, poolId);
    if (pool === null) return false;
    const now = await timeInTransaction(tx, store.engine, clock.now);
    const pending = [...(await announcedWeeksOf(tx, poolId)).values()].filter(isPending);
    const read = await readPool(tx, poolId, new Set(pending.map(({ weekId }) => weekId)), now);
    if (hasChanged(read) || read.weeks.length < pending.length) {
      await storeChanges(tx, poolId, read, now);
      return false;
    }
    if (pending.some(({ since }) => now < since + SETTLE_MS)) return false;
    const due: ReadWeek[] = [];
    for (const week of read.weeks) if (await isSettled(tx, poolId, week, now)) due.push(week);
    await this.#announceWeeks(tx, pool, read, due, now);
    return due.length > 0;
  }

  async #announceWeeks(tx: Db, pool: HeldPool, read: ReadPool, due: readonly ReadWeek[], now: number): Promise<void> {
    const { leaderHalves, names } = read;
    const byName = (ids: readonly string[]) => [...names.keys()].filter((id) => ids.includes(id));
    const before = await announcedLeaders(tx, pool.id, read, due);
    // While a later week is being played, the leaders are not settled.
    const leaders = read.lastPlayed === due.at(-1)?.weekId ? read.leaders : before;
    const newLeaders = byName(leadersToAnnounce(before, leaders ?? []));
    const news = due.filter(({ stored, games }) => stored !== undefined && isNews(stored, games, now));
    for (const { weekId, result: json, stored } of due) {
      if (json === null || stored === undefined) continue;
      await storeAnnounced(tx, pool.id, stored, leaders, now);
      const result = JSON.parse(json) as WeekResult;
      const isLast = weekId === news.at(-1)?.weekId;
      const led = isLast ? newLeaders : [];
      const isCorrection = stored.announced !== null;
      if (!news.some((week) => week.weekId === weekId)) continue;
      const isNewHeadline = !isSameHeadline(stored.announced, result);
      if (!isNewHeadline && led.length === 0) continue;
      const about = {
        weekId,
        result: { ...result, winners: byName(result.winners) },
        headline: headlineOf(result),
        leaders: led,
        leaderHalves,
        isFirst: before?.length === 0,
        since: stored.since,
        firstAt: stored.firstAt ?? now,
        announcedAt: now,
        isCorrection,
        isNewHeadline,
      };
      for (const send of poolChannels) await send(tx, pool, about, names, this.#deps.clock);
    }
    if (due.length > 0) await notePrizes(tx, pool, await unsettledWeeks(tx, pool.id), now);
  }
}

function noScope(): Scope {
  return { weekIds: new Set(), poolIds: new Set(), isEverything: false };
}

function addTo(scope: Scope, more: Scope): void {
  for (const weekId of more.weekIds) scope.weekIds.add(weekId);
  for (const poolId of more.poolIds) scope.poolIds.add(poolId);
  scope.isEverything ||= more.isEverything;
}

function isEmpty({ weekIds, poolIds, isEverything }: Scope): boolean {
  return weekIds.size === 0 && poolIds.size === 0 && !isEverything;
}

function isPending({ result, announced }: AnnouncedWeek): boolean {
  return result !== null && result !== announced;
}

/** Whether a week is recent enough to announce: counted from its games, or for a correction from the first announcement. */
function isNews({ firstAt }: AnnouncedWeek, games: readonly PlayedGame[], now: number): boolean {
  const since = firstAt ?? Math.max(...games.map(({ kickoff }) => kickoff));
  return now < since + CORRECTED_MS;
}

function isSameHeadline(announced: string | null, result: WeekResult): boolean {
  return announced !== null && headlineOf(JSON.parse(announced) as WeekResult) === headlineOf(result);
}

async function isSettled(
  db: Db,
  poolId: string,
  { weekId, stored, games }: Pick<ReadWeek, 'weekId' | 'stored' | 'games'>,
  now: number,
): Promise<boolean> {
  if (stored === undefined) return false;
  return now >= decidedAt(games, stored.since, await nextWeekLock(db, poolId, weekId)) + SETTLE_MS;
}

/** The weeks of a pool with results that are not announced yet. */
async function unsettledWeeks(db: Db, poolId: string): Promise<ReadonlySet<string>> {
  const stored = [...(await announcedWeeksOf(db, poolId)).values()];
  return new Set(stored.filter(isPending).map(({ weekId }) => weekId));
}

/** The leaders of a pool at its last announcement: none before its first week, null if unknown. */
async function announcedLeaders(
  db: Db,
  poolId: string,
  { decided }: ReadPool,
  due: readonly ReadWeek[],
): Promise<readonly string[] | null> {
  const known = [...(await announcedWeeksOf(db, poolId)).values()].filter(({ leaders }) => leaders !== null);
  const [latest] = known.toSorted((a, b) => (b.announcedAt ?? 0) - (a.announcedAt ?? 0) || b.since - a.since);
  const isFirst = decided.every((weekId) => due.some((week) => week.weekId === weekId));
  return latest?.leaders ?? (isFirst ? [] : null);
}

function hasChanged({ weeks }: ReadPool): boolean {
  return weeks.some(({ result, stored }) => result !== (stored?.result ?? null));
}

async function storeChanges(tx: Db, poolId: string, { weeks }: ReadPool, now: number): Promise<void> {
  for (const { weekId, result, stored, games } of weeks) {
    if (result === (stored?.result ?? null)) continue;
    // A result that is new here has stood since its games last changed.
    const since = stored === undefined ? Math.min(now, Math.max(...games.map(({ updatedAt }) => updatedAt))) : now;
    await storeResult(tx, poolId, weekId, { result, since });
  }
}

/**
 * Reads the results of weeks of a pool, without weeks that are marked for rescoring, and without those that ended long ago and were never
 * announced. @param weekIds null for all
 */
async function readPool(db: Db, poolId: string, weekIds: ReadonlySet<string> | null, now: number): Promise<ReadPool> {
  const none: ReadPool = { weeks: [], decided: [], lastPlayed: null, leaders: [], leaderHalves: 0, names: new Map() };
  if ((await findPool(db, poolId)) === null) return none;
  const stored = await announcedWeeksOf(db, poolId);
  const own = await poolWeeks(db, poolId);
  const known = new Set([...stored.keys(), ...(await weeksWithPrizes(db, poolId))]);
  const asked = [...new Set([...own, ...stored.keys()])].filter((id) => weekIds?.has(id) ?? true);
  const stale = await staleWeeksOf(db, poolId);
  const games = Map.groupBy(await playedGames(db, poolId, asked), ({ weekId }) => weekId);
  const read = asked.flatMap((weekId) => {
    const week = { weekId, stored: stored.get(weekId), games: games.get(weekId) ?? [] };
    const isRecent = week.games.some(({ kickoff }) => kickoff > now - CORRECTED_MS);
    if (stale.has(weekId) || !(known.has(weekId) || isRecent)) return [];
    return [{ ...week, isDecided: own.includes(weekId) && isWeekFinished(week.games) }];
  });
  if (!read.some(({ isDecided }) => isDecided))
    return { ...none, weeks: read.map((week) => ({ ...week, result: null })) };
  const { state } = await loadStandings(db, poolId, now);
  const users = distinctNames(await membersOfPool(db, poolId));
  const resultOf = (weekId: string) => {
    const result = weekResult(weekId, state);
    return result && JSON.stringify(result);
  };
  return {
    weeks: read.map((week) => ({ ...week, result: week.isDecided ? resultOf(week.weekId) : null })),
    decided: state.finishedWeeks,
    lastPlayed: state.weeks.findLast((_, at) => state.rows.some(({ halves }) => (halves[at] ?? null) !== null)) ?? null,
    leaders: leaderIds(state),
    leaderHalves: state.rows.find(({ rank }) => rank === 1)?.totalHalves ?? 0,
    names: new Map(state.rows.map(({ id, ownerId, name }) => [id, { entry: name, user: users.get(ownerId) ?? name }])),
  };
}
