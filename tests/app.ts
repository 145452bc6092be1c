/** The real server on its own database, called without a socket, with a clock that tests set. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { OwnEntry } from '#contract/entries.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteName } from '#contract/index.ts';
import { createApp } from '#server/app.ts';
import type { Deps, DepsOptions } from '#server/deps.ts';
import { closeDeps, createDeps, prepareStore } from '#server/deps.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Engine, Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import type { LiveTimes } from '#server/platform/live/route.ts';
import { HOUR, SUNDAY_1PM } from './core-samples.ts';
import { nameEntries } from './entry-ids.ts';
import type { Chosen, Entered, Picked, Picker } from './pick.ts';
import { enter, ownEntry, pick } from './pick.ts';
import { createTestDatabase } from './postgres.ts';
import { quickHasher } from './quick-hasher.ts';

export const PUBLIC_URL = 'https://pool.example.org';

/** The league of most tests. */
export const leagueSettings: Settings = {
  kind: 'league',
  host: '127.0.0.1',
  port: 4280,
  database: '',
  publicUrl: new URL(PUBLIC_URL),
  trustProxy: [],
  signUp: 'open',
  secondFactor: 'optional',
  pools: 'admins',
  faces: true,
  mail: null,
  providers: {},
  feed: null,
  lines: null,
  backups: null,
  dumpFolder: '',
  dumps: null,
  logLevel: 'silent',
  hsts: 'host',
  metricsToken: null,
};

/** Settings of a league that trusts the forwarded address of its callers. */
export const behindProxy = { trustProxy: ['127.0.0.1'] };

/** Settings of a league that sends mail, with a test transport. */
export const withMail = { mail: { smtpUrl: 'smtp://localhost', from: 'pool@example.org' } };

