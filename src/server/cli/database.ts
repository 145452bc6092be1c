import type { Command } from 'commander';
import { reachedMoment } from '#server/demo/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect, DatabaseError, isMissingFile, isPostgresUrl, newLeagueText } from '#server/platform/db/connect.ts';
import type { Kind } from '#server/platform/db/meta.ts';
import { claimKind, inspect, WrongKindError } from '#server/platform/db/meta.ts';
import { onAnnounced } from '#server/platform/db/transactions.ts';
import { readDatabase, readDumpFolder } from '#server/platform/env/settings.ts';
import { openLeagueClock } from '#server/platform/league-clock.ts';
import type { Change } from '#server/platform/live/changes.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { upgradeDatabase } from '#server/upgrade/upgrade.ts';
import { fromHere, Problem } from './options.ts';

/** The database of a command. */
export interface Target {
  /** A file, or the URL of a PostgreSQL database. */
  readonly location: string;
  /** The required kind; null accepts the stored one. */
  readonly kind: Kind | null;
}

/** The league of the environment, unless `--demo` or `--database` is given. */
export function targetOf(command: Command): Target {
  const { database, demo } = command.optsWithGlobals<{ database?: string; demo?: true }>();
  if (database) return { location: isPostgresUrl(database) ? database : fromHere(database), kind: null };
  const kind = demo ? 'demo' : 'league';
  return { location: readDatabase(process.env, kind), kind };
}

/** A location for display, without the password of a PostgreSQL URL. */
export function shown(location: string): string {
  if (!isPostgresUrl(location)) return location;
  return location.replace(/(:\/\/[^:@/]*):[^@]*@/, '$1:…@').replace(/([?&]password=)[^&]*/, '$1…');
}

/**
 * Opens a database without changing it. @throws Problem if it cannot be opened or is something else; WrongKindError if it is of the other
 * kind
 */
export async function openTarget({ location, kind }: Target): Promise<{ store: Store; marked: Kind | null }> {
  let store: Store | null = null;
  try {
    store = connect(location);
    const contents = await inspect(store);
    if (contents === 'something else') throw new Problem(`${location} is not a Pick'em database.`);
    const marked = contents === 'demo' || contents === 'league' ? contents : null;
    if (marked && kind && marked !== kind) throw new WrongKindError(marked, kind);
    return { store, marked };
  } catch (error) {
    await store?.close();
    if (error instanceof Problem || error instanceof WrongKindError) throw error;
    throw new Problem(`${shown(location)} cannot be opened: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = (error instanceof DatabaseError ? error.cause : error) as NodeJS.ErrnoException;
  return message || String(code);
}

/**
 * What a command does if its file is missing: creates it, refuses to run, or works with an empty league in memory, which is what a dry run
 * needs.
 */
export type IfMissing = 'create' | 'refuse' | 'empty';

/**
 * Opens the database of a command, upgrades it if needed and passes it to `use`. @param check checks the database before anything in it is
 * changed
 */
export async function withDatabase(
  command: Command,
  ifMissing: IfMissing,
  use: (store: Store, kind: Kind) => Promise<void>,
  check?: (store: Store) => Promise<void>,
): Promise<void> {
  const target = targetOf(command);
  if (ifMissing === 'refuse') refuseMissing(target.location);
  const isMissing = isMissingFile(target.location);
  const isNew = isMissing && ifMissing === 'create';
  const { store, marked } = await openTarget(isMissing && !isNew ? { ...target, location: IN_MEMORY } : target);
  try {
    await check?.(store);
    for (const line of await upgradeDatabase(store, readDumpFolder(process.env))) console.error(line);
    const kind = marked ?? target.kind ?? 'league';
    await claimKind(store, kind);
    if (isNew && kind === 'league') console.error(newLeagueText(target.location));
    if (isMissing && !isNew) console.error(`There is no database ${target.location}: this is what a new league gets.`);
    const announced: Change[] = [];
    onAnnounced(store, (change) => announced.push(change));
    await use(store, kind);
    if (announced.length > 0) await notifyServers(store);
  } finally {
    await store.close();
  }
}

/** SQLite's name for a database without a file. */
const IN_MEMORY = ':memory:';

/** @throws Problem if an SQLite file does not exist */
export function refuseMissing(location: string): void {
  if (isMissingFile(location))
    throw new Problem(`There is no database ${location}. --database or --demo choose another one.`);
}

/** The clock (ms) by which games lock; for the demo, the last time that its own clock has reached. */
export async function leagueClock(store: Store, kind: Kind): Promise<() => number> {
  if (kind === 'demo') {
    const reached = await reachedMoment(store.db);
    return () => reached ?? Date.now();
  }
  const clock = await openLeagueClock(store);
  const problem = clock.problem();
  if (problem) console.error(problem);
  return clock.now;
}

/** The time of that clock, ms. */
export async function leagueNow(store: Store, kind: Kind): Promise<number> {
  return (await leagueClock(store, kind))();
}

const help = `
A server that starts does this by itself, unless a game locks within two hours, another process is connected to the database,
or no dump of a PostgreSQL database can be made. With --now stop every server first, and make a dump: on PostgreSQL none is
made then. An SQLite file is copied first, in any case.`;

/** `upgrade` */
export function addUpgrade(parent: Command): void {
  parent
    .command('upgrade')
    .description('bring a database of the version before to the form of this one')
    .option('--now', 'even if it is not safe: shortly before a lock, and on PostgreSQL without a dump')
    .addHelpText('after', help)
    .action((options: { now?: true }, command: Command) => upgradeNow(command, options.now === true));
}

async function upgradeNow(command: Command, isForced: boolean): Promise<void> {
  const target = targetOf(command);
  refuseMissing(target.location);
  const { store } = await openTarget(target);
  try {
    const lines = await upgradeDatabase(store, readDumpFolder(process.env), isForced);
    console.log(lines.length === 0 ? 'The database has the form of this version.' : lines.join('\n'));
  } finally {
    await store.close();
  }
}
