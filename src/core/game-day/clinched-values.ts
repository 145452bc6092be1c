import { pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import type { Side } from '#core/types.ts';
import type { DayPlayer, PreparedWeek } from './week.ts';
import { freeValues, withoutOpen } from './week.ts';

/** How far one player can end ahead of another at most. */
export interface Ahead {
  /** Whichever games are called off. */
  readonly most: Halves;
  /** With the tiebreak game played, so that guesses decide ties. */
  readonly withTiebreak: Halves;
}

/** How far the second player can end ahead of the first. */
export type Compare = (player: number, other: number) => Ahead;

/** A pick with its value, and what each point of that value earns. */
interface ValuedPick {
  readonly value: number;
  readonly unit: Halves;
}

/** The facts about a player that cannot change. */
interface Holder {
  /** The picks that are already right, or half right. */
  readonly right: readonly ValuedPick[];
  /**
   * By unfinished locked game: its value (0 if it is not visible), and what each point of it earns if the away side, or the home side,
   * wins.
   */
  readonly running: readonly { readonly value: number; readonly units: readonly [Halves, Halves] }[];
  /** The values of all other games, lowest first. */
  readonly free: readonly number[];
  /** How many locked games have one of these values. */
  readonly dead: number;
}

/**
 * Compares players of a confidence pool. A game that is called off moves the values above it down by one, even those of games that are
 * over, so every combination of called-off games is examined. Values that are not visible are assumed to be the worst case. For the one
 * player, called-off games have the lowest values. For the other, locked games without a pick have the lowest values, then called-off
 * games, and open picks have the highest.
 */
export function compareByValues(prepared: PreparedWeek): Compare {
  const { left, open, week, earned } = prepared;
  const locked = left.filter(({ isOpen }) => !isOpen);
  const openLeft = left.length - locked.length;
  const [anyOpen] = open;
  const openUnit = anyOpen ? earned(anyOpen.gid, { side: 'home', bus: false, value: 1 }, 'home') : 0;
  const holders = week.players.map((player) => holderOf(prepared, player));
  const tiebreakBit = bitsOf(locked.map(({ gid }) => gid === week.tiebreakGid));
  const isTiebreakOpen = left.some(({ gid, isOpen }) => isOpen && gid === week.tiebreakGid);

  const aheadWith = (own: Holder, theirs: Holder, off: number, openOff: number): Halves => {
    const ownOff = offValues(own, off, openOff, 0);
    const theirOff = offValues(theirs, off, openOff, theirs.dead - hiddenIn(theirs, off));
    let ahead = rightHalves(theirs, theirOff.bits) - rightHalves(own, ownOff.bits);
    for (const [game, { value, units }] of theirs.running.entries()) {
      const mine = own.running[game];
      if ((off >> game) & 1 || !mine) continue;
      const [theirValue, ownValue] = [movedValue(value, theirOff.bits), movedValue(mine.value, ownOff.bits)];
      ahead += Math.max(
        units[0] * theirValue - mine.units[0] * ownValue,
        units[1] * theirValue - mine.units[1] * ownValue,
      );
    }
    for (const value of theirs.free.slice(theirOff.end)) ahead += openUnit * movedValue(value, theirOff.bits);
    return ahead;
  };

  return (player, other): Ahead => {
    const [own, theirs] = [holders[player], holders[other]];
    if (!own || !theirs) return { most: 0, withTiebreak: 0 };
    const least = own.right.reduce((sum, { value, unit }) => sum + unit * Math.max(1, value - left.length), 0);
    const bound = mostOf(theirs, openUnit) - least;
    if (bound < 0) return { most: bound, withTiebreak: bound };
    let [most, withTiebreak] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let off = 0; off < 2 ** locked.length && most <= 0; off += 1) {
      for (let openOff = 0; openOff <= openLeft; openOff += 1) {
        const ahead = aheadWith(own, theirs, off, openOff);
        const isOff = (off & tiebreakBit) !== 0 || (isTiebreakOpen && openOff === openLeft);
        most = Math.max(most, ahead);
        if (!isOff) withTiebreak = Math.max(withTiebreak, ahead);
      }
    }
    return { most, withTiebreak };
  };
}

function holderOf({ counting, left, open, week, earned }: PreparedWeek, player: DayPlayer): Holder {
  const known = withoutOpen(player, open);
  const leftGids = new Set(left.map(({ gid }) => gid));
  const shut = counting.filter((game) => !open.includes(game));
  const toldValue = (gid: string) => known.values?.[gid] ?? 0;
  const unit = (gid: string, side: Side | null): Halves => {
    const pick = pickOf(player.picks, gid);
    return pick ? earned(gid, { ...pick, value: 1 }, side) : 0;
  };
  const right = shut
    .filter(({ gid }) => !leftGids.has(gid))
    .map(({ gid, status }) => ({
      value: toldValue(gid),
      unit: unit(gid, status === 'Final' ? null : (week.fixed[gid] ?? null)),
    }));
  return {
    right: right.filter((pick) => pick.unit > 0),
    running: left
      .filter(({ isOpen }) => !isOpen)
      .map(({ gid }) => ({ value: toldValue(gid), units: [unit(gid, 'away'), unit(gid, 'home')] as const })),
    free: freeValues(known, counting),
    dead: shut.filter(({ gid }) => toldValue(gid) === 0).length,
  };
}

/** The values of called-off games, as bits, and where the values of open picks begin among the free ones. */
function offValues(holder: Holder, off: number, openOff: number, first: number): { bits: number; end: number } {
  const end = first + hiddenIn(holder, off) + openOff;
  let bits = 0;
  for (const value of holder.free.slice(first, end)) bits |= 1 << value;
  for (const [game, { value }] of holder.running.entries()) if ((off >> game) & 1 && value > 0) bits |= 1 << value;
  return { bits, end };
}

/** How many of the called-off games have no visible value. */
function hiddenIn({ running }: Holder, off: number): number {
  return running.filter(({ value }, game) => (off >> game) & 1 && value === 0).length;
}

/** A value, moved down by the called-off values below it. */
function movedValue(value: number, off: number): number {
  return value === 0 ? 0 : value - countBits(off & ((1 << value) - 1));
}

function rightHalves({ right }: Holder, off: number): Halves {
  return right.reduce((sum, { value, unit }) => sum + unit * movedValue(value, off), 0);
}

/** The most that a player can have: right wherever possible, with no game called off. */
function mostOf({ right, running, free, dead }: Holder, openUnit: Halves): Halves {
  const runningMost = running.reduce((sum, { value, units }) => sum + value * Math.max(...units), 0);
  const openMost = free.slice(dead).reduce((sum, value) => sum + openUnit * value, 0);
  return rightHalves({ right, running, free, dead }, 0) + runningMost + openMost;
}

function bitsOf(flags: readonly boolean[]): number {
  return flags.reduce((bits, flag, at) => (flag ? bits | (1 << at) : bits), 0);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
