import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import { listText } from '#core/listed.ts';
import type { PoolMakers } from '#core/permissions.ts';
import { poolMakers } from '#core/permissions.ts';
import { MINUTE_MS } from '#core/time.ts';
import { DATA_FOLDER, isPostgresUrl } from '#server/platform/db/connect.ts';
import type { Kind } from '#server/platform/db/meta.ts';
import { isHomeName, isLoopbackName, isSecureAddress } from '#server/platform/local-names.ts';
import { isMailable } from '#server/platform/mail/address.ts';
import type { Environment } from './variables.ts';
import { oneOf, parseOrigin, parseUpTo, Variables } from './variables.ts';

/** The default address of ESPN. */
const ESPN_URL = 'https://site.api.espn.com';
/** The default address of The Odds API. */
const ODDS_API_URL = 'https://api.the-odds-api.com';

/** Automatic backups: nightly, and in between. */
export interface BackupSettings {
  readonly folder: string;
  /** Number of nightly copies to keep. */
  readonly keep: number;
  /** Interval of the copies between the nights, in ms; null if only nightly ones are made. */
  readonly everyMs: number | null;
}

const NIGHTS = 7;
const MOST_NIGHTS = 366;
const MINUTES = 15;
const MOST_MINUTES = 1440;

/** Null if the server makes none: in the demo, on PostgreSQL, which has its own tool, and if `BACKUP_DIR` is 'off'. */
function readBackups(variables: Variables, database: string, kind: Kind): BackupSettings | null {
  const folder = readBackupFolder(variables, database);
  const keep = variables.read('BACKUP_KEEP', parseNights, NIGHTS, `a number of nights from 1 to ${MOST_NIGHTS}`);
  const every = variables.read(
    'BACKUP_EVERY',
    parseMinutes,
    { ms: MINUTES * MINUTE_MS } as { ms: number | null },
    `a number of minutes from 1 to ${MOST_MINUTES}, or 'off'`,
  );
  return kind === 'demo' || isPostgresUrl(database) || folder === 'off' ? null : { folder, keep, everyMs: every.ms };
}

function readBackupFolder(variables: Variables, file: string): string {
  return variables.read('BACKUP_DIR', (text) => text, join(dirname(file), 'backups'), "a folder, or 'off'");
}

/** Where dumps that precede an upgrade on PostgreSQL go, also if `BACKUP_DIR` is 'off'. */
export function readDumpFolder(env: Environment): string {
  const variables = new Variables(env);
  const file = variables.text('DATABASE_FILE') ?? LEAGUE_FILE;
  const folder = readBackupFolder(variables, file);
  return folder === 'off' ? join(dirname(file), 'backups') : folder;
}

/** The folder of the dumps that the operator of a league on PostgreSQL makes; null if `BACKUP_DIR` does not name it. */
function readDumps(variables: Variables, database: string, kind: Kind): string | null {
  const folder = variables.text('BACKUP_DIR');
  return kind === 'demo' || !isPostgresUrl(database) || folder === 'off' ? null : folder;
}

function parseNights(text: string): number | null {
  return parseUpTo(text, MOST_NIGHTS);
}

function parseMinutes(text: string): { ms: number | null } | null {
  if (text === 'off') return { ms: null };
  const minutes = parseUpTo(text, MOST_MINUTES);
  return minutes === null ? null : { ms: minutes * MINUTE_MS };
}

/** The URL of the league's feed; null if the feed is off. */
function readFeed(variables: Variables): URL | null {
  const url = readFeedUrl(variables);
  return variables.read('FEED', parseSwitch, true, "'on' or 'off'") ? url : null;
}

/** The feed URL for commands, even if the league's feed is off. */
function readFeedUrl(variables: Variables): URL {
  return variables.read('ESPN_URL', parseOrigin, new URL(ESPN_URL), 'an http:// or https:// address without a path');
}

function parseSecureOrigin(text: string): URL | null {
  const url = parseOrigin(text);
  return url !== null && isSecureAddress(url) ? url : null;
}

function parseSwitch(text: string): boolean | null {
  if (text === 'on') return true;
  return text === 'off' ? false : null;
}

/** The second source of lines: The Odds API, or a file of nflverse (decision 069). */
export type LinesSettings =
  | { readonly source: 'odds-api'; readonly url: URL; readonly key: string }
  | { readonly source: 'nflverse'; readonly url: URL };

