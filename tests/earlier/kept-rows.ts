/**
 * What the upgrade from 038 has to keep, read without its statements: the picks, guesses, orders and teams of either version with all
 * that was stored of them before, whose they are, and the rows of all other tables.
 */
import { defaultRules } from '#core/rules/pool-rules.ts';

/** The rows of each table and view, as JSON. */
export type Rows = Readonly<Record<string, readonly string[]>>;

/** What stands, or stood, about a game or a week. */
interface State {
  readonly poolId: string;
  readonly userId: string;
  readonly kind: string;
  readonly about: string;
  readonly value: unknown;
  readonly revision: number;
  readonly madeAt: number;
  readonly enteredBy: string | null;
  readonly reason: string | null;
}

/** The same of both versions if nothing was lost. */
export interface Kept {
  readonly standing: readonly State[];
  readonly history: readonly State[];
  readonly replaced: readonly State[];
  /** Whose entries there are. */
  readonly entries: readonly object[];
  readonly others: Rows;
}

interface OldRow {
  readonly pool_id: string;
  readonly user_id: string;
  readonly revision: number;
  readonly made_at: number;
  readonly bus_by: string | null;
  readonly bus_reason: string | null;
}

interface OldPick extends OldRow {
  readonly gid: string;
  readonly side: string | null;
  readonly best: number | null;
}

interface OldGuess extends OldRow {
  readonly week_id: string;
  readonly gid: string;
  readonly guess: number | null;
  readonly cleared_by: string | null;
}

interface OldEntry extends OldRow {
  readonly week_id: string;
  readonly entry: string | null;
}

/** Of a database of 038. */
export function keptOf038(rows: Rows): Kept {
  const formats = new Map(
    read<{ id: string; rules: string }>(rows, 'pools').map(({ id, rules }) => {
      return [id, { ...defaultRules, ...JSON.parse(rules) }.format as string];
    }),
  );
  const statesOf = (picks: string, guesses: string, entries: string) => [
    ...read<OldPick>(rows, picks).map((row) => stateOf(row, 'pick', row.gid, pickOf(row))),
    ...read<OldGuess>(rows, guesses).map((row) => {
      const state = stateOf(row, 'guess', row.week_id, guessOf(row));
      return { ...state, enteredBy: row.cleared_by ?? row.bus_by };
    }),
    ...read<OldEntry>(rows, entries).map((row) => {
      const value = row.entry === null ? null : JSON.parse(row.entry);
      const isOrder = value === null ? formats.get(row.pool_id) !== 'survivor' : 'order' in value;
      return stateOf(row, isOrder ? 'order' : 'team', row.week_id, value);
    }),
  ];
  const history = statesOf('pick_history', 'guess_history', 'entry_history');
  const members = read<{ pool_id: string; user_id: string }>(rows, 'pool_members');
  const known = [...members, ...history.map(({ poolId, userId }) => ({ pool_id: poolId, user_id: userId }))];
  const accounts = new Map(
    read<{ id: string; account_id: string | null }>(rows, 'users').map((user) => [user.id, user.account_id]),
  );
  const players = new Map(known.map((row) => [`${row.pool_id} ${row.user_id}`, row]));
  const { pools = [], ...others } = withoutPicks(rows);
  return {
    standing: sorted(statesOf('picks', 'guesses', 'entries')),
    history: sorted(history),
    replaced: sorted(statesOf('replaced_picks', 'replaced_guesses', 'replaced_entries')),
    entries: sorted(
      [...players.values()].map(({ pool_id, user_id }) => {
        const account = accounts.get(user_id) ?? null;
        return { pool_id, player_id: user_id, user_id: account && user_id, number: 1, name: null };
      }),
    ),
    others: { ...others, pools: pools.map((row) => without(row, 'max_picks', 'max_best_bets')) },
  };
}

function stateOf(row: OldRow, kind: string, about: string, value: unknown): State {
  return {
    poolId: row.pool_id,
    userId: row.user_id,
    kind,
    about,
    value,
    revision: row.revision,
    madeAt: row.made_at,
    enteredBy: row.bus_by,
    reason: row.bus_reason,
  };
}

function pickOf({ side, best }: OldPick): object | null {
  return side === null ? null : { side, ...(best === 1 && { best: true }) };
}

function guessOf({ gid, guess, cleared_by }: OldGuess): object {
  return { gid, total: guess, ...(cleared_by !== null && { cleared: true }) };
}

interface NewRow {
  readonly entry_id: string;
  readonly kind: string;
  readonly about: string;
  readonly value: string | null;
  readonly revision: number;
  readonly made_at: number;
  readonly entered_by: string | null;
  readonly reason: string | null;
}

/** Of a database of today. */
export function keptOf(rows: Rows): Kept {
  const entries = read<{ id: string; pool_id: string; player_id: string }>(rows, 'entries');
  const statesOf = (table: string) =>
    read<NewRow>(rows, table).map((row): State => {
      const entry = entries.find(({ id }) => id === row.entry_id);
      return {
        poolId: entry?.pool_id ?? '',
        userId: entry?.player_id ?? '',
        kind: row.kind,
        about: row.about,
        value: row.value === null ? null : JSON.parse(row.value),
        revision: row.revision,
        madeAt: row.made_at,
        enteredBy: row.entered_by,
        reason: row.reason,
      };
    });
  return {
    standing: sorted(statesOf('picks')),
    history: sorted(statesOf('pick_history')),
    replaced: sorted(statesOf('replaced_picks')),
    entries: sorted(entries.map(({ id: _, ...entry }) => entry)),
    others: withoutPicks(rows),
  };
}

/** The tables and views of either version that hold picks. */
const ofPicks = ['picks', 'guesses', 'entries'].flatMap((name) => [name, `replaced_${name}`]);
const views = ['pick_history', 'guess_history', 'entry_history', 'game_picks'];

function withoutPicks(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !ofPicks.includes(name) && !views.includes(name)));
}

function without(row: string, ...columns: readonly string[]): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(JSON.parse(row)).filter(([name]) => !columns.includes(name))),
  );
}

function read<Row>(rows: Rows, table: string): readonly Row[] {
  return (rows[table] ?? []).map((row) => JSON.parse(row));
}

/** In one order, for tables have none. */
function sorted<T extends object>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
