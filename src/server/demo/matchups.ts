import { teams } from '#core/teams.ts';
import type { Team } from '#core/types.ts';
import { conferences, divisions } from '#core/types.ts';
import { seeded, shuffled } from './random.ts';

/** Two teams that meet, and where. */
export interface Matchup {
  readonly home: string;
  readonly away: string;
  /** Both teams are of one division and meet again at the other's place. */
  readonly rivals: boolean;
  /** 0 to 16. Every team plays exactly one game of each round; the rounds below `RIVAL_ROUNDS` are games of rivals. */
  readonly round: number;
}

export const ROUNDS = 17;
export const RIVAL_ROUNDS = 6;
const CONFERENCE_ROUND = RIVAL_ROUNDS;
const CROSS_ROUND = CONFERENCE_ROUND + 4;
const PLACE_ROUND = CROSS_ROUND + 4;
const LAST_ROUND = PLACE_ROUND + 2;

/** Four teams in the order of their last season. */
type Division = readonly string[];

/** The ways to pair four: the divisions of a conference by year, and rivals by round. */
const pairings = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
] as const;

/**
 * The 272 games of a season by the league's formula. Each team plays its three rivals twice, a division of its
 * conference and one of the other conference (four games each), the two teams of its conference that finished like it in
 * the remaining divisions, and one more of the other conference.
 */
export function seasonMatchups(season: number, seed: string): Matchup[] {
  const [afc, nfc] = conferences.map((name) => conference(name, season, seed)) as [Division[], Division[]];
  return [
    ...[...afc, ...nfc].flatMap(rivalGames),
    ...[afc, nfc].flatMap((each) => conferenceGames(each, season)),
    ...afc.flatMap((division, at) => fourGames(division, nfc[(at + season) % 4] ?? [], CROSS_ROUND)),
    ...afc.flatMap((division, at) => lastGames(division, nfc[(at + season + 2) % 4] ?? [], season)),
  ];
}

function conference(name: Team['conference'], season: number, seed: string): Division[] {
  return divisions.map((division) => {
    const members = teams.filter((team) => team.conference === name && team.division === division);
    return shuffled(
      seeded(seed, season, 'places', name, division),
      members.map((team) => team.abbr),
    );
  });
}

function rivalGames(division: Division): Matchup[] {
  return pairings.flatMap(([a, b, c, d], round) => [
    ...bothPlaces(division[a], division[b], round),
    ...bothPlaces(division[c], division[d], round),
  ]);
}

function bothPlaces(one: string | undefined, other: string | undefined, round: number): Matchup[] {
  if (one === undefined || other === undefined) return [];
  const again = round + pairings.length;
  return [
    { home: one, away: other, rivals: true, round },
    { home: other, away: one, rivals: true, round: again },
  ];
}

function conferenceGames(conference: readonly Division[], season: number): Matchup[] {
  const order = pairings[season % pairings.length] ?? pairings[0];
  const [a = [], b = [], c = [], d = []] = order.map((at) => conference[at]);
  // Round in a circle, so that each division is host once and guest once.
  const placeGames = [a, c, b, d].flatMap((hosts, at, circle) =>
    samePlaces(hosts, circle[(at + 1) % 4] ?? [], PLACE_ROUND + (at % 2)),
  );
  return [...fourGames(a, b, CONFERENCE_ROUND), ...fourGames(c, d, CONFERENCE_ROUND), ...placeGames];
}

/** Every team of one division meets every team of the other in the four rounds from `first`, two of them at home. */
function fourGames(one: Division, other: Division, first: number): Matchup[] {
  return one.flatMap((team, place) =>
    other.map((opponent, at) => {
      const turn = (at - place + 4) % 4;
      return turn < 2 ? game(team, opponent, first + turn) : game(opponent, team, first + turn);
    }),
  );
}

/** The 17th game: the conferences take turns as hosts. */
function lastGames(afc: Division, nfc: Division, season: number): Matchup[] {
  return season % 2 === 1 ? samePlaces(afc, nfc, LAST_ROUND) : samePlaces(nfc, afc, LAST_ROUND);
}

function samePlaces(hosts: Division, guests: Division, round: number): Matchup[] {
  return hosts.flatMap((home, place) => {
    const away = guests[place];
    return away === undefined ? [] : [game(home, away, round)];
  });
}

function game(home: string, away: string, round: number): Matchup {
  return { home, away, rivals: false, round };
}
