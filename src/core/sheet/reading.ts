import { normalizeName } from '#core/names.ts';
import { canonicalTeam } from '#core/teams.ts';
import { noGuessText, readGuess } from '#core/tiebreak.ts';
import type { Game, Side } from '#core/types.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import { readBuyBack } from './buy-back-text.ts';
import type { MonthDay } from './days.ts';
import type { Layout } from './layout.ts';
import type { GameText, PickText } from './pick-text.ts';
import {
  isNoPick,
  readGameText,
  readMarkedTeam,
  readPickText,
  readTwoTeams,
  splitValue,
  withoutResult,
} from './pick-text.ts';
import type { Cell, SheetTable } from './table.ts';
import { cellText } from './table.ts';
import type { WeekReader } from './week-text.ts';
import { weekReaderOf } from './week-text.ts';

/** A team for a text that is not understood, or null to leave its cells out. Keys: `normalizeName` of the text. */
export type TeamCorrections = Readonly<Record<string, string | null>>;

/** What a sheet is read with. */
export interface SheetContext {
  /** The games of the pool's weeks. */
  readonly games: readonly Pick<Game, 'gid' | 'weekId' | 'home' | 'away'>[];
  /** The names that the pool knows, of entries and people. */
  readonly known: readonly string[];
  readonly teams: TeamCorrections;
  /** The tiebreak games of the pool by week, if it has a tiebreak. */
  readonly tiebreaks?: Readonly<Record<string, string>> | undefined;
  /** Whether picks have values. */
  readonly hasValues?: boolean;
  /** Whether a pick is a team for a week, as in survivor pools. */
  readonly asksTeam?: boolean;
}

/** What a cell of a sheet is. Empty cells have no mark. */
export type Mark =
  /** A heading, a name, a week or a game. */
  | { readonly kind: 'label' }
  | { readonly kind: 'ignored'; readonly why: string }
  | {
      readonly kind: 'problem';
      readonly why: string;
      /** Present if naming the team of this text solves it. */
      readonly team?: string;
      /** Present if it only lacks its week. */
      readonly lacksWeek?: true;
    }
  /** The first of two picks, if a cell has two teams. */
  | { readonly kind: 'pick'; readonly pick: number }
  | { readonly kind: 'buyBack' };

/** The side of a game, a team for a week, or a guess of the total points of a week's tiebreak game. */
type PlacedPick = { readonly weekId: string; readonly gid: string } & (
  | {
      readonly kind: 'pick';
      readonly value: Side;
      /** What it is worth in a confidence pool; null if the sheet does not say. */
      readonly points: number | null;
    }
  | { readonly kind: 'guess'; readonly value: number }
  | {
      readonly kind: 'team';
      /** As the game has it. */
      readonly value: string;
      readonly side: Side;
    }
);

/** A pick as a sheet has it. */
export type SheetPick = PlacedPick & {
  readonly row: number;
  readonly column: number;
  /** The position of its player in `names`. */
  readonly name: number;
};

/** That a player bought back into a survivor pool. */
export interface SheetBuyBack {
  /** The position of its player in `names`. */
  readonly name: number;
  /** Null if it is not said when. */
  readonly day: MonthDay | null;
}

/** A player of a sheet, with the name of the entry if the sheet has one. */
export interface SheetName {
  readonly player: string;
  readonly entry: string;
  readonly picks: number;
}

/** A text that is no team, with the number of its cells. */
export interface UnknownTeam {
  readonly text: string;
  readonly why: string;
  readonly cells: number;
}

export interface SheetReading {
  readonly layout: Layout;
  /** By row and column. */
  readonly marks: readonly (readonly (Mark | undefined)[])[];
  readonly picks: readonly SheetPick[];
  readonly buyBacks: readonly SheetBuyBack[];
  readonly names: readonly SheetName[];
  readonly unknownTeams: readonly UnknownTeam[];
  /** The weeks of its picks. */
  readonly weekIds: readonly string[];
  /** Whether cells got their week from the layout, or lack one. */
  readonly asksWeek: boolean;
  /** How many cells are problems. */
  readonly problems: number;
}

