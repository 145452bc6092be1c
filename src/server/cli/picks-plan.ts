import type { Order } from '#core/formats/confidence/confidence.ts';
import { asksFor } from '#core/formats/traits.ts';
import { cleanName } from '#core/names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleNames } from '#core/rules/pool-rules.ts';
import type { Pool } from '#core/types.ts';
import { poolNameError } from '#core/validation.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { gamesOfWeeks } from '#server/games/reads.ts';
import type { Player } from '#server/imports/picks-store.ts';
import { playersOfPool } from '#server/imports/picks-store.ts';
import { ordersOfWeek, placedGames, revealedTeams } from '#server/picks/reads.ts';
import type { Flaw } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { begunWeeks, hasBegun, weeksBeyond } from '#server/pools/begun-store.ts';
import { poolWeeks } from '#server/pools/reads.ts';
import { scalesOf, weeksOfPool } from '#server/pools/week-reads.ts';
import { findNamedPool, Problem } from './options.ts';
import { limitFlaws } from './picks-limits.ts';
import type { MatchedEntries } from './picks-matches.ts';
import { matchEntries, matchPlayers, oneSpelling } from './picks-matches.ts';
import type { PlacedChoice, PlacedGuess, PlacedPick } from './picks-places.ts';
import { placeChoices, placeGuesses, placePicks } from './picks-places.ts';
import type { PickRow, Who } from './picks-rows.ts';
import { firstBy, keyOfWho } from './picks-rows.ts';

/** The options that name or create a pool. */
export interface PoolOptions {
  /** Its name, or its id. */
  readonly pool: string;
  readonly create?: true;
  /** Its rules; null if none are given. */
  readonly rules?: PoolRules | null;
}

/** The options of checking a file against the league. */
interface PlanOptions extends PoolOptions {
  /** The league's time (ms). */
  readonly now: number;
}

/** What an import of picks has to write. */
export interface Plan extends Omit<MatchedEntries, 'rows'> {
  /** Null if it must be created. */
  readonly pool: Pool | null;
  readonly rules: PoolRules;
  /** Weeks that the pool does not have yet. */
  readonly newWeeks: readonly string[];
  /** Known players, by their name in the file. */
  readonly players: ReadonlyMap<string, Player>;
  readonly newPlayers: readonly string[];
  /** New players whose names may be misspelled, at their first row in the file. */
  readonly nearPlayers: readonly Flaw[];
  /** Empty in a survivor pool, whose teams are choices. */
  readonly picks: readonly PlacedPick[];
  readonly choices: readonly PlacedChoice[];
  readonly guesses: readonly PlacedGuess[];
}

/**
 * Checks the rows of a file against the league, and adds mismatches to `flaws`. Writes nothing. @throws Problem if the pool is missing, or
 * picks by another rule
 */
