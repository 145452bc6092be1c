import { BLACK, isReadable, readableText, standsOut, WHITE } from './contrast.ts';
import type { Game, Side, Team } from './types.ts';

/** How one side of a game is colored: CSS colors (section 3, `homestyle` and `awaystyle`). */
export interface TeamStyle {
  readonly backgroundColor: string;
  readonly color: string;
}

/** The 32 teams, in the order of the bye list (section 5). */
export const teams: readonly Team[] = [
  team('KC', 'Kansas City', 'Chiefs', 'AFC', 'West', '#E31837', '#FFB612', '#000000'),
  team('LV', 'Las Vegas', 'Raiders', 'AFC', 'West', '#000000', '#A5ACAF', '#A6AEB0'),
  team('NE', 'New England', 'Patriots', 'AFC', 'East', '#002244', '#C60C30', '#B0B7BC'),
  team('BUF', 'Buffalo', 'Bills', 'AFC', 'East', '#00338D', '#C60C30', '#0C2E82'),
  team('MIA', 'Miami', 'Dolphins', 'AFC', 'East', '#008E97', '#F58220', '#005778'),
  team('NYJ', 'New York', 'Jets', 'AFC', 'East', '#003F2D', '#000000', '#FFFFFF'),
  team('CIN', 'Cincinnati', 'Bengals', 'AFC', 'North', '#FB4F14', '#000000', '#000000'),
  team('CLE', 'Cleveland', 'Browns', 'AFC', 'North', '#FF3C00', '#311D00', '#A5ACAF'),
  team('PIT', 'Pittsburgh', 'Steelers', 'AFC', 'North', '#000000', '#FFB612', '#C60C30'),
  team('BAL', 'Baltimore', 'Ravens', 'AFC', 'North', '#241773', '#9E7C0C', '#9E7C0C'),
  team('HOU', 'Houston', 'Texans', 'AFC', 'South', '#03202F', '#A71930', '#00071C'),
  team('IND', 'Indianapolis', 'Colts', 'AFC', 'South', '#002C5F', '#A5ACAF', '#013369'),
  team('JAX', 'Jacksonville', 'Jaguars', 'AFC', 'South', '#006778', '#000000', '#9F792C'),
  team('TEN', 'Tennessee', 'Titans', 'AFC', 'South', '#002244', '#4B92DB', '#C60C30'),
  team('DEN', 'Denver', 'Broncos', 'AFC', 'West', '#002244', '#FB4F14', '#00234C'),
  team('LAC', 'Los Angeles', 'Chargers', 'AFC', 'West', '#007BC7', '#FFC20E', '#FFB612'),
  team('DAL', 'Dallas', 'Cowboys', 'NFC', 'East', '#002244', '#B0B7BC', '#ACC0C6'),
  team('NYG', 'New York', 'Giants', 'NFC', 'East', '#0B2265', '#A71930', '#A5ACAF'),
  team('PHI', 'Philadelphia', 'Eagles', 'NFC', 'East', '#004C54', '#A5ACAF', '#ACC0C6'),
  team('WAS', 'Washington', 'Commanders', 'NFC', 'East', '#5A1414', '#FFB612', '#000000'),
  team('GB', 'Green Bay', 'Packers', 'NFC', 'North', '#203731', '#FFB612', '#1C2D25'),
  team('CHI', 'Chicago', 'Bears', 'NFC', 'North', '#0B162A', '#E64100', '#0B162A'),
  team('DET', 'Detroit', 'Lions', 'NFC', 'North', '#0076B6', '#B0B7BC', '#000000'),
  team('MIN', 'Minnesota', 'Vikings', 'NFC', 'North', '#4F2683', '#FFC62F', '#E9BF9B'),
  team('NO', 'New Orleans', 'Saints', 'NFC', 'South', '#D3BC8D', '#000000', '#9F8958'),
  team('ATL', 'Atlanta', 'Falcons', 'NFC', 'South', '#A71930', '#000000', '#A5ACAF'),
  team('CAR', 'Carolina', 'Panthers', 'NFC', 'South', '#0085CA', '#000000', '#BFC0BF'),
  team('TB', 'Tampa Bay', 'Buccaneers', 'NFC', 'South', '#A71930', '#322F2B', '#000000'),
  team('SEA', 'Seattle', 'Seahawks', 'NFC', 'West', '#002244', '#69BE28', '#A5ACAF'),
  team('LAR', 'Los Angeles', 'Rams', 'NFC', 'West', '#003594', '#FFD100', '#001532'),
  team('ARI', 'Arizona', 'Cardinals', 'NFC', 'West', '#97233F', '#000000', '#FFB612'),
  team('SF', 'San Francisco', '49ers', 'NFC', 'West', '#AA0000', '#B3995D', '#000000'),
];

