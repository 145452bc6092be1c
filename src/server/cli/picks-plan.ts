import { cleanName, normalizeName } from '#core/names.ts';
import { nearNames } from '#core/near-names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleNames } from '#core/rules/pool-rules.ts';
import type { Pool } from '#core/types.ts';
import { poolNameError } from '#core/validation.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { Flaw } from '../csv/csv-table.ts';
import { entriesOfPool } from '../store/entry-reads.ts';
import { gamesOfWeeks } from '../store/game-reads.ts';
import type { Player } from '../store/import-picks.ts';
import { playersOfPool } from '../store/import-picks.ts';
import { placedGames, revealedTeams } from '../store/pick-reads.ts';
import { poolWeeks } from '../store/pools.ts';
import { begunWeeks, hasBegun } from '../store/survivor-begun.ts';
import type { PlacedChoice } from './picks-choices.ts';
import { placeChoices } from './picks-choices.ts';
import type { MatchedEntries } from './picks-entries.ts';
import { matchEntries } from './picks-entries.ts';
import type { PlacedGuess } from './picks-guesses.ts';
import { placeGuesses } from './picks-guesses.ts';
import { limitFlaws } from './picks-limits.ts';
import type { PickRow, PlacedPick } from './picks-rows.ts';
import { placePicks } from './picks-rows.ts';
import type { Who } from './picks-who.ts';
import { keyOfWho } from './picks-who.ts';
import { findNamedPool } from './pool.ts';
import { Problem } from './problems.ts';

/** How a pool is named and made. */
export interface PoolOptions {
  /** Its name, or its id. */
  readonly pool: string;
  readonly create?: true;
  /** What it plays by; null where nothing was said. */
  readonly rules?: PoolRules | null;
}

/** How a file is held against the league. */
interface PlanOptions extends PoolOptions {
  /** The league's time (ms). */
  readonly now: number;
}

/** What an import of picks has to write. */
export interface Plan extends Omit<MatchedEntries, 'rows'> {
  /** Null where it has to be made. */
  readonly pool: Pool | null;
  readonly rules: PoolRules;
  /** Weeks that the pool does not have yet. */
  readonly newWeeks: readonly string[];
  /** Known players, by their name in the file. */
  readonly players: ReadonlyMap<string, Player>;
  readonly newPlayers: readonly string[];
  /** New players whose names may be slips of others, each where the name first stands in the file. */
  readonly nearPlayers: readonly Flaw[];
  /** In a survivor pool none: its teams are choices. */
  readonly picks: readonly PlacedPick[];
  readonly choices: readonly PlacedChoice[];
  readonly guesses: readonly PlacedGuess[];
}

/**
 * Checks the rows of a file against the league, adding what does not fit to `flaws`. Writes nothing.
 * @throws Problem where the pool is missing, or picks by another rule
 */
export async function planPicks(
  db: Db,
  rows: readonly PickRow[],
  poolOptions: PlanOptions,
  flaws: Flaw[],
): Promise<Plan> {
  const pool = await findPool(db, poolOptions);
  const rules = pool?.rules ?? poolOptions.rules ?? defaultRules;
  const isSurvivor = rules.format === 'survivor';
  const weeks = firstBy(rows, (pick) => pick.weekId);
  const known = new Set(pool ? await poolWeeks(db, pool.id) : []);
  const games = await gamesOfWeeks(db, [...new Set([...weeks.keys(), ...(isSurvivor ? known : [])])]);
  const played = new Set(games.map((game) => game.weekId));
  const newWeeks = [...weeks.keys()].filter((weekId) => !known.has(weekId));
  for (const [weekId, { row }] of weeks) {
    if (!played.has(weekId)) flaws.push(row.flaw('week', `${weekId} has no games yet. Import the season first.`));
    else if (!known.has(weekId) && !poolOptions.create) {
      flaws.push(row.flaw('week', `${weekId} is not a week of this pool. --create adds it.`));
    }
  }
  const members = pool ? await playersOfPool(db, pool.id) : [];
  const spelled = oneSpelling(rows, new Set(members.map(({ name }) => cleanName(name))));
  const matched = matchPlayers(members, spelled, poolOptions, flaws);
  const isClosed = pool !== null && isSurvivor && (await hasBegun(db, pool.id, poolOptions.now));
  if (isClosed) flaws.push(...lateFlaws(spelled, matched.newPlayers));
  if (pool && isSurvivor) {
    const begun = await begunWeeks(db, pool.id, newWeeks, poolOptions.now);
    flaws.push(...begun.flatMap((weekId) => begunFlaws(weekId, weeks.get(weekId))));
  }
  const entryNames = (pool ? await entriesOfPool(db, pool.id) : []).map(({ name }) => name);
  const create = poolOptions.create ?? false;
  const { rows: named, ...entries } = matchEntries(
    { rows: spelled, rules, ...matched, entryNames, create, isClosed },
    flaws,
  );
  const picks = placePicks(named, games, flaws);
  const stored = pool ? await placedGames(db, pool.id, [...weeks.keys()]) : [];
  const { entryIds } = entries;
  flaws.push(...limitFlaws({ rules, games, picks, stored, entryIds }));
  const shown = pool && isSurvivor ? await revealedTeams(db, pool.id, [...known], poolOptions.now) : new Map();
  const shownChoices = (who: Who) => shown.get(entryIds.get(keyOfWho(who)) ?? '') ?? {};
  const choices = placeChoices({ rules, rows: named, picks, games, shownChoices }, flaws);
  const guesses = placeGuesses(named, rules, flaws);
  return { pool, rules, newWeeks, ...matched, ...entries, picks: isSurvivor ? [] : picks, choices, guesses };
}

