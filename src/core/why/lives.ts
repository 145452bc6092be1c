import type { LifeRules } from '#core/formats/survivor/cost.ts';
import { costWords } from '#core/formats/survivor/cost.ts';
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
  rules: EndRules & LifeRules = {},
): string {
  if (team === undefined && (result === 'missed' || result === 'spared'))
    return `No team chosen: that ${costText(result, rules)}.`;
  if (result === 'off') return `${team ?? 'The week'} didn't count: that costs nothing.`;
  if (result === 'out') return 'Out already.';
  if (result === 'open') return team === undefined ? 'Not decided yet.' : `${team} is not over yet.`;
  const isSafe = result === 'won';
  const game = games.find(({ home, away }) => home === team || away === team);
  const cost = costText(result, rules);
  if (game === undefined || team === undefined) return unknownScoreText(team, result, rules);
  const [own, other, opponent] =
    game.home === team ? [game.homeScore, game.awayScore, game.away] : [game.awayScore, game.homeScore, game.home];
  const score = `${opponent} ${own}-${other}`;
  if (own === other) return `${team} tied ${score}: a tie ${cost}${result === 'lost' ? ', too' : ''}.`;
  if (own > other) return `${team} beat ${score}${isSafe ? '' : `: that ${cost}`}.`;
  return `${team} lost to ${score}: that ${cost}.`;
}

function costText(result: SurvivorResult, rules: LifeRules): string {
  if (result === 'won') return 'costs nothing';
  if (result === 'spared') return 'costs nothing, since nobody who was left was safe';
  const { means } = costWords(rules);
  return result === 'pending' ? `${means}, unless nobody who is left is safe` : means;
}

function unknownScoreText(team: string | undefined, result: SurvivorResult, rules: EndRules & LifeRules): string {
  const { goal = 'win' } = rules;
  if (result !== 'won') return `${team} did not ${goal}: that ${costText(result, rules)}.`;
  return safeEndText(rules) === 'wins' ? `${team} won.` : `${team} was safe.`;
}
