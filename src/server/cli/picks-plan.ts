import type { optionalPickColumns, pickColumns } from '#core/csv-columns.ts';
import { BEST_MARK } from '#core/csv-columns.ts';
import { mayAddEntry } from '#core/entries.ts';
import type { Order } from '#core/formats/confidence/confidence.ts';
import { scaleOf, valuesOf, weekScale } from '#core/formats/confidence/confidence.ts';
import { orderOfValues } from '#core/formats/confidence/value-order.ts';
import type { TeamChoice, TeamChoices, TeamSlot } from '#core/formats/survivor/survivor.ts';
import { teamSlots, usedTeams, weekOfSlot } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import { cleanName, normalizeName } from '#core/names.ts';
import { nearNames } from '#core/near-names.ts';
import type { OrderValue } from '#core/pick.ts';
import { choosesGames } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleNames } from '#core/rules/pool-rules.ts';
import { readTeam } from '#core/team-names.ts';
import { noGuessText, readGuess } from '#core/tiebreak.ts';
import type { Game, Pool, Side } from '#core/types.ts';
import { poolNameError, profileNameError } from '#core/validation.ts';
import { compareWeeks, nflverseWeek, nflverseWeekIdFromNumber } from '#core/weeks.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { gamesOfWeeks } from '#server/games/reads.ts';
import type { Player } from '#server/imports/picks-store.ts';
import { playersOfPool } from '#server/imports/picks-store.ts';
import type { PlacedGame } from '#server/picks/reads.ts';
import { ordersOfWeek, placedGames, revealedTeams } from '#server/picks/reads.ts';
import type { CsvRow, Flaw } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { begunWeeks, hasBegun, weeksBeyond } from '#server/pools/begun-store.ts';
import { poolWeeks } from '#server/pools/reads.ts';
import { scalesOf, weeksOfPool } from '#server/pools/week-reads.ts';
import { findNamedPool, Problem } from './options.ts';

/** The player and entry of a row. */
export interface Who {
  readonly player: string;
  /** The entry's name; blank for the first. */
  readonly entry: string;
}

/** A key for a player and an entry. Names have no line breaks. */
export function keyOfWho({ player, entry }: Who): string {
  return `${player}\n${entry}`;
}

/** The name in flaws: the entry's, which is distinct in a pool, or the player's. */
function nameOfWho({ player, entry }: Who): string {
  return entry === '' ? player : entry;
}

type Row = CsvRow<(typeof pickColumns)[number] | (typeof optionalPickColumns)[number]>;

/** A row that is valid by itself. */
export interface PickRow {
  readonly row: Row;
  readonly weekId: string;
  readonly who: Who;
  /** Null if the player picked no team. */
  readonly team: string | null;
  /** Whether it is marked as a best bet. */
  readonly best: boolean;
  /** The value of the pick in a pool with confidence; null if the row has none. */
  readonly points: number | null;
  /** Null if the row has none. */
  readonly guess: number | null;
}

/** A row that names a side of a game. */
export interface PlacedPick {
  readonly row: Row;
  readonly who: Who;
  readonly weekId: string;
  readonly gid: string;
  readonly side: Side;
  /** Whether it is marked as a best bet. */
  readonly best: boolean;
}

/** Parses the rows of a file of picks, and adds their flaws to `flaws`. */
export function parsePicks(rows: readonly Row[], flaws: Flaw[]): PickRow[] {
  return rows.flatMap((row) => {
    const before = flaws.length;
    const weekId = parseWeek(row, flaws);
    const who = parseWho(row, flaws);
    const pick = row.get('pick');
    const team = pick === '' ? null : readTeam(pick);
    if (team?.problem) flaws.push(row.flaw('pick', team.problem));
    const best = parseBest(row, flaws);
    const tiebreak = row.get('tiebreak');
    const guess = readGuess(tiebreak);
    if (guess === undefined) flaws.push(row.flaw('tiebreak', noGuessText(tiebreak)));
    const value = row.get('points');
    const points = readPoints(value);
    if (points === undefined) flaws.push(row.flaw('points', `'${value}' is no value: a whole number from 1.`));
    if (weekId === null || flaws.length > before) return [];
    return [{ row, weekId, who, team: team?.abbr ?? null, best, points: points ?? null, guess: guess ?? null }];
  });
}

