import type { Command } from 'commander';
import { readAccounts } from '#core/firebase/accounts.ts';
import type { HashConfig } from '#core/firebase/hash-config.ts';
import { readHashConfig } from '#core/firebase/hash-config.ts';
import type { MissingGame } from '#core/firebase/match-games.ts';
import { readExport } from '#core/firebase/read-export.ts';
import type { SomeSettings } from '#core/pool-settings.ts';
import { parseWeekId } from '#core/weeks.ts';
import {
  addImportedPool,
  addPeople,
  SignedUpMeanwhile,
  setImportedMembers,
  setImportedWeeks,
} from '#server/firebase/store.ts';
import { beforeFirstLock, importPoolPicks, OverLimit, playersOfPool } from '#server/imports/picks-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { editPool, settingsOf } from '#server/manage/store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { importGames } from '#server/season/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { leagueClock, withDatabase } from './database.ts';
import type { FirebasePlan, PoolPlan } from './firebase-plan.ts';
import { planFirebase } from './firebase-plan.ts';
import { reportLines } from './firebase-report.ts';
import { Problem, parseJson, readText } from './options.ts';
import { progressOf } from './progress.ts';

const help = `
EXPORT.json is an export of the whole Realtime Database: Users, Pools, Weeks, PoolPicks, PoolScores and Teams. Old spellings are
read too. What makes no sense is left out, and shown with its path and the reason. Talk, default pools and active weeks are not
imported. Teams are ours, and so are games that are here already; others are added.

A user with the verified address of an account here is that account. Others are players without an account, whom a commissioner
can link later. With --auth they get an account: USERS.json is written by 'firebase auth:export USERS.json', and PARAMS.txt holds the
password hash parameters that the Firebase console shows under Authentication, Users. People then sign in with the password, the
Google account or the Facebook account that they have. For Facebook the league must use the same app. An account that is here
already never gets anything from a file. --admins makes admins of those who were admins and had verified their address.

Old scores are compared with what picks and games come to, and every difference is shown. They are not imported.

Importing again updates what differs and makes nothing twice; it also completes an import that was ended halfway. What people with
an account have picked here stays. Nothing is written for games that are not locked if the entry belongs to somebody with an
account. --dry-run shows the same report and writes nothing; it needs no database.`;

interface ImportFirebaseOptions {
  readonly auth?: string;
  readonly hash?: string;
  readonly admins?: true;
  readonly dryRun?: true;
}

/** `import firebase EXPORT.json [--auth USERS.json --hash PARAMS.txt] [--admins] [--dry-run]` */
export function addImportFirebase(parent: Command): void {
  parent
    .command('firebase')
    .description('bring in people, pools, games and picks from a Firebase project')
    .argument('<export.json>', 'an export of the Realtime Database')
    .option('--auth <users.json>', 'an export of the accounts: people sign in as before')
    .option('--hash <params.txt>', 'the password hash parameters of the project')
    .option('--admins', 'make admins of those who were admins and had verified their address')
    .option('--dry-run', 'show what would be imported, and write nothing')
    .addHelpText('after', help)
    .action(importFirebase);
}

async function importFirebase(file: string, options: ImportFirebaseOptions, command: Command): Promise<void> {
  const { auth, hash, admins = false, dryRun = false } = options;
  if (hash !== undefined && auth === undefined) command.error('error: --hash needs --auth');
  const accounts = auth === undefined ? null : readAccounts(parseJson(auth));
  const config = hash === undefined ? null : readConfig(hash);
  if (config === null && accounts?.accounts.some(({ password }) => password !== null))
    throw new Problem(`${auth} has passwords. Say --hash with the parameters by which they were hashed.\n${NOTHING}`);
  const old = readExport(parseJson(file));
  await withDatabase(command, dryRun ? 'empty' : 'create', async (store, kind) => {
    const clock = await leagueClock(store, kind);
    const now = clock();
    const plan = await planFirebase(store.db, { old, accounts, admins, now });
    if (!dryRun) await write(store, plan, config, clock).catch(explained);
    for (const line of reportLines(plan)) console.log(line);
    console.log(dryRun ? 'This was a dry run: nothing was written.' : 'All of it was imported.');
  });
}

