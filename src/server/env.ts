import { isIP } from 'node:net';
import type { MailSettings, ProviderTable } from './env-accounts.ts';
import { readMail, readProviders } from './env-accounts.ts';
import type { BackupSettings } from './env-backups.ts';
import { readBackups } from './env-backups.ts';
import { readFeed, readFeedUrl } from './env-feed.ts';
import { isLoopbackName } from './loopback.ts';
import { DATA_FOLDER, isPostgresUrl } from './store/engine/connect.ts';
import type { Kind } from './store/engine/meta.ts';

export const DEFAULT_PORT = 4280;
const LEAGUE_FILE = `${DATA_FOLDER}/league.db`;
const DEMO_FILE = `${DATA_FOLDER}/demo.db`;

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Everything that the environment decides, read once. */
export interface Settings {
  readonly kind: Kind;
  readonly host: string;
  readonly port: number;
  /** A file, or the address of a PostgreSQL database. */
  readonly database: string;
  /** The address that people use: links, the origin check and Secure cookies follow from it. */
  readonly publicUrl: URL;
  /** Addresses whose forwarded headers count. */
  readonly trustProxy: readonly string[];
  readonly signUp: 'open' | 'closed';
  /** Null where the league sends no mail, and always in the demo, which keeps its mails. */
  readonly mail: MailSettings | null;
  /** Providers to sign in with. */
  readonly providers: ProviderTable;
  /** Whom the feed asks; null where it is switched off, and always in the demo, which plays its own games. */
  readonly feed: URL | null;
  /** Null where the server makes no copies by itself. */
  readonly backups: BackupSettings | null;
  readonly logLevel: LogLevel;
  /** Whom browsers are told to reach by HTTPS only: this host, or its subdomains as well. */
  readonly hsts: 'host' | 'subdomains';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Says which variables are wrong, and what they may be. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`Pick'em cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** @throws SettingsError naming every variable that is missing or makes no sense */
export function readSettings(env: Environment, kind: Kind): Settings {
  const problems: string[] = [];
  const read = readerOf(env, problems);
  const port = read('PORT', parsePort, DEFAULT_PORT, 'a port from 1 to 65535');
  const host = read('HOST', parseHost, '127.0.0.1', 'an IP address to listen on');
  const local = new URL(`http://localhost:${port}`);
  const league = kind === 'league';
  if (league && !env.PUBLIC_URL?.trim()) {
    problems.push('PUBLIC_URL is missing: the address that people will use, such as https://pool.example.org.');
  }
  const database = databaseOf(env, kind, problems);
  const settings: Settings = {
    kind,
    port,
    host: league ? host : '127.0.0.1',
    database,
    publicUrl: league
      ? read('PUBLIC_URL', parsePublicUrl, local, 'an https:// address without a path (http:// only for localhost)')
      : local,
    trustProxy: league ? read('TRUST_PROXY', parseProxies, [], 'IP addresses or networks, separated by commas') : [],
    signUp: read('SIGNUP', oneOf(['open', 'closed'] as const), 'open', "'open' or 'closed'"),
    mail: league ? readMail(read, problems) : null,
    providers: readProviders(read, problems),
    feed: league ? readFeed(read) : null,
    backups: readBackups(read, database, kind),
    logLevel: read('LOG_LEVEL', oneOf(logLevels), league ? 'info' : 'warn', `one of ${logLevels.join(', ')}`),
    hsts: read('HSTS', oneOf(['host', 'subdomains'] as const), 'host', "'host' or 'subdomains'"),
  };
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

/** Where the data lives: what the environment names for a league, always its own file for the demo. */
function databaseOf(env: Environment, kind: Kind, problems: string[]): string {
  if (kind === 'demo') return env.DEMO_FILE?.trim() || DEMO_FILE;
  const url = env.DATABASE_URL?.trim();
  if (url && !isPostgresUrl(url)) {
    problems.push(`DATABASE_URL is set, but does not begin with postgres://. For SQLite use DATABASE_FILE.`);
  }
  return url || env.DATABASE_FILE?.trim() || LEAGUE_FILE;
}

/** The database alone, for the command line. @throws SettingsError */
export function readDatabase(env: Environment, kind: Kind): string {
  const problems: string[] = [];
  const database = databaseOf(env, kind, problems);
  if (problems.length > 0) throw new SettingsError(problems);
  return database;
}

/** Whom the command line asks for games. @throws SettingsError */
export function readEspnUrl(env: Environment): URL {
  const problems: string[] = [];
  const url = readFeedUrl(readerOf(env, problems));
  if (problems.length > 0) throw new SettingsError(problems);
  return url;
}

/** Reads variables one by one; what makes no sense is added to `problems` and counts as not set. */
function readerOf(env: Environment, problems: string[]) {
  return <T>(name: string, parse: (text: string) => T | null, otherwise: T, expected: string): T => {
    const text = env[name]?.trim();
    if (!text) return otherwise;
    const value = parse(text);
    if (value === null) problems.push(`${name} is '${text}', but must be ${expected}.`);
    return value ?? otherwise;
  };
}

function parsePort(text: string): number | null {
  const port = Number(text);
  return /^\d+$/.test(text) && port >= 1 && port <= 65_535 ? port : null;
}

function parseHost(text: string): string | null {
  return isIP(text) > 0 ? text : null;
}

function parsePublicUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.pathname !== '/' || url.search || url.hash || url.username || url.password) return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname)) ? url : null;
}

function parseProxies(text: string): string[] | null {
  const proxies = text.split(',').map((part) => part.trim());
  return proxies.every(isNetwork) ? proxies : null;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) > 0 &&
    !address.includes('%') &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest))
  );
}

function oneOf<const T extends string>(values: readonly T[]): (text: string) => T | null {
  return (text) => values.find((value) => value === text) ?? null;
}