function parseBest(row: Row, flaws: Flaw[]): boolean {
  const mark = row.get('best').toLowerCase();
  if (mark !== '' && mark !== BEST_MARK) flaws.push(row.flaw('best', `'${mark}' is neither ${BEST_MARK} nor blank.`));
  return mark === BEST_MARK;
}

function parseWho(row: Row, flaws: Flaw[]): Who {
  const [player, entry] = [row.get('player'), row.get('entry')];
  const badPlayer = player === '' ? 'A pick needs a player.' : nameFlaw(player);
  if (badPlayer) flaws.push(row.flaw('player', badPlayer));
  const badEntry = entry === '' ? null : nameFlaw(entry);
  if (badEntry) flaws.push(row.flaw('entry', badEntry));
  return { player: cleanName(player), entry: cleanName(entry) };
}

function nameFlaw(name: string): string | null {
  return /\p{Cc}/u.test(name) ? 'A name has no line breaks or control characters.' : profileNameError(name);
}

function parseWeek(row: Row, flaws: Flaw[]): string | null {
  const season = row.get('season');
  const week = row.get('week');
  if (!/^\d{4}$/.test(season)) {
    flaws.push(row.flaw('season', `'${season}' is not a season.`));
    return null;
  }
  const weekId = nflverseWeekIdFromNumber(Number(season), /^\d{1,2}$/.test(week) ? Number(week) : Number.NaN);
  if (weekId === null) flaws.push(row.flaw('week', `'${week}' is not a week of ${season}.`));
  return weekId;
}

/**
 * Finds the game that each picked team plays in its week. A week without games, a team that does not play and a second
 * pick of the same game for the other side are flaws; the same pick twice is one.
 */
export function placePicks(picks: readonly PickRow[], games: readonly Game[], flaws: Flaw[]): PlacedPick[] {
  const byTeam = new Map(games.flatMap((game) => sidesOf(game)));
  const weeks = new Set(games.map((game) => game.weekId));
  const placed = new Map<string, PlacedPick>();
  for (const { row, weekId, who, team, best } of picks) {
    if (team === null || !weeks.has(weekId)) continue;
    const found = byTeam.get(`${weekId} ${team}`);
    if (!found) {
      flaws.push(row.flaw('pick', `${team} does not play in week ${row.get('week')} of ${row.get('season')}.`));
      continue;
    }
    const key = `${found.gid} ${keyOfWho(who)}`;
    const earlier = placed.get(key);
    if (!earlier) placed.set(key, { row, who, weekId, best, ...found });
    else if (earlier.side !== found.side) {
      flaws.push(
        row.flaw('pick', `${nameOfWho(who)} picked the other team of this game in line ${earlier.row.line()}.`),
      );
    }
  }
  return [...placed.values()];
}

function sidesOf(game: Game): [string, { gid: string; side: Side }][] {
  return [
    [`${game.weekId} ${game.home}`, { gid: game.gid, side: 'home' }],
    [`${game.weekId} ${game.away}`, { gid: game.gid, side: 'away' }],
  ];
}

/** An order or a team of an entry's week in a file. */
export interface PlacedChoice {
  readonly who: Who;
  readonly weekId: string;
  readonly choice: OrderValue | TeamChoice;
  /** Whether it is the second team of the week. */
  readonly second?: true;
  /** Whether it is an order that gives each game the value that it has already, by the stored order or by the default one. */
  readonly changesNothing?: true;
}

/** The input for the orders and teams of a file. */
interface ChoiceRows {
  readonly rules: PoolRules;
  /** The stored values of the pool's weeks. */
  readonly scales: Readonly<Record<string, readonly number[]>>;
  readonly rows: readonly PickRow[];
  /** The same rows that name a side of a game. */
  readonly picks: readonly PlacedPick[];
  readonly games: readonly Game[];
  /** The order of an entry in a week, empty if it has none; null if the entry is new. */
  readonly storedOrder: (who: Who, weekId: string) => Order | null;
  /** The visible teams of an entry in other weeks of the pool. */
  readonly shownChoices: (who: Who) => TeamChoices;
}

/** Builds the orders or teams from the rows of a file, in pools that ask for them, and adds mismatches to `flaws`. */
function placeChoices(choiceRows: ChoiceRows, flaws: Flaw[]): PlacedChoice[] {
  if (asksFor('order', choiceRows.rules)) return placeOrders(choiceRows, flaws);
  const valued = choiceRows.rows.find(({ points }) => points !== null);
  if (valued !== undefined)
    flaws.push(valued.row.flaw('points', 'This pool has no confidence. Leave the column out, or blank.'));
  return asksFor('team', choiceRows.rules) ? placeTeams(choiceRows, flaws) : [];
}

