/** How the picks of a sheet are arranged. */

/** One row for each pick; columns by number, null for a column that is not there. */
export interface ListLayout {
  readonly kind: 'list';
  /** The row with the names of the columns; -1 if there is none. */
  readonly header: number;
  readonly player: number;
  /** The column of the last names, if the players' first names have one of their own. */
  readonly lastNames: number | null;
  readonly entry: number | null;
  readonly season: number | null;
  readonly week: number | null;
  readonly pick: number;
  /** One column that names the game, or those of the away and the home team. */
  readonly game: GameColumns;
  /** The week of the rows that name none. */
  readonly weekId: string | null;
  /** Whether a person chose that week. */
  readonly isChosen: boolean;
  /** The columns of the guesses of tiebreak games. */
  readonly tiebreaks: readonly number[];
}

/** Where a game is named. */
export type GameColumns =
  | { readonly by: 'none' }
  | { readonly by: 'name'; readonly at: number }
  | { readonly by: 'teams'; readonly away: number; readonly home: number };

/**
 * Players across and games down; or players down and games across, for which the table is turned. A line is a row, or a column of a turned
 * table; an index is a place in a line.
 */
export interface GridLayout {
  readonly kind: 'across' | 'down';
  /** The line with the names of the players. */
  readonly names: number;
  /** The line beside it with their last names, or null. */
  readonly lastNames: number | null;
  /** The line below with the names of their entries, or null. */
  readonly entries: number | null;
  /** The index of the first player. */
  readonly first: number;
  /** The index behind the last player, where the table ends or a second one begins. */
  readonly end: number;
  /** The index of the weeks, or null: then titles between the games name them. */
  readonly week: number | null;
  readonly game: GameColumns;
  /** The week of the games that name none. */
  readonly weekId: string | null;
  /** Whether a person chose that week. */
  readonly isChosen: boolean;
  /** The lines of the guesses of tiebreak games. */
  readonly tiebreaks: readonly number[];
}

export type Layout = ListLayout | GridLayout;
export type LayoutKind = Layout['kind'];

export const layoutKinds = ['list', 'across', 'down'] as const satisfies readonly LayoutKind[];

/** The heading of a column that a list needs or may have. */
export const listWords = {
  player: /^(?:player|player name|(?:your |full )?name|member|participant|who(?: are you)?|user|owner|person)\??$/i,
  firstName: /^(?:(?:your |player )?(?:first|given)(?: ?names?)?|f\.? ?name|name \(first\))\??$/i,
  lastName: /^(?:(?:your |player )?(?:last|family)(?: ?names?)?|surname|l\.? ?name|name \(last\))\??$/i,
  entry: /^(?:entry|entry name|entry no\.?|nickname|alias|screen name)$/i,
  season: /^(?:season|year)$/i,
  week: /^(?:week|wk|week no\.?|week number|week #)$/i,
  pick: /^(?:pick|picks|picked|(?:your|my|team) picks?|pick team|team|team picked|picked team|selection|selected|choice|winner picked)$/i,
  game: /^(?:game|games|matchup|match-up|match|contest)$/i,
  away: /^(?:away|away team|visitor|visitors|visiting team|visiting|road|road team)$/i,
  home: /^(?:home|home team|host)$/i,
} as const;

/** The heading of the picks of a survivor pool in a list. In other pools it may be that of something else. */
export const teamPickWords =
  /^(?:(?:your |my )?survivor (?:pool )?(?:picks?|teams?|selections?)|(?:your|my) (?:team|selection))\s*[?:]?$/i;

/** The heading of the values of picks in a confidence pool. `Points` may also be what a pick earned. */
export const valueWords = /^(?:conf(?:idence)?\.?(?: ?(?:points|pts|values?))?|values?|weights?|points?|pts)$/i;

/** The heading of the days on which players bought back into a survivor pool, or of whether they did. */
export const buyBackWords =
  /^(?:(?:(?:date|day|week|number|no\.?|#) (?:of )?|paid |1st |2nd |first |second ))?(?:buy[\s-]?backs?|bought back|re-?buys?|re-?entry|re-?entered)(?:[\s:-]+(?:date|day|week|wk|on|in|paid|used))*\s*\(?(?:date|paid|#?\d)?\)?\s*\??:?$/i;

/** Headings that name no player and no game. */
const OTHER =
  /^(?:(?:(?:my )?fav(?:ou?rite)? )?teams?|survivors?|eliminator|knock-?out|(?:best |mortal )?locks?(?: of the week)?|best bets?|upset(?: of the week| special)?|mvp|champion(?:ship|s)?|(?:afc|nfc|division) (?:champ(?:ion)?|winner)s?|super ?bowl(?: (?:pick|winner|champ(?:ion)?)s?)?|paid\??|owes?|no\.?|#|id|date|day|time(?: ?stamp)?|kick-?off|tv|line|spread|fav|favou?rites?|underdogs?|dog|o\/u|score|winners?|results?|final|actual|answers?|key|rank|place|e-?mail(?: address)?|tie-?breakers?|notes?|comments?|most (?:picked|popular)(?: (?:picks?|teams?))?|picked by|side|points?|best)$/i;
const TOTALS =
  /^(?:(?:grand |week(?:ly)? |season |sub-?|running )?totals?|wins?|won|loss(?:es)?|lost|ties?|record|w[-/]l(?:[-/]t)?|correct|right|wrong|# ?(?:right|correct|wins)|points?|pts|score|rank|place|pct|percent|percentage|average|avg|ytd|season|tie-?breakers?|mnf(?: total| points)?|monday night(?: total| points)?)(?: (?:picks|points|wins|score|correct|right|record))?:?$/i;
const NUMBERED = /^(?:game|gm|g|match|pick)\s*#?\d+$/i;

/** The name of a player whose first and last name may be in two cells. */
export function fullName(first: string, last: string): string {
  return `${first} ${last}`.trim();
}

/** The last line of a grid that has names. */
export function lastNameLine({
  names,
  lastNames,
  entries,
}: Pick<GridLayout, 'names' | 'lastNames' | 'entries'>): number {
  return Math.max(names, lastNames ?? -1, entries ?? -1);
}

/** Whether a heading is that of something else than a player. */
export function isOtherHeading(text: string): boolean {
  return isNoPlayer(text) || NUMBERED.test(text) || Object.values(listWords).some((words) => words.test(text));
}

/** Whether a heading is that of something else than a game. */
export function isOtherLine(text: string): boolean {
  const { player, firstName, lastName, entry, season, away, home } = listWords;
  return isNoPlayer(text) || [player, firstName, lastName, entry, season, away, home].some((words) => words.test(text));
}

/** Whether the cell of a player says that it is none. */
export function isNoPlayer(text: string): boolean {
  return OTHER.test(text) || TOTALS.test(text) || valueWords.test(text) || buyBackWords.test(text);
}

/** Whether a name in a sheet is a heading by its colon: `Picked by:`. If most names have one, it says nothing. */
export function headingByColon(names: readonly string[]): (name: string) => boolean {
  const filled = names.filter((name) => name !== '');
  const isHeading = (name: string): boolean => name.endsWith(':');
  return 2 * filled.filter(isHeading).length > filled.length ? () => false : isHeading;
}

/** Whether the first cell of a line says that the line has totals. */
export function isTotals(text: string): boolean {
  return TOTALS.test(text);
}
