import { fullerRecord, isComplete } from '#core/record-choice.ts';
import type { RecordSource } from '#core/team-record.ts';
import { hasPlayed, isPreseason, recordSources, seasonAt, teamRecord } from '#core/team-record.ts';
import { teamAbbrs } from '#core/teams.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Game, TeamRecord } from '#core/types.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { EspnClient } from './espn/client.ts';
import { recordsPath, SHORT_RETRY, teamPath } from './espn/client.ts';
import type { Records } from './espn/scoreboard.ts';
import { parseRecords, parseTeam } from './espn/scoreboard.ts';
import { sampleRecord } from './sample-records.ts';
import { gamesOfSeason, readRecords, writeRecords } from './store.ts';

/** The records of the two teams of a game. */
export interface GameRecords {
  /** Null for the sample. */
  readonly season: number | null;
  /** Whether neither team has played yet. */
  readonly preseason: boolean;
  readonly isSample: boolean;
  readonly home: TeamRecord;
  readonly away: TeamRecord;
}

export interface TeamRecordsDeps {
  readonly store: Store;
  /** ms */
  readonly now: () => number;
  /** Null if the feed is off. */
  readonly client: EspnClient | null;
  readonly isDemo: boolean;
}

type Teams = Pick<Game, 'home' | 'away'>;
type Pair = Readonly<Record<'home' | 'away', TeamRecord>>;

/** Pause after a failed fetch, in ms. */
const REST_MS = MINUTE_MS;
/** How long the records of all teams are kept, in ms: everybody who opens the Picks screen asks for them. */
const KEPT_MS = MINUTE_MS;

/**
 * Team records for the dialog of the Picks screen. Records from the feed are stored in the database and served from there; only if none are
 * stored is ESPN asked during the request, in the order of section 7.
 */
export class TeamRecords {
  readonly #deps: TeamRecordsDeps;
  #asking: Promise<void> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  #all: { readonly readAt: number; readonly records: Promise<Readonly<Record<string, string>>> } | null = null;

  constructor(deps: TeamRecordsDeps) {
    this.#deps = deps;
  }

  /** @returns null if real numbers are not available */
  async of(teams: Teams): Promise<GameRecords | null> {
    const season = seasonAt(this.#deps.now());
    const known = await this.#known(season, teams);
    if (known) return known;
    await this.#ask(teams);
    return (await this.#known(season, teams)) ?? (await this.#last(season - 1, teams)) ?? this.#sample(teams);
  }

  /**
   * The records of this season's teams that have played, as texts by abbreviation. Never asks ESPN and never has last season's: a card shows
   * no season beside them. Kept for a minute.
   */
  async all(): Promise<Readonly<Record<string, string>>> {
    const now = this.#deps.now();
    const kept = this.#all;
    if (kept && Math.abs(now - kept.readAt) < KEPT_MS) return kept.records;
    const records = this.#texts(seasonAt(now));
    this.#all = { readAt: now, records };
    records.catch(() => {
      this.#all = null;
    });
    return records;
  }

  async #texts(season: number): Promise<Readonly<Record<string, string>>> {
    const recordOf = await this.#records(season);
    return Object.fromEntries(
      teamAbbrs.flatMap((abbr) => {
        const record = recordOf(abbr);
        return record && hasPlayed(record) ? [[abbr, record.overallRecord]] : [];
      }),
    );
  }

  async #known(season: number, teams: Teams): Promise<GameRecords | null> {
    const pair = pairOf(teams, await this.#records(season));
    return pair && { season, preseason: isPreseason(pair.home, pair.away), isSample: false, ...pair };
  }

  /** The stored records, or those computed from our finals if all games are loaded and the feed has no newer ones. */
  async #records(season: number): Promise<(abbr: string) => TeamRecord | undefined> {
    const { store, now } = this.#deps;
    const kept = await readRecords(store.db, season);
    const games = await gamesOfSeason(store.db, season);
    return (abbr) => {
      const ofFeed = kept.get(abbr);
      if (!isComplete(abbr, games, now())) return ofFeed;
      const own = teamRecord(abbr, games);
      return ofFeed ? fullerRecord(ofFeed, own) : own;
    };
  }

  async #last(season: number, teams: Teams): Promise<GameRecords | null> {
    const kept = await readRecords(this.#deps.store.db, season);
    const pair = pairOf(teams, (abbr) => kept.get(abbr));
    return pair && { season, preseason: false, isSample: false, ...pair };
  }

  #sample(teams: Teams): GameRecords | null {
    const pair = this.#deps.isDemo ? pairOf(teams, sampleRecord) : null;
    return pair && { season: null, preseason: false, isSample: true, ...pair };
  }

  /** Concurrent callers share one request. */
  async #ask(teams: Teams): Promise<void> {
    const { client, now } = this.#deps;
    if (!client) return;
    if (!this.#asking) {
      if (now() - this.#askedAt < REST_MS) return;
      this.#askedAt = now();
      this.#asking = this.#goThrough(client, teams).finally(() => {
        this.#asking = null;
      });
    }
    await this.#asking;
  }

  async #goThrough(client: EspnClient, teams: Teams): Promise<void> {
    const { store, now } = this.#deps;
    for (const source of recordSources(now(), false)) {
      const records = source.season === null ? null : await ask(client, source, source.season, teams);
      if (!records || source.season === null) continue;
      await writeRecords(store.db, store.engine, source.season, records, now());
      if (records.has(teams.home) && records.has(teams.away)) return;
    }
  }
}

async function ask(
  client: EspnClient,
  { kind }: RecordSource,
  season: number,
  { home, away }: Teams,
): Promise<Records | null> {
  if (kind === 'team') {
    const found = await Promise.all(
      [home, away].map(async (abbr) => [abbr, await askTeam(client, abbr, season)] as const),
    );
    return new Map(found.flatMap(([abbr, record]) => (record ? [[abbr, record] as const] : [])));
  }
  const answer = await client.get(recordsPath(season), SHORT_RETRY);
  return answer.ok ? parseRecords(answer.body, season).value : null;
}

async function askTeam(client: EspnClient, abbr: string, season: number): Promise<TeamRecord | null> {
  const answer = await client.get(teamPath(abbr), SHORT_RETRY);
  return answer.ok ? parseTeam(answer.body, abbr, season).value : null;
}

function pairOf({ home, away }: Teams, recordOf: (abbr: string) => TeamRecord | undefined): Pair | null {
  const pair = { home: recordOf(home), away: recordOf(away) };
  return pair.home && pair.away ? { home: pair.home, away: pair.away } : null;
}
