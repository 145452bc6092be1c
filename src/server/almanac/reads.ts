import { sql } from 'kysely';
import type { AlmanacPlanReply } from '#contract/almanac.ts';
import { lastMatches, personOf } from '#core/almanac/league.ts';
import { MAX_TYPED_PLACES } from '#core/almanac/parse-table.ts';
import type { AlmanacSeason, League, PlayedPick, TypedSeason } from '#core/almanac/season.ts';
import { almanacSeason } from '#core/almanac/season.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { compareNames } from '#core/name-order.ts';
import { pointsOfHalves } from '#core/scoring.ts';
import { survivorPlayers } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { nextTurn } from '#server/platform/turns.ts';
import { findPool } from '#server/pools/reads.ts';
import { weeksOfPool } from '#server/pools/week-reads.ts';
import { readSeason } from '#server/standings/season-reads.ts';

/** More seasons than a pool can have: a loop of links ends there. */
const LONGEST_LINE = 200;

/** A pool of a line of seasons. */
export interface LinePool {
  readonly id: string;
  readonly name: string;
  /** The year of its season; null if it has no weeks. */
  readonly year: number | null;
}

/** A pool and those before it, newest first. */
export async function lineOf(db: Db, poolId: string): Promise<LinePool[]> {
  const { rows } = await sql<LinePool>`
    with recursive line (id, at) as (
      select cast(${poolId} as text), 0
      union all
      select season_links.follows, at + 1 from line join season_links on season_links.pool_id = line.id where at < ${LONGEST_LINE})
    select pools.id, pools.name, (
      select max(weeks.season) from pool_weeks join weeks on weeks.id = pool_weeks.week_id
      where pool_weeks.pool_id = pools.id and pool_weeks.enabled = 1) as year
    from line join pools on pools.id = line.id
    where pools.deleted_at is null or line.at = 0 order by line.at`.execute(db);
  // If links form a loop, each pool counts once.
  return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed();
}

/** The pool that follows another one; null if none does. */
export async function followerOf(db: Db, poolId: string): Promise<string | null> {
  const query = db.selectFrom('season_links').select('pool_id').where('follows', '=', poolId);
  return (await query.executeTakeFirst())?.pool_id ?? null;
}

/** The season of a pool for the almanac; null for a pool that does not exist. */
export async function loadAlmanacSeason(
  db: Db,
  poolId: string,
  year: number,
  now: number,
): Promise<Loaded<AlmanacSeason | null>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: null, validUntil: ALWAYS };
  const { season } = await readSeason(db, pool, now);
  const weeks = await weeksOfPool(db, poolId);
  const hasTeams = traitsOf(pool.rules).plays === 'season';
  const isOver = season.money().final !== null;
  const picks = hasTeams ? new Map() : await storedPicks(db, poolId);
  const players = hasTeams ? await survivorPlayers(db, pool) : [];
  // A season of hundreds of entries takes a tenth of a second: others are served before it.
  await nextTurn();
  const state = almanacSeason({
    poolId,
    poolName: pool.name,
    year,
    rules: pool.rules,
    weeks,
    isOver,
    rows: season.standings().rows,
    winners: season.weekWinners(),
    picks,
    players,
  });
  return { state, validUntil: season.validUntil, isSettled: isOver };
}

/** All sides that are stored, by entry, then by gid; sealed ones, too. */
async function storedPicks(db: Db, poolId: string): Promise<Map<string, Record<string, PlayedPick>>> {
  const rows = await db
    .selectFrom('game_picks')
    .select(['entry_id', 'gid', 'side', 'auto'])
    .where('pool_id', '=', poolId)
    .where('side', 'is not', null)
    .execute();
  const picks = new Map<string, Record<string, PlayedPick>>();
  for (const { entry_id, gid, side, auto } of rows) {
    if (side === null) continue;
    const own = picks.get(entry_id) ?? {};
    own[gid] = auto === 1 ? { side, auto: true } : { side };
    picks.set(entry_id, own);
  }
  return picks;
}

/** The present names of users, by id. */
async function namesOf(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}

