import type { EndRules } from '#core/formats/survivor/ends.ts';
import { safeEndText } from '#core/formats/survivor/ends.ts';
import type { SurvivorResult } from '#core/formats/survivor/survivor.ts';
import type { Game } from '#core/types.ts';

/** A week of a survivor pool, with data that everybody may see. */
export interface AskedLife {
  readonly result: SurvivorResult;
  /** The team, once it is visible. */
  readonly team?: string | undefined;
}

/** A week of a survivor pool with its second team, if it has two. */
export interface AskedWeekOfLives extends AskedLife {
  readonly second?: AskedLife | undefined;
}

/** The teams of a week, each by itself. */
export function livesOf({ second, ...first }: AskedWeekOfLives): readonly [AskedLife, ...AskedLife[]] {
  return second === undefined ? [first] : [first, second];
}

/** Whether a team of a week took a life. */
export function costsLife({ result }: Pick<AskedLife, 'result'>): boolean {
  return result === 'lost' || result === 'missed';
}

/**
 * Why a week cost a life, or did not, in words.
 * @param games of the week, if they are known
 */
export function lifeText(
  { result, team }: AskedLife,
  games: readonly Pick<Game, 'home' | 'away' | 'homeScore' | 'awayScore'>[],
  rules: EndRules = {},
): string {
  if (team === undefined && (result === 'missed' || result === 'spared'))
    return `No team chosen: that costs ${costText(result)}.`;
  if (result === 'off') return `${team ?? 'The week'} didn't count: that costs nothing.`;
  if (result === 'out') return 'Out already.';
  if (result === 'open') return team === undefined ? 'Not decided yet.' : `${team} is not over yet.`;
  const isSafe = result === 'won';
  const game = games.find(({ home, away }) => home === team || away === team);
  const cost = costText(result);
  if (game === undefined || team === undefined) return unknownScoreText(team, result, rules);
  const [own, other, opponent] =
    game.home === team ? [game.homeScore, game.awayScore, game.away] : [game.awayScore, game.homeScore, game.home];
  const score = `${opponent} ${own}-${other}`;
  if (own === other) return `${team} tied ${score}: a tie costs ${result === 'lost' ? 'a life, too' : cost}.`;
  if (own > other) return `${team} beat ${score}${isSafe ? '' : `: that costs ${cost}`}.`;
  return `${team} lost to ${score}: that costs ${cost}.`;
}

function costText(result: SurvivorResult): string {
  if (result === 'won') return 'nothing';
  if (result === 'spared') return 'nothing, since nobody who was left was safe';
  return result === 'pending' ? 'a life, unless nobody who is left is safe' : 'a life';
}

function unknownScoreText(team: string | undefined, result: SurvivorResult, rules: EndRules): string {
  const { goal = 'win' } = rules;
  if (result !== 'won') return `${team} did not ${goal}: that costs ${costText(result)}.`;
  return safeEndText(rules) === 'wins' ? `${team} won.` : `${team} was safe.`;
}