export async function planPicks(
  db: Db,
  rows: readonly PickRow[],
  poolOptions: PlanOptions,
  flaws: Flaw[],
): Promise<Plan> {
  const { create = false } = poolOptions;
  const pool = await findPool(db, poolOptions);
  const rules = pool?.rules ?? poolOptions.rules ?? defaultRules;
  const hasTeams = asksFor('team', rules);
  const weeks = firstBy(rows, (pick) => pick.weekId);
  const known = new Set(pool ? await poolWeeks(db, pool.id) : []);
  const games = await gamesOfWeeks(db, [...new Set([...weeks.keys(), ...(hasTeams ? known : [])])]);
  const played = new Set(games.map((game) => game.weekId));
  const newWeeks = [...weeks.keys()].filter((weekId) => !known.has(weekId));
  for (const [weekId, { row }] of weeks) {
    if (!played.has(weekId)) flaws.push(row.flaw('week', `${weekId} has no games yet. Import the season first.`));
    else if (!known.has(weekId) && !create) {
      flaws.push(row.flaw('week', `${weekId} is not a week of this pool. --create adds it.`));
    }
  }
  const members = pool ? await playersOfPool(db, pool.id) : [];
  const spelled = oneSpelling(rows, new Set(members.map(({ name }) => cleanName(name))));
  const matched = matchPlayers(members, spelled, create, flaws);
  const isClosed = pool !== null && hasTeams && (await hasBegun(db, pool.id, poolOptions.now));
  if (isClosed) flaws.push(...lateFlaws(spelled, matched.newPlayers));
  if (pool && hasTeams) {
    const begun = await begunWeeks(db, pool.id, newWeeks, poolOptions.now);
    flaws.push(...begun.flatMap((weekId) => begunFlaws(weekId, weeks.get(weekId))));
    const beyond = isClosed ? await weeksBeyond(db, pool.id, newWeeks) : [];
    flaws.push(...beyond.flatMap((weekId) => beyondFlaws(weekId, weeks.get(weekId))));
  }
  const entryNames = (pool ? await entriesOfPool(db, pool.id) : []).map(({ name }) => name);
  const { rows: named, ...entries } = matchEntries(
    { rows: spelled, rules, ...matched, entryNames, create, isClosed },
    flaws,
  );
  const picks = placePicks(named, games, flaws);
  const stored = pool ? await placedGames(db, pool.id, [...weeks.keys()]) : [];
  const { entryIds } = entries;
  flaws.push(...limitFlaws({ rules, games, picks, stored, entryIds }));
  const shown =
    pool && hasTeams ? await revealedTeams(db, pool.id, await weeksOfPool(db, pool.id), poolOptions.now) : new Map();
  const shownChoices = (who: Who) => shown.get(entryIds.get(keyOfWho(who)) ?? '') ?? {};
  const scales = pool ? await scalesOf(db, pool.id) : {};
  const hasOrders = pool !== null && asksFor('order', rules);
  const orders = new Map<string, ReadonlyMap<string, Order>>();
  if (hasOrders) for (const weekId of weeks.keys()) orders.set(weekId, await ordersOfWeek(db, pool.id, weekId));
  const storedOrder = (who: Who, weekId: string) => {
    const entryId = entryIds.get(keyOfWho(who));
    return entryId === undefined ? null : (orders.get(weekId)?.get(entryId) ?? []);
  };
  const ordered = hasOrders ? (await weeksOfPool(db, pool.id, [...weeks.keys()])).flatMap((week) => week.games) : games;
  const choices = placeChoices({ rules, scales, rows: named, picks, games: ordered, storedOrder, shownChoices }, flaws);
  const guesses = placeGuesses(named, rules, flaws);
  return { pool, rules, newWeeks, ...matched, ...entries, picks: hasTeams ? [] : picks, choices, guesses };
}

/** Entries without a row in such a week would lose a life (decision 030). */
function begunFlaws(weekId: string, first: PickRow | undefined): Flaw[] {
  return first ? [first.row.flaw('week', `${weekId} has begun, and a survivor pool takes in no week that has.`)] : [];
}

/** A survivor pool ends with the last week that it listed when it began (decision 052). */
function beyondFlaws(weekId: string, first: PickRow | undefined): Flaw[] {
  return first
    ? [first.row.flaw('week', `${weekId} comes after the last week of this survivor pool, which has begun.`)]
    : [];
}

/** A survivor pool takes no new players once it has begun (decision 030). */
function lateFlaws(rows: readonly PickRow[], newPlayers: readonly string[]): Flaw[] {
  const first = firstBy(rows, ({ who }) => who.player);
  return newPlayers.flatMap((name) => {
    const row = first.get(name)?.row;
    return row
      ? [row.flaw('player', `${name} is new, and nobody joins a survivor pool once its first game has locked.`)]
      : [];
  });
}

async function findPool(db: Db, poolOptions: PoolOptions): Promise<Pool | null> {
  const pool = await findNamedPool(db, poolOptions.pool);
  if (!pool) {
    if (!poolOptions.create) throw new Problem(`There is no pool '${poolOptions.pool}'. --create makes it.`);
    const problem = poolNameError(poolOptions.pool);
    if (problem) throw new Problem(problem);
    return null;
  }
  const { rules } = poolOptions;
  const others = rules ? ruleNames.filter((rule) => rules[rule] !== pool.rules[rule]) : [];
  if (others.length === 0) return pool;
  const words = others.map((rule) => `${rule} is ${pool.rules[rule]}, not ${rules?.[rule]}`);
  throw new Problem(`The pool '${pool.name}' plays by other rules: ${words.join('; ')}.`);
}
