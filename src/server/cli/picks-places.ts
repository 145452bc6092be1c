import type { Order } from '#core/formats/confidence/confidence.ts';
import { scaleOf, valuesOf, weekScale } from '#core/formats/confidence/confidence.ts';
import { orderOfValues } from '#core/formats/confidence/value-order.ts';
import type { TeamChoice, TeamChoices, TeamSlot } from '#core/formats/survivor/survivor.ts';
import { teamSlots, usedTeams, weekOfSlot } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import type { OrderValue } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, Side } from '#core/types.ts';
import { compareWeeks, nflverseWeek } from '#core/weeks.ts';
import type { Flaw } from '#server/platform/csv.ts';
import type { PickRow, Who } from './picks-rows.ts';
import { keyOfWho, nameOfWho } from './picks-rows.ts';

/** A row that names a side of a game. */
export interface PlacedPick {
  readonly row: PickRow['row'];
  readonly who: Who;
  readonly weekId: string;
  readonly gid: string;
  readonly side: Side;
  /** Whether it is marked as a best bet. */
  readonly best: boolean;
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
export function placeChoices(choiceRows: ChoiceRows, flaws: Flaw[]): PlacedChoice[] {
  if (asksFor('order', choiceRows.rules)) return placeOrders(choiceRows, flaws);
  const valued = choiceRows.rows.find(({ points }) => points !== null);
  if (valued !== undefined)
    flaws.push(valued.row.flaw('points', 'This pool has no confidence. Leave the column out, or blank.'));
  return asksFor('team', choiceRows.rules) ? placeTeams(choiceRows, flaws) : [];
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
export function placeGuesses(rows: readonly PickRow[], rules: PoolRules, flaws: Flaw[]): PlacedGuess[] {
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
