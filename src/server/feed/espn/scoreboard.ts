import { isDeepStrictEqual } from 'node:util';
import { canonicalTeam } from '#core/teams.ts';
import type { FeedGame, RequestedWeek } from './event.ts';
import { eventName, isUndecided, parseEvent, withoutReplaced } from './event.ts';
import type { FeedProblem, Parsed, Report } from './json.ts';
import { at, fieldsOf, listOf, reporterFor, shown } from './json.ts';

/** A week from its scoreboard. */
export interface Scoreboard {
  readonly games: readonly FeedGame[];
  /** Number of games whose teams are not known yet. */
  readonly undecided: number;
  /** Teams on bye, by our abbreviations. */
  readonly byes: readonly string[];
}

/**
 * Parses a scoreboard. An answer to another request is rejected as a whole. Otherwise each event is parsed on its own, so that an invalid
 * one does not affect the others.
 */
export function parseScoreboard(body: unknown, asked: RequestedWeek): Parsed<Scoreboard> {
  const problems: FeedProblem[] = [];
  const report = reporterFor(problems, asked.weekId);
  if (!isAnswerTo(body, asked, report)) return { value: null, problems };
  const events = listOf(at(body, 'events')).map(fieldsOf);
  const decided = events.filter((event) => !isUndecided(event));
  const games = decided.flatMap(
    (event) => parseEvent(event, asked, reporterFor(problems, `${asked.weekId} ${eventName(event)}`)) ?? [],
  );
  const value = {
    games: withoutRepetitions(games, report),
    undecided: events.length - decided.length,
    byes: byesOf(body),
  };
  return { value, problems };
}

/** A stub, no events, or another week is a failure despite status 200. */
function isAnswerTo(body: unknown, { season, type, number }: RequestedWeek, report: Report): boolean {
  const { events, season: answered, week } = fieldsOf(body);
  if (!Array.isArray(events) || answered === undefined) return refuse(report('stub', shown(body)));
  if (at(answered, 'year') !== season || at(answered, 'type') !== type) {
    return refuse(report('other_season', `${shown(answered)} instead of ${season}, type ${type}`));
  }
  if (at(week, 'number') !== number) return refuse(report('other_week', `${shown(week)} instead of ${number}`));
  return events.length > 0 || refuse(report('empty', 'It has no games.'));
}

function refuse(_: null): false {
  return false;
}

/**
 * Drops exact duplicates. A game that was called off may appear next to its replacement, which counts, and next to other games of its
 * teams. Any other repetition of a game, or of a team in the week, is rejected in both places.
 */
function withoutRepetitions(all: readonly FeedGame[], report: Report): FeedGame[] {
  const distinct = all.filter((game, index) => all.findIndex((other) => isDeepStrictEqual(other, game)) === index);
  const byId = Map.groupBy(distinct, ({ sourceId }) => sourceId);
  for (const [id, { length }] of byId) {
    if (length > 1) report('contradiction', `Event ${id} comes ${length} times with different content.`);
  }
  const events = withoutReplaced([...byId.values()].flatMap(([first]) => first ?? []));
  const seen = new Map<string, number>();
  for (const key of events.flatMap(namesOf)) seen.set(key, (seen.get(key) ?? 0) + 1);
  for (const [key, times] of seen) if (times > 1) report('team_twice', `${key} comes ${times} times.`);
  return events.filter(
    (game) => byId.get(game.sourceId)?.length === 1 && namesOf(game).every((key) => seen.get(key) === 1),
  );
}

/** The keys that only one event of a week may have. */
function namesOf({ home, away, void: called }: FeedGame): string[] {
  return called ? [`${away} at ${home}`] : [home, away];
}

function byesOf(body: unknown): string[] {
  const teams = listOf(at(body, 'week', 'teamsOnBye'));
  return teams.flatMap((team) => canonicalTeam(String(at(team, 'abbreviation') ?? '')) ?? []);
}