/** Null if there is none. Values are not shown, because they are secrets or may contain one. */
function readLines(variables: Variables): LinesSettings | null {
  const key = variables.text('ODDS_API_KEY');
  const file = variables.text('NFLVERSE_URL');
  const url = variables.read(
    'ODDS_API_URL',
    parseSecureOrigin,
    new URL(ODDS_API_URL),
    'an https:// address without a path (http:// only on this machine): the key is sent there',
  );
  const fileUrl = file === null ? null : URL.parse(file);
  if (file !== null && fileUrl?.protocol !== 'https:') variables.report('NFLVERSE_URL is no https:// address.');
  if (key !== null && file !== null) {
    variables.report('NFLVERSE_URL is set, and ODDS_API_KEY, too: there is one second source of lines.');
  }
  if (key !== null) return { source: 'odds-api', url, key };
  return fileUrl && { source: 'nflverse', url: fileUrl };
}

/** How the league sends mail. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly smtpUrl: string;
  /** An address, or `Name <address>`. */
  readonly from: string;
}

/** The mail settings of a league; null if it sends none. */
function readMail(variables: Variables): MailSettings | null {
  const smtpUrl = variables.text('SMTP_URL');
  const from = variables.read('MAIL_FROM', parseSender, null, "an address, or 'Name <address>'");
  // The value is not shown, because it may contain a password.
  if (smtpUrl && !isSmtpUrl(smtpUrl)) variables.report('SMTP_URL is no smtp:// or smtps:// address.');
  if (smtpUrl && !from && !variables.isWrong('MAIL_FROM')) {
    variables.report('MAIL_FROM is missing: the address that mails come from, such as Pool <pool@example.org>.');
  }
  return smtpUrl && from ? { smtpUrl, from } : null;
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return Boolean(url?.hostname) && /^smtps?:$/.test(url?.protocol ?? '');
}

function parseSender(text: string): string | null {
  const address = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return isMailable(address) ? text : null;
}

/** The league's credentials at a provider. */
interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A provider whose URLs are known. */
export interface ProviderSettings extends Credentials {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
}

/** An OpenID Connect provider, which says its URLs itself. */
export interface OidcSettings extends Credentials {
  readonly issuer: string;
}

type KnownProvider = Exclude<Provider, 'oidc'>;

export type ProviderTable = Readonly<Partial<Record<KnownProvider, ProviderSettings>>> & {
  readonly oidc?: OidcSettings;
};

type Endpoints = Omit<ProviderSettings, keyof Credentials>;

export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  oidc: 'SSO',
};

const endpoints: Readonly<Record<KnownProvider, Endpoints>> = {
  google: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  },
  facebook: {
    authorizationUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v24.0/oauth/access_token',
    userInfoUrl: 'https://graph.facebook.com/v24.0/me?fields=id,name,email',
  },
};

/** The variables that a provider needs. */
export function neededNames(provider: Provider): readonly string[] {
  const prefix = provider.toUpperCase();
  return [...(provider === 'oidc' ? ['OIDC_ISSUER'] : []), `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`];
}

/** The providers with all that they need. */
function readProviders(variables: Variables): ProviderTable {
  const google = readCredentials(variables, 'google');
  const facebook = readCredentials(variables, 'facebook');
  const urls = { google: readEndpoints(variables, 'google'), facebook: readEndpoints(variables, 'facebook') };
  const issuer = variables.read(
    'OIDC_ISSUER',
    parseIssuer,
    null,
    'the https:// address of an issuer (http:// on localhost)',
  );
  const oidc = readCredentials(variables, 'oidc');
  return {
    ...(google && { google: { ...google, ...urls.google } }),
    ...(facebook && { facebook: { ...facebook, ...urls.facebook } }),
    ...(oidc && issuer !== null && { oidc: { ...oidc, issuer } }),
  };
}

