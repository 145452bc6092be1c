import type { PoolFile, poolFile as table } from '#contract/pool-file.ts';
import { mayMakePool } from '#core/permissions.ts';
import type { Pool } from '#core/types.ts';
import { csvLine } from '#server/platform/csv.ts';
import type { Call, Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { refuseNulCharacters } from '#server/platform/http/invalid-input.ts';
import { findPool, poolWeeks } from '#server/pools/reads.ts';
import { weeksOfPool } from '#server/pools/week-reads.ts';
import type { CsvRows } from './csv-reads.ts';
import { gameRows, pickRows, scoreRows } from './csv-reads.ts';
import { exportPool } from './export.ts';
import { flawsOf, sizeFlaws } from './flaws.ts';
import { unpacked } from './packed.ts';
import { importPool } from './store.ts';

export const poolFile: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/file': async ({ deps, params }) => {
    const { store, clock } = deps;
    const pool = await findPool(store.db, params.poolId);
    if (pool === null) return fail('pool_not_found');
    const file = await exportPool(store, pool, false, clock.now);
    const name = fileName(pool, 'pool.json');
    return { download: { name, type: 'application/json; charset=utf-8', text: JSON.stringify(file) } };
  },

  'GET /api/pools/:poolId/picks.csv': async ({ deps: { store, clock }, params }) => {
    const pool = await findPool(store.db, params.poolId);
    if (pool === null) return fail('pool_not_found');
    const { rows } = await pickRows(store.db, pool, await poolWeeks(store.db, pool.id), clock.now());
    return csvDownload(fileName(pool, 'picks.csv'), rows);
  },

  'GET /api/pools/:poolId/games.csv': async ({ deps: { store }, params }) => {
    const pool = await findPool(store.db, params.poolId);
    if (pool === null) return fail('pool_not_found');
    const weeks = await weeksOfPool(store.db, pool.id);
    return csvDownload(fileName(pool, 'games.csv'), gameRows(weeks.flatMap(({ games }) => games)));
  },

  'GET /api/pools/:poolId/scores.csv': async ({ deps: { store, clock }, params }) => {
    const pool = await findPool(store.db, params.poolId);
    if (pool === null) return fail('pool_not_found');
    return csvDownload(
      fileName(pool, 'scores.csv'),
      await scoreRows(store.db, pool, await poolWeeks(store.db, pool.id), clock.now()),
    );
  },

  'POST /api/pools/file': async (call) => (mayRead(call) ? create(call, call.body) : fail('admin_only')),

  'POST /api/pools/packed-file': async (call) => {
    if (!mayRead(call)) return fail('admin_only');
    const file = await unpacked(call.body.packed, call.caller.user.isAdmin ? 'admin' : 'other');
    if ('problem' in file) return invalid('packed', file.problem);
    return refuseNulCharacters(file) ?? create(call, file);
  },
};

type Reader = Pick<Call<'POST /api/pools/file'>, 'deps' | 'caller'>;

function mayRead({ deps, caller }: Reader): boolean {
  return mayMakePool(caller, deps.settings.pools);
}

async function create({ deps, caller: { user } }: Reader, file: PoolFile) {
  const tooMuch = sizeFlaws(file);
  const flaws = tooMuch.length > 0 ? tooMuch : await flawsOf(file);
  if (flaws.length > 0) return flawed(flaws);
  const made = await importPool(deps.store, file, {
    userId: user.id,
    addsGames: user.isAdmin,
    matchesAddresses: false,
    isListed: user.isAdmin,
    clock: deps.clock.now,
  });
  if ('refusal' in made) return fail(made.refusal);
  if ('flaws' in made) return flawed(made.flaws);
  deps.afterCommit.changed({ kind: 'games', weekIds: file.weeks.map(({ id }) => id) });
  deps.afterCommit.changed({ kind: 'pools', poolIds: [made.id], userIds: [user.id], weeks: true });
  return { id: made.id };
}

function flawed(flaws: readonly string[]) {
  return { ...fail('flawed_pool_file'), message: flaws.join('\n') };
}

/** The name of a file with the name of its pool, in letters that every system knows. */
function fileName({ name }: Pick<Pool, 'name'>, rest: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return [...(words ?? []), rest].join('-');
}

function csvDownload(name: string, rows: CsvRows) {
  return { download: { name, type: 'text/csv; charset=utf-8', text: rows.map(csvLine).join('') } };
}
