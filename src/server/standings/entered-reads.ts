/** What the entries of many pools entered for a week, as far as it is scored: one row for each entry, however much it picked. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { countsMissed } from '#core/auto-picks.ts';
import type { Entered, ScoredWeek } from '#core/formats/format.ts';
import { teamSlotsOf } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import type { SlotValues } from '#core/pick.ts';
import type { GamePick, Pool } from '#core/types.ts';
import { autoUntilOf } from '#server/picks/missed-limit-reads.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';

/** A pool with a week as it is scored there. */
export interface PoolToScore {
  readonly pool: Pool;
  readonly week: ScoredWeek;
}

/** What the entries of a pool entered, by entry. */
type EnteredByEntry = ReadonlyMap<string, Entered>;

/** The kinds of slots that are scored. */
const kinds = ['pick', 'order', 'team'] as const;
type Kind = (typeof kinds)[number];

/** What an entry made, by kind: the texts of stored values by what they are about, as JSON. */
type EntryRow = { readonly [K in Kind]: string | null } & {
  readonly pool_id: string;
  readonly id: string;
  readonly joined_at: number;
  readonly out_at: number | null;
};

/**
 * What the entries of pools entered for a week, by pool. If missed games count, includes entries without picks.
 * @param finals the games of the week that are over
 */
export async function enteredIn(
  db: Db,
  engine: Engine,
  weekId: string,
  finals: readonly string[],
  pools: readonly PoolToScore[],
): Promise<ReadonlyMap<string, EnteredByEntry>> {
  const entered = new Map<string, EnteredByEntry>();
  const abouts = { pick: finals, order: [weekId], team: teamSlotsOf([weekId]) };
  const asked = ({ pool: { rules } }: PoolToScore) => kinds.filter((kind) => asksFor(kind, rules));
  for (const same of Map.groupBy(pools, (each) => asked(each).join(' ')).values()) {
    const [first] = same;
    const own = first === undefined ? [] : asked(first);
    const made = (kind: Kind) => (own.includes(kind) ? valuesMade(engine, kind, abouts[kind]) : sql`null`);
    const { rows } = await sql<EntryRow>`
      select entries.pool_id, entries.id, entries.joined_at, entries.out_at,
        ${made('pick')} as pick, ${made('order')} as "order", ${made('team')} as team
      from entries where entries.pool_id in (${sql.join(same.map(({ pool }) => pool.id))})`.execute(db);
    const byPool = Map.groupBy(rows, (row) => row.pool_id);
    for (const { pool, week } of same) entered.set(pool.id, await enteredOf(db, pool, week, byPool.get(pool.id) ?? []));
  }
  return entered;
}

/** The values of a kind that an entry has, as one JSON object of their texts; without those that were taken back. */
function valuesMade(engine: Engine, kind: Kind, abouts: readonly string[]): RawBuilder<unknown> {
  if (abouts.length === 0) return sql`null`;
  const object = engine === 'sqlite' ? sql`json_group_object(about, value)` : sql`json_object_agg(about, value)::text`;
  return sql`(select ${object} from picks where picks.entry_id = entries.id and picks.kind = ${kind}
    and picks.about in (${sql.join(abouts)}) and picks.value is not null)`;
}

async function enteredOf(db: Db, pool: Pool, week: ScoredWeek, rows: readonly EntryRow[]): Promise<EnteredByEntry> {
  const countsAll = countsMissed(pool.rules) && week.finals.length > 0;
  const entered = new Map<string, Entered>();
  for (const { id, joined_at, out_at, pick, order, team } of rows) {
    const isPlaying = countsAll && out_at === null;
    if (!isPlaying && isNothing(pick) && isNothing(team)) continue;
    entered.set(id, {
      picks: valuesOf(pick, toPick),
      order: Object.values(valuesOf(order, toOrder))[0] ?? [],
      teams: valuesOf(team, toTeam),
      joinedAt: isPlaying ? joined_at : Number.POSITIVE_INFINITY,
      autoUntil: null,
    });
  }
  const missing = [...entered].flatMap(([id, { joinedAt, picks }]) => {
    const isMissing = Number.isFinite(joinedAt) && week.finals.some(({ gid }) => picks[gid] === undefined);
    return isMissing ? [{ id, joinedAt }] : [];
  });
  for (const [id, autoUntil] of await autoUntilOf(db, pool, missing, week.id)) {
    const own = entered.get(id);
    if (own) entered.set(id, { ...own, autoUntil });
  }
  return entered;
}

function isNothing(made: string | null): boolean {
  return made === null || made === '{}';
}

function valuesOf<V>(made: string | null, parsed: (text: string) => V): Readonly<Record<string, V>> {
  if (made === null) return {};
  const values = JSON.parse(made) as Record<string, string>;
  return Object.fromEntries(Object.entries(values).map(([about, text]) => [about, parsed(text)]));
}

/** Entries have few different sides, and often the same order or team: each text is parsed once. */
function parsedOnce<T, V>(to: (value: T) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = to(JSON.parse(text) as T);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, value);
    return value;
  };
}

const MOST_KNOWN = 1000;

const toPick = parsedOnce(
  ({ side, best }: SlotValues['pick']): GamePick => ({ side, bus: false, best: best === true }),
);
const toOrder = parsedOnce(({ order }: SlotValues['order']) => order);
const toTeam = parsedOnce((team: SlotValues['team']) => team);