/** Null if nothing that the provider needs is set; what is missing beside the rest is reported. */
function readCredentials(variables: Variables, provider: Provider): Credentials | null {
  const needed = neededNames(provider);
  const values = needed.map((name) => variables.text(name));
  if (values.every((value) => value === null)) return null;
  for (const [at, value] of values.entries()) {
    if (value !== null) continue;
    variables.report(`${needed[at]} is missing: ${providerNames[provider]} needs ${listText(needed)}.`);
  }
  const [clientId, clientSecret] = ['CLIENT_ID', 'CLIENT_SECRET'].map((name) =>
    variables.text(`${provider.toUpperCase()}_${name}`),
  );
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

function parseIssuer(text: string): string | null {
  const url = URL.parse(text);
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isPlain ? parseEndpoint(text) : null;
}

function readEndpoints(variables: Variables, provider: KnownProvider): Endpoints {
  const usual = endpoints[provider];
  const urlOf = (name: string, otherwise: string) =>
    variables.read(
      `${provider.toUpperCase()}_${name}_URL`,
      parseEndpoint,
      otherwise,
      'an https:// address (http:// on localhost)',
    );
  return {
    authorizationUrl: urlOf('AUTHORIZATION', usual.authorizationUrl),
    tokenUrl: urlOf('TOKEN', usual.tokenUrl),
    userInfoUrl: urlOf('USERINFO', usual.userInfoUrl),
  };
}

function parseEndpoint(text: string): string | null {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  return isSafe ? text : null;
}

export const DEFAULT_PORT = 4280;
/** The port of an http address that names none. */
const HTTP_PORT = 80;
const LOOPBACK = '127.0.0.1';
const LEAGUE_FILE = `${DATA_FOLDER}/league.db`;
const DEMO_FILE = `${DATA_FOLDER}/demo.db`;

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Everything that the environment decides, read once. */
export interface Settings {
  readonly kind: Kind;
  readonly host: string;
  readonly port: number;
  /** A file, or the URL of a PostgreSQL database. */
  readonly database: string;
  /** The public URL, from which links, the origin check and Secure cookies are derived. */
  readonly publicUrl: URL;
  /** Addresses whose forwarded headers are trusted. */
  readonly trustProxy: readonly string[];
  readonly signUp: 'open' | 'closed';
  /** Whether admins and commissioners need a second factor to act as such. */
  readonly secondFactor: 'optional' | 'required';
  /** Who may create pools. */
  readonly pools: PoolMakers;
  /** Whether people can have a picture. */
  readonly faces: boolean;
  /** Null if the league sends no mail, and always in the demo, which stores its mail. */
  readonly mail: MailSettings | null;
  /** Sign-in providers. */
  readonly providers: ProviderTable;
  /** The feed URL; null if the feed is off, and always in the demo, which plays its own games. */
  readonly feed: URL | null;
  /** The second source of lines; null if there is none, and always in the demo. */
  readonly lines: LinesSettings | null;
  /** Null if there are no automatic backups. */
  readonly backups: BackupSettings | null;
  /** The folder of dumps that are made before an upgrade on PostgreSQL. */
  readonly dumpFolder: string;
  /** The folder of the dumps of a league on PostgreSQL; null if it is not known, and always on SQLite. */
  readonly dumps: string | null;
  readonly logLevel: LogLevel;
  /** The scope of HSTS: this host, or its subdomains as well. */
  readonly hsts: 'host' | 'subdomains';
  /** What `/metrics` asks for; null if it answers only on this machine, and always in the demo, which has no metrics. */
  readonly metricsToken: string | null;
}

/** @throws SettingsError naming every missing or invalid variable */
export function readSettings(env: Environment, kind: Kind): Settings {
  const variables = new Variables(env);
  const setPort = variables.read('PORT', parsePort, null, 'a port from 1 to 65535');
  const local = new URL(`http://localhost:${setPort ?? DEFAULT_PORT}`);
  const league = kind === 'league';
  if (league && variables.text('PUBLIC_URL') === null) {
    variables.report('PUBLIC_URL is missing: the address that people will use, such as https://pool.example.org.');
  }
  const publicUrl = league
    ? variables.read(
        'PUBLIC_URL',
        parsePublicUrl,
        local,
        'an https:// address without a path (http:// only for localhost, a private address or a .local name)',
      )
    : local;
  const listens = listenFor(publicUrl);
  const port = setPort ?? listens.port;
  const host = variables.read('HOST', parseHost, listens.host, 'an IP address to listen on');
  const demoHost = variables.read('DEMO_HOST', parseHost, LOOPBACK, 'an IP address to listen on');
  const database = databaseOf(variables, kind);
  const settings: Settings = {
    kind,
    port,
    host: league ? host : demoHost,
    database,
    publicUrl,
    trustProxy: league
      ? variables.read('TRUST_PROXY', parseProxies, [], 'IP addresses or networks, separated by commas')
      : [],
    signUp: variables.read('SIGNUP', oneOf(['open', 'closed'] as const), 'open', "'open' or 'closed'"),
    secondFactor: variables.read(
      'SECOND_FACTOR',
      oneOf(['optional', 'required'] as const),
      'optional',
      "'optional' or 'required'",
    ),
    pools: variables.read('POOLS', oneOf(poolMakers), league ? 'admins' : 'everyone', "'admins' or 'everyone'"),
    faces: variables.read('FACES', parseSwitch, true, "'on' or 'off'"),
    mail: league ? readMail(variables) : null,
    providers: readProviders(variables),
    feed: league ? readFeed(variables) : null,
    lines: league ? readLines(variables) : null,
    backups: readBackups(variables, database, kind),
    dumpFolder: readDumpFolder(env),
    dumps: readDumps(variables, database, kind),
    logLevel: variables.read('LOG_LEVEL', oneOf(logLevels), league ? 'info' : 'warn', `one of ${logLevels.join(', ')}`),
    hsts: variables.read('HSTS', oneOf(['host', 'subdomains'] as const), 'host', "'host' or 'subdomains'"),
    metricsToken: league ? readMetricsToken(variables) : null,
  };
  variables.check();
  return settings;
}

/** The value is not shown, because it is a secret. */
function readMetricsToken(variables: Variables): string | null {
  const token = variables.text('METRICS_TOKEN');
  if (token === null || /^[!-~]{20,}$/.test(token)) return token;
  variables.report('METRICS_TOKEN is too short or has a space: use at least 20 letters, digits or signs.');
  return null;
}

/** The location of the data: from the environment for a league, always its own file for the demo. */
function databaseOf(variables: Variables, kind: Kind): string {
  if (kind === 'demo') return variables.text('DEMO_FILE') ?? DEMO_FILE;
  const url = variables.text('DATABASE_URL');
  if (url && !isPostgresUrl(url)) {
    variables.report(`DATABASE_URL is set, but does not begin with postgres://. For SQLite use DATABASE_FILE.`);
  }
  return url ?? variables.text('DATABASE_FILE') ?? LEAGUE_FILE;
}

/** Only the database, for the command line. @throws SettingsError */
export function readDatabase(env: Environment, kind: Kind): string {
  const variables = new Variables(env);
  const database = databaseOf(variables, kind);
  variables.check();
  return database;
}

/** The URL from which commands fetch games. @throws SettingsError */
export function readEspnUrl(env: Environment): URL {
  const variables = new Variables(env);
  const url = readFeedUrl(variables);
  variables.check();
  return url;
}

/**
 * Where to listen if nothing is said: a league at home, which has no proxy before it, on every address of the machine and on the port of its
 * address; any other on this machine only.
 */
function listenFor({ protocol, hostname, port }: URL): { readonly host: string; readonly port: number } {
  if (protocol !== 'http:' || !isHomeName(hostname)) return { host: LOOPBACK, port: DEFAULT_PORT };
  return { host: hostname.startsWith('[') ? '::' : '0.0.0.0', port: Number(port || HTTP_PORT) };
}

function parsePort(text: string): number | null {
  return parseUpTo(text, 65_535);
}

function parseHost(text: string): string | null {
  return isIP(text) > 0 ? text : null;
}

function parsePublicUrl(text: string): URL | null {
  const url = parseOrigin(text);
  if (url === null || url.protocol === 'https:') return url;
  return isLoopbackName(url.hostname) || isHomeName(url.hostname) ? url : null;
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

/** Whether mail is sent. The demo stores its mail for visitors to read. */
export function sendsMail({ kind, mail }: Settings): boolean {
  return kind === 'demo' || mail !== null;
}

/** The providers that are set up. The demo offers Google and Facebook in any case, and shows which settings they lack. */
export function offeredProviders(settings: Settings): Provider[] {
  const isShown = (provider: Provider) => settings.kind === 'demo' && provider !== 'oidc';
  return providers.filter((provider) => isShown(provider) || settings.providers[provider]);
}
