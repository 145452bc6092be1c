import { scaleOf } from '#core/formats/confidence/confidence.ts';
import { pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import type { Side } from '#core/types.ts';
import type { DayPlayer, PreparedWeek } from './week.ts';
import { freeValues, scaleOfDay, withoutOpen } from './week.ts';

/** How far one player can end ahead of another at most. */
export interface Ahead {
  /** Whichever games are called off. */
  readonly most: Halves;
  /** With the tiebreak game played, so that guesses decide ties. */
  readonly withTiebreak: Halves;
}

/** How far the second player can end ahead of the first. */
export type Compare = (player: number, other: number) => Ahead;

/** A pick with the rank of its game, from 1, and what each point of its value earns. */
interface RankedPick {
  readonly rank: number;
  readonly unit: Halves;
}

/** The facts about a player that cannot change. */
interface Holder {
  /** The picks that are already right, or half right. */
  readonly right: readonly RankedPick[];
  /**
   * By unfinished locked game: its rank (0 if it is not visible), and what each point of its value earns if the away side, or the home
   * side, wins.
   */
  readonly running: readonly { readonly rank: number; readonly units: readonly [Halves, Halves] }[];
  /** The ranks of all other games, lowest first. */
  readonly free: readonly number[];
  /** How many locked games have one of these ranks. */
  readonly dead: number;
}

/**
 * Compares players of a confidence pool. A game that is called off leaves the others with the values of a smaller week, those of games that
 * are over, too, so every combination of called-off games is examined. Ranks that are not visible are assumed to be the worst case. For the
 * one player, called-off games have the lowest ranks. For the other, locked games without a pick have the lowest ranks, then called-off
 * games, and open picks have the highest. That holds for any values that rise with the rank.
 */
export function compareByValues(prepared: PreparedWeek): Compare {
  const { left, open, week, counting, earned } = prepared;
  const locked = left.filter(({ isOpen }) => !isOpen);
  const openLeft = left.length - locked.length;
  const [anyOpen] = open;
  const openUnit = anyOpen ? earned(anyOpen.gid, { side: 'home', bus: false, value: 1 }, 'home') : 0;
  const holders = week.players.map((player) => holderOf(prepared, player));
  const tiebreakBit = bitsOf(locked.map(({ gid }) => gid === week.tiebreakGid));
  const isTiebreakOpen = left.some(({ gid, isOpen }) => isOpen && gid === week.tiebreakGid);
  const scales = [...left.keys(), left.length].map((off) => scaleOf(counting.length - off, scaleOfDay(week)));

  const worthOf = (rank: number, off: number): number => {
    return rank === 0 ? 0 : (scales[countBits(off)]?.[movedRank(rank, off) - 1] ?? 0);
  };
  const rightHalves = ({ right }: Holder, off: number): Halves => {
    return right.reduce((sum, { rank, unit }) => sum + unit * worthOf(rank, off), 0);
  };
  /** The lowest and the highest value that a rank can have, whichever games are called off. */
  const leastOf = (rank: number) =>
    Math.min(...scales.map((scale, off) => scale[Math.max(0, rank - off - 1)] ?? Number.POSITIVE_INFINITY));
  const mostOf = (rank: number) => Math.max(...scales.map((scale) => scale[Math.min(rank, scale.length) - 1] ?? 0));
  const [least, most] = [leastOf, mostOf].map((of) => [0, ...counting.map((_, at) => of(at + 1))]);

  /** The most that a player can have: right wherever possible. */
  const mostHalves = ({ right, running, free, dead }: Holder): Halves => {
    const each = (rank: number) => most?.[rank] ?? 0;
    const isRight = right.reduce((sum, { rank, unit }) => sum + unit * each(rank), 0);
    const runningMost = running.reduce((sum, { rank, units }) => sum + each(rank) * Math.max(...units), 0);
    return isRight + runningMost + free.slice(dead).reduce((sum, rank) => sum + openUnit * each(rank), 0);
  };

  const aheadWith = (own: Holder, theirs: Holder, off: number, openOff: number): Halves => {
    const ownOff = offRanks(own, off, openOff, 0);
    const theirOff = offRanks(theirs, off, openOff, theirs.dead - hiddenIn(theirs, off));
    let ahead = rightHalves(theirs, theirOff.bits) - rightHalves(own, ownOff.bits);
    for (const [game, { rank, units }] of theirs.running.entries()) {
      const mine = own.running[game];
      if ((off >> game) & 1 || !mine) continue;
      const [theirValue, ownValue] = [worthOf(rank, theirOff.bits), worthOf(mine.rank, ownOff.bits)];
      ahead += Math.max(
        units[0] * theirValue - mine.units[0] * ownValue,
        units[1] * theirValue - mine.units[1] * ownValue,
      );
    }
    for (const rank of theirs.free.slice(theirOff.end)) ahead += openUnit * worthOf(rank, theirOff.bits);
    return ahead;
  };

  return (player, other): Ahead => {
    const [own, theirs] = [holders[player], holders[other]];
    if (!own || !theirs) return { most: 0, withTiebreak: 0 };
    const bound = mostHalves(theirs) - own.right.reduce((sum, { rank, unit }) => sum + unit * (least?.[rank] ?? 0), 0);
    if (bound < 0) return { most: bound, withTiebreak: bound };
    let [ahead, withTiebreak] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let off = 0; off < 2 ** locked.length && ahead <= 0; off += 1) {
      for (let openOff = 0; openOff <= openLeft; openOff += 1) {
        const by = aheadWith(own, theirs, off, openOff);
        const isOff = (off & tiebreakBit) !== 0 || (isTiebreakOpen && openOff === openLeft);
        ahead = Math.max(ahead, by);
        if (!isOff) withTiebreak = Math.max(withTiebreak, by);
      }
    }
    return { most: ahead, withTiebreak };
  };
}

