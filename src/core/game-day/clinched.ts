import { isBestBet, pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import type { Compare } from './clinched-values.ts';
import { compareByValues } from './clinched-values.ts';
import type { LevelRules } from './ties.ts';
import type { PreparedWeek } from './week.ts';
import { openHalves, openPlaces } from './week.ts';

/**
 * Which of some players have won the week already, alone or level, whatever happens: they have points, and nobody else has a way to end
 * ahead of them, or level with a better guess. Each game that is left may go to either side, end in a tie or a push, or be called
 * off, which gives back its place and its mark, and moves the values of a pool with confidence. Each open game may be picked by anybody in any
 * way, by the player in question too; values that are not told may be any that are free; the total of a tiebreak game that is not
 * over may be anything. What is over stays so.
 *
 * Ties and pushes need no look of their own: they bring two players the same part of what right picks would, so that for whoever is
 * behind one of the sides is as good, and for whoever has nothing one is as bad.
 */
export function clinchedOf(
  prepared: PreparedWeek,
  candidates: readonly number[],
  level: LevelRules,
): ReadonlySet<number> {
  if (candidates.length === 0) return new Set();
  const compare = prepared.week.rules.format === 'confidence' ? compareByValues(prepared) : compareByPicks(prepared);
  const classes = Map.groupBy(prepared.players.keys(), (player) => kindOf(prepared, player));
  const isSafeFrom = (player: number, other: number): boolean => {
    const { most, withTiebreak } = compare(player, other);
    return most < 0 || (most === 0 && (withTiebreak < 0 || !level.mayLose(player, other)));
  };
  const hasClinched = (player: number): boolean => {
    if ((prepared.players[player]?.sure.halves ?? 0) === 0) return false;
    return [...classes.values()].every((alike) => {
      const other = alike.find((each) => each !== player);
      return other === undefined || isSafeFrom(player, other);
    });
  };
  const wanted = new Set(candidates);
  const clinched = [...classes.values()].flatMap((alike) => {
    const [first] = alike;
    return first !== undefined && wanted.has(first) && hasClinched(first) ? alike : [];
  });
  return new Set(clinched);
}

/** One text for all players who have the same picks, values and guess as far as they can no longer change them. */
function kindOf({ week, counting, open }: PreparedWeek, player: number): string {
  const { picks = {}, values = {}, guess } = week.players[player] ?? {};
  const told = counting.map((game) => {
    const pick = open.includes(game) ? undefined : pickOf(picks, game.gid);
    return [pick?.side, pick?.best, pick?.auto, open.includes(game) ? undefined : values[game.gid]];
  });
  return JSON.stringify([told, guess]);
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
    /** Called off, a game costs what it would have brought, and makes room for another pick. */
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

/** What the cheapest none, one, two ... of some costs come to. */
function sumsFromLeast(costs: readonly number[]): number[] {
  const sums = [0];
  for (const cost of costs.toSorted((a, b) => a - b)) sums.push((sums.at(-1) ?? 0) + cost);
  return sums;
}