export class TestClock implements Clock {
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  set(now: number): void {
    this.#now = now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** The input of a test call. */
export type Input<K extends RouteName> = {
  /** The caller, by session cookie; signed out by default. */
  readonly as?: { readonly cookie: string } | undefined;
  readonly headers?: Readonly<Record<string, string>>;
} & (ParamsOf<K> extends undefined ? object : { readonly params: ParamsOf<K> }) &
  (QueryOf<K> extends undefined ? object : { readonly query?: QueryOf<K> }) &
  (BodyOf<K> extends undefined ? object : { readonly body: BodyOf<K> });

export interface Reply<K extends RouteName> {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
  /** The code of a failed call; null on success. */
  readonly code: ErrorCode | null;
  /** @throws if the call failed */
  ok(): ReplyOf<K>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly store: Store;
  readonly clock: TestClock;
  /** Makes a call as the web app does, and waits for its background work. */
  call<K extends RouteName>(name: K, input: Input<K>): Promise<Reply<K>>;
  /** Picks for the caller's first entry in a pool, or for an entry; see pick.ts. */
  pick(
    as: Picker | undefined,
    where: string | { readonly entryId: string },
    ...choices: readonly Chosen[]
  ): Promise<Picked>;
  /** Enters picks for an entry, as a commissioner or an admin. */
  enter(
    as: Pick<Picker, 'cookie'> | undefined,
    entryId: string,
    chosen: Chosen | readonly Chosen[],
    reason?: string,
  ): Promise<Entered>;
  /** Everything that the caller's first entry in a pool has. */
  own(as: Picker, poolId: string): Promise<OwnEntry>;
  close(): Promise<void>;
}

export interface TestDatabase {
  /** A file, or a `postgres://` URL. */
  readonly location: string;
  drop(): Promise<void>;
}

/** An empty database: a new file name, or a database on the test run's PostgreSQL. */
export async function newDatabase(engine: Engine, template?: string): Promise<TestDatabase> {
  if (engine === 'postgres') {
    const { url, drop } = await createTestDatabase(template);
    return { location: url, drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'pickem-test-'));
  return { location: join(folder, 'league.db'), drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

let sqliteImage: Promise<Buffer> | undefined;

/** A database with the current tables and no rows; see entry-ids.ts. */
export async function newTables(engine: Engine): Promise<TestDatabase> {
  if (engine === 'postgres') return newDatabase(engine, process.env.TEST_DATABASE_TEMPLATE);
  sqliteImage ??= makeSqliteImage();
  const database = await newDatabase(engine);
  writeFileSync(database.location, await sqliteImage);
  return database;
}

async function makeSqliteImage(): Promise<Buffer> {
  const { location, drop } = await newDatabase('sqlite');
  const store = connect(location);
  await migrate(store);
  await nameEntries(store);
  await store.close();
  const image = readFileSync(location);
  await drop();
  return image;
}

/** Tests call faster than users; all other limits are the real ones. */
const testRates = { ...personRates, calls: { burst: Number.POSITIVE_INFINITY, everyMs: 1 } };

/** Default overrides for tests. */
const testDeps = (): DepsOptions => ({ personLimits: createPersonLimits(testRates), hasher: quickHasher });

/** Stops PostgreSQL's own clock, so that a league uses only the clock of its test. */
export async function stopDatabaseClock({ engine, db }: Store): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`create or replace function league_now() returns bigint language sql as 'select 0::bigint'`.execute(db);
}

export interface TestAppOptions extends DepsOptions {
  readonly settings?: Partial<Settings>;
  readonly clock?: TestClock;
  /** The clock of a node of a league, instead of `clock`. */
  readonly openClock?: (store: Store) => Promise<Clock>;
  /** An existing database, which outlives this app. */
  readonly location?: string;
  /** Opens the database in place of `connect`. */
  readonly connect?: (location: string) => Store;
  readonly webRoot?: string | null;
  readonly liveTimes?: LiveTimes;
}

/** A league that opens an hour before the Sunday games. */
export async function createTestApp(engine: Engine, options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.location === undefined ? await newTables(engine) : null;
  const location = options.location ?? database?.location ?? '';
  const settings: Settings = { ...leagueSettings, database: location, ...options.settings };
  const clock = options.clock ?? new TestClock(SUNDAY_1PM - HOUR);
  const store = (options.connect ?? connect)(location);
  await prepareStore(store, settings);
  if (!options.openClock) await stopDatabaseClock(store);
  const ruling = (await options.openClock?.(store)) ?? clock;
  const deps = await createDeps(settings, store, ruling, { ...testDeps(), ...options });
  const app = await createApp(deps, options.webRoot ?? null, options.liveTimes);
  await app.ready();
  const calling: Pick<TestApp, 'call' | 'store'> = {
    store,
    call: async (name, input) => {
      const reply = await call(app, name, input);
      await deps.afterCommit.idle();
      return reply;
    },
  };
  return {
    app,
    deps,
    clock,
    ...calling,
    pick: (...input) => pick(calling, ...input),
    enter: (...input) => enter(calling, ...input),
    own: (...input) => ownEntry(calling, ...input),
    close: async () => {
      await app.close();
      await closeDeps(deps);
      await database?.drop();
    },
  };
}

interface LooseInput {
  readonly as?: { readonly cookie: string } | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function call<K extends RouteName>(app: FastifyInstance, name: K, input: Input<K>): Promise<Reply<K>> {
  const { as, headers, params, query = {}, body } = input as LooseInput;
  const [method = '', path = ''] = name.split(' ');
  const url = path.replace(/:(\w+)/g, (_, param) => encodeURIComponent(params?.[param] ?? ''));
  const response = await app.inject({
    method: method as 'GET',
    url,
    query,
    headers: { 'sec-fetch-site': 'same-origin', ...(as ? { cookie: as.cookie } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const { statusCode: status, payload: text } = response;
  const failed = status >= 400 ? (JSON.parse(text) as { error: { code: ErrorCode } }) : null;
  return {
    status,
    headers: response.headers,
    text,
    code: failed?.error.code ?? null,
    ok() {
      if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
      return JSON.parse(text) as ReplyOf<K>;
    },
  };
}
