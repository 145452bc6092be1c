/** Small random pools as shown on pages, for the tests of game day. */
import { withAutoPicks } from '#core/auto-picks.ts';
import { placedValues, visibleValues, weekScale } from '#core/formats/confidence/confidence.ts';
import type { DayGame, DayPlayer, DayWeek } from '#core/game-day/week.ts';
import { tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleChoices, rulesWith } from '#core/rules/pool-rules.ts';
import type { GamePick, Side } from '#core/types.ts';
import { aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { Dice } from '#tests/dice.ts';
import { diceOf } from '#tests/dice.ts';

const NOW = SUNDAY_1PM;

/** A week of a pool with one to four players and up to four games that count, in some state. */
export function smallPool(seed: number): DayWeek {
  const dice = diceOf(seed);
  const rules = someRules(dice);
  const weekId = dice.oneOf(['2026-week1', '2026-wild-card']);
  const games = Array.from({ length: 1 + dice.upTo(3) }, (_, at) => someGame(dice, `g${at}`, weekId));
  if (dice.chance(0.2)) games.push({ ...someGame(dice, 'off', weekId), void: 'postponed' });
  const tiebreakGid = dice.chance(0.1) ? 'elsewhere' : dice.oneOf(games).gid;
  const count = 1 + dice.upTo(3);
  const viewer = dice.upTo(count);
  const players = Array.from({ length: count }, (_, at) =>
    somePlayer(dice, { id: `p${at}`, isViewer: at === viewer, games, rules }),
  );
  const tiebreak = games.find(({ gid }) => gid === tiebreakGid);
  const isTold = tiebreak !== undefined && tiebreak.lockAt <= NOW;
  const guesses = players.map((player, at) =>
    isTold || at === viewer
      ? dice.chance(0.75)
        ? { ...player, guess: dice.oneOf([40, 44, 48]), guessedAt: dice.upTo(2) }
        : player
      : player,
  );
  const fixed: Record<string, Side> = {};
  for (const { gid } of games) if (dice.chance(0.1)) fixed[gid] = dice.oneOf(['home', 'away']);
  return {
    rules,
    games,
    players: guesses,
    viewerId: viewer < count ? `p${viewer}` : null,
    tiebreakGid,
    fixed,
    now: NOW,
  };
}

function someRules(dice: Dice): PoolRules {
  const rarely = <R extends RuleName>(rule: R): PoolRules[R] => {
    const choices = ruleChoices[rule] as unknown as readonly PoolRules[R][];
    return dice.chance(0.5) ? defaultRules[rule] : dice.oneOf(choices);
  };
  const games = dice.chance(0.25) ? dice.oneOf([1, 2, 3] as const) : 'all';
  return tidyRules(
    rulesWith({
      format: dice.oneOf(['pickem', 'pickem', 'confidence']),
      games,
      useSpread: rarely('useSpread'),
      roundSpread: rarely('roundSpread'),
      line: rarely('line'),
      push: dice.oneOf(ruleChoices.push),
      tie: dice.oneOf(ruleChoices.tie),
      missed: rarely('missed'),
      bestBets: dice.oneOf([0, 0, 1, 2]),
      wildCardPoints: dice.oneOf([1, 2, 3]),
      dropWeeks: rarely('dropWeeks'),
      tiebreak: rarely('tiebreak'),
      scale: dice.oneOf(ruleChoices.scale),
      upset: rarely('upset'),
    }),
  );
}

function someGame(dice: Dice, gid: string, weekId: string): DayGame {
  const state = dice.oneOf(['final', 'final', 'running', 'running', 'open', 'shut'] as const);
  const kickoff = NOW + (state === 'open' ? HOUR : -HOUR) * (1 + dice.upTo(1));
  const line = () => (dice.chance(0.2) ? null : (dice.upTo(16) - 8) / dice.oneOf([1, 2]));
  const scores = dice.chance(0.15) ? { homeScore: 20, awayScore: 20 } : { homeScore: 17 + dice.upTo(9), awayScore: 20 };
  return aGame({
    gid,
    weekId,
    kickoff,
    status: state === 'final' ? 'Final' : state === 'running' ? 'In Progress' : 'Not Started',
    situation: dice.oneOf(['Q1 3:00', 'Half-time', 'Q4 0:10', 'Regular Season']),
    spread: line(),
    frozenSpread: line(),
    ...(state === 'final' || state === 'running' ? scores : {}),
  });
}

interface Seat {
  readonly id: string;
  readonly isViewer: boolean;
  readonly games: readonly DayGame[];
  readonly rules: PoolRules;
}

function somePlayer(dice: Dice, { id, isViewer, games, rules }: Seat): DayPlayer {
  const picks: Record<string, GamePick> = {};
  let marks: number = rules.bestBets;
  let places = rules.games === 'all' ? games.length : rules.games;
  for (const { gid, void: off } of games) {
    if (dice.chance(0.2) || places === 0) continue;
    const best = marks > 0 && dice.chance(0.4);
    if (off === null) places -= 1;
    if (best && off === null) marks -= 1;
    picks[gid] = { side: dice.oneOf(['home', 'home', 'away']), bus: false, ...(best && { best }) };
  }
  const order = games.map(({ gid }) => gid).filter(() => dice.chance(0.9));
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = dice.upTo(at);
    [order[at], order[other]] = [order[other] as string, order[at] as string];
  }
  const locks = new Map(games.map(({ gid, lockAt }) => [gid, lockAt]));
  const scale = weekScale(rules, games[0]?.weekId ?? '');
  const values = isViewer ? placedValues(games, scale)(order) : visibleValues(games, order, picks, NOW, scale);
  const byGid = Object.fromEntries(
    values.flatMap((value, at) => (value === null ? [] : [[games[at]?.gid ?? '', value] as const])),
  );
  const isLocked = (gid: string) => (locks.get(gid) ?? 0) <= NOW;
  const locked = games.filter(({ gid }) => isLocked(gid));
  const seen = Object.fromEntries(Object.entries(picks).filter(([gid]) => isViewer || isLocked(gid)));
  return {
    id,
    picks: withAutoPicks(locked, seen, rules, { joinedAt: 0, autoUntil: null }),
    sealed: isViewer ? [] : Object.keys(picks).filter((gid) => !isLocked(gid)),
    ...(rules.format === 'confidence' && { values: byGid }),
  };
}
