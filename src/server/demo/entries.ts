import type { Order } from '#core/formats/confidence.ts';
import type { SurvivorWeek, TeamChoice, TeamChoices } from '#core/formats/survivor.ts';
import { survivorSeason, usedTeams } from '#core/formats/survivor.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weekId } from '#core/weeks.ts';
import type { SeasonWeek } from './calendar.ts';
import { weekStart, weeksOf } from './calendar.ts';
import type { Person } from './people.ts';
import { isNamed } from './people.ts';
import { hasLocked, madeBefore } from './picks.ts';
import { bell, between, seeded } from './random.ts';
import type { DemoGame } from './season.ts';
import { demoSeason } from './season.ts';
import { demoGameEnd, demoGameState } from './state.ts';

/** The points of an average game, and how much guesses differ. */
const USUAL_TOTAL = 44;
const GUESS_SPREAD = 9;
/** Who is to be out in the demo begins to lose in this week. */
const FATAL_WEEK = 4;

/** Somebody's order of the games of a week: the surer of a side, the higher. */
export function weekOrder({ key, chalk }: Person, games: readonly DemoGame[]): Order {
  const sureness = (game: DemoGame) =>
    Math.abs(game.spread.close) * (0.4 + Math.max(0, chalk)) + 2 * bell(seeded(game.seed, key, 'order', game.gid));
  const rated = games.map((game): [string, number] => [game.gid, sureness(game)]);
  return rated.toSorted(([, a], [, b]) => a - b).map(([gid]) => gid);
}

/** Somebody's guess of the total points of a game. */
export function guessOf({ key }: Person, { seed, gid }: DemoGame): number {
  return Math.max(0, USUAL_TOTAL + between(seeded(seed, key, 'guess', gid), -GUESS_SPREAD, GUESS_SPREAD));
}

/** When somebody chooses a team. */
interface Scene {
  readonly week: SeasonWeek;
  /** The season up to that week, with its games as they stand. */
  readonly weeks: readonly SurvivorWeek[];
  readonly rules: Pick<PoolRules, 'lives'>;
  readonly now: number;
}

/**
 * The team that somebody has for a week, and when they chose it; null for those who are out, and for those whom visitors can sign in as
 * while a game of the week is open.
 * @param choices what they have chosen so far
 */
export function weekChoice(
  person: Person,
  choices: TeamChoices,
  { week, weeks, rules, now }: Scene,
): { readonly choice: TeamChoice; readonly madeAt: number } | null {
  const id = weekId(week.season, week.number);
  const games = demoSeason(week.season).filter((game) => game.weekId === id);
  if (isNamed(person) && !games.every((game) => hasLocked(game, now))) return null;
  const season = survivorSeason(weeks.slice(0, -1), choices, rules);
  if (season.lives === 0) return null;
  const used = usedTeams(weeks, choices, id);
  const teams = games
    .flatMap((game) => [teamOf(game, 'home'), teamOf(game, 'away')])
    .filter(({ team, game }) => !used.has(team) && isFated(person, week, team, game))
    .map((each) => ({ ...each, rating: rate(person, each) }));
  const [best] = teams.toSorted((a, b) => b.rating - a.rating);
  if (best === undefined) return null;
  const { game, team } = best;
  const random = seeded(game.seed, person.key, 'team made', id);
  return { choice: { gid: game.gid, team }, madeAt: madeBefore(game, weekStart(week), now, random) };
}

interface Candidate {
  readonly game: DemoGame;
  readonly team: string;
  /** By how many points the line favors it. */
  readonly favor: number;
}

function teamOf(game: DemoGame, side: 'home' | 'away'): Candidate {
  return { game, team: game[side], favor: side === 'home' ? game.spread.close : -game.spread.close };
}

function rate({ key, chalk, fanOf }: Person, { game, team, favor }: Candidate): number {
  const whim = 5 * bell(seeded(game.seed, key, 'team', team, game.gid));
  return favor * (0.5 + Math.max(0, chalk)) + whim + (team === fanOf ? 2 : 0);
}

/** Whether a team suits what the demo has in store for somebody. */
function isFated({ survives }: Person, { number }: SeasonWeek, team: string, game: DemoGame): boolean {
  if (survives === undefined || (!survives && number < FATAL_WEEK)) return true;
  const end = demoGameState(game, demoGameEnd(game));
  const [own, other] = team === game.home ? [end.homeScore, end.awayScore] : [end.awayScore, end.homeScore];
  return survives ? own > other : own < other;
}

/** The weeks of a season up to one, with their games as they stand. */
export function playedWeeks({ season, number }: SeasonWeek, now: number): SurvivorWeek[] {
  const games = Map.groupBy(demoSeason(season), (game) => game.weekId);
  return weeksOf(season)
    .filter((week) => week.number <= number)
    .map((week) => {
      const id = weekId(season, week.number);
      const own = games.get(id) ?? [];
      const asPlayed = (game: DemoGame) => ({ ...game, lockAt: game.kickoff, void: null, ...demoGameState(game, now) });
      return { id, games: own.map(asPlayed) };
    });
}
