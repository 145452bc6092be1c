import { sql } from 'kysely';
import { NO_LOCK } from '#core/locks.ts';
import type { GuessValue, SlotKind } from '#core/pick.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { jsonRows } from '#server/platform/db/json-rows.ts';
import { parseValue } from '#server/platform/db/values.ts';

/** Writes rows of `picks`, and takes picks back when games, slates or rules change. What somebody asks for is judged first (`store.ts`). */

const pickColumns = {
  entry_id: 'text',
  kind: 'text',
  about: 'text',
  value: 'text',
  revision: 'integer',
  made_at: 'integer',
  entered_by: 'text',
  reason: 'text',
} as const;

/** A row of `picks`; `about` is the gid of a pick, the week of a guess or an order, or the slot of a team. */
export interface PickRow {
  readonly entry_id: string;
  readonly kind: SlotKind;
  readonly about: string;
  readonly value: string | null;
  readonly revision: number;
  readonly made_at: number;
  readonly entered_by: string | null;
  readonly reason: string | null;
}

/**
 * Stores picks with the caller's revisions; the database keeps the picks that they replace (decision 003).
 * @param until the time (ms) from which they must not be stored, and the caller's current time (ms)
 * @throws 40001 on PostgreSQL, if that time is reached after the write; on SQLite all waiting happens before the transaction
 */
export async function insertPicks(
  tx: Db,
  engine: Engine,
  rows: readonly PickRow[],
  until?: { readonly closesAt: number; readonly now: number },
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.raw(Object.keys(pickColumns).join(', '));
  const values = rows.map((row) => ({ ...row }));
  const insert = sql`
    insert into picks (${names})
    select ${names} from ${jsonRows(engine, values, pickColumns)} where true order by entry_id, kind, about
    on conflict (entry_id, kind, about) do update
      set value = excluded.value, revision = excluded.revision, made_at = excluded.made_at,
          entered_by = excluded.entered_by, reason = excluded.reason`;
  const isFinal = until === undefined || until.closesAt >= NO_LOCK;
  if (engine === 'sqlite' || isFinal) await insert.execute(tx);
  else
    await sql`
      with written as (${insert} returning 1)
      select refuse_after(cast(${until.closesAt} as bigint), cast(${until.now} as bigint))
      from (select count(*) from written) as done`.execute(tx);
}

/** How many states are written in one statement. */
const BATCH = 10_000;

/**
 * Stores picks with all their states, as a file has them: each pick's current one as in `insertPicks`, the others as replaced ones.
 * @param states of each pick the current one last; none of the picks is stored yet
 */
export async function insertStates(tx: Db, engine: Engine, states: readonly PickRow[]): Promise<void> {
  const current = new Map(states.map((row) => [`${row.entry_id} ${row.kind} ${row.about}`, row]));
  const isCurrent = new Set(current.values());
  const replaced = states.filter((row) => !isCurrent.has(row));
  const names = sql.raw(Object.keys(pickColumns).join(', '));
  for (const batch of batches(replaced)) {
    const rows = jsonRows(engine, batch, pickColumns);
    await sql`insert into replaced_picks (${names}) select ${names} from ${rows}`.execute(tx);
  }
  for (const batch of batches([...isCurrent])) await insertPicks(tx, engine, batch);
}

function batches(rows: readonly PickRow[]): PickRow[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => {
    return rows.slice(at * BATCH, (at + 1) * BATCH).map((row) => ({ ...row }));
  });
}

/**
 * Takes back the guesses of a week because its tiebreak game changes, in the same transaction.
 * @param by who changed it, shown to the players who guessed; null if its schedule did, or the command line @returns the owners of the guesses
 */
export async function clearGuesses(
  tx: Db,
  engine: Engine,
  week: { readonly poolId: string; readonly weekId: string },
  by: string | null,
  now: number,
): Promise<string[]> {
  const guesses = (await guessesOfWeek(tx, week)).filter(({ value }) => value.total !== null);
  const rows = guesses.map(({ value: { gid }, ...row }): PickRow => {
    const value: GuessValue = { gid, total: null, cleared: true };
    return { ...takenBack(row, now), value: JSON.stringify(value), entered_by: by };
  });
  await insertPicks(tx, engine, rows);
  return [...new Set(guesses.map(({ owner_id }) => owner_id))];
}

