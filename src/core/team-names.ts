import { canonicalTeam, teams } from './teams.ts';
import type { Team } from './types.ts';

/** The team that a text of a file names: our abbreviation, or what is wrong with the text. */
export type ReadTeam =
  | { readonly abbr: string; readonly problem: null }
  | { readonly abbr: null; readonly problem: string };

/** Former names and common short names, by the current team. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['ARI', ['Cards', 'ARIZ']],
  ['BAL', ['BALT']],
  ['BUF', ['BUFF']],
  ['CIN', ['CINC']],
  ['CLE', ['CLEV']],
  ['IND', ['Indy']],
  ['JAX', ['Jags']],
  ['LAC', ['San Diego', 'San Diego Chargers']],
  ['LAR', ['St Louis', 'St Louis Rams']],
  ['LV', ['Vegas', 'Oakland', 'Oakland Raiders']],
  ['MIN', ['MINN']],
  ['NE', ['Pats']],
  ['PHI', ['Philly', 'PHIL']],
  ['PIT', ['PITT']],
  ['SF', ['Niners']],
  ['TB', ['Tampa', 'Bucs']],
  ['TEN', ['TENN']],
  ['WAS', ['WASH', 'Washington Redskins', 'Redskins', 'Washington Football Team', 'Football Team']],
]);

/** Short forms of the cities with two teams. */
const shortCities: ReadonlyMap<string, string> = new Map([
  ['New York', 'NY'],
  ['Los Angeles', 'LA'],
]);

const byName: ReadonlyMap<string, readonly Team[]> = groupedByName();

/**
 * Reads a team name from a file: a code in any spelling, a city, a nickname or a full name. A city with two teams is a problem that names
 * both, except `LA`, which is the Rams, as in the files of nflverse. A feed is read by `canonicalTeam` instead, which accepts only codes.
 */
export function readTeam(text: string): ReadTeam {
  const code = canonicalTeam(text.replaceAll('.', ''));
  if (code !== null) return { abbr: code, problem: null };
  const named = byName.get(plain(text)) ?? [];
  const [team, other] = named;
  if (!team) return { abbr: null, problem: `'${text}' is not a team.` };
  if (!other) return { abbr: team.abbr, problem: null };
  const nicknames = named.map(({ mascot }) => `the ${mascot}`).join(' or ');
  return { abbr: null, problem: `'${text}' may be ${nicknames}. Write which of them.` };
}

function groupedByName(): Map<string, Team[]> {
  const groups = new Map<string, Team[]>();
  for (const team of teams) {
    for (const name of new Set(namesOf(team).map(plain))) groups.set(name, [...(groups.get(name) ?? []), team]);
  }
  return groups;
}

function namesOf({ abbr, city, mascot, longName }: Team): string[] {
  const names = [city, mascot, longName, `${abbr} ${mascot}`, ...(otherNames.get(abbr) ?? [])];
  const short = shortCities.get(city);
  return short === undefined ? names : [...names, short, `${short} ${mascot}`];
}

/** Ignores capitals, dots, hyphens and the width of spaces. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll('.', '')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}
