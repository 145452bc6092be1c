import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { formatPoints } from '#core/scoring.ts';
import { entryNames } from '#server/entries/reads.ts';
import { csvLine } from '#server/platform/csv.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { countLostReferences, damageText, findDamage } from '#server/platform/db/file-check.ts';
import type { Kind } from '#server/platform/db/meta.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { livingPools } from '#server/pools/reads.ts';
import type { ScoreDifference } from '#server/standings/store.ts';
import { recount, rescoreAll, rescoreAllStale } from '#server/standings/store.ts';
import { leagueClock, withDatabase } from './database.ts';
import { count, EXIT_FAILED, Problem } from './options.ts';

/** A running server rescores within this time after a game has changed, in ms. */
const SETTLE_MS = 1000;

const doctorHelp = `
On SQLite, looks through the whole file first: pages, indexes, references. Then counts every score again from picks and games and
writes those that are stored otherwise to standard output, as CSV. Where anything is wrong, the exit code is ${EXIT_FAILED}. No score is changed: 'rescore' puts them right.`;

/** `rescore` and `doctor` */
export function addScores(parent: Command): void {
  parent
    .command('rescore')
    .description('work out every score again from picks and games')
    .action((_: object, command: Command) => withDatabase(command, 'refuse', rescore));
  parent
    .command('doctor')
    .description('check the database file, and compare every stored score with a full recount')
    .addHelpText('after', doctorHelp)
    .action((_: object, command: Command) => withDatabase(command, 'refuse', doctor, checkFile));
}

/** Runs before the database is upgraded: a damaged one stays unchanged. */
async function checkFile(store: Store): Promise<void> {
  if (store.engine !== 'sqlite') return;
  const damage = await findDamage(store, 'whole');
  if (damage !== null) throw new Problem(damageText(store, damage));
  const lost = await countLostReferences(store);
  if (lost === 0) return;
  console.error(`${count(lost, 'row')} of the database refer to rows that are not there. Restore a copy from before.`);
  process.exitCode = EXIT_FAILED;
}

async function rescore(store: Store, kind: Kind): Promise<void> {
  const clock = await leagueClock(store, kind);
  const weeks = await rescoreAll(store, clock);
  await rescoreAllStale(store, clock);
  await notifyServers(store);
  console.log(`Worked out the scores of ${count(weeks, 'week')}.`);
}

async function doctor(store: Store): Promise<void> {
  const differences = await lastingDifferences(store);
  if (differences.length === 0) return console.log('Every stored score equals a full recount.');
  process.stdout.write(await toCsv(store.db, differences));
  console.error(`${count(differences.length, 'score')} differ from a full recount. 'rescore' puts them right.`);
  process.exitCode = EXIT_FAILED;
}

/** A game that changes during the count causes a false difference; only differences that persist are real. */
async function lastingDifferences(store: Store): Promise<readonly ScoreDifference[]> {
  const first = await recount(store);
  if (first.length === 0) return first;
  await wait(SETTLE_MS);
  const seen = new Set(first.map(keyOf));
  return (await recount(store)).filter((difference) => seen.has(keyOf(difference)));
}

function keyOf({ poolId, weekId, entryId }: ScoreDifference): string {
  return `${poolId} ${weekId} ${entryId}`;
}

async function toCsv(db: Db, differences: readonly ScoreDifference[]): Promise<string> {
  const pools = new Map((await livingPools(db)).map((pool) => [pool.id, pool.name]));
  const names = await entryNames(
    db,
    differences.map(({ entryId }) => entryId),
  );
  const rows = differences.map(({ poolId, weekId, entryId, stored, counted }) => [
    pools.get(poolId) ?? poolId,
    weekId,
    names.get(entryId) ?? entryId,
    formatPoints(stored.halves),
    formatPoints(counted.halves),
    stored.correct,
    counted.correct,
  ]);
  return [['pool', 'week_id', 'player', 'stored', 'counted', 'stored_right', 'counted_right'], ...rows]
    .map(csvLine)
    .join('');
}