/** What the almanac of a line needs besides its seasons, which are oldest first. */
export async function leagueWith(
  db: Db,
  line: readonly LinePool[],
  seasons: readonly AlmanacSeason[],
): Promise<League> {
  const played = new Set(seasons.map(({ year }) => year));
  const typed = (await typedSeasons(db, line)).filter(({ year }) => !played.has(year));
  const matched = await matchedPeople(db, line);
  const owners = seasons.flatMap(({ entries }) => entries.map(({ ownerId }) => ownerId));
  const named = typed.flatMap(({ places }) => places.flatMap(({ personId }) => personId ?? []));
  const names = await namesOf(db, [...owners, ...named, ...matched.values()]);
  return { seasons, typed, matched, names };
}

/** The place of the row that hides the table of an earlier pool. */
export const NO_PLACE = 0;

/** The final tables that were typed for a line; of two for a year, that of the newer pool. */
export async function typedSeasons(db: Db, line: readonly LinePool[]): Promise<TypedSeason[]> {
  const order = new Map(line.map(({ id }, at) => [id, at]));
  const rows = await db
    .selectFrom('typed_places')
    .selectAll()
    .where('pool_id', 'in', [...order.keys()])
    .orderBy('year')
    .orderBy('position')
    .execute();
  const years = Map.groupBy(rows, ({ year }) => year);
  const tables = [...years].map(([year, all]) => {
    const newest = Math.min(...all.map(({ pool_id }) => order.get(pool_id) ?? 0));
    const own = all.filter(({ pool_id, place }) => order.get(pool_id) === newest && place !== NO_PLACE);
    const places = own.map(({ place, name, halves, prize, person_id }) => ({
      place,
      name,
      points: halves === null ? null : halves / 2,
      prize: prize === null ? null : Number(prize),
      personId: person_id,
    }));
    return { year, places };
  });
  return tables.filter(({ places }) => places.length > 0);
}

/** The final tables of the years before a pool's own season: of the earlier pools of its line that are over, and typed ones, oldest first. */
export async function yearsBefore(db: Db, poolId: string, now: number): Promise<TypedSeason[]> {
  const line = await lineOf(db, poolId);
  const seasons: AlmanacSeason[] = [];
  for (const { id, year } of line.slice(1).toReversed()) {
    const season = year === null ? null : (await loadAlmanacSeason(db, id, year, now)).state;
    if (season?.isOver) seasons.push(season);
  }
  const league = await leagueWith(db, line, seasons);
  const played = seasons.map(({ year, entries }) => ({
    year,
    places: entries.map(({ rank, name, ownerId, totalHalves }) => ({
      place: rank,
      name,
      points: totalHalves === null ? null : pointsOfHalves(totalHalves),
      prize: null,
      personId: personOf(league, ownerId),
    })),
  }));
  // Of two pools of a year the newer one counts, as everywhere in a line.
  const years = new Map([...league.typed, ...played].map((each) => [each.year, each]));
  return [...years.values()]
    .map(({ year, places }) => ({ year, places: places.slice(0, MAX_TYPED_PLACES) }))
    .toSorted((a, b) => a.year - b.year);
}

/** Who players without an account are in other seasons of the line: as the newest pool says, or whoever their entries were linked to. */
export async function matchedPeople(db: Db, line: readonly LinePool[]): Promise<ReadonlyMap<string, string>> {
  const order = new Map(line.map(({ id }, at) => [id, at]));
  const ids = [...order.keys()];
  const rows = await db.selectFrom('same_people').selectAll().where('pool_id', 'in', ids).execute();
  const oldestFirst = rows.toSorted((a, b) => (order.get(b.pool_id) ?? 0) - (order.get(a.pool_id) ?? 0));
  const said = new Map(oldestFirst.map(({ user_id, person_id }) => [user_id, person_id]));
  return lastMatches(new Map([...(await linkedPlayers(db, ids)), ...said]));
}

/** Players all of whose entries in some pools belong to an account by now, with the owner of the latest one. */
async function linkedPlayers(db: Db, poolIds: readonly string[]): Promise<[string, string][]> {
  const rows = await db
    .selectFrom('entries')
    .select(['player_id', 'owner_id'])
    .where('pool_id', 'in', poolIds)
    .orderBy('joined_at')
    .execute();
  const own = new Set(rows.map(({ owner_id }) => owner_id));
  return rows.flatMap(({ player_id, owner_id }): [string, string][] =>
    owner_id === player_id || own.has(player_id) ? [] : [[player_id, owner_id]],
  );
}

/** Somebody whom a name or a player without an account of a line can be. */
export interface LinePerson {
  readonly id: string;
  readonly name: string;
  readonly hasAccount: boolean;
}