/** Parses the points of a row. @returns undefined for an invalid value */
function readPoints(text: string): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

function placeOrders({ rows, picks, games, rules, scales, storedOrder }: ChoiceRows, flaws: Flaw[]): PlacedChoice[] {
  const gameOf = new Map(picks.map(({ row, gid }) => [row, gid]));
  const placed = new Map(picks.map((pick) => [`${pick.gid} ${keyOfWho(pick.who)}`, pick]));
  const byWeek = Map.groupBy(games, ({ weekId }) => weekId);
  const weeks = Map.groupBy(rows, ({ who, weekId }) => `${weekId} ${keyOfWho(who)}`);
  return [...weeks.values()].flatMap((week) => {
    const [first] = week;
    if (first === undefined) return [];
    const { who, weekId } = first;
    const ofWeek = byWeek.get(weekId) ?? [];
    const scale = weekScale(rules, weekId, scales[weekId]);
    const known = new Map<string, number>();
    const given = new Map<number, PickRow>();
    const before = flaws.length;
    for (const each of week) {
      const gid = gameOf.get(each.row);
      const problem = valueProblem(each, { gid, games: ofWeek, given, scale: scaleOf(ofWeek.length, scale) });
      if (problem !== null) flaws.push(each.row.flaw(each.points === null ? 'pick' : 'points', problem));
      else if (each.points !== null) {
        given.set(each.points, each);
        if (gid !== undefined) known.set(gid, each.points);
        else if (each.team !== null) flaws.push(...sameGame(each, placed, ofWeek));
      }
    }
    if (flaws.length > before || given.size === 0) return [];
    const stored = storedOrder(who, weekId);
    const order = orderOfValues(ofWeek, known, scale, stored ?? []);
    const ranked = (each: Order) => [...valuesOf(ofWeek, each, scale).keys()].join(' ');
    const changesNothing = stored !== null && ranked(order) === ranked(stored);
    return [{ who, weekId, choice: { order }, ...(changesNothing && { changesNothing }) }];
  });
}

interface ValueContext {
  readonly gid: string | undefined;
  readonly games: readonly Game[];
  /** The values of the games. */
  readonly scale: readonly number[];
  /** Values that the entry has already used, with their rows. */
  readonly given: ReadonlyMap<number, PickRow>;
}

function valueProblem(each: PickRow, { gid, games, given, scale }: ValueContext): string | null {
  const { who, points, team } = each;
  if (games.length === 0) return null;
  if (points === null) {
    const isOff = games.some((game) => game.gid === gid && !gameCounts(game));
    return team === null || gid === undefined || isOff
      ? null
      : `${nameOfWho(who)} gave ${team} no points in ${weekText(each)}.`;
  }
  if (!scale.includes(points) && scale.length !== scale.at(-1))
    return `${nameOfWho(who)} gave ${points} points in ${weekText(each)}, whose games are worth ${scale.join(', ')}.`;
  if (points > games.length && !scale.includes(points))
    return `${nameOfWho(who)} gave ${points} points in ${weekText(each)}, which has ${games.length} games.`;
  const earlier = given.get(points);
  if (earlier === undefined || (earlier.team !== null && earlier.team === team)) return null;
  return `${nameOfWho(who)} gave ${points} points in ${weekText(each)} already, in line ${earlier.row.line()}.`;
}

/** A game that is in the file twice gets its points from the first row. */
function sameGame(each: PickRow, placed: ReadonlyMap<string, PlacedPick>, games: readonly Game[]): Flaw[] {
  const game = games.find(({ home, away }) => each.team === home || each.team === away);
  const first = game && placed.get(`${game.gid} ${keyOfWho(each.who)}`)?.row;
  if (first === undefined || first.get('points') === each.row.get('points')) return [];
  return [
    each.row.flaw(
      'points',
      `${nameOfWho(each.who)} gave this game of ${weekText(each)} other points in line ${first.line()}.`,
    ),
  ];
}

