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
import { SAMPLE_SEASON, SAMPLE_WEEK_GAMES, sampleGames } from './example-games.ts';
import type { PoolRules } from './pool-rules.ts';

/** The fields of a game that an example needs. */
export type ExampleGame = Pick<
  Game,
  'gid' | 'weekId' | 'status' | 'void' | 'home' | 'away' | 'homeScore' | 'awayScore' | 'spread' | 'frozenSpread'
>;

/** The value that a confidence player puts on the game of an example, or the highest one below it. */
const EXAMPLE_VALUE = 10;

/** The verbs of an example: of a game that the pool had, or of one that is only assumed. */
interface Verbs {
  readonly is: string;
  readonly earns: string;
  readonly staysIn: string;
  readonly losesALife: string;
  readonly putsAllOut: string;
}

const past: Verbs = {
  is: 'was',
  earns: 'earned',
  staysIn: 'stayed in',
  losesALife: 'lost a life',
  putsAllOut: 'put out everyone who was left',
};

const present: Verbs = {
  is: 'is',
  earns: 'earns',
  staysIn: 'stays in',
  losesALife: 'loses a life',
  putsAllOut: 'puts out everyone who is left',
};

/**
 * The effect of the rules on one real game, in words. Picks the game that shows most of them; among equals, the last. Null if no counting
 * game is over.
 * @param games of a week
 */
export function ruleExample(games: readonly ExampleGame[], rules: PoolRules): string | null {
  const game = mostTelling(games, rules);
  if (game === undefined) return null;
  const { weekId, away, awayScore, home, homeScore } = game;
  const effect = describeEffect(game, rules, exampleValue(games.filter(gameCounts).length, game, rules), past);
  return `${weekName(weekId)}: ${away} ${awayScore}, ${home} ${homeScore}. ${effect}`;
}

/** The effect of the rules on a game of an earlier season, for pools of which no game is over: `Say KC beats CIN 26-25, as in Week 2 of 2024.` */
export function sampleExample(rules: PoolRules): string {
  const game = mostTelling(sampleGames, rules);
  if (game === undefined) throw new Error('No sample game is over.');
  const { weekId, away, awayScore, home, homeScore } = game;
  const [winner, loser] = homeScore > awayScore ? [home, away] : [away, home];
  const score = `${Math.max(homeScore, awayScore)}-${Math.min(homeScore, awayScore)}`;
  const value = exampleValue(SAMPLE_WEEK_GAMES, game, rules);
  return `Say ${winner} beats ${loser} ${score}, as in ${weekName(weekId)} of ${SAMPLE_SEASON}. ${describeEffect(game, rules, value, present)}`;
}

/** The finished game that shows most of the rules. */
function mostTelling(games: readonly ExampleGame[], rules: PoolRules): ExampleGame | undefined {
  const over = games.filter(isOver);
  const most = Math.max(...over.map((game) => telling(game, rules)));
  return over.findLast((each) => telling(each, rules) === most);
}

/** The value that a player put on a game. @param count how many games its week has */
function exampleValue(count: number, { weekId }: ExampleGame, rules: PoolRules): number {
  const scale = scaleOf(count, weekScale(rules, weekId));
  return scale.findLast((each) => each <= EXAMPLE_VALUE) ?? scale[0] ?? 0;
}

/** How much a game shows, from most to least: both sides fare alike, the line changes the winner, there is a line, nothing. */
function telling(game: ExampleGame, rules: PoolRules): number {
  if (resultOf('home', game, rules) === resultOf('away', game, rules)) return 3;
  if (winner(game, rules) !== winner(game, { ...rules, useSpread: false })) return 2;
  const dog = underdog(game, rules);
  if (dog !== null && winner(game, rules) === dog) return 2;
  return shownLine(game, rules) === null ? 0 : 1;
}

function describeEffect(game: ExampleGame, rules: PoolRules, value: number, verbs: Verbs): string {
  if (asksFor('team', rules)) return survivorVerdict(game, rules, verbs);
  return [lineText(game, rules, verbs), verdict(game, rules, value, verbs), bestBetText(game, rules)]
    .filter((text) => text !== '')
    .join(' ');
}

/** What the game does to those who have one of its teams. Of two teams one alone keeps nobody in. */
function survivorVerdict(game: ExampleGame, rules: PoolRules, { is, staysIn, losesALife, putsAllOut }: Verbs): string {
  const hasTwo = teamSlots(game.weekId, rules).length > 1;
  const saved = rules.lives === 1 && !hasTwo ? staysIn : `${is} safe`;
  const cost = rules.lives === 1 ? `${is} out` : losesALife;
  const unless = rules.allOut === 'goOn' ? `, unless that ${putsAllOut}` : '';
  const lead = game.homeScore - game.awayScore;
  if (lead === 0) return `Anyone with either team ${isSafeEnd(lead, rules) ? saved : `${cost}${unless}`}.`;
  const [safe, other] = isSafeEnd(lead, rules) ? [game.home, game.away] : [game.away, game.home];
  const safeText = hasTwo ? `${safe} ${is} safe` : `Anyone with ${safe} ${saved}`;
  return `${safeText}; anyone with ${other} ${cost}${unless}.`;
}

function lineText(game: ExampleGame, rules: PoolRules, { is }: Verbs): string {
  if (!hasLines(rules)) return '';
  const line = shownLine(game, rules);
  const favored = favoredSide(line);
  if (line === null) return `There ${is} no line.`;
  if (favored === null) return `The line ${is} even.`;
  if (!rules.useSpread) return `${game[favored]} ${is} favored by ${Math.abs(line)}.`;
  return `With ${game[favored]} favored by ${Math.abs(line)}, ${game.away}'s score counts as ${game.awayScore + line}.`;
}

function verdict(game: ExampleGame, rules: PoolRules, value: number, { is, earns }: Verbs): string {
  const { hasValues } = traitsOf(rules);
  const points = (side: Side): string =>
    `${pointsText(worthOf(side, game, rules, { value }))}${hasValues ? ` for anyone who put ${value} on it` : ''}`;
  const homeResult = resultOf('home', game, rules);
  if (homeResult !== resultOf('away', game, rules)) {
    const right = homeResult === 'correct' ? 'home' : 'away';
    return `${game[right]} ${is} the right pick: ${points(right)}.`;
  }
  if (homeResult === 'none') return 'The game counts for nobody.';
  return homeResult === 'incorrect' ? `Nobody ${is} right.` : `Either side ${earns} ${points('home')}.`;
}

/** The worth of a right best bet on the game, if the pool has best bets. */
function bestBetText(game: ExampleGame, rules: PoolRules): string {
  if (rules.bestBets === 0) return '';
  const worth = Math.max(...sides.map((side) => worthOf(side, game, rules, { best: true })));
  return worth === 0 ? '' : `As a best bet: ${pointsText(worth)}.`;
}

function resultOf(side: Side, game: ExampleGame, rules: PoolRules) {
  return pickResult({ side, bus: false }, game, rules);
}

function worthOf(side: Side, game: ExampleGame, rules: PoolRules, more: Pick<CountedPick, 'best' | 'value'>): Halves {
  return weeklyScore([game], { [game.gid]: { side, bus: false, ...more } }, rules);
}
