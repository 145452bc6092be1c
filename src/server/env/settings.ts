import { isIP } from 'node:net';
import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import type { PoolMakers } from '#core/permissions.ts';
import { poolMakers } from '#core/permissions.ts';
import { isLoopbackName } from '../loopback.ts';
import { DATA_FOLDER, isPostgresUrl } from '../store/engine/connect.ts';
import type { Kind } from '../store/engine/meta.ts';
import type { BackupSettings } from './backups.ts';
import { readBackups } from './backups.ts';
import { readFeed, readFeedUrl } from './feed.ts';
import type { MailSettings } from './mail.ts';
import { readMail } from './mail.ts';
import type { ProviderTable } from './providers.ts';
import { readProviders } from './providers.ts';
import type { Environment } from './variables.ts';
import { oneOf, parseOrigin, parseUpTo, Variables } from './variables.ts';

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
  /** Addresses whose forwarded headers are trusted. */
  readonly trustProxy: readonly string[];
  readonly signUp: 'open' | 'closed';
  /** Who makes pools. */
  readonly pools: PoolMakers;
  /** Null where the league sends no mail, and always in the demo, which keeps its mails. */
  readonly mail: MailSettings | null;
  /** Providers to sign in with. */
  readonly providers: ProviderTable;
  /** The address that the feed asks; null where it is switched off, and always in the demo, which plays its own games. */
  readonly feed: URL | null;
  /** Null where the server makes no copies by itself. */
  readonly backups: BackupSettings | null;
  readonly logLevel: LogLevel;
  /** What browsers are told to reach by HTTPS only: this host, or its subdomains as well. */
  readonly hsts: 'host' | 'subdomains';
}

/** @throws SettingsError naming every variable that is missing or makes no sense */
export function readSettings(env: Environment, kind: Kind): Settings {
  const variables = new Variables(env);
  const port = variables.read('PORT', parsePort, DEFAULT_PORT, 'a port from 1 to 65535');
  const host = variables.read('HOST', parseHost, '127.0.0.1', 'an IP address to listen on');
  const local = new URL(`http://localhost:${port}`);
  const league = kind === 'league';
  if (league && variables.text('PUBLIC_URL') === null) {
    variables.report('PUBLIC_URL is missing: the address that people will use, such as https://pool.example.org.');
  }
  const database = databaseOf(variables, kind);
  const settings: Settings = {
    kind,
    port,
    host: league ? host : '127.0.0.1',
    database,
    publicUrl: league
      ? variables.read(
          'PUBLIC_URL',
          parsePublicUrl,
          local,
          'an https:// address without a path (http:// only for localhost)',
        )
      : local,
    trustProxy: league
      ? variables.read('TRUST_PROXY', parseProxies, [], 'IP addresses or networks, separated by commas')
      : [],
    signUp: variables.read('SIGNUP', oneOf(['open', 'closed'] as const), 'open', "'open' or 'closed'"),
    pools: variables.read('POOLS', oneOf(poolMakers), league ? 'admins' : 'everyone', "'admins' or 'everyone'"),
    mail: league ? readMail(variables) : null,
    providers: readProviders(variables),
    feed: league ? readFeed(variables) : null,
    backups: readBackups(variables, database, kind),
    logLevel: variables.read('LOG_LEVEL', oneOf(logLevels), league ? 'info' : 'warn', `one of ${logLevels.join(', ')}`),
    hsts: variables.read('HSTS', oneOf(['host', 'subdomains'] as const), 'host', "'host' or 'subdomains'"),
  };
  variables.check();
  return settings;
}

/** Where the data lives: what the environment names for a league, always its own file for the demo. */
function databaseOf(variables: Variables, kind: Kind): string {
  if (kind === 'demo') return variables.text('DEMO_FILE') ?? DEMO_FILE;
  const url = variables.text('DATABASE_URL');
  if (url && !isPostgresUrl(url)) {
    variables.report(`DATABASE_URL is set, but does not begin with postgres://. For SQLite use DATABASE_FILE.`);
  }
  return url ?? variables.text('DATABASE_FILE') ?? LEAGUE_FILE;
}

/** The database alone, for the command line. @throws SettingsError */
export function readDatabase(env: Environment, kind: Kind): string {
  const variables = new Variables(env);
  const database = databaseOf(variables, kind);
  variables.check();
  return database;
}

/** The address that commands ask for games. @throws SettingsError */
export function readEspnUrl(env: Environment): URL {
  const variables = new Variables(env);
  const url = readFeedUrl(variables);
  variables.check();
  return url;
}

function parsePort(text: string): number | null {
  return parseUpTo(text, 65_535);
}

function parseHost(text: string): string | null {
  return isIP(text) > 0 ? text : null;
}

function parsePublicUrl(text: string): URL | null {
  const url = parseOrigin(text);
  return url?.protocol === 'https:' || isLoopbackName(url?.hostname ?? '') ? url : null;
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

/** The demo keeps its mails where its visitor can read them. */
export function sendsMail({ kind, mail }: Settings): boolean {
  return kind === 'demo' || mail !== null;
}

/** Those that have credentials; the demo offers all, and says of the others what to set. */
export function offeredProviders(settings: Settings): Provider[] {
  return providers.filter((provider) => settings.kind === 'demo' || settings.providers[provider]);
}