/** The 32 abbreviations, in the order of the bye list (section 5). */
export const teamAbbrs: readonly string[] = teams.map((each) => each.abbr);

/** Codes of other sources and earlier seasons, by the current team. */
const otherCodes: Readonly<Record<string, readonly string[]>> = {
  ARI: ['ARZ', 'AZ', 'CRD', 'PHO'],
  BAL: ['BLT', 'RAV'],
  CLE: ['CLV'],
  GB: ['GNB'],
  HOU: ['HST', 'HTX'],
  IND: ['CLT'],
  JAX: ['JAC'],
  KC: ['KAN'],
  LAC: ['SD', 'SDG'],
  LAR: ['LA', 'STL', 'SL', 'RAM'],
  LV: ['OAK', 'LVR', 'RAI'],
  NE: ['NWE'],
  NO: ['NOR'],
  SF: ['SFO'],
  TB: ['TAM', 'TBB'],
  TEN: ['OTI'],
  WAS: ['WSH'],
};

const byAbbr: ReadonlyMap<string, Team> = new Map(teams.map((each) => [each.abbr, each]));
const canonical: ReadonlyMap<string, string> = new Map([
  ...teamAbbrs.map((abbr): [string, string] => [abbr, abbr]),
  ...Object.entries(otherCodes).flatMap(([abbr, codes]) => codes.map((code): [string, string] => [code, abbr])),
]);

const DEFAULT_STYLE: TeamStyle = { backgroundColor: WHITE, color: BLACK };

/** Our abbreviation for a team code in any spelling (WSH is WAS, LA is LAR, OAK is LV …); null for an unknown code. */
export function canonicalTeam(abbr: string): string | null {
  return canonical.get(abbr.trim().toUpperCase()) ?? null;
}

/** The team of a code in any spelling; null for an unknown code. */
export function teamByAbbr(abbr: string): Team | null {
  return byAbbr.get(canonicalTeam(abbr) ?? '') ?? null;
}

/** The style of the home side: its color, with readable text; unknown teams are black on white (section 3). */
export function homeStyle(abbr: string): TeamStyle {
  const primary = teamByAbbr(abbr)?.colors.primary;
  return primary === undefined ? DEFAULT_STYLE : { backgroundColor: primary, color: readableText(primary) };
}

/** The style of the away side: white, with text in its color if that is readable; unknown teams are black on white (section 3). */
export function awayStyle(abbr: string): TeamStyle {
  const primary = teamByAbbr(abbr)?.colors.primary;
  if (primary === undefined || !isReadable(primary, WHITE)) return DEFAULT_STYLE;
  return { backgroundColor: WHITE, color: primary };
}

/** The styles of a game's two sides. */
export interface GameStyles {
  readonly homestyle: TeamStyle;
  readonly awaystyle: TeamStyle;
}

/** A game with its styles. */
export function withStyles<G extends Pick<Game, 'home' | 'away'>>(game: G): G & GameStyles {
  return { ...game, homestyle: homeStyle(game.home), awaystyle: awayStyle(game.away) };
}

/**
 * The color of a thin bar for a team on a background: the first visible one of primary, secondary and accent; otherwise white or black.
 * Unknown teams are black, or white on a dark background.
 */
export function barColor(abbr: string, ground: string): string {
  const { primary = BLACK, secondary = BLACK, accent = BLACK } = teamByAbbr(abbr)?.colors ?? {};
  return [primary, secondary, accent, BLACK].find((color) => standsOut(color, ground)) ?? WHITE;
}

/** The path of a team's helmet picture (section 7, static assets). An unknown team's path has no file. */
export function helmetPath(abbr: string, side: Side): string {
  const folder = canonicalTeam(abbr) ?? abbr.replace(/[^A-Za-z0-9]/g, '');
  return `/assets/g/helmets/${folder}/${side}.svg`;
}

function team(
  abbr: string,
  city: string,
  mascot: string,
  conference: Team['conference'],
  division: Team['division'],
  primary: string,
  secondary: string,
  accent: string,
): Team {
  const longName = `${city} ${mascot}`;
  return {
    abbr,
    shortName: mascot,
    longName,
    city,
    mascot,
    conference,
    division,
    colors: { primary, secondary, accent },
  };
}
