import { easternDate } from '#core/eastern-time.ts';
import { contradictsMoneylines } from '#core/source-lines.ts';
import type { Game, LineSource } from '#core/types.ts';
import type { FeedProblem } from '../problems.ts';
import { reporterFor } from '../problems.ts';

/** A second source of lines (decision 069). */
export type SecondSource = Exclude<LineSource, 'espn' | 'admin'>;

/** What a second source says of a game. */
export interface SourceLine extends Pick<Game, 'home' | 'away'> {
  /** The Eastern date of the kick-off. */
  readonly day: string;
  /** As in `Game`; null if there is none. */
  readonly spread: number | null;
  /** How much likelier the home side is to win by the moneylines (`homeEdge`); null without any. */
  readonly edge: number | null;
}

/** An answer of a second source; `lines` is null if nothing could be used. */
export interface LinesAnswer {
  readonly lines: readonly SourceLine[] | null;
  readonly problems: readonly FeedProblem[];
}

/** Asks a second source. */
export interface LinesClient {
  readonly source: SecondSource;
  /** The host that is called. */
  readonly host: string;
  /** All lines of the source. Never throws. */
  ask(signal?: AbortSignal): Promise<LinesAnswer>;
}

/** The fields of a game that a line is found by. */
export type WantedGame = Pick<Game, 'gid' | 'weekId' | 'home' | 'away' | 'kickoff'>;

/** A line for one of our games. */
export interface FoundLine extends WantedGame {
  readonly spread: number;
}

/** Problems beyond these are not listed: a file of another sport has hundreds. */
export const MOST_PROBLEMS = 20;

/**
 * Finds the lines of games by their teams and the day of their kick-off. A line that contradicts its moneylines is reported and not used; so
 * is a game that the source does not have on that day.
 */
export function findLines(
  wanted: readonly WantedGame[],
  lines: readonly SourceLine[],
): { readonly found: readonly FoundLine[]; readonly problems: readonly FeedProblem[] } {
  const problems: FeedProblem[] = [];
  const byKey = Map.groupBy(lines, keyOf);
  const found = wanted.flatMap(({ gid, weekId, home, away, kickoff }): FoundLine[] => {
    const report = reporterFor(problems, `${weekId} ${away} at ${home}`);
    const day = easternDate(kickoff);
    const own = (byKey.get(keyOf({ home, away, day })) ?? []).map((line) => ofSides(line, home));
    const line = own.find(({ spread }) => spread !== null);
    if (line === undefined || line.spread === null) {
      report('missing_line', own.length > 0 ? 'The source has no line yet.' : `The source has no such game on ${day}.`);
    } else if (contradictsMoneylines(line.spread, line.edge)) {
      report('contradiction', `The line ${line.spread} favors another side than the moneylines.`);
    } else return [{ gid, weekId, home, away, kickoff, spread: line.spread }];
    return [];
  });
  return { found, problems };
}

/** Sides are not compared: at a neutral site a source may swap them. */
function keyOf({ home, away, day }: Pick<SourceLine, 'home' | 'away' | 'day'>): string {
  return [day, ...[home, away].sort()].join(' ');
}

function ofSides(line: SourceLine, home: string): SourceLine {
  if (line.home === home) return line;
  const { spread, edge } = line;
  // Adding 0 turns -0 into 0.
  return { ...line, spread: spread === null ? null : -spread + 0, edge: edge === null ? null : -edge };
}
