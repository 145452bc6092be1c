import type { SurvivorResult } from '#core/formats/survivor.ts';
import type { EndRules } from '#core/formats/survivor-ends.ts';
import { safeEndText } from '#core/formats/survivor-ends.ts';
import type { Game } from '#core/types.ts';

/** A week of a survivor pool, with data that everybody may see. */
export interface AskedLife {
  readonly result: SurvivorResult;
  /** The team, once it is visible. */
  readonly team?: string | undefined;
}

/** Whether a week took a life. */
export function costsLife({ result }: AskedLife): boolean {
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
  if (result === 'missed') return 'No team chosen: that costs a life.';
  if (result === 'off') return `${team ?? 'The week'} didn't count: that costs nothing.`;
  if (result === 'out') return 'Out already.';
  if (result === 'open') return team === undefined ? 'Not decided yet.' : `${team} is not over yet.`;
  const isSafe = result === 'won';
  const game = games.find(({ home, away }) => home === team || away === team);
  if (game === undefined || team === undefined) return unknownScoreText(team, isSafe, rules);
  const [own, other, opponent] =
    game.home === team ? [game.homeScore, game.awayScore, game.away] : [game.awayScore, game.homeScore, game.home];
  const score = `${opponent} ${own}-${other}`;
  if (own === other) return `${team} tied ${score}: a tie costs ${isSafe ? 'nothing' : 'a life, too'}.`;
  if (own > other) return `${team} beat ${score}${isSafe ? '' : ': that costs a life'}.`;
  return `${team} lost to ${score}: that costs ${isSafe ? 'nothing' : 'a life'}.`;
}

function unknownScoreText(team: string | undefined, isSafe: boolean, rules: EndRules): string {
  const { goal = 'win' } = rules;
  if (!isSafe) return `${team} did not ${goal}: that costs a life.`;
  return safeEndText(rules) === 'wins' ? `${team} won.` : `${team} was safe.`;
}