/** Whoever has no row of such a week would lose a life by it (decision 030). */
function begunFlaws(weekId: string, first: PickRow | undefined): Flaw[] {
  return first ? [first.row.flaw('week', `${weekId} has begun, and a survivor pool takes in no week that has.`)] : [];
}

/** Nobody joins a survivor pool once it has begun (decision 030). */
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

/**
 * The rows with one spelling for each player: names that look alike are one player, unless the pool has members by several
 * such names.
 */
function oneSpelling(rows: readonly PickRow[], known: ReadonlySet<string>): PickRow[] {
  const spellings = new Map<string, string>();
  for (const [seen, [name = '', ...others]] of Map.groupBy(known, normalizeName)) {
    if (others.length === 0) spellings.set(seen, name);
  }
  return rows.map((pick) => {
    if (known.has(pick.who.player)) return pick;
    const seen = normalizeName(pick.who.player);
    const player = spellings.get(seen) ?? pick.who.player;
    spellings.set(seen, player);
    return { ...pick, who: { ...pick.who, player } };
  });
}

function matchPlayers(members: readonly Player[], rows: readonly PickRow[], poolOptions: PoolOptions, flaws: Flaw[]) {
  const byName = Map.groupBy(members, (player) => cleanName(player.name));
  const byLook = Map.groupBy(members, (player) => normalizeName(player.name));
  const first = firstBy(rows, ({ who }) => who.player);
  const players = new Map<string, Player>();
  const unknown: string[] = [];
  for (const [name, { row }] of first) {
    const [player, ...others] = bestMatches(byName.get(name) ?? byLook.get(normalizeName(name)) ?? []);
    if (!player) unknown.push(name);
    else if (others.length > 0) flaws.push(row.flaw('player', `${others.length + 1} members are named ${name}.`));
    else players.set(name, player);
  }
  const near = nearNames(
    unknown,
    members.map((player) => cleanName(player.name)),
  );
  const words = new Map(near.map((each) => [each.name, each.near.join(' or ')]));
  const at = (name: string, message: string): Flaw[] => {
    const row = first.get(name)?.row;
    return row ? [row.flaw('player', message)] : [];
  };
  if (!poolOptions.create) flaws.push(...unknown.flatMap((name) => at(name, strangerText(name, words.get(name)))));
  const nearPlayers = near.flatMap(({ name }) => at(name, `${name} is new, and near ${words.get(name)}.`));
  return { players, newPlayers: poolOptions.create ? unknown : [], nearPlayers };
}

function strangerText(name: string, near: string | undefined): string {
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${name} is not a member of this pool.${hint} --create adds players.`;
}

/** Of those who share a name: players who came with an import before others, members before former ones. */
function bestMatches(namesakes: readonly Player[]): readonly Player[] {
  const ranks = Map.groupBy(namesakes, (player) => Number(player.hasAccount) * 2 + Number(!player.isMember));
  const best = ranks.get(Math.min(...ranks.keys())) ?? [];
  // Two players may be linked to one entry.
  return [...new Map(best.map((player) => [player.entries[0]?.id, player])).values()];
}

/** The first row of every value, in the order of the file: what is wrong everywhere is said once. */
function firstBy(rows: readonly PickRow[], keyOf: (pick: PickRow) => string): Map<string, PickRow> {
  const first = new Map<string, PickRow>();
  for (const pick of rows) if (!first.has(keyOf(pick))) first.set(keyOf(pick), pick);
  return first;
}
