import { describe, expect, test } from 'vitest';
import { hasAutoPick, withAutoPicks } from '#core/auto-picks.ts';
import { placedValues, visibleValues, weekScale } from '#core/formats/confidence/confidence.ts';
import { isOver } from '#core/game.ts';
import { DEVIATION, homeChance, timeLeft } from '#core/game-day/chance.ts';
import type { GameDay } from '#core/game-day/game-day.ts';
import { gameDay } from '#core/game-day/game-day.ts';
import type { VisibleGame, VisibleWeek } from '#core/game-day/visible-week.ts';
import { dayWeekOf } from '#core/game-day/visible-week.ts';
import { isLocked, PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import { pickLetter } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import { visibleGames } from '#core/slots.ts';
import { winner } from '#core/spread.ts';
import { breakTie, tiebreakGame, totalPoints } from '#core/tiebreak.ts';
import type { CountedPick, GamePick, Side } from '#core/types.ts';
import { weekWinners } from '#core/week-winners.ts';
import { weekId, weekName } from '#core/weeks.ts';
import type { PoolKind } from '#server/demo/league.ts';
import { bots, guessOf, weekOrder, weekPicks } from '#server/demo/league.ts';
import { demoGameEnd, demoGameState } from '#server/demo/script.ts';
import type { DemoGame } from '#server/demo/season.ts';
import { demoSeason } from '#server/demo/season.ts';
import { rounds } from '#tests/long.ts';

/** `GAME_DAY_WEEKS=18` plays the whole season of the demo. */
const WEEKS = Number(process.env.GAME_DAY_WEEKS ?? rounds(1, 3));
const SEASON = 2026;
const STEP_MS = 6 * 60_000;
const PLAYERS = 8;
const always = { joinedAt: 0, autoUntil: null };
/** Tolerance for sums of chances in another order. */
const NOISE = 1e-9;

interface PoolPlan {
  readonly kind: PoolKind;
  readonly rules: PoolRules;
}

const pools: Readonly<Record<string, PoolPlan>> = {
  'a classic pool with a tiebreak': {
    kind: 'straight',
    rules: rulesWith({ tiebreak: 'closest', missed: 'favourite' }),
  },
  'a pool with lines, halves and best bets': {
    kind: 'spread',
    rules: rulesWith({ useSpread: true, push: 'half', bestBets: 2 }),
  },
  'a pool with confidence': { kind: 'confidence', rules: rulesWith({ format: 'confidence' }) },
};

/** A player with all picks of a week. */
interface Entrant {
  readonly id: string;
  readonly name: string;
  readonly picks: Readonly<Record<string, GamePick>>;
  readonly order: readonly string[];
  readonly guess: number;
}

describe.each(Object.entries(pools))('A season of the demo in %s', (_, { kind, rules }) => {
  test.each(Array.from({ length: WEEKS }, (_each, at) => weekId(SEASON, at + 1)))(
    'was never wrong in week %s',
    (week) => {
      const games = demoSeason(SEASON).filter((game) => game.weekId === week);
      const entrants = entrantsOf(games, kind, rules);
      const viewer = entrants[Number(week.slice(-1)) % entrants.length] as Entrant;
      const moments = momentsOf(games);
      const end = Math.max(...games.map(demoGameEnd));
      const winners = winnersOf(
        games.map((game) => stateAt(game, end)),
        entrants,
        rules,
      );
      expect(winners.length).toBeGreaterThan(0);
      const seen = { clinched: 0, out: 0, bounded: 0, clocks: 0 };
      let before: { week: VisibleWeek; day: GameDay } | null = null;
      for (const [at, now] of moments.entries()) {
        const visible = visibleAt(games, entrants, rules, now, viewer);
        const day = gameDay(dayWeekOf(visible));
        const where = `${weekName(week)}, step ${at} of ${moments.length}`;
        const mayGoOtherwise = endsLevel(visible.games, games, rules, end);
        for (const { id, hope } of day.players) {
          if (hope === 'clinched') expect(winners, `${where}: ${id} had clinched`).toContain(id);
          if (hope === 'out' && !mayGoOtherwise) expect(winners, `${where}: ${id} was out`).not.toContain(id);
          if (hope !== 'alive') seen[hope] += 1;
        }
        const sum = day.players.reduce((total, { chance }) => total + chance, 0);
        expect(sum, where).toBeLessThan(1 + NOISE);
        if (day.players.some(({ halves }) => halves > 0)) expect(sum, where).toBeGreaterThan(1 - NOISE);
        const bound = before && boundOf(before.week, visible);
        if (before && bound !== null) {
          const byClocks = clockBoundOf(before.week, visible);
          if (byClocks !== null) {
            expect(bound, `${where}: only clocks`).toBeLessThanOrEqual(byClocks + NOISE);
            if (seen.clocks % 10 === 0) expect(gameDay(dayWeekOf({ ...visible, now: now + 1 })), where).toEqual(day);
            seen.clocks += 1;
          }
          seen.bounded += 1;
          for (const [player, { chance }] of day.players.entries()) {
            const moved = Math.abs(chance - (before.day.players[player]?.chance ?? Number.NaN));
            expect(moved, `${where}: ${day.players[player]?.id} moved`).toBeLessThanOrEqual(bound + NOISE);
          }
        }
        before = { week: visible, day };
      }
      const shares = before?.day.players.map(({ chance }) => chance) ?? [];
      expect(shares).toEqual(entrants.map(({ id }) => (winners.includes(id) ? 1 / winners.length : 0)));
      expect(seen.clinched).toBeGreaterThan(0);
      expect(seen.out).toBeGreaterThan(0);
      expect(seen.bounded).toBeGreaterThan(10);
      expect(seen.clocks).toBeGreaterThan(0);
    },
  );
});

function entrantsOf(games: readonly DemoGame[], kind: PoolKind, { bestBets }: PoolRules): Entrant[] {
  return bots.slice(0, PLAYERS).map((person) => {
    const player = { person, entryId: person.key, number: 1, poolId: 'p', kind };
    const imported = weekPicks(player, games, 0, Number.POSITIVE_INFINITY);
    const picks = imported.map(({ wish: { about, value } }, at) => {
      return [about, { ...value, bus: false, ...(at < bestBets && { best: true }) }];
    });
    return {
      id: person.key,
      name: person.name,
      picks: Object.fromEntries(picks),
      order: weekOrder(person, games),
      guess: guessOf(person, games.at(-1) as DemoGame),
    };
  });
}

/** Each step while a game runs, each lock, and the end. */
function momentsOf(games: readonly DemoGame[]): number[] {
  const steps = games.flatMap((game) => {
    const [from, to] = [game.kickoff + PICK_LOCK_DELAY_MS, demoGameEnd(game)];
    return Array.from({ length: Math.ceil((to - from) / STEP_MS) + 1 }, (_, at) => Math.min(to, from + at * STEP_MS));
  });
  return [...new Set(steps)].sort((a, b) => a - b);
}

function stateAt(game: DemoGame, now: number): VisibleGame {
  const { gid, weekId: week, home, away, kickoff } = game;
  const state = demoGameState(game, now);
  const facts = { gid, weekId: week, home, away, kickoff, timeTbd: false, void: null, frozenSpread: null };
  return { ...facts, ...state, lockAt: kickoff + PICK_LOCK_DELAY_MS };
}

/** The week as it is shown to one of the players. */
function visibleAt(
  games: readonly DemoGame[],
  entrants: readonly Entrant[],
  rules: PoolRules,
  now: number,
  viewer: Entrant,
): VisibleWeek {
  const states = games.map((game) => stateAt(game, now));
  const tiebreak = tiebreakGame(states);
  const isTold = tiebreak !== null && isLocked(tiebreak, now);
  const locked = states.filter((game) => isLocked(game, now));
  const open = visibleGames(states, now);
  return {
    rules,
    games: states,
    gids: states.map(({ gid }) => gid),
    rows: entrants.map(({ id, name, picks, order, guess }) => ({
      id,
      name,
      picks: states
        .map((game) => pickLetter(picks[game.gid], open.has(game.gid), rules, hasAutoPick(game, rules, always, now)))
        .join(''),
      ...(rules.format === 'confidence' && {
        values: visibleValues(states, order, picks, now, weekScale(rules, states[0]?.weekId ?? '')),
      }),
      ...(isTold && rules.tiebreak !== 'none' && { guess }),
    })),
    viewerId: viewer.id,
    own: {
      [viewer.id]: {
        picks: withAutoPicks(locked, viewer.picks, rules, always),
        values: rules.format === 'confidence' ? valuesOf(states, viewer.order, rules) : null,
        guess: viewer.guess,
      },
    },
    tiebreakGid: rules.tiebreak === 'none' ? null : (tiebreak?.gid ?? null),
    fixed: {},
    now,
  };
}

function valuesOf(games: readonly VisibleGame[], order: readonly string[], rules: PoolRules): Record<string, number> {
  const values = placedValues(games, weekScale(rules, games[0]?.weekId ?? ''))(order);
  return Object.fromEntries(games.map(({ gid }, at) => [gid, values[at] ?? 0]));
}

/** Who wins the week in the end, by the rules that score it. */
function winnersOf(games: readonly VisibleGame[], entrants: readonly Entrant[], rules: PoolRules): string[] {
  const scores = entrants.map(({ id, picks, order }) => {
    const values = valuesOf(games, order, rules);
    const counted: [string, CountedPick][] = Object.entries(withAutoPicks(games, picks, rules, always)).map(
      ([gid, pick]) => {
        return [gid, rules.format === 'confidence' ? { ...pick, value: values[gid] ?? 0 } : pick];
      },
    );
    return { id, score: weeklyScore(games, Object.fromEntries(counted), rules) };
  });
  const tiebreak = tiebreakGame(games);
  const total = tiebreak && totalPoints(tiebreak);
  const guesses = new Map(entrants.map(({ id, guess }) => [id, { guess, madeAt: 0 }]));
  return breakTie(weekWinners(scores), { rule: rules.tiebreak, total, guesses });
}

/** Whether an unfinished game ends level in the pool: the only way back for a player who is out. */
function endsLevel(now: readonly VisibleGame[], games: readonly DemoGame[], rules: PoolRules, end: number): boolean {
  return games.some((game, at) => {
    const result = winner(stateAt(game, end), rules);
    const state = now[at];
    return state !== undefined && !isOver(state) && (result === 'tie' || result === 'push');
  });
}

/**
 * The most by which chances can have moved since the step before: two products of chances differ by no more than their factors do. Null if
 * something was revealed meanwhile that the chances did not include: a pick, a guess, the points of the tiebreak, a favorite of games that
 * are sealed, a tie.
 */
function boundOf(before: VisibleWeek, { games, rows, rules, now, tiebreakGid }: VisibleWeek): number | null {
  const isSameStory =
    rows.every(({ picks }, at) => picks === before.rows[at]?.picks) &&
    games.every((game, at) => {
      const was = before.games[at];
      if (was === undefined) return false;
      if (isOver(game) !== isOver(was))
        return game.gid !== tiebreakGid && (winner(game, rules) === 'home' || winner(game, rules) === 'away');
      return isLocked(game, now) || game.spread === was.spread;
    });
  if (!isSameStory) return null;
  const chanceOf = (game: VisibleGame, at: number) => {
    const side = winner(game, rules) as Side | null;
    return side === null ? homeChance(game, rules, at) : Number(side === 'home');
  };
  return games.reduce((sum, game, at) => {
    const was = before.games[at] as VisibleGame;
    return sum + Math.abs(chanceOf(game, now) - chanceOf(was, before.now));
  }, 0);
}

/**
 * The most that clocks move a chance, if nothing else differs and no game has started another period; else null. The chance of a game is
 * N(z) with z = (a + b t) / root of t at the share t of time left, b being the line in deviations. Its slope is at most N'(z) (|z| / 2t +
 * |b| / root of t), where N'(z) |z| stays below 0.242, and N'(z) below 0.4.
 */
function clockBoundOf(before: VisibleWeek, { games, now }: VisibleWeek): number | null {
  let bound = 0;
  for (const [at, game] of games.entries()) {
    const was = before.games[at];
    if (was?.status !== game.status || was.homeScore !== game.homeScore || was.awayScore !== game.awayScore)
      return null;
    const [from, to] = [timeLeft(was, before.now), timeLeft(game, now)];
    if (from === to) continue;
    if (to > from || to === 0) return null;
    const line = Math.abs(game.spread ?? 0) / DEVIATION;
    bound += 0.121 * Math.log(from / to) + 0.8 * line * (Math.sqrt(from) - Math.sqrt(to));
  }
  return bound;
}