/** The Saints, or no pick. */
const NO = /^no$/i;
/** What a survivor sheet says of a player who no longer plays, with the week or without: `OUT - Wk 2`. */
const OUT =
  /^(?:x+|out|eliminated|elim\.?|dead|done|gone|lost|knocked out|k\.?o\.?)(?:\s*[-–—:,(]?\s*(?:in |after )?(?:week|wk|w)\s*#?\d{1,2}\)?)?$/i;

const LABEL: Mark = { kind: 'label' };

/** The week of a title that the pool does not have. */
export const STRANGE_WEEK = 'strange';
const STRANGE_TITLE = 'The week of the title above is not a week of this pool.';

/** A cell of guesses with what stands around it. */
export interface GuessCell {
  readonly row: number;
  readonly column: number;
  readonly cell: Cell;
  readonly player: string;
  readonly entry: string;
  readonly weekId: string | null;
}

/** A cell of buy-backs with what stands around it. */
export interface BuyBackCell extends Omit<GuessCell, 'weekId'> {
  readonly heading: string;
  /** The line with that heading. */
  readonly line: number;
}

/** A cell of picks with what stands around it. */
export interface PickCell extends GuessCell {
  /** The game that is named beside it, or null. */
  readonly game: GameText | null;
  /** The cell that may have its value; null if there is none. */
  readonly valueCell: ValueCell | null;
}

/** A cell that may have the value of a pick. */
export interface ValueCell {
  readonly row: number;
  readonly column: number;
  readonly points: number;
}

type PlacedSide =
  | { readonly game: ContextGame; readonly side: Side }
  | { readonly why: string; readonly lacksWeek?: true };
type ContextGame = SheetContext['games'][number];

/** Collects what the cells of a sheet are. */
export class SheetReader {
  readonly weeks: WeekReader;
  /** Whether picks have values. */
  readonly hasValues: boolean;
  /** Whether a pick is a team for a week. */
  readonly asksTeam: boolean;
  readonly #layout: Layout;
  readonly #table: SheetTable;
  readonly #marks: (Mark | undefined)[][];
  readonly #picks: SheetPick[] = [];
  readonly #buyBacks: (SheetBuyBack & { readonly number: number })[] = [];
  readonly #buyBackLines = new Map<string, Set<number>>();
  readonly #names = new Map<string, { player: string; entry: string; picks: number; at: number }>();
  readonly #unknown = new Map<string, { text: string; why: string; cells: number }>();
  readonly #tiebreaks: NonNullable<SheetContext['tiebreaks']>;
  readonly #byTeam: ReadonlyMap<string, ContextGame>;
  readonly #byPair: ReadonlyMap<string, readonly ContextGame[]>;
  readonly #corrections: ReadonlyMap<string, string | null>;
  readonly #texts = new Map<string, PickText>();
  readonly #games = new Map<string, GameText | null>();
  readonly #ignored = new Map<string, Mark>();
  readonly #codes = new Map<string, boolean | null>();
  #asksWeek = false;
  #problems = 0;

  constructor(layout: Layout, table: SheetTable, context: SheetContext) {
    this.#layout = layout;
    this.#table = table;
    this.#corrections = new Map(Object.entries(context.teams));
    this.#marks = table.rows.map(() => []);
    this.hasValues = context.hasValues ?? false;
    this.asksTeam = context.asksTeam ?? false;
    this.#tiebreaks = context.tiebreaks ?? {};
    this.weeks = weekReaderOf(context);
    this.#byTeam = new Map(
      context.games.flatMap((game) => teamsOf(game).map((team) => [`${game.weekId} ${team}`, game])),
    );
    this.#byPair = Map.groupBy(context.games, (game) => pairOf(...teamsOf(game)));
  }

  /** Whether it is said already what a cell is. */
  isMarked(row: number, column: number): boolean {
    return this.#marks[row]?.[column] !== undefined;
  }

  label(row: number, column: number): void {
    this.#mark(row, column, LABEL);
  }

  ignore(row: number, column: number, why: string): void {
    const mark = this.#ignored.get(why) ?? { kind: 'ignored', why };
    this.#ignored.set(why, mark);
    this.#mark(row, column, mark);
  }

  problem(row: number, column: number, why: string, more: { team?: string; lacksWeek?: true } = {}): void {
    this.#problems += 1;
    this.#mark(row, column, { kind: 'problem', why, ...more });
  }

  /** The game that a text names; null if it names none. */
  gameText(text: string): GameText | null {
    const known = this.#games.get(text);
    if (known !== undefined) return known;
    const game = readGameText(text);
    this.#games.set(text, game);
    return game;
  }

  /** The game of two cells with a team each. */
  gameOfTeams(away: string, home: string): GameText | null {
    const [first, second] = [readMarkedTeam(away).abbr, readMarkedTeam(home).abbr];
    return first === null || second === null ? null : { first, second, isOrdered: true };
  }

  /** What a text of a cell of picks says. */
  pickText(text: string): PickText {
    const known = this.#texts.get(text);
    if (known) return known;
    const read = readPickText(text);
    this.#texts.set(text, read);
    return read;
  }

  /** Whether a cell of picks of teams has one. */
  hasTeam(text: string): boolean {
    return this.pickText(withoutResult(text)).kind === 'team' || readTwoTeams(text) !== null;
  }

  /** Reads a cell of picks. Empty ones are left out. @returns the week of its pick; null if it has none */
  pick(cell: PickCell): string | null {
    const before = this.#picks.length;
    this.#readPick(cell);
    return this.#picks[before]?.weekId ?? null;
  }

  /** Reads a cell of guesses of tiebreak games. Empty ones are left out. */
  guess({ row, column, cell, player, entry, weekId }: GuessCell): void {
    const text = cellText(cell);
    if (text === '' || this.#isDate(row, column, cell)) return;
    const total = readGuess(text);
    if (isNoPick(text)) this.ignore(row, column, 'No guess.');
    else if (typeof total !== 'number') this.problem(row, column, noGuessText(text));
    else if (weekId === STRANGE_WEEK) this.problem(row, column, STRANGE_TITLE);
    else {
      const week = weekId ?? this.#layout.weekId;
      if (weekId === null) this.#asksWeek = true;
      const gid = this.#tiebreaks[week ?? ''];
      if (week === null)
        this.problem(row, column, 'The week of this guess is not known. Choose it above.', { lacksWeek: true });
      else if (gid === undefined) this.problem(row, column, `${weekName(week)} has no tiebreak game.`);
      else this.#add({ row, column, player, entry }, { kind: 'guess', weekId: week, gid, value: total });
    }
  }

  /** Reads a cell of buy-backs. Empty ones, and those that say that there was none, are left out. */
  buyBack({ row, column, cell, player, entry, heading, line }: BuyBackCell): void {
    const text = cellText(cell);
    if (text === '') return;
    const said = readBuyBack(text, heading);
    if (said.kind === 'none') this.ignore(row, column, 'No buy-back.');
    else if (said.kind === 'unknown')
      this.problem(row, column, 'Enter the date of the buy-back, such as 9/25, or yes.');
    else {
      this.#mark(row, column, { kind: 'buyBack' });
      const name = this.#nameOf(player, entry).at;
      this.#buyBacks.push({ name, day: said.day, number: this.#numberOfBuyBacks(heading, line) });
    }
  }

  /** The number that a heading has, or that of its line among those with the same heading. */
  #numberOfBuyBacks(heading: string, line: number): number {
    const own = /[12](?=\W*$|st |nd )/.exec(heading)?.[0] ?? (/^second/i.test(heading) ? 2 : undefined);
    if (own !== undefined) return Number(own);
    const lines = this.#buyBackLines.get(normalizeName(heading)) ?? new Set();
    this.#buyBackLines.set(normalizeName(heading), lines.add(line));
    return [...lines].indexOf(line) + 1;
  }

  /** One cell may say that a player bought back, and another one when. */
  #distinctBuyBacks(): SheetBuyBack[] {
    const groups = Map.groupBy(this.#buyBacks, ({ name, number }) => `${name} ${number}`);
    return [...groups.values()].flatMap((group) => {
      const dated = group.filter(({ day }) => day !== null);
      return (dated.length > 0 ? dated : group.slice(0, 1)).map(({ name, day }) => ({ name, day }));
    });
  }

  /** Whether the spreadsheet made a date of a cell, which is a problem. */
  #isDate(row: number, column: number, cell: Cell): boolean {
    if (typeof cell !== 'object') return false;
    this.problem(row, column, `This is a date, ${cell.date}: the spreadsheet may have changed what was typed.`);
    return true;
  }

  #readPick(cell: PickCell): void {
    const { row, column } = cell;
    const whole = cellText(cell.cell);
    const { pick: text, points } = this.hasValues
      ? splitValue(whole)
      : { pick: this.asksTeam ? withoutResult(whole) : whole, points: null };
    if (text === '' || this.#isDate(row, column, cell.cell)) return;
    if (this.asksTeam && OUT.test(text)) {
      this.ignore(row, column, 'Out of the pool.');
      return;
    }
    const corrected = this.#corrections.get(normalizeName(text));
    if (corrected === null) {
      this.ignore(row, column, 'You left this text out.');
      return;
    }
    const both = this.asksTeam && corrected === undefined ? readTwoTeams(text) : null;
    if (both !== null) {
      this.#placeBoth(cell, both);
      return;
    }
    const named = corrected ?? (NO.test(text) && playsIn('NO', cell.game) ? 'NO' : undefined);
    const said: PickText = named === undefined ? this.pickText(text) : { kind: 'team', abbr: named };
    if (said.kind === 'none') this.ignore(row, column, said.why);
    else if (text === 'NO' && corrected === undefined && !this.#isSaints(cell))
      this.#notTeam(row, column, text, "'NO' may be the Saints or no pick. Write which of them.");
    else if (said.kind === 'unknown') this.#notTeam(row, column, text, said.why);
    else this.#place(cell, said, points);
  }

  finish(): SheetReading {
    const found = new Set(this.#picks.map(({ weekId }) => weekId));
    return {
      layout: this.#layout,
      marks: this.#marks,
      picks: this.#picks,
      buyBacks: this.#distinctBuyBacks(),
      names: [...this.#names.values()].map(({ player, entry, picks }) => ({ player, entry, picks })),
      unknownTeams: [...this.#unknown.values()],
      weekIds: [...found].toSorted(compareWeeks),
      asksWeek: this.#asksWeek,
      problems: this.#problems,
    };
  }

  #mark(row: number, column: number, mark: Mark): void {
    const marks = this.#marks[row];
    if (marks) marks[column] = mark;
  }

  /** Whether `NO` is a team: a game is named beside it, or its row or column has other codes and nobody says yes there. */
  #isSaints({ row, column, game }: PickCell): boolean {
    if (game !== null) return true;
    const { rows } = this.#table;
    const around = [
      this.#hasCodes(`row ${row}`, () => rows[row] ?? []),
      this.#hasCodes(`column ${column}`, () => rows.map((each) => each[column] ?? '')),
    ];
    return around.includes(true) && !around.includes(null);
  }

  /** Whether cells have codes of other teams than `NO`; null if one says yes. */
  #hasCodes(key: string, cells: () => readonly Cell[]): boolean | null {
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const texts = cells().map(cellText);
    const isCode = (text: string): boolean =>
      text !== 'NO' && /^[A-Z]{2,3}$/.test(text) && canonicalTeam(text) !== null;
    const has = texts.some((text) => /^y(?:es)?$/i.test(text)) ? null : texts.some(isCode);
    this.#codes.set(key, has);
    return has;
  }

  #notTeam(row: number, column: number, text: string, why: string): void {
    const key = normalizeName(text);
    const unknown = this.#unknown.get(key) ?? { text, why, cells: 0 };
    unknown.cells += 1;
    this.#unknown.set(key, unknown);
    this.problem(row, column, why, { team: key });
  }

  /** Two teams of a cell are two picks, or a problem if one of them cannot be placed. */
  #placeBoth(cell: PickCell, both: readonly string[]): void {
    const first = this.#picks.length;
    const weekId = cell.weekId ?? this.#layout.weekId;
    const teams = both.map((abbr) => ({ kind: 'team', abbr }) as const);
    const wrong = teams.find((team) => 'why' in this.#sideOf(team, weekId, cell.game));
    for (const team of wrong === undefined ? teams : [wrong]) this.#place(cell, team, null);
    if (this.#picks.length > first) this.#mark(cell.row, cell.column, { kind: 'pick', pick: first });
  }

  #place(cell: PickCell, said: Extract<PickText, { kind: 'team' | 'side' }>, ownPoints: number | null): void {
    const { row, column } = cell;
    if (cell.weekId === STRANGE_WEEK) {
      this.problem(row, column, STRANGE_TITLE);
      return;
    }
    const weekId = cell.weekId ?? this.#layout.weekId;
    const isNamed = cell.game !== null && this.#gamesOf(cell.game, null).length === 1;
    const placed = this.#sideOf(said, weekId, cell.game);
    if (cell.weekId === null && (!isNamed || 'why' in placed)) this.#asksWeek = true;
    if ('why' in placed) {
      this.problem(row, column, placed.why, placed.lacksWeek ? { lacksWeek: true } : {});
      return;
    }
    const { game, side } = placed;
    const { valueCell } = cell;
    const points = ownPoints ?? valueCell?.points ?? null;
    if (ownPoints === null && valueCell !== null)
      this.#mark(valueCell.row, valueCell.column, { kind: 'pick', pick: this.#picks.length });
    const { weekId: ownWeek, gid } = game;
    if (this.asksTeam) this.#add(cell, { kind: 'team', weekId: ownWeek, gid, value: game[side], side });
    else this.#add(cell, { kind: 'pick', weekId: ownWeek, gid, value: side, points });
  }

  #nameOf(player: string, entry: string) {
    const key = `${normalizeName(player)}\n${normalizeName(entry)}`;
    const name = this.#names.get(key) ?? { player, entry, picks: 0, at: this.#names.size };
    this.#names.set(key, name);
    return name;
  }

  #add({ row, column, player, entry }: Omit<GuessCell, 'cell' | 'weekId'>, pick: PlacedPick): void {
    const name = this.#nameOf(player, entry);
    name.picks += 1;
    this.#mark(row, column, { kind: 'pick', pick: this.#picks.length });
    this.#picks.push({ row, column, name: name.at, ...pick });
  }

  #sideOf(
    said: Extract<PickText, { kind: 'team' | 'side' }>,
    weekId: string | null,
    named: GameText | null,
  ): PlacedSide {
    if (named !== null) return this.#sideOfNamed(said, weekId, named);
    if (said.kind === 'side') return { why: 'This is a side of a game, and no game is named beside it.' };
    if (weekId === null) return { why: 'The week of this pick is not known. Choose it above.', lacksWeek: true };
    const game = this.#byTeam.get(`${weekId} ${said.abbr}`);
    if (!game) return { why: `${said.abbr} does not play in ${weekName(weekId)}.` };
    return sideIn(game, said.abbr);
  }

  #sideOfNamed(said: Extract<PickText, { kind: 'team' | 'side' }>, weekId: string | null, named: GameText): PlacedSide {
    const teams = [named.first, named.second];
    if (said.kind === 'team' && !teams.includes(said.abbr))
      return { why: `${said.abbr} does not play in the game named here, ${teams.join(' and ')}.` };
    const [game, ...others] = this.#gamesOf(named, weekId);
    if (!game && weekId === null && this.#byPair.has(pairOf(named.first, named.second)))
      return {
        why: `${named.first} does not play at ${named.second} in this pool. Choose the week above.`,
        lacksWeek: true,
      };
    if (!game)
      return {
        why: `${teams.join(' and ')} do not play each other${weekId === null ? '' : ` in ${weekName(weekId)}`}.`,
      };
    if (others.length > 0)
      return { why: `${teams.join(' and ')} play more than once. Choose the week above.`, lacksWeek: true };
    if (said.kind === 'team') return sideIn(game, said.abbr);
    // The home team of the sheet may not be ours.
    return named.isOrdered
      ? sideIn(game, said.side === 'home' ? named.second : named.first)
      : { game, side: said.side };
  }

  /** The games that two teams play in a week, or in the order in which they are named. */
  #gamesOf({ first, second, isOrdered }: GameText, weekId: string | null): readonly ContextGame[] {
    const all = this.#byPair.get(pairOf(first, second)) ?? [];
    if (weekId !== null) return all.filter((game) => game.weekId === weekId);
    return isOrdered ? all.filter((game) => teamsOf(game)[0] === first) : all;
  }
}

function playsIn(abbr: string, game: GameText | null): boolean {
  return game !== null && [game.first, game.second].includes(abbr);
}

function teamsOf({ away, home }: ContextGame): [away: string, home: string] {
  return [canonicalTeam(away) ?? away, canonicalTeam(home) ?? home];
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function sideIn(game: ContextGame, abbr: string): { game: ContextGame; side: Side } {
  return { game, side: teamsOf(game)[1] === abbr ? 'home' : 'away' };
}