function placeTeams({ rules, picks, games, shownChoices }: ChoiceRows, flaws: Flaw[]): PlacedChoice[] {
  const byWeek = Map.groupBy(games, ({ weekId }) => weekId);
  return [...Map.groupBy(picks, ({ who }) => keyOfWho(who)).values()].flatMap((own) => {
    const shown = own[0] === undefined ? {} : shownChoices(own[0].who);
    const rows = new Map<TeamSlot, PlacedPick>();
    for (const pick of own) {
      const slots = teamSlots(pick.weekId, rules);
      const open = slots.filter((slot) => !rows.has(slot));
      const free = open.find((slot) => shown[slot]?.gid === pick.gid) ?? open.find((slot) => !shown[slot]) ?? open[0];
      const last = slots.flatMap((slot) => rows.get(slot) ?? []).at(-1);
      if (free !== undefined) rows.set(free, pick);
      else
        flaws.push(
          pick.row.flaw(
            'pick',
            `${nameOfWho(pick.who)} has ${slots.length === 1 ? 'a team' : 'two teams'} of ${weekText(pick)} already, in line ${last?.row.line()}.`,
          ),
        );
    }
    const choices: TeamChoices = {
      ...shown,
      ...Object.fromEntries([...rows].map(([slot, pick]) => [slot, choiceOf(pick, games)])),
    };
    const weeks = [...new Set(Object.keys(choices).map(weekOfSlot))].toSorted(compareWeeks);
    const played = weeks.map((id) => ({ id, games: byWeek.get(id) ?? [] }));
    return [...rows].map(([slot, pick]) => {
      const { weekId } = pick;
      const choice = choiceOf(pick, games);
      const { [slot]: _, ...others } = choices;
      const usedIn = usedTeams(played, others, slot, rules).get(choice.team);
      const isFirst = usedIn !== undefined && compareWeeks(weekId, usedIn) < 0 && rows.has(usedIn);
      if (usedIn !== undefined && !isFirst)
        flaws.push(pick.row.flaw('pick', `${usedText(pick, choice.team, usedIn, rows.get(usedIn))}${usesText(rules)}`));
      return { who: pick.who, weekId, choice, ...(slot !== weekId && { second: true }) };
    });
  });
}

function choiceOf({ gid, side }: PlacedPick, games: readonly Game[]): TeamChoice {
  return { gid, team: games.find((game) => game.gid === gid)?.[side] ?? '' };
}

function usedText(pick: PlacedPick, team: string, usedIn: string, first: PlacedPick | undefined): string {
  const where = first === undefined ? '' : `, in line ${first.row.line()}`;
  return `${nameOfWho(pick.who)} has ${team} in ${weekText(pick)}, and in ${weekText({ weekId: usedIn })}${where}.`;
}

function usesText({ teamUses }: PoolRules): string {
  return teamUses === 1 ? '' : ` A team can be used ${teamUses} times.`;
}

function weekText({ weekId }: { readonly weekId: string }): string {
  const { season, week } = nflverseWeek(weekId) ?? {};
  return `week ${week} of ${season}`;
}

/** The input for matching the entries of a file. */
interface EntryRows {
  readonly rows: readonly PickRow[];
  readonly rules: PoolRules;
  /** Known players, by their name in the file. */
  readonly players: ReadonlyMap<string, Player>;
  readonly newPlayers: readonly string[];
  /** The names of all entries in the pool. */
  readonly entryNames: readonly string[];
  /** Whether missing entries are created. */
  readonly create: boolean;
  /** Whether it is a survivor pool that has begun. */
  readonly isClosed: boolean;
}

/** An additional entry of a player that the pool does not have yet. */
export interface NewEntry extends Who {
  /** Another entry of the same player; null for a new player. */
  readonly besideId: string | null;
}

/** The entries of a file. */
export interface MatchedEntries {
  /** The rows with one spelling per entry, blank for the first of a player. */
  readonly rows: readonly PickRow[];
  /** Known entries by `keyOfWho`. */
  readonly entryIds: ReadonlyMap<string, string>;
  readonly newEntries: readonly NewEntry[];
  /** The names of new players' first entries, by player, if not their own name. */
  readonly firstNames: ReadonlyMap<string, string>;
}

