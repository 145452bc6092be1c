import type { SecondLinesReply } from '#contract/feed.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { LinesSettings } from '#server/platform/env/settings.ts';
import type { Job, Outcome } from '#server/platform/jobs/jobs.ts';
import { nextRunAt } from '#server/platform/jobs/jobs.ts';
import type { JobState } from '#server/platform/jobs/store.ts';
import type { Pages } from '#server/platform/outside.ts';
import type { FeedProblem } from '../problems.ts';
import { nflverseClient } from './nflverse.ts';
import { oddsApiClient } from './odds-api.ts';
import type { LinesClient } from './source.ts';
import { findLines } from './source.ts';
import type { OpenGame } from './store.ts';
import { gamesWithoutLine, storeLines } from './store.ts';

/** Games further ahead are not asked about, as ESPN's weeks. */
const COMING = 8 * DAY_MS;
/** The calls of a month are limited. */
const PERIOD = 6 * HOUR_MS;
/** While a line closes within a day. */
const LAST_PERIOD = HOUR_MS;
const LAST_DAY = DAY_MS;

interface SecondLinesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly afterCommit: Pick<Deps['afterCommit'], 'changed'>;
}

/** Asks a second source for the lines of games that have none (decision 069). */
export class SecondLines {
  readonly #client: LinesClient;
  readonly #deps: SecondLinesDeps;

  constructor(client: LinesClient, deps: SecondLinesDeps) {
    this.#client = client;
    this.#deps = deps;
  }

  /** One job while a game needs a line; none else. */
  async jobs(): Promise<Job[]> {
    const open = await this.#openGames();
    if (open.length === 0) return [];
    return [{ name: this.#jobName, period: this.#periodOf(open), run: (signal) => this.#run(signal) }];
  }

  /** @param states the past runs of all jobs */
  async health(states: readonly JobState[]): Promise<SecondLinesReply> {
    const { source, host } = this.#client;
    const state = states.find(({ job }) => job === this.#jobName) ?? null;
    const [job] = await this.jobs();
    return {
      source,
      host,
      lastRunAt: state?.ranAt ?? null,
      lastSuccessAt: state?.succeededAt ?? null,
      failures: state?.failures ?? 0,
      nextRunAt: job ? nextRunAt(job.period, state, this.#deps.clock.now()) : null,
      problems: state ? (JSON.parse(state.problems) as FeedProblem[]) : [],
    };
  }

  get #jobName(): string {
    return `lines ${this.#client.source}`;
  }

  #openGames(): Promise<OpenGame[]> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    return gamesWithoutLine(store.db, now, now + COMING);
  }

  #periodOf(open: readonly OpenGame[]): number {
    const first = Math.min(...open.map(({ closesAt }) => closesAt));
    return first - this.#deps.clock.now() <= LAST_DAY ? LAST_PERIOD : PERIOD;
  }

  async #run(signal: AbortSignal): Promise<Outcome> {
    const { store, clock, afterCommit } = this.#deps;
    const { lines, problems } = await this.#client.ask(signal);
    if (lines === null || signal.aborted) return { succeeded: false, problems };
    const wanted = (await this.#openGames()).map(({ game }) => game);
    const matched = findLines(wanted, lines);
    const { weekIds } = await storeLines(store, matched.found, this.#client.source, clock.now);
    if (weekIds.length > 0) afterCommit.changed({ kind: 'games', weekIds });
    return { succeeded: true, problems: [...problems, ...matched.problems] };
  }
}

/** The second source of the settings; null if there is none. */
export function secondLinesOf(
  settings: LinesSettings | null,
  deps: SecondLinesDeps & { readonly pages: Pages },
): SecondLines | null {
  if (settings === null) return null;
  const client = settings.source === 'odds-api' ? oddsApiClient(settings) : nflverseClient(settings.url, deps.pages);
  return new SecondLines(client, deps);
}
