import { isPostSeason } from '#core/weeks.ts';
import type { KnownGame } from '../store/feed-games.ts';
import type { FeedProblem } from './espn/problems.ts';
import { reporterFor } from './espn/problems.ts';
import type { FeedGame } from './feed-game.ts';

/** Which game of ours each game of a feed is. */
export interface MatchedGames {
  readonly known: readonly { readonly gid: string; readonly game: FeedGame }[];
  /** Games that we do not have. */
  readonly fresh: readonly FeedGame[];
  readonly problems: readonly FeedProblem[];
}

/**
 * Finds the games of one week of a feed among those of the season: by the feed's own id where it is known, else by week
 * and teams, else by the teams alone, because a game may move to another week. What cannot be matched without doubt is reported
 * and left out.
 */
export function matchGames(games: readonly FeedGame[], known: readonly KnownGame[], weekId: string): MatchedGames {
  const problems: FeedProblem[] = [];
  const bySource = new Map(known.flatMap((each) => (each.sourceId === null ? [] : [[each.sourceId, each] as const])));
  const byTeams = new Map(known.map((each) => [pairing(each), each]));
  const inWeek = new Map(known.filter((each) => each.weekId === weekId).map((each) => [teamsOf(each), each]));
  const taken = new Map<string, FeedGame>();
  const fresh: FeedGame[] = [];

  for (const game of games) {
    const report = reporterFor(problems, `${weekId} ${game.away} at ${game.home}`);
    const found = bySource.get(game.sourceId) ?? inWeek.get(teamsOf(game)) ?? byTeams.get(pairing(game));
    if (found && teamsOf(found) !== teamsOf(game)) {
      report('sides_swapped', `Game ${found.gid} is ${found.away} at ${found.home}.`);
    } else if (found && taken.has(found.gid)) {
      report('team_twice', `Game ${found.gid} is named twice.`);
    } else if (found) taken.set(found.gid, game);
    else fresh.push(game);
  }

  const others = [...inWeek.values()].filter((each) => !taken.has(each.gid));
  const added = fresh.filter((game) => {
    const clash = others.find((each) => shareTeam(each, game));
    if (!clash) return true;
    const kind = clash.home === game.away && clash.away === game.home ? 'sides_swapped' : 'team_twice';
    reporterFor(problems, `${weekId} ${game.away} at ${game.home}`)(kind, `Game ${clash.gid} is of the same week.`);
    return false;
  });
  for (const { gid } of others) reporterFor(problems, weekId)('missing_game', `Nothing was said of ${gid}.`);
  return { known: [...taken].map(([gid, game]) => ({ gid, game })), fresh: added, problems };
}

type Teams = Pick<KnownGame, 'weekId' | 'home' | 'away'>;

function teamsOf({ home, away }: Pick<Teams, 'home' | 'away'>): string {
  return `${away} at ${home}`;
}

/** Who visits whom happens once in a regular season, and once in a post-season. */
function pairing(game: Teams): string {
  return `${isPostSeason(game.weekId) ? 'post-season' : 'season'} ${teamsOf(game)}`;
}

function shareTeam(a: Teams, b: Teams): boolean {
  return [a.home, a.away].some((team) => team === b.home || team === b.away);
}