/** Finds the entries named in the rows of a file, and adds mismatches to `flaws`. */
function matchEntries({ rows, ...known }: EntryRows, flaws: Flaw[]): MatchedEntries {
  const isNew = new Set(known.newPlayers);
  const taken = new Set(known.entryNames.map(normalizeName));
  const counts = new Map<string, number>();
  const entryIds = new Map<string, string>();
  const newEntries: NewEntry[] = [];
  const firstNames = new Map<string, string>();
  const spellings = new Map<PickRow, string>();

  function take({ row, who: { entry } }: PickRow): void {
    if (taken.has(normalizeName(entry)))
      flaws.push(row.flaw('entry', `${entry} is the name of another entry of this pool.`));
    taken.add(normalizeName(entry));
  }

  /** Creates an additional entry of a player. */
  function add(pick: PickRow, player: Player | undefined): void {
    const { row, who } = pick;
    const beside = player?.entries.find(({ ownerId }) => ownerId === player.id) ?? player?.entries[0];
    const owner = beside?.ownerId ?? who.player;
    const count = counts.get(owner) ?? player?.entries.filter(({ ownerId }) => ownerId === owner).length ?? 1;
    counts.set(owner, count + 1);
    newEntries.push({ ...who, besideId: beside?.id ?? null });
    const problem = player && unknownEntryText(who, known);
    if (problem) flaws.push(row.flaw('entry', problem));
    else if (!mayAddEntry(count, known.rules))
      flaws.push(row.flaw('entry', tooManyText(who.player, count + 1, known.rules)));
    else take(pick);
  }

  for (const [name, own] of Map.groupBy(rows, ({ who }) => who.player)) {
    const player = known.players.get(name);
    const [first] = own;
    const firstName = first?.who.entry || name;
    const entries = player === undefined ? [firstName] : player.entries.map((entry) => entry.name);
    for (const [at, { id, name: entry }] of [...(player?.entries ?? []).entries()].reverse())
      entryIds.set(keyOfWho({ player: name, entry: at === 0 ? '' : entry }), id);
    if (first && isNew.has(name) && normalizeName(firstName) !== normalizeName(name)) {
      take(first);
      firstNames.set(name, firstName);
    }
    for (const pick of own) {
      const { entry } = pick.who;
      let at = entry === '' ? 0 : entries.findIndex((each) => normalizeName(each) === normalizeName(entry));
      if (at < 0) {
        at = entries.push(entry) - 1;
        if (player || isNew.has(name)) add(pick, player);
      }
      spellings.set(pick, at === 0 ? '' : (entries[at] ?? ''));
    }
  }
  const spelled = rows.map((pick) => ({ ...pick, who: { ...pick.who, entry: spellings.get(pick) ?? '' } }));
  return { rows: spelled, entryIds, newEntries, firstNames };
}

function unknownEntryText({ player, entry }: Who, { create, isClosed }: Pick<EntryRows, 'create' | 'isClosed'>) {
  if (!create) return `${entry} is not an entry of ${player} in this pool. --create adds entries.`;
  return isClosed ? `${entry} is new, and no entry joins a survivor pool once its first game has locked.` : null;
}

function tooManyText(player: string, count: number, { entries }: PoolRules): string {
  const most = entries === 1 ? '1' : `at most ${entries}`;
  return `${player} would have ${count} entries. A player of this pool has ${most}.`;
}

/** A guess of an entry's week in a file. */
export interface PlacedGuess {
  readonly who: Who;
  readonly weekId: string;
  readonly guess: number;
}

/**
 * The guess of each entry's week, which may be on any of its rows. Different guesses are a flaw, and so is any guess in a pool without a
 * tiebreak.
 */
function placeGuesses(rows: readonly PickRow[], rules: PoolRules, flaws: Flaw[]): PlacedGuess[] {
  const placed = new Map<string, PlacedGuess & { readonly row: PickRow['row'] }>();
  for (const { row, weekId, who, guess } of rows) {
    if (guess === null) continue;
    if (rules.tiebreak === 'none') {
      flaws.push(row.flaw('tiebreak', 'This pool has no tiebreak. Leave the column out, or blank.'));
      return [];
    }
    const key = `${weekId} ${keyOfWho(who)}`;
    const earlier = placed.get(key);
    if (!earlier) placed.set(key, { row, who, weekId, guess });
    else if (earlier.guess !== guess)
      flaws.push(row.flaw('tiebreak', `${nameOfWho(who)} guessed ${earlier.guess} in line ${earlier.row.line()}.`));
  }
  return [...placed.values()].map(({ row: _, ...guess }) => guess);
}

