import type { WeekChoice } from '#contract/week-choices.ts';
import type { TeamChoice, TeamChoices } from '#core/formats/survivor.ts';
import { usedTeams } from '#core/formats/survivor.ts';
import { orderOfValues } from '#core/formats/value-order.ts';
import { gameCounts } from '#core/game.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { compareWeeks, nflverseWeek } from '#core/weeks.ts';
import type { Flaw } from '../csv/csv-table.ts';
import type { PickRow, PlacedPick } from './picks-rows.ts';
import type { Who } from './picks-who.ts';
import { keyOfWho, nameOfWho } from './picks-who.ts';

/** An order or a team that a file has of an entry's week. */
export interface PlacedChoice {
  readonly who: Who;
  readonly weekId: string;
  readonly choice: WeekChoice;
}

/** What the orders and teams of a file are made from. */
interface ChoiceRows {
  readonly rules: PoolRules;
  readonly rows: readonly PickRow[];
  /** The same rows as far as they name a side of a game. */
  readonly picks: readonly PlacedPick[];
  readonly games: readonly Game[];
  /** The teams that an entry of the pool is known to have in other weeks. */
  readonly shownChoices: (who: Who) => TeamChoices;
}

/** The orders or teams that the rows of a file come to, in pools that ask for them, adding what does not fit to `flaws`. */
export function placeChoices(choiceRows: ChoiceRows, flaws: Flaw[]): PlacedChoice[] {
  if (choiceRows.rules.format === 'confidence') return placeOrders(choiceRows, flaws);
  const valued = choiceRows.rows.find(({ points }) => points !== null);
  if (valued !== undefined)
    flaws.push(valued.row.flaw('points', 'This pool has no confidence. Leave the column out, or blank.'));
  return choiceRows.rules.format === 'survivor' ? placeTeams(choiceRows, flaws) : [];
}

/** Reads the points of a row. @returns undefined for what is none */
export function readPoints(text: string): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

function placeOrders({ rows, picks, games }: ChoiceRows, flaws: Flaw[]): PlacedChoice[] {
  const gameOf = new Map(picks.map(({ row, gid }) => [row, gid]));
  const placed = new Map(picks.map((pick) => [`${pick.gid} ${keyOfWho(pick.who)}`, pick]));
  const byWeek = Map.groupBy(games, ({ weekId }) => weekId);
  const weeks = Map.groupBy(rows, ({ who, weekId }) => `${weekId} ${keyOfWho(who)}`);
  return [...weeks.values()].flatMap((week) => {
    const [first] = week;
    if (first === undefined) return [];
    const { who, weekId } = first;
    const ofWeek = byWeek.get(weekId) ?? [];
    const known = new Map<string, number>();
    const given = new Map<number, PickRow>();
    const before = flaws.length;
    for (const each of week) {
      const gid = gameOf.get(each.row);
      const problem = valueProblem(each, { gid, games: ofWeek, given });
      if (problem !== null) flaws.push(each.row.flaw(each.points === null ? 'pick' : 'points', problem));
      else if (each.points !== null) {
        given.set(each.points, each);
        if (gid !== undefined) known.set(gid, each.points);
        else if (each.team !== null) flaws.push(...sameGame(each, placed, ofWeek));
      }
    }
    if (flaws.length > before || given.size === 0) return [];
    return [{ who, weekId, choice: { order: orderOfValues(ofWeek, known) } }];
  });
}

interface ValueContext {
  readonly gid: string | undefined;
  readonly games: readonly Game[];
  /** Values that the entry has given already, with their rows. */
  readonly given: ReadonlyMap<number, PickRow>;
}

function valueProblem(each: PickRow, { gid, games, given }: ValueContext): string | null {
  const { who, points, team } = each;
  if (games.length === 0) return null;
  if (points === null) {
    const isOff = games.some((game) => game.gid === gid && !gameCounts(game));
    return team === null || gid === undefined || isOff
      ? null
      : `${nameOfWho(who)} gave ${team} no points in ${weekText(each)}.`;
  }
  if (points > games.length)
    return `${nameOfWho(who)} gave ${points} points in ${weekText(each)}, which has ${games.length} games.`;
  const earlier = given.get(points);
  if (earlier === undefined || (earlier.team !== null && earlier.team === team)) return null;
  return `${nameOfWho(who)} gave ${points} points in ${weekText(each)} already, in line ${earlier.row.line()}.`;
}

/** A game that stands in the file twice has its points from the first of the rows. */
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

function placeTeams({ picks, games, shownChoices }: ChoiceRows, flaws: Flaw[]): PlacedChoice[] {
  const byWeek = Map.groupBy(games, ({ weekId }) => weekId);
  return [...Map.groupBy(picks, ({ who }) => keyOfWho(who)).values()].flatMap((own) => {
    const rows = new Map<string, PlacedPick>();
    for (const pick of own) {
      const first = rows.get(pick.weekId);
      if (first === undefined) rows.set(pick.weekId, pick);
      else
        flaws.push(
          pick.row.flaw(
            'pick',
            `${nameOfWho(pick.who)} has a team of ${weekText(pick)} already, in line ${first.row.line()}.`,
          ),
        );
    }
    const choices: TeamChoices = {
      ...(own[0] && shownChoices(own[0].who)),
      ...Object.fromEntries([...rows].map(([weekId, pick]) => [weekId, choiceOf(pick, games)])),
    };
    const weeks = [...new Set([...Object.keys(choices)])].toSorted(compareWeeks);
    const played = weeks.map((id) => ({ id, games: byWeek.get(id) ?? [] }));
    return [...rows].map(([weekId, pick]) => {
      const choice = choiceOf(pick, games);
      const { [weekId]: _, ...others } = choices;
      const usedIn = usedTeams(played, others, weekId).get(choice.team);
      const isFirst = usedIn !== undefined && compareWeeks(weekId, usedIn) < 0 && rows.has(usedIn);
      if (usedIn !== undefined && !isFirst)
        flaws.push(pick.row.flaw('pick', usedText(pick, choice.team, usedIn, rows.get(usedIn))));
      return { who: pick.who, weekId, choice };
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

function weekText({ weekId }: { readonly weekId: string }): string {
  const { season, week } = nflverseWeek(weekId) ?? {};
  return `week ${week} of ${season}`;
}