const NOTHING = 'Nothing was imported.';

function readConfig(file: string): HashConfig {
  const config = readHashConfig(readText(file).text);
  if (config) return config;
  throw new Problem(
    `${file}: this does not have base64_signer_key, base64_salt_separator, rounds (1 to 8) and mem_cost (1 to 14).\n${NOTHING}`,
  );
}

function explained(error: unknown): never {
  if (error instanceof SignedUpMeanwhile)
    throw new Problem('Somebody has signed up meanwhile with an address of the export. Import it again to go on.');
  if (error instanceof OverLimit)
    throw new Problem(
      'A player would have more picks in a week than the rules of the pool allow here. Import it again after changing the rules.',
    );
  throw error;
}

async function write(
  store: Store,
  { missing, people, pools }: FirebasePlan,
  config: HashConfig | null,
  clock: () => number,
): Promise<void> {
  const now = clock();
  await addGames(store, missing, clock);
  const known = [...people.people.values()].filter(({ standing }) => standing === 'imported before');
  const others = [...people.people.values()].filter(({ standing }) => standing !== 'imported before');
  const added = await addPeople(store, others, config, now);
  const userIds = new Map([...known.map(({ uid, userId }) => [uid, userId ?? ''] as const), ...added]);
  for (const pool of pools) await writePool(store, pool, userIds, clock);
  await rescoreAllStale(store, clock);
  await notifyServers(store);
}

async function addGames(store: Store, missing: readonly MissingGame[], clock: () => number): Promise<void> {
  const seasons = Map.groupBy(missing, ({ weekId }) => parseWeekId(weekId)?.season ?? 0);
  for (const [season, games] of seasons) await importGames(store, season, games, clock);
}

async function writePool(
  store: Store,
  plan: PoolPlan,
  userIds: ReadonlyMap<string, string>,
  clock: () => number,
): Promise<void> {
  const now = clock();
  const poolId = plan.pool?.id ?? (await addPool(store, plan, now));
  if (plan.pool) await updatePool(store, plan, poolId, clock);
  if (plan.weeks.size > 0) await setImportedWeeks(store, poolId, plan.weeks, now);
  const members = [...plan.members].map(([uid, enabled]) => ({ userId: userIds.get(uid) ?? '', enabled }));
  await setImportedMembers(store, poolId, members, await beforeFirstLock(store.db, poolId, now));
  const players = await playersOfPool(store.db, poolId);
  const entryOf = new Map(players.map(({ id, entries }) => [id, entries[0]?.id ?? '']));
  const picks = plan.picks.map(({ uid, ...pick }) => ({ ...pick, entryId: entryOf.get(userIds.get(uid) ?? '') ?? '' }));
  if (picks.length === 0) return;
  const { changed, kept } = await importPoolPicks(store, poolId, picks, now, progressOf(picks.length, 'picks'));
  const after = { players: plan.old.members.size, newPlayers: members.length, written: changed, kept };
  await writeAudit(store.db, { act: 'picks.import', actorId: null, poolId, after }, now);
}

function addPool(store: Store, { old, rules }: PoolPlan, now: number): Promise<string> {
  const { id: oldId, name, description, moneyUrl, createdAt } = old;
  return addImportedPool(store, { oldId, name, description, moneyUrl, rules, createdAt }, now);
}

/** Changes the settings of a pool that differ from the export, and logs it. */
async function updatePool(
  store: Store,
  { old, rules, pool }: PoolPlan,
  poolId: string,
  clock: () => number,
): Promise<void> {
  if (pool === null) return;
  const { name, description, moneyUrl } = old;
  const { useSpread, roundSpread } = rules;
  const change: SomeSettings = { name, description, moneyUrl, rules: { useSpread, roundSpread } };
  const edit = { change, seen: settingsOf(pool), reason: 'Imported from Firebase again' };
  const edited = await editPool(store, { adminId: null, now: clock() }, poolId, edit, clock);
  if (!('settings' in edited))
    throw new Problem(`The settings of pool '${name}' were changed meanwhile. Import it again to go on.`);
}
