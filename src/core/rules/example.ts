import { scaleOf, weekScale } from '#core/formats/confidence/confidence.ts';
import { isSafeEnd } from '#core/formats/survivor/ends.ts';
import { teamSlots } from '#core/formats/survivor/survivor.ts';
import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { gameCounts, isOver } from '#core/game.ts';
import { pickResult } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import { pointsText, weeklyScore } from '#core/scoring.ts';
import { favoredSide, hasLines, shownLine, underdog, winner } from '#core/spread.ts';
import type { CountedPick, Game, Side } from '#core/types.ts';
import { sides } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import type { PoolRules } from './pool-rules.ts';

/** The fields of a game that an example needs. */
export type ExampleGame = Pick<
  Game,
  'gid' | 'weekId' | 'status' | 'void' | 'home' | 'away' | 'homeScore' | 'awayScore' | 'spread' | 'frozenSpread'
>;

/** The value that a confidence player puts on the game of an example, or the highest one below it. */
const EXAMPLE_VALUE = 10;

/**
 * The effect of the rules on one real game, in words. Picks the game that shows most of them; among equals, the last. Null if no counting
 * game is over.
 * @param games of a week
 */
export function ruleExample(games: readonly ExampleGame[], rules: PoolRules): string | null {
  const over = games.filter(isOver);
  const most = Math.max(...over.map((game) => telling(game, rules)));
  const game = over.findLast((each) => telling(each, rules) === most);
  const scale = scaleOf(games.filter(gameCounts).length, weekScale(rules, games[0]?.weekId ?? ''));
  const value = scale.findLast((each) => each <= EXAMPLE_VALUE) ?? scale[0] ?? 0;
  return game === undefined ? null : describeGame(game, rules, value);
}

/** How much a game shows, from most to least: both sides fare alike, the line changes the winner, there is a line, nothing. */
function telling(game: ExampleGame, rules: PoolRules): number {
  if (resultOf('home', game, rules) === resultOf('away', game, rules)) return 3;
  if (winner(game, rules) !== winner(game, { ...rules, useSpread: false })) return 2;
  const dog = underdog(game, rules);
  if (dog !== null && winner(game, rules) === dog) return 2;
  return shownLine(game, rules) === null ? 0 : 1;
}

function describeGame(game: ExampleGame, rules: PoolRules, value: number): string {
  const { weekId, away, awayScore, home, homeScore } = game;
  const score = `${weekName(weekId)}: ${away} ${awayScore}, ${home} ${homeScore}.`;
  if (asksFor('team', rules)) return `${score} ${survivorVerdict(game, rules)}`;
  return [score, lineText(game, rules), verdict(game, rules, value), bestBetText(game, rules)]
    .filter((text) => text !== '')
    .join(' ');
}

/** What the game did to those who had one of its teams. Of two teams one alone keeps nobody in. */
function survivorVerdict(game: ExampleGame, rules: PoolRules): string {
  const hasTwo = teamSlots(game.weekId, rules).length > 1;
  const saved = rules.lives === 1 && !hasTwo ? 'stayed in' : 'was safe';
  const cost = rules.lives === 1 ? 'was out' : 'lost a life';
  const unless = rules.allOut === 'goOn' ? ', unless that put out everyone who was left' : '';
  const lead = game.homeScore - game.awayScore;
  if (lead === 0) return `Anyone with either team ${isSafeEnd(lead, rules) ? saved : `${cost}${unless}`}.`;
  const [safe, other] = isSafeEnd(lead, rules) ? [game.home, game.away] : [game.away, game.home];
  const safeText = hasTwo ? `${safe} was safe` : `Anyone with ${safe} ${saved}`;
  return `${safeText}; anyone with ${other} ${cost}${unless}.`;
}

function lineText(game: ExampleGame, rules: PoolRules): string {
  if (!hasLines(rules)) return '';
  const line = shownLine(game, rules);
  const favored = favoredSide(line);
  if (line === null) return 'There was no line.';
  if (favored === null) return 'The line was even.';
  if (!rules.useSpread) return `${game[favored]} was favored by ${Math.abs(line)}.`;
  return `With ${game[favored]} favored by ${Math.abs(line)}, ${game.away} counts ${game.awayScore + line}.`;
}

function verdict(game: ExampleGame, rules: PoolRules, value: number): string {
  const { hasValues } = traitsOf(rules);
  const points = (side: Side): string =>
    `${pointsText(worthOf(side, game, rules, { value }))}${hasValues ? ` for anyone who put ${value} on it` : ''}`;
  const homeResult = resultOf('home', game, rules);
  if (homeResult !== resultOf('away', game, rules)) {
    const right = homeResult === 'correct' ? 'home' : 'away';
    return `${game[right]} was right: ${points(right)}.`;
  }
  if (homeResult === 'none') return 'The game counts for nobody.';
  return homeResult === 'incorrect' ? 'Nobody was right.' : `Either side: ${points('home')}.`;
}

/** The worth of a right best bet on the game, if the pool has best bets. */
function bestBetText(game: ExampleGame, rules: PoolRules): string {
  if (rules.bestBets === 0) return '';
  const worth = Math.max(...sides.map((side) => worthOf(side, game, rules, { best: true })));
  return worth === 0 ? '' : `As best bet: ${pointsText(worth)}.`;
}

function resultOf(side: Side, game: ExampleGame, rules: PoolRules) {
  return pickResult({ side, bus: false }, game, rules);
}

function worthOf(side: Side, game: ExampleGame, rules: PoolRules, more: Pick<CountedPick, 'best' | 'value'>): Halves {
  return weeklyScore([game], { [game.gid]: { side, bus: false, ...more } }, rules);
}
