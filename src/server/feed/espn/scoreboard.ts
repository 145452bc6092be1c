import { isDeepStrictEqual } from 'node:util';
import { canonicalTeam } from '#core/teams.ts';
import type { FeedGame, RequestedWeek } from './event.ts';
import { eventName, isUndecided, parseEvent, withoutReplaced } from './event.ts';
import type { FeedProblem, Parsed, Report } from './json.ts';
import { at, fieldsOf, listOf, reporterFor, shown } from './json.ts';

/** A week as its scoreboard shows it. */
export interface Scoreboard {
  readonly games: readonly FeedGame[];
  /** Games of which the teams are not known yet. */
  readonly undecided: number;
  /** Teams that have their bye, by the abbreviations of this product. */
  readonly byes: readonly string[];
}

/**
 * Reads a scoreboard. An answer that is not the one asked for gives nothing at all; of one that is, each event stands for
 * itself, so that one that makes no sense does not hold up the others.
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

/** A stub, no events, or another week than the one asked for is a failure with status 200. */
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
 * Uses an event that is repeated unchanged once. A game that was called off may stand beside its replacement, which counts, and
 * beside other games of its teams. Whatever else names a game, or a team of the week, twice cannot be trusted in either place.
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

/** What only one event of a week may name. */
function namesOf({ home, away, void: called }: FeedGame): string[] {
  return called ? [`${away} at ${home}`] : [home, away];
}

function byesOf(body: unknown): string[] {
  const teams = listOf(at(body, 'week', 'teamsOnBye'));
  return teams.flatMap((team) => canonicalTeam(String(at(team, 'abbreviation') ?? '')) ?? []);
}
