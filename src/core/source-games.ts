/** How the games that a source names (a file of a season, the feed) are found among ours, and what of them may be used (decision 063). */
import { gameCounts, pairing } from './game.ts';
import type { Game } from './types.ts';
import { isPostSeason } from './weeks.ts';

/** The two teams of a game, by side. */
export type Teams = Pick<Game, 'home' | 'away'>;

type Fixture = Teams & Pick<Game, 'weekId'>;

/**
 * How the teams that a source names differ from those of a game: not at all, only by their sides, by one team (`replaced`), or by both
 * (`other`): then it is another game.
 */
export type TeamsDifference = 'same' | 'swapped' | 'replaced' | 'other';

/** Compares the teams of a game with those that a source names. */
export function compareTeams(ours: Teams, theirs: Teams): TeamsDifference {
  if (ours.home === theirs.home && ours.away === theirs.away) return 'same';
  if (ours.home === theirs.away && ours.away === theirs.home) return 'swapped';
  return shareTeam(ours, theirs) ? 'replaced' : 'other';
}

/** Whether a source names the teams of a game, on whichever side. */
export function isSamePair(ours: Teams, theirs: Teams): boolean {
  return ['same', 'swapped'].includes(compareTeams(ours, theirs));
}

function shareTeam(a: Teams, b: Teams): boolean {
  return [a.home, a.away].some((team) => team === b.home || team === b.away);
}

/** A source's game with its sides swapped: scores and the line's sign stay with their teams. */
export function withSidesSwapped<G extends Teams & Partial<Pick<Game, 'homeScore' | 'awayScore' | 'spread'>>>(
  game: G,
): G {
  const { home, away, homeScore, awayScore, spread } = game;
  return {
    ...game,
    home: away,
    away: home,
    ...(awayScore !== undefined && { homeScore: awayScore }),
    ...(homeScore !== undefined && { awayScore: homeScore }),
    // Subtracting from 0 leaves an even line at 0, not at -0.
    ...(typeof spread === 'number' && { spread: 0 - spread }),
  };
}

/**
 * Finds games by the week and the teams that a source names. In its own week a game is found with its sides swapped, too; in another one
 * only as it is, because two teams of a division meet twice a season.
 */
export function findByTeams<K extends Fixture>(known: readonly K[]): (game: Fixture) => K | undefined {
  const inWeek = new Map(known.map((each) => [meeting(each), each]));
  const inSeason = new Map(known.map((each) => [pairing(each), each]));
  return (game) => inWeek.get(meeting(game)) ?? inSeason.get(pairing(game));
}

function meeting({ weekId, home, away }: Fixture): string {
  return [weekId, ...[home, away].sort()].join(' ');
}

/**
 * Finds games of the post-season whose opponent a source corrects: each team plays once in a round, so a game of one of its teams is that
 * game. The host stays more often than the visitors, so games of the same host are found first.
 * @param known games that the source names nowhere else
 * @param named games of the source that are none of ours
 */
export function findCorrected<K extends Fixture, S extends Fixture>(
  known: readonly K[],
  named: readonly S[],
): ReadonlyMap<S, K> {
  const found = new Map<S, K>();
  for (const isMatch of [hasSameHost, shareTeam]) {
    const missing = named.filter((game) => isPostSeason(game.weekId) && !found.has(game));
    for (const game of missing) {
      const taken = [...found.values()];
      const [first, ...others] = known.filter(
        (each) => each.weekId === game.weekId && isMatch(each, game) && !taken.includes(each),
      );
      if (first !== undefined && others.length === 0) found.set(game, first);
    }
  }
  return found;
}

function hasSameHost(a: Teams, b: Teams): boolean {
  return a.home === b.home;
}

/** A game that a source would give to a team that plays another one in the same week. */
export interface SecondGame<G> {
  readonly game: G;
  readonly other: G;
}

type CountingGame = Fixture & Pick<Game, 'gid' | 'void'>;

/**
 * The games that must be left out so that no team has two games in a week. A game that is postponed or canceled leaves the week to another.
 * If two games of the source are of the same team, both are left out.
 * @param known the games of all weeks concerned, by gid
 * @param next games as a source would add or change them
 */
export function secondGames<G extends CountingGame>(
  known: ReadonlyMap<string, G>,
  next: readonly G[],
): readonly SecondGame<G>[] {
  const changed = next.filter((game) => takesPlace(known.get(game.gid), game));
  const leftOut = new Map<G, SecondGame<G>>();
  // Leaving out a game may return it to a week in which another one has taken its place.
  for (let before = -1; before < leftOut.size; ) {
    before = leftOut.size;
    const used = next.filter((game) => !leftOut.has(game)).map((game) => [game.gid, game] as const);
    const playing = [...new Map([...known, ...used]).values()].filter(gameCounts);
    for (const games of Map.groupBy(playing.flatMap(placesOf), ({ place }) => place).values()) {
      for (const { game } of games) {
        const other = games.find((each) => each.game !== game)?.game;
        if (other !== undefined && changed.includes(game)) leftOut.set(game, { game, other });
      }
    }
  }
  return [...leftOut.values()];
}

function placesOf<G extends CountingGame>(game: G): { readonly place: string; readonly game: G }[] {
  return [game.home, game.away].map((team) => ({ place: `${game.weekId} ${team}`, game }));
}

/** Whether a team plays a game in a week in which it did not play it before. */
function takesPlace(before: CountingGame | undefined, after: CountingGame): boolean {
  if (before === undefined || !gameCounts(before)) return true;
  return before.weekId !== after.weekId || compareTeams(before, after) === 'replaced';
}

/** Why a game is left out that would be a team's second one. */
export function secondGameText({ gid, away, home }: Teams & Pick<Game, 'gid'>): string {
  return `Game ${gid} is ${away} at ${home} in the same week.`;
}

/** Why a source does not replace a team of a game. */
export function lockedTeamsText({ gid, away, home }: Teams & Pick<Game, 'gid'>): string {
  return `Game ${gid} is ${away} at ${home}, and has locked: only 'import season --replace-teams' replaces its teams.`;
}
