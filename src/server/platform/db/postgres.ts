import { createHash, randomBytes } from 'node:crypto';
import type { Dialect } from 'kysely';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { MINUTE_MS } from '#core/time.ts';
import { isLoopbackName } from '#server/platform/local-names.ts';
import { APPLICATION } from './form.ts';

/** Statements beyond this number stay unnamed, so that a connection never caches an unbounded number of plans. */
const NAMED_STATEMENTS = 500;
/** PostgreSQL's code for "cached plan must not change result type". */
const FEATURE_NOT_SUPPORTED = '0A000';
const POOL_SIZE = 10;
/** Connection timeout, in ms; after that the database counts as unreachable. */
const CONNECT_MS = 10_000;
/** A transaction that is idle for this long, in ms, is ended, because others wait for its locks. */
const STALLED_MS = MINUTE_MS;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= NAMED_STATEMENTS) return known;
  const name = createHash('sha1').update(text).digest('hex').slice(0, 20);
  names.set(text, name);
  return name;
}

/** A plan made before a table changed keeps failing on its connection, so the statement gets another name and a new plan. */
function renameOutdated(text: string, error: pg.DatabaseError): void {
  if (error.code === FEATURE_NOT_SUPPORTED && names.has(text)) names.set(text, randomBytes(10).toString('hex'));
}

/**
 * Names every statement with parameters, so that PostgreSQL plans it once per connection. A lost connection also fails the statement in
 * progress; its error event is ignored, because without a listener it would end the process.
 */
class NamingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
    const plain = this.query.bind(this) as (...parts: unknown[]) => unknown;
    const naming = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
        return plain(text, values, ...rest);
      const answer = plain({ text, values, name: nameOf(text) }, ...rest);
      if (answer instanceof Promise) answer.catch((error: pg.DatabaseError) => renameOutdated(text, error));
      return answer;
    };
    this.query = naming as typeof this.query;
  }
}

/**
 * A URL with TLS and a verified certificate, unless the database is on this machine or the URL sets its own mode (such as
 * `?sslmode=disable` on a private network).
 */
export function withTls(address: string): string {
  const url = URL.parse(address);
  if (!url) return address; // The driver reports the problem.
  // Like the driver, take the host from the environment if the URL has none.
  const host = url.searchParams.get('host') || decodeURIComponent(url.hostname) || (process.env.PGHOST ?? '');
  const isLocal = host === '' || host.startsWith('/') || isLoopbackName(host);
  if (isLocal || url.searchParams.get('sslmode') || url.searchParams.get('ssl')) return address;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/** The URL for the driver, by which connections have their name. */
export function driverUrl(address: string): string {
  const url = URL.parse(withTls(address));
  url?.searchParams.set('application_name', APPLICATION);
  return url?.href ?? address;
}

export function openPostgres(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: driverUrl(url),
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: STALLED_MS,
    // Statements are sent at once, in order: `transactAhead` sends some before the one before is answered.
    pipeline: true,
    Client: NamingClient,
  });
  pool.on('error', () => {}); // The pool replaces a broken idle connection; users of a connection get their own error.
  return pool;
}

export function postgresDialect(pool: pg.Pool): Dialect {
  return new PostgresDialect({ pool });
}
