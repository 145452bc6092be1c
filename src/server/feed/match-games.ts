import { pairing } from '#core/game.ts';
import type { KnownGame } from '../store/feed-games.ts';
import type { FeedProblem } from './espn/problems.ts';
import { reporterFor } from './espn/problems.ts';
import type { FeedGame } from './feed-game.ts';

/** Which game of ours each game of a feed is. */
export interface MatchedGames {
  readonly known: readonly { readonly gid: string; readonly game: FeedGame }[];
  /** Games that we do not have. */
  readonly fresh: readonly FeedGame[];
  /** Ids of games whose event this answer should name, and leaves out. */
  readonly gone: readonly string[];
  readonly problems: readonly FeedProblem[];
}

/**
 * Finds the games of one week of a feed among those of the season: by the feed's own id where it is known, else by week
 * and teams, else by the teams alone, because a game may move to another week. A postponed game that comes back under a new id
 * leaves its old event behind, which is ignored from then on (`mayName`). What cannot be matched without doubt is reported and
 * left out.
 */
export function matchGames(games: readonly FeedGame[], known: readonly KnownGame[], weekId: string): MatchedGames {
  const problems: FeedProblem[] = [];
  const bySource = new Map(
    known.flatMap((each) => (each.event === null ? [] : [[each.event.sourceId, each] as const])),
  );
  const byTeams = new Map(known.map((each) => [pairing(each), each]));
  const inWeek = new Map(known.filter((each) => each.weekId === weekId).map((each) => [teamsOf(each), each]));
  const taken = new Map<string, FeedGame>();
  const fresh: FeedGame[] = [];

  for (const game of games) {
    const report = reporterFor(problems, `${weekId} ${game.away} at ${game.home}`);
    const own = bySource.get(game.sourceId);
    const found = own ?? inWeek.get(teamsOf(game)) ?? byTeams.get(pairing(game));
    if (found && teamsOf(found) !== teamsOf(game)) {
      report('sides_swapped', `Game ${found.gid} is ${found.away} at ${found.home}.`);
    } else if (found && taken.has(found.gid)) {
      report('team_twice', `Game ${found.gid} is named twice.`);
    } else if (found && !own && !mayName(game, found)) {
      if (!game.void) report('team_twice', `Game ${found.gid} is event ${found.event?.sourceId} of another week.`);
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
  const gone = known.filter((each) => eventWeek(each) === weekId && !taken.has(each.gid)).map(({ gid }) => gid);
  for (const gid of gone) reporterFor(problems, weekId)('missing_game', `Nothing was said of ${gid}.`);
  return { known: [...taken].map(([gid, game]) => ({ gid, game })), fresh: added, gone, problems };
}

/**
 * Whether an event may name a game that has the same teams, but not this event's id. One that is postponed or cancelled never
 * replaces another. Any other one does, unless the game's own event stands in another week.
 */
function mayName(game: FeedGame, found: KnownGame): boolean {
  const { event } = found;
  if (game.void) return event === null && found.weekId === game.weekId;
  return event === null || event.isOff || event.weekId === null || event.weekId === game.weekId;
}

/** The week whose answer should name the game. */
function eventWeek({ event, weekId }: KnownGame): string {
  return event?.weekId ?? weekId;
}

type Teams = Pick<KnownGame, 'home' | 'away'>;

function teamsOf({ home, away }: Teams): string {
  return `${away} at ${home}`;
}

function shareTeam(a: Teams, b: Teams): boolean {
  return [a.home, a.away].some((team) => team === b.home || team === b.away);
}
