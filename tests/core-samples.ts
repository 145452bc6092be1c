/** Hand-made games and generators of them, for the tests of the rules. */
import fc from 'fast-check';
import type { BuyBacks } from '#core/formats/survivor/buy-backs.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleChoices, ruleNames, rulesWith } from '#core/rules/pool-rules.ts';
import type { Game, GamePick, Picks } from '#core/types.ts';
import { gameStatuses, gameVoids, sides } from '#core/types.ts';

/** Sunday 13 September 2026, 13:00 in New York. */
export const SUNDAY_1PM = Date.UTC(2026, 8, 13, 17);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const straightUp: PoolRules = defaultRules;
export const withSpread: PoolRules = rulesWith({ useSpread: true });
export const rounded: PoolRules = rulesWith({ useSpread: true, roundSpread: true });

/** Converts half points to points, in which the rulebook counts. */
export function inPoints(halves: number | undefined): number | undefined {
  return halves === undefined ? undefined : halves / 2;
}

export const home: GamePick = { side: 'home', bus: false };
export const away: GamePick = { side: 'away', bus: false };

/** A game of week 1 that has not started, with the given changes. */
export function aGame(changes: Partial<Game> = {}): Game {
  const kickoff = changes.kickoff ?? SUNDAY_1PM;
  return {
    gid: 'g1',
    weekId: '2026-week1',
    kickoff,
    timeTbd: false,
    lockAt: kickoff + 5 * MINUTE,
    status: 'Not Started',
    void: null,
    home: 'PHI',
    away: 'DAL',
    homeScore: 0,
    awayScore: 0,
    spread: null,
    frozenSpread: null,
    lineSource: null,
    spreadNote: 'Spread may change',
    situation: 'Regular Season',
    weather: '',
    allowSpreadUpdate: true,
    allowTimeUpdate: true,
    setByAdmin: [],
    ...changes,
  };
}

/** A Final game. */
export function aFinal(awayScore: number, homeScore: number, changes: Partial<Game> = {}): Game {
  return aGame({ status: 'Final', awayScore, homeScore, ...changes });
}

export const anyRules = fc.record(
  Object.fromEntries(ruleNames.map((rule) => [rule, fc.constantFrom<unknown>(...ruleChoices[rule])])),
) as fc.Arbitrary<PoolRules>;
export const anyLine: fc.Arbitrary<number> = fc.integer({ min: -40, max: 40 }).map((halves) => halves / 2);
export const anySpread: fc.Arbitrary<number | null> = fc.option(anyLine);
export const anyPick: fc.Arbitrary<GamePick> = fc.record({ side: fc.constantFrom(...sides), bus: fc.boolean() });
const anyScore = fc.integer({ min: 0, max: 99 });

export const anyGame: fc.Arbitrary<Game> = fc
  .record({
    status: fc.constantFrom(...gameStatuses),
    void: fc.option(fc.constantFrom(...gameVoids), { freq: 6 }),
    homeScore: anyScore,
    awayScore: anyScore,
    spread: anySpread,
    frozenSpread: anySpread,
    timeTbd: fc.boolean(),
    kickoff: fc.integer({ min: -3, max: 3 }).map((hours) => SUNDAY_1PM + hours * HOUR),
    weekId: fc.constantFrom('2026-week1', '2026-week2', '2026-week10', '2026-wild-card'),
  })
  .map((changes) => aGame(changes));

/** A week of games, with the picks of a player, which may be incomplete. */
export const anyWeek: fc.Arbitrary<{ games: Game[]; picks: Picks }> = fc
  .array(fc.tuple(anyGame, fc.option(anyPick)), { maxLength: 20 })
  .map((pairs) => ({
    games: pairs.map(([game], index) => ({ ...game, gid: `g${index}` })),
    picks: Object.fromEntries(pairs.flatMap(([, pick], index) => (pick ? [[`g${index}`, pick]] : []))),
  }));

/** Any text, including lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
);

/** Buy-backs that were made as soon as pages showed the entry out. */
export function boughtBackAfter(...weekIds: readonly string[]): BuyBacks {
  return new Map(weekIds.map((id) => [id, { madeAt: 0, shownAt: 0 }]));
}
