import { createHash } from 'node:crypto';
import { byOwner } from '#core/entries.ts';
import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import { isQuiet } from '#core/notify/quiet.ts';
import { CORRECTED_MS, factsOf } from '#core/week-result.ts';
import { forEach } from '../for-each.ts';
import type { Outcome } from '../jobs/jobs.ts';
import type { RecapTold } from '../live/recap.ts';
import { loadRecap } from '../live/recap.ts';
import type { AnnouncedResult } from '../store/announced-weeks.ts';
import { announcedResults, factsStand } from '../store/announced-weeks.ts';
import type { PoolEntry } from '../store/entry-reads.ts';
import { entriesOfPool } from '../store/entry-reads.ts';
import type { Wishing } from '../store/notice-plan.ts';
import { factsTold } from '../store/notifications.ts';
import type { Channel } from './channels/channel.ts';
import type { ResultNews } from './news.ts';
import type { Round } from './notifier.ts';
import { SLICE } from './notifier.ts';
import type { NoticeDeps } from './reminders.ts';

/**
 * Sends members who asked for it how they did in a week that is announced, and a correction if what they were told has become different:
 * each once, and outside their quiet hours.
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
  #recap: Promise<RecapTold | null> | undefined;

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

  /** To those who have heard nothing of the week yet. */
  async sendFirst(): Promise<void> {
    await this.#send(await this.#awake(this.#key), this.#key, false);
  }

  /** To those who were told something else, by the same channel. */
  async sendCorrections(): Promise<void> {
    const { store, notifier } = this.#deps;
    const key = `${this.#key} ${this.#week.announcedAt}`;
    for (const channel of notifier.channels) {
      const told = await factsTold(store.db, { kind: 'week-result', key: this.#key, channel: channel.name });
      const isWrong = ({ userId }: Wishing) => told.has(userId) && told.get(userId) !== this.#factsOf(userId);
      if (![...told].some(([userId, facts]) => facts !== this.#factsOf(userId))) continue;
      await this.#send((await this.#awake(key)).filter(isWrong), key, true, channel);
    }
  }

  async #awake(key: string): Promise<Wishing[]> {
    const { clock, notifier } = this.#deps;
    const wishing = await notifier.waiting(this.#week.poolId, { kind: 'week-result', key });
    return wishing.filter(({ zone }) => !isQuiet(clock.now(), zone ?? EASTERN_ZONE));
  }

  async #send(to: readonly Wishing[], key: string, isCorrection: boolean, only?: Channel): Promise<void> {
    const { store, clock, notifier, site } = this.#deps;
    const { poolId, poolName, weekId } = this.#week;
    if (to.length === 0) return;
    this.#recap ??= loadRecap(store.db, poolId, weekId, clock.now());
    const recap = await this.#recap;
    if (recap === null) return;
    for (let at = 0; at < to.length; at += SLICE) {
      const channels = (await this.#round.ready()).filter((channel) => only === undefined || channel === only);
      if (channels.length === 0) return;
      const news = new Map<string, ResultNews | null>();
      for (const { userId } of to.slice(at, at + SLICE)) {
        const own = ownLines(recap, this.#entries.get(userId) ?? []);
        news.set(userId, own && { kind: 'week-result', poolId, poolName, weekId, isCorrection, own, all: recap.all });
      }
      const stands = (userId: string) =>
        factsStand(store.db, poolId, weekId, this.#entriesOf(userId), this.#factsText(userId));
      const facts = { key: this.#key, of: (userId: string) => this.#factsOf(userId) };
      await notifier.tell({ kind: 'week-result', key, site, to: news, facts, stands }, channels);
    }
  }

  /** Short, because it is kept for each reader. */
  #factsOf(userId: string): string {
    return createHash('sha256').update(this.#factsText(userId)).digest('base64url');
  }

  #factsText(userId: string): string {
    return factsOf(this.#week.result, this.#entriesOf(userId));
  }

  #entriesOf(userId: string): string[] {
    return (this.#entries.get(userId) ?? []).map(({ id }) => id);
  }
}

/** How the entries of one person did: in full for one, in a line each for several. */
function ownLines({ ownOf }: RecapTold, entries: readonly PoolEntry[]): readonly [string, ...string[]] | null {
  const told = entries.flatMap(({ id, name }) => {
    const own = ownOf(id);
    return own === null ? [] : [{ name, own }];
  });
  const [first, ...others] = told;
  if (first === undefined || others.length === 0) return first?.own ?? null;
  const line = ({ name, own }: (typeof told)[number]) => `${name}: ${own[0]}`;
  return [line(first), ...others.map(line)];
}
