import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { favoredSide, poolLine, winner } from '#core/spread.ts';
import type { Game, Side } from '#core/types.ts';
import type { AlmanacEntry, Streak, Tally, Upset } from './season.ts';

/** A pick that its player made, of a game of a decided week, and that is right or wrong. */
export interface Call {
  readonly weekId: string;
  readonly game: Game;
  /** The side that had to win. */
  readonly side: Side;
  readonly isRight: boolean;
}

type Counts = Pick<
  AlmanacEntry,
  'picks' | 'streak' | 'upset' | 'teams' | 'against' | 'favorites' | 'underdogs' | 'home' | 'away'
>;

/** What the calls of an entry come to. @param weekIds the decided weeks */
export function countsOf(calls: readonly Call[], weekIds: readonly string[], rules: PoolRules): Counts {
  const sorted = calls.toSorted((a, b) => compareKickoffs(a.game, b.game));
  const byWeek = Map.groupBy(sorted, ({ weekId }) => weekId);
  const bySide = Map.groupBy(sorted, ({ side }) => side);
  const byLine = Map.groupBy(sorted, (call) => roleOf(call, rules));
  return {
    picks: weekIds.map((id) => tallyOf(byWeek.get(id))),
    streak: longestStreak(sorted),
    upset: biggestUpset(sorted, rules),
    teams: byTeam(sorted, teamOf),
    against: byTeam(sorted, opponentOf),
    favorites: tallyOf(byLine.get('favorite')),
    underdogs: tallyOf(byLine.get('underdog')),
    home: tallyOf(bySide.get('home')),
    away: tallyOf(bySide.get('away')),
  };
}

/** The sum of some tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  let [right, wrong] = [0, 0];
  for (const tally of tallies) {
    right += tally.right;
    wrong += tally.wrong;
  }
  return { right, wrong };
}

function compareKickoffs(a: Game, b: Game): number {
  return a.kickoff - b.kickoff || (a.gid < b.gid ? -1 : Number(a.gid > b.gid));
}

function tallyOf(calls: readonly Call[] = []): Tally {
  const right = calls.filter(({ isRight }) => isRight).length;
  return { right, wrong: calls.length - right };
}

function byTeam(calls: readonly Call[], team: (call: Call) => string): Readonly<Record<string, Tally>> {
  return Object.fromEntries([...Map.groupBy(calls, team)].map(([name, own]) => [name, tallyOf(own)]));
}

function teamOf({ game, side }: Call): string {
  return game[side];
}

function opponentOf({ game, side }: Call): string {
  return game[otherSide(side)];
}

function otherSide(side: Side): Side {
  return side === 'home' ? 'away' : 'home';
}

/** What the pool's line made of the team, also if the pool is played without it; null without a line, and for an even one. */
function roleOf({ game, side }: Call, rules: PoolRules): 'favorite' | 'underdog' | null {
  const favored = favoredSide(poolLine(game, rules));
  return favored && (favored === side ? 'favorite' : 'underdog');
}

/** @param calls by kick-off */
function longestStreak(calls: readonly Call[]): Streak | null {
  let longest: Streak | null = null;
  let length = 0;
  let fromWeek = '';
  for (const { isRight, weekId: toWeek } of calls) {
    length = isRight ? length + 1 : 0;
    if (length === 1) fromWeek = toWeek;
    if (length > (longest?.length ?? 0)) longest = { length, fromWeek, toWeek };
  }
  return longest;
}

/** An underdog that covers the line has made no upset unless it won. @param calls by kick-off */
function biggestUpset(calls: readonly Call[], rules: PoolRules): Upset | null {
  return calls.reduce<Upset | null>((biggest, call) => {
    const { weekId, game, side, isRight } = call;
    const line = Math.abs(poolLine(game, rules) ?? 0);
    const isUpset = isRight && roleOf(call, rules) === 'underdog' && winner(game, defaultRules) === side;
    return isUpset && line > (biggest?.line ?? 0)
      ? { line, weekId, team: teamOf(call), opponent: opponentOf(call) }
      : biggest;
  }, null);
}
