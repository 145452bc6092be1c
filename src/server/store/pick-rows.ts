/** Writes rows of `picks`: what picks.ts has judged, and picks that are taken back because a game changed. */
import { sql } from 'kysely';
import type { Choice } from '#core/choice.ts';
import type { GuessValue } from '#core/judge.ts';
import { NO_LOCK } from '#core/locks.ts';
import type { Db, Engine } from './engine/connect.ts';
import { jsonRows } from './engine/json-rows.ts';

/** A value of `picks` from its text, of the kind that the caller read; null if it was taken back. */
export function parseValue<V>(text: string): V;
export function parseValue<V>(text: string | null): V | null;
export function parseValue<V>(text: string | null): V | null {
  return text === null ? null : (JSON.parse(text) as V);
}

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

/** A row of `picks`; `about` is the gid of a pick, the week of a guess, an order or a team. */
export interface PickRow {
  readonly entry_id: string;
  readonly kind: Choice['kind'];
  readonly about: string;
  readonly value: string | null;
  readonly revision: number;
  readonly made_at: number;
  readonly entered_by: string | null;
  readonly reason: string | null;
}

/**
 * Stores picks with the revisions that the caller gives them; the database keeps what they replace (decision 003).
 * @param until from when (ms) they must no longer be stored, and the time (ms) by the caller's clock
 * @throws 40001 on PostgreSQL, if that is reached once they are written; SQLite has waited before the transaction
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

/**
 * Takes back the guesses of a week because another game was named, in the transaction that names it.
 * @param by who named it, shown to those who guessed; null for the command line
 * @returns the players whose guesses were taken back
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
    const cleared = by !== null && { cleared: true as const };
    return { ...takenBack(row, now), value: JSON.stringify({ gid, total: null, ...cleared }), entered_by: by };
  });
  await insertPicks(tx, engine, rows);
  return guesses.map(({ player_id }) => player_id);
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

type StoredRow = Pick<PickRow, 'entry_id' | 'kind' | 'about' | 'revision'> & { readonly player_id: string };

function takenBack({ entry_id, kind, about, revision }: Omit<StoredRow, 'player_id'>, now: number) {
  return { entry_id, kind, about, revision: revision + 1, made_at: now, entered_by: null, reason: null };
}

function storedOf(tx: Db, poolId: string, kind: Choice['kind'], about: string) {
  return tx
    .selectFrom('picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.entry_id', 'picks.kind', 'picks.about', 'picks.revision', 'picks.value', 'entries.player_id'])
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