/** The input for checking the limits of a file. */
interface LimitedPicks {
  readonly rules: PoolRules;
  readonly games: readonly Game[];
  readonly picks: readonly PlacedPick[];
  /** The pool's stored picks of these weeks. */
  readonly stored: readonly PlacedGame[];
  /** Known entries by `keyOfWho`. */
  readonly entryIds: ReadonlyMap<string, string>;
}

/**
 * Flaws for entries that would exceed the pool's limit of picks or best bets in a week, stored ones included, at the first row beyond the
 * limit.
 */
function limitFlaws(limited: LimitedPicks): Flaw[] {
  const { rules, picks, stored } = limited;
  const bets = { ...limited, picks: picks.filter(({ best }) => best), stored: stored.filter(({ best }) => best === 1) };
  return [
    ...(choosesGames(rules) ? flawsOver(Number(rules.games), limited, picksText) : []),
    ...flawsOver(rules.bestBets, bets, bestBetsText),
  ];
}

type Text = (count: number, limit: number) => string;

function flawsOver(limit: number, { games, picks, stored, entryIds }: LimitedPicks, text: Text): Flaw[] {
  const counting = new Set(games.filter(gameCounts).map(({ gid }) => gid));
  const weeks = Map.groupBy(picks, ({ who, weekId }) => `${weekId} ${keyOfWho(who)}`);
  return [...weeks.values()].flatMap((week) => {
    const [{ who, weekId } = {}] = week;
    const entryId = who && entryIds.get(keyOfWho(who));
    const own = stored.filter((pick) => pick.weekId === weekId && pick.entryId === entryId);
    const taken = new Set(own.map(({ gid }) => gid));
    const added = week.filter(({ gid }) => counting.has(gid) && !taken.has(gid));
    const first = added[Math.max(0, limit - taken.size)];
    if (first === undefined) return [];
    const { season, week: number } = nflverseWeek(first.weekId) ?? {};
    const words = text(taken.size + added.length, limit);
    return [
      first.row.flaw(
        'pick',
        `${nameOfWho(first.who)} would have ${words.replace('WEEK', `week ${number} of ${season}`)}`,
      ),
    ];
  });
}

function picksText(count: number, limit: number): string {
  return `${count} picks in WEEK. A player of this pool picks ${limit === 1 ? '1 game' : `${limit} games`} a week.`;
}

function bestBetsText(count: number, limit: number): string {
  const bets = count === 1 ? '1 best bet' : `${count} best bets`;
  return `${bets} in WEEK. A player of this pool has ${limit === 0 ? 'none' : `${limit} a week`}.`;
}

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
    else if (!known.has(weekId) && !poolOptions.create) {
      flaws.push(row.flaw('week', `${weekId} is not a week of this pool. --create adds it.`));
    }
  }
  const members = pool ? await playersOfPool(db, pool.id) : [];
  const spelled = oneSpelling(rows, new Set(members.map(({ name }) => cleanName(name))));
  const matched = matchPlayers(members, spelled, poolOptions, flaws);
  const isClosed = pool !== null && hasTeams && (await hasBegun(db, pool.id, poolOptions.now));
  if (isClosed) flaws.push(...lateFlaws(spelled, matched.newPlayers));
  if (pool && hasTeams) {
    const begun = await begunWeeks(db, pool.id, newWeeks, poolOptions.now);
    flaws.push(...begun.flatMap((weekId) => begunFlaws(weekId, weeks.get(weekId))));
    const beyond = isClosed ? await weeksBeyond(db, pool.id, newWeeks) : [];
    flaws.push(...beyond.flatMap((weekId) => beyondFlaws(weekId, weeks.get(weekId))));
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

/** The rows with one spelling per player: names that look alike are one player, unless the pool has members with several such names. */
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

/** The best matches of a shared name: imported players before others, members before former ones. */
function bestMatches(namesakes: readonly Player[]): readonly Player[] {
  const ranks = Map.groupBy(namesakes, (player) => Number(player.hasAccount) * 2 + Number(!player.isMember));
  const best = ranks.get(Math.min(...ranks.keys())) ?? [];
  // Two players may be linked to one entry.
  return [...new Map(best.map((player) => [player.entries[0]?.id, player])).values()];
}

/** The first row of every value, in the order of the file, so that a repeated problem is reported once. */
function firstBy(rows: readonly PickRow[], keyOf: (pick: PickRow) => string): Map<string, PickRow> {
  const first = new Map<string, PickRow>();
  for (const pick of rows) if (!first.has(keyOf(pick))) first.set(keyOf(pick), pick);
  return first;
}