/**
 * Takes the marks of best bets from picks of games that return to a week, as far as an entry would have more than the rules allow.
 * @param week the games that the pool plays now, and which of them return @returns the owners of the entries
 */
export async function unmarkReturned(
  tx: Db,
  engine: Engine,
  week: {
    readonly poolId: string;
    readonly playing: readonly string[];
    readonly returned: readonly string[];
    readonly bestBets: number;
  },
  now: number,
): Promise<readonly string[]> {
  const { poolId, playing, returned, bestBets } = week;
  if (bestBets === 0 || returned.length === 0) return [];
  const query = tx
    .selectFrom('game_picks')
    .innerJoin('entries', 'entries.id', 'game_picks.entry_id')
    .selectAll('game_picks')
    .select('entries.owner_id')
    .where('game_picks.pool_id', '=', poolId)
    .where('gid', 'in', playing);
  const marked = await query.where('best', '=', 1).orderBy('gid').execute();
  const rows = [...Map.groupBy(marked, ({ entry_id }) => entry_id).values()].flatMap((own) => {
    const over = Math.max(0, own.length - bestBets);
    return own.filter(({ gid }) => returned.includes(gid)).slice(0, over);
  });
  const unmarked = rows.map(({ entry_id, gid, side, revision, entered_by, reason }): PickRow => {
    const value = JSON.stringify({ side });
    return { entry_id, kind: 'pick', about: gid, value, revision: revision + 1, made_at: now, entered_by, reason };
  });
  await insertPicks(tx, engine, unmarked);
  return [...new Set(rows.map(({ owner_id }) => owner_id))];
}

/**
 * Takes back the picks and guesses of a game that leaves a week, in the transaction that moves it.
 * @returns whether there were any
 */
export async function withdrawPicks(
  tx: Db,
  engine: Engine,
  { poolId, gid, weekId }: { readonly poolId: string; readonly gid: string; readonly weekId: string },
  now: number,
): Promise<boolean> {
  const picks = await storedOf(tx, poolId, 'pick', gid);
  const guesses = (await guessesOfWeek(tx, { poolId, weekId })).filter(
    ({ value }) => value.gid === gid && value.total !== null,
  );
  const rows = [
    ...picks.map((row): PickRow => ({ ...takenBack(row, now), value: null })),
    ...guesses.map((row): PickRow => ({ ...takenBack(row, now), value: JSON.stringify({ gid, total: null }) })),
  ];
  await insertPicks(tx, engine, rows);
  return rows.length > 0;
}

type StoredRow = Pick<PickRow, 'entry_id' | 'kind' | 'about' | 'revision'> & { readonly owner_id: string };

export function takenBack({ entry_id, kind, about, revision }: Omit<StoredRow, 'owner_id'>, now: number) {
  return { entry_id, kind, about, revision: revision + 1, made_at: now, entered_by: null, reason: null };
}

function storedOf(tx: Db, poolId: string, kind: SlotKind, about: string) {
  return tx
    .selectFrom('picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.entry_id', 'picks.kind', 'picks.about', 'picks.revision', 'picks.value', 'entries.owner_id'])
    .where('entries.pool_id', '=', poolId)
    .where('picks.kind', '=', kind)
    .where('picks.about', '=', about)
    .where('picks.value', 'is not', null)
    .execute();
}

async function guessesOfWeek(
  tx: Db,
  { poolId, weekId }: { readonly poolId: string; readonly weekId: string },
): Promise<(StoredRow & { readonly value: GuessValue })[]> {
  const rows = await storedOf(tx, poolId, 'guess', weekId);
  return rows.flatMap((row) => {
    const value = parseValue<GuessValue>(row.value);
    return value === null ? [] : [{ ...row, value }];
  });
}