/** The members of a line's pools and those behind its entries, by name. */
export async function peopleOfLine(db: Db, line: readonly LinePool[]): Promise<LinePerson[]> {
  const ids = line.map(({ id }) => id);
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'account_id'])
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('pool_members')
            .select('user_id')
            .whereRef('pool_members.user_id', '=', 'users.id')
            .where('pool_members.pool_id', 'in', ids),
        ),
        exists(
          selectFrom('entries')
            .select('entries.id')
            .whereRef('entries.owner_id', '=', 'users.id')
            .where('entries.pool_id', 'in', ids),
        ),
      ]),
    )
    .execute();
  const linked = new Map(await linkedPlayers(db, ids));
  return rows
    .filter(({ id }) => !linked.has(id))
    .map(({ id, display_name, account_id }) => ({ id, name: display_name, hasAccount: account_id !== null }))
    .toSorted(compareNames);
}

/** The years in which users without an account have entries in a line, by user id. */
async function yearsOfPlayers(db: Db, line: readonly LinePool[]): Promise<Map<string, number[]>> {
  const yearOf = new Map(line.flatMap(({ id, year }) => (year === null ? [] : [[id, year] as const])));
  const rows = await db
    .selectFrom('entries')
    .innerJoin('users', 'users.id', 'entries.owner_id')
    .select(['entries.pool_id', 'users.id'])
    .where('entries.pool_id', 'in', [...line.map(({ id }) => id)])
    .where('entries.out_at', 'is', null)
    .where('users.account_id', 'is', null)
    .groupBy(['entries.pool_id', 'users.id'])
    .execute();
  const byUser = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byUser].map(([id, own]) => [id, own.flatMap(({ pool_id }) => yearOf.get(pool_id) ?? []).sort((a, b) => a - b)]),
  );
}

/** What a commissioner edits of the almanac. */
export async function loadAlmanacPlan(
  db: Db,
  poolId: string,
  asker: { readonly userId: string; readonly isAdmin: boolean },
): Promise<AlmanacPlanReply> {
  const line = await lineOf(db, poolId);
  const people = await peopleOfLine(db, line);
  const years = await yearsOfPlayers(db, line);
  const matched = await matchedPeople(db, line);
  const [, before] = line;
  return {
    typed: (await typedSeasons(db, line))
      .toReversed()
      .map(({ year, places }) => ({ year, places: places.map((place) => ({ ...place })) })),
    people,
    players: people.flatMap(({ id, name, hasAccount }) =>
      hasAccount || !years.has(id) ? [] : [{ id, name, years: years.get(id) ?? [], personId: matched.get(id) ?? null }],
    ),
    follows: before ? { id: before.id, name: before.name, year: before.year } : null,
    couldFollow: before ? [] : await couldFollow(db, line, asker),
  };
}

/** The most pools that are offered. */
const OFFERED = 100;

/** Pools of earlier seasons that nothing follows and the asker commissions, or any for an admin, newest first. */
async function couldFollow(
  db: Db,
  [own]: readonly LinePool[],
  { userId, isAdmin }: { readonly userId: string; readonly isAdmin: boolean },
): Promise<AlmanacPlanReply['couldFollow']> {
  if (own === undefined || own.year === null) return [];
  const runs = sql<boolean>`exists (
    select 1 from pool_commissioners where pool_commissioners.pool_id = pools.id and pool_commissioners.user_id = ${userId})`;
  const { rows } = await sql<{ id: string; name: string; year: number }>`
    select pools.id, pools.name, max(weeks.season) as year
    from pools join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.enabled = 1
      join weeks on weeks.id = pool_weeks.week_id
    where pools.deleted_at is null and pools.id != ${own.id} and ${isAdmin ? sql`1 = 1` : runs}
      and not exists (select 1 from season_links where season_links.follows = pools.id)
    group by pools.id, pools.name
    having max(weeks.season) < ${own.year}
    order by max(weeks.season) desc, pools.name limit ${OFFERED}`.execute(db);
  return rows;
}

/** Whether a pool may follow another one: see `couldFollow`. */
export async function mayFollow(
  db: Db,
  line: readonly LinePool[],
  asker: { readonly userId: string; readonly isAdmin: boolean },
  poolId: string,
): Promise<boolean> {
  return line.length === 1 && (await couldFollow(db, line, asker)).some(({ id }) => id === poolId);
}
