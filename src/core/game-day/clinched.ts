import { isBestBet } from '#core/formats/pickem/points.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import type { Compare } from './clinched-values.ts';
import { compareByValues } from './clinched-values.ts';
import type { LevelRules } from './ties.ts';
import type { PreparedWeek } from './week.ts';
import { openHalves, openPlaces } from './week.ts';

/** Players by what can't change of their week. */
export type PlayerClasses = readonly (readonly number[])[];

/**
 * Which players have already won the week, alone or tied, whatever happens: they have points, and nobody else can end ahead of them, or
 * level with a better guess. Each unfinished game may go to either side, end in a tie or a push, or be called off, which frees its place
 * and its mark and moves the values of a confidence pool. Each open game may be picked in any way by anybody, including the player in
 * question. Values that are not visible may be any free ones. The total of an unfinished tiebreak game may be anything. Games that are over
 * stay as they are.
 *
 * Ties and pushes need no separate check. They give two players the same share of what right picks would earn, so one of the sides is at
 * least as good for the player who is behind, and at least as bad for the player who has nothing.
 */
export function clinchedOf(
  prepared: PreparedWeek,
  candidates: readonly number[],
  level: LevelRules,
  classes: PlayerClasses = candidates.length === 0 ? [] : classesOf(prepared),
): ReadonlySet<number> {
  if (candidates.length === 0) return new Set();
  const compare = traitsOf(prepared.week.rules).hasValues ? compareByValues(prepared) : compareByPicks(prepared);
  const isSafeFrom = (player: number, other: number): boolean => {
    const { most, withTiebreak } = compare(player, other);
    return most < 0 || (most === 0 && (withTiebreak < 0 || !level.mayLose(player, other)));
  };
  const hasClinched = (player: number): boolean => {
    if ((prepared.players[player]?.sure.halves ?? 0) === 0) return false;
    return classes.every((alike) => {
      const other = alike.find((each) => each !== player);
      return other === undefined || isSafeFrom(player, other);
    });
  };
  const wanted = new Set(candidates);
  const clinched = classes.flatMap((alike) => {
    const candidate = alike.find((player) => wanted.has(player));
    return candidate !== undefined && hasClinched(candidate) ? alike : [];
  });
  return new Set(clinched);
}

/** Groups players with the same unchangeable picks, values and guess; fixed games do not change that. */
export function classesOf(prepared: PreparedWeek): PlayerClasses {
  return [...Map.groupBy(prepared.players.keys(), (player) => kindOf(prepared, player)).values()];
}

/** A key that is equal for all players with the same unchangeable picks, values and guess. */
function kindOf({ week, counting, open }: PreparedWeek, player: number): string {
  const { picks = {}, values = {}, guess, guessedAt } = week.players[player] ?? {};
  const told = counting.map((game) => {
    const pick = open.includes(game) ? undefined : pickOf(picks, game.gid);
    return [pick?.side, pick?.best, pick?.auto, open.includes(game) ? undefined : values[game.gid]];
  });
  return JSON.stringify([told, guess, guessedAt]);
}

function compareByPicks(prepared: PreparedWeek): Compare {
  const { players, left, week } = prepared;
  return (player, other) => {
    const [own, theirs, holder] = [players[player]?.sure, players[other]?.sure, week.players[other]];
    if (!own || !theirs || !holder) return { most: 0, withTiebreak: 0 };
    const best = left.map((_, game) => {
      return Math.max(
        ...([0, 1] as const).map((side) => (theirs.gains[game]?.[side] ?? 0) - (own.gains[game]?.[side] ?? 0)),
      );
    });
    const ahead = theirs.halves - own.halves + best.reduce((sum, each) => sum + each, 0);
    const room = openPlaces(prepared, holder);
    /** A called-off game costs what it would have earned, and makes room for another pick. */
    const mostWithout = (kept: string | null): Halves => {
      const costs: Record<'marked' | 'plain', number[]> = { marked: [], plain: [] };
      for (const [game, { gid, isOpen }] of left.entries()) {
        const pick = pickOf(holder.picks, gid);
        if (isOpen || gid === kept || pick === undefined || pick.auto) continue;
        costs[isBestBet(pick, week.rules) ? 'marked' : 'plain'].push(best[game] ?? 0);
      }
      const [marked, plain] = [sumsFromLeast(costs.marked), sumsFromLeast(costs.plain)];
      const all = marked.flatMap((markedCost, marks) => {
        return plain.map((plainCost, more) => {
          const free = { places: room.places + marks + more, marks: room.marks + marks };
          return ahead - markedCost - plainCost + openHalves(prepared, free);
        });
      });
      return Math.max(...all);
    };
    return { most: mostWithout(null), withTiebreak: mostWithout(week.tiebreakGid) };
  };
}

/** The lowest sums of zero, one, two ... of some costs. */
function sumsFromLeast(costs: readonly number[]): number[] {
  const sums = [0];
  for (const cost of costs.toSorted((a, b) => a - b)) sums.push((sums.at(-1) ?? 0) + cost);
  return sums;
}
