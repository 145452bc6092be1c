import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SCORE } from '#core/game.ts';
import { DAY_MS } from '#core/time.ts';
import { gameStatuses } from '#core/types.ts';
import { rounds } from '#tests/long.ts';
import { demoGameEnd, demoGameState, GAME_SECONDS, OVERTIME_SECONDS, writeScript } from './script.ts';
import type { DemoGame } from './season.ts';
import { demoSeason, seeded } from './season.ts';

const MINUTE = 60_000;
const games = demoSeason(2026);

const LIVE =
  /^(Half-time|End of Q[1-4]|(Q[1-4]|OT) \d?\d:\d\d( · ([A-Z]{2,3} [1-4](st|nd|rd|th) & (\d+|Goal) at ([A-Z]{2,3} )?\d+|(Touchdown|Field goal|Safety) [A-Z]{2,3}))?)$/;

function statesOf(game: DemoGame, step: number) {
  const moments: number[] = [];
  for (let at = game.kickoff - 10 * MINUTE; at < demoGameEnd(game) + 10 * MINUTE; at += step) moments.push(at);
  return moments.map((at) => demoGameState(game, at));
}

describe('a game of the demo', () => {
  it('goes from Not Started over In Progress to Final, its scores only up, and ends with the planned score', () => {
    for (const game of games.filter((_, at) => at % 8 === 0)) {
      const states = statesOf(game, MINUTE);
      const order = states.map((state) => gameStatuses.indexOf(state.status));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(new Set(order)).toEqual(new Set([0, 1, 2]));
      for (const side of ['homeScore', 'awayScore'] as const) {
        const scores = states.map((state) => state[side]);
        expect(scores).toEqual(scores.toSorted((a, b) => a - b));
        expect(scores[0]).toBe(0);
      }
      const { homeScore, awayScore } = demoGameState(game, demoGameEnd(game) - 1);
      expect(states.at(-1)).toMatchObject({ status: 'Final', homeScore, awayScore });
      expect(demoGameState(game, demoGameEnd(game))).toEqual(states.at(-1));
      expect(demoGameState(game, game.kickoff + 400 * DAY_MS)).toEqual(states.at(-1));
    }
  });

  it('describes the situation in football terms', () => {
    for (const game of games.filter((_, at) => at % 16 === 0)) {
      const live = statesOf(game, MINUTE / 2).filter((state) => state.status === 'In Progress');
      for (const { situation } of live) expect(situation).toMatch(LIVE);
      expect(live.some((state) => state.situation === 'Half-time')).toBe(true);
      expect(live.some((state) => / at [A-Z]{2,3} \d+$/.test(state.situation))).toBe(true);
    }
  });

  it('is the same whenever it is asked', () => {
    const [game] = games;
    if (!game) throw new Error('No games.');
    const at = game.kickoff + 100 * MINUTE;
    expect(demoGameState({ ...game }, at)).toEqual(demoGameState(game, at));
  });

  it('starts a few minutes after its time and lasts about 3 h 10 min', () => {
    const lengths = games.map((game) => (demoGameEnd(game) - game.kickoff) / MINUTE);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect(mean).toBeGreaterThan(180);
    expect(mean).toBeLessThan(200);
    expect(Math.min(...lengths)).toBeGreaterThan(171);
    expect(Math.max(...lengths)).toBeLessThan(245);
    for (const game of games) {
      expect(demoGameState(game, game.kickoff + 30_000).status).toBe('Not Started');
      expect(demoGameState(game, game.kickoff + 5 * MINUTE).status).toBe('In Progress');
    }
  });

  it('knows neither spread nor weather weeks ahead, and both on the day', () => {
    for (const game of games) {
      expect(demoGameState(game, game.kickoff - 20 * DAY_MS)).toMatchObject({ spread: null, weather: '' });
      const state = demoGameState(game, game.kickoff - DAY_MS);
      expect(state.spread).toBe(game.spread.close);
      expect(state.weather).toMatch(/^(Indoors|-?\d+°F [A-Z][a-z ]+)$/);
      expect(demoGameState(game, game.kickoff + DAY_MS).spread).toBe(game.spread.close);
    }
  });

  it('moves its spread in half points from where it opened to where it closes', () => {
    for (const game of games.filter((_, at) => at % 4 === 0)) {
      const { open, close, opensAt } = game.spread;
      const spreads = Array.from(
        { length: 400 },
        (_, at) => demoGameState(game, opensAt + at * 45 * MINUTE).spread ?? 99,
      );
      expect(spreads[0]).toBe(open);
      expect(spreads.at(-1)).toBe(close);
      for (const [at, spread] of spreads.entries())
        expect(Math.abs(spread - (spreads[at - 1] ?? spread))).toBeLessThanOrEqual(0.5);
    }
  });
});

describe('a script', () => {
  const scripts = (margin: number, count: number) =>
    Array.from({ length: count }, (_, at) => writeScript(margin, seeded('test', margin, at)));
  const ends = (margin: number, count: number) => scripts(margin, count).flatMap((script) => script.at(-1) ?? []);

  it('adds only what football adds, within 0 to 99, on a clock that never runs back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -25, max: 25 }), fc.string(), (margin, seed) => {
        const script = writeScript(margin, seeded('any', seed));
        for (const [at, scene] of script.entries()) {
          const before = script[at - 1] ?? { at: 0, home: 0, away: 0 };
          const gains = [scene.home - before.home, scene.away - before.away];
          expect(scene.at).toBeGreaterThanOrEqual(before.at);
          expect([0, 2, 3, 6, 7, 8]).toContain(gains[0]);
          expect([0, 2, 3, 6, 7, 8]).toContain(gains[1]);
          expect(gains).toContain(0);
          if (scene.ball) {
            expect(scene.ball.yard).toBeGreaterThan(0);
            expect(scene.ball.yard).toBeLessThan(100);
            expect([1, 2, 3, 4]).toContain(scene.ball.down);
            expect(scene.ball.toGo).toBeGreaterThan(0);
          }
        }
        const end = script.at(-1);
        expect(Math.max(end?.home ?? 0, end?.away ?? 0)).toBeLessThanOrEqual(MAX_SCORE);
        expect(end?.at).toBeGreaterThanOrEqual(GAME_SECONDS);
        expect(end?.at).toBeLessThanOrEqual(GAME_SECONDS + OVERTIME_SECONDS);
      }),
      { numRuns: rounds(60, 200) },
    );
  });

  it('goes to overtime now and then, and only when level, and seldom ends so', () => {
    const all = scripts(0, 2000);
    const overtimes = all.filter((script) => (script.at(-1)?.at ?? 0) > GAME_SECONDS);
    const ties = ends(0, 2000).filter((end) => end.home === end.away);
    expect(overtimes.length / all.length).toBeGreaterThan(0.02);
    expect(overtimes.length / all.length).toBeLessThan(0.1);
    expect(ties.length / all.length).toBeLessThan(0.02);
    for (const script of overtimes) {
      const whistle = script.findLast((scene) => scene.at === GAME_SECONDS);
      expect(whistle?.home).toBe(whistle?.away);
    }
    for (const tie of ties) expect(tie.at).toBe(GAME_SECONDS + OVERTIME_SECONDS);
  });

  it.each([-10, 0, 10])('lets the home side win by about %i points on average', (margin) => {
    const margins = ends(margin, 1500).map((end) => end.home - end.away);
    const mean = margins.reduce((sum, each) => sum + each, 0) / margins.length;
    expect(Math.abs(mean - margin)).toBeLessThan(2);
  });
});