function holderOf(prepared: PreparedWeek, player: DayPlayer): Holder {
  const { counting, left, open, week, earned } = prepared;
  const known = withoutOpen(player, open);
  const scale = scaleOf(counting.length, scaleOfDay(week));
  const rankOf = (value: number) => scale.indexOf(value) + 1;
  const leftGids = new Set(left.map(({ gid }) => gid));
  const shut = counting.filter((game) => !open.includes(game));
  const knownRank = (gid: string) => rankOf(known.values?.[gid] ?? 0);
  const unit = (gid: string, side: Side | null): Halves => {
    const pick = pickOf(player.picks, gid);
    return pick ? earned(gid, { ...pick, value: 1 }, side) : 0;
  };
  const right = shut
    .filter(({ gid }) => !leftGids.has(gid))
    .map(({ gid, status }) => ({
      rank: knownRank(gid),
      unit: unit(gid, status === 'Final' ? null : (week.fixed[gid] ?? null)),
    }));
  return {
    right: right.filter((pick) => pick.unit > 0),
    running: left
      .filter(({ isOpen }) => !isOpen)
      .map(({ gid }) => ({ rank: knownRank(gid), units: [unit(gid, 'away'), unit(gid, 'home')] as const })),
    free: freeValues(known, prepared).map(rankOf),
    dead: shut.filter(({ gid }) => knownRank(gid) === 0).length,
  };
}

/** The ranks of called-off games, as bits, and where the ranks of open picks begin among the free ones. */
function offRanks(holder: Holder, off: number, openOff: number, first: number): { bits: number; end: number } {
  const end = first + hiddenIn(holder, off) + openOff;
  let bits = 0;
  for (const rank of holder.free.slice(first, end)) bits |= 1 << rank;
  for (const [game, { rank }] of holder.running.entries()) if ((off >> game) & 1 && rank > 0) bits |= 1 << rank;
  return { bits, end };
}

/** How many of the called-off games have no visible rank. */
function hiddenIn({ running }: Holder, off: number): number {
  return running.filter(({ rank }, game) => (off >> game) & 1 && rank === 0).length;
}

/** A rank, moved down by the called-off ones below it. */
function movedRank(rank: number, off: number): number {
  return rank - countBits(off & ((1 << rank) - 1));
}

function bitsOf(flags: readonly boolean[]): number {
  return flags.reduce((bits, flag, at) => (flag ? bits | (1 << at) : bits), 0);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
