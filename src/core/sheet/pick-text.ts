import { readTeam } from '#core/team-names.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { Side } from '#core/types.ts';

/** What a cell of picks says. */
export type PickText =
  | { readonly kind: 'team'; readonly abbr: string }
  | { readonly kind: 'side'; readonly side: Side }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

const sideWords: ReadonlyMap<string, Side> = new Map([
  ['h', 'home'],
  ['home', 'home'],
  ['a', 'away'],
  ['v', 'away'],
  ['away', 'away'],
  ['visitor', 'away'],
]);

const NO_PICK = /^(?:[-–—.]+|n\/?a|none|no pick|np|bye|missed|blank)$/i;
/** The Saints are only `NO`. */
const ANSWER_NO = /^[Nn]o[\s.!*]*$/;
/** 7, 7.5, 16.0, 7½, 62%, $5. */
const NUMBER = /^[$€£]?[-+−]?\d*(?:[.,]\d+|\d|½)[%]?$/;
/** 6-3 and 6-3-1. */
const RECORD = /^\d+\s*[-–]\s*\d+(?:\s*[-–]\s*\d+)?$/;

/** Signs that mark a right, wrong or best pick. */
const MARKS = /[\s*†‡✓✔✗✘☑✅❌!]+$/u;
/** What came of a pick: `KC - W`. */
const RESULT = /\s*[-–—]\s*(?:w|l|win|won|loss|lost)$/i;
/** A team with what came of it: `KC W`. */
const WITH_RESULT = /^(.+?)[\s,:]+(?:w|l|t|x|win|won|loss|lost|tie|tied)$/i;
/** What came of a pick before it: `W - KC`, `(L) KC`. */
const RESULT_BEFORE = /^(?:(?:w|l|t|win|won|loss|lost|tie|tied)\s*[-–—:]\s*|\((?:w|l|t)\)\s*)/i;
/** The score of a game behind what came of it: `KC W 27-24`. */
const SCORE = /(?<=\s(?:w|l|t|win|won|loss|lost|tie|tied)),?\s+\(?\d{1,2}\s*[-–]\s*\d{1,2}\)?$/i;
const MARKS_BEFORE = /^[\s*†‡✓✔✗✘☑✅❌]+/u;
const BRACKETS = /\s*(?:\(([^()]*)\)|\[([^[\]]*)\])$/;
/** A line behind a team: `-3.5`, `+7`, `PK`. */
const LINE = /(?:\s+|(?=[-+−]))(?:[-+−]?\d+(?:[.,]\d+)?½?|[-+−]?½|pk|pick'?em|even)$/i;

const BETWEEN_TEAMS = /\s*(?:\/|\bor\b|\|)\s*/i;
/** What stands between two teams that both count: `KC/BUF`, `KC and BUF`. */
const BETWEEN_PICKS = /\s*(?:[/,;&+]|\band\b)\s*|\s*\n\s*/i;
const BETWEEN_SIDES = /\s*(?:@|\/|\bat\b|\bvs?\b\.?|\bversus\b|–|—)\s*|\s+-\s+/i;
/** How a form names a question that asks for one choice in each row. */
const QUESTION = /^([^[\]]+?)\s*\[([^[\]]+)\]$/;
const NUMBERED = /^(?:game\s*)?\d+\s*[.):]\s*/i;

/** Whether a text is a number, a record or points, which are no picks. */
function isNumeric(text: string): boolean {
  return NUMBER.test(text) || RECORD.test(text);
}

/** Whether a text says that there is no pick. */
export function isNoPick(text: string): boolean {
  return NO_PICK.test(text) || ANSWER_NO.test(text);
}

/** Reads a cell of picks: a team, also with a line or a mark behind it, or a side of the game. */
export function readPickText(text: string): PickText {
  const side = sideWords.get(text.toLowerCase());
  if (side) return { kind: 'side', side };
  if (isNoPick(text)) return { kind: 'none', why: 'No pick.' };
  if (isNumeric(text)) return { kind: 'none', why: 'A number, not a pick.' };
  const team = readMarkedTeam(text);
  if (team.abbr !== null) return { kind: 'team', abbr: team.abbr };
  return { kind: 'unknown', why: severalTeams(text) ?? team.problem };
}

/** A value behind a team: `KC 12`, `KC (12)`, `KC - 12`, `KC12`; `KC -3` is a line. */
const VALUE_BEHIND =
  /^(.+?)(?:\s*[-–:=,]\s+|(?<!\s)[-–:=,]|\s+|(?=[([])|(?<=\p{L}))[([]?(\d{1,2})(?:\s*(?:pts?|points?))?[)\]]?$/iu;
/** A value before a team: `12 KC`, `(12) KC`, `12: KC`. */
const VALUE_BEFORE = /^[([]?(\d{1,2})(?:\s*(?:pts?|points?))?[)\]]?[\s.:,=–-]+(.+)$/i;
const VALUE = /^[([]?(\d{1,2})(?:[.,]0+)?(?:\s*(?:pts?|points?))?[)\]]?$/i;

/** Reads a cell with the value of a pick: `12`, `12.0`, `(12)`. Null for other texts. */
export function readValue(text: string): number | null {
  const number = VALUE.exec(text)?.[1];
  return number === undefined ? null : Number(number);
}

/** Divides a cell of a confidence pool into the pick and its value; the value is null if the cell has none. */
export function splitValue(text: string): { readonly pick: string; readonly points: number | null } {
  const bare = text.replace(MARKS, '');
  const [, behind = '', last] = VALUE_BEHIND.exec(bare) ?? [];
  if (last !== undefined && isSide(behind)) return { pick: behind, points: Number(last) };
  const [, first, before = ''] = VALUE_BEFORE.exec(bare) ?? [];
  if (first !== undefined && isSide(before)) return { pick: before, points: Number(first) };
  // A team that is not understood is corrected for all of its values at once.
  const isUnknown = last !== undefined && readPickText(text).kind === 'unknown';
  return isUnknown ? { pick: behind, points: Number(last) } : { pick: text, points: null };
}

/** Whether a text is a team or a side of a game. */
export function isSide(text: string): boolean {
  return ['team', 'side'].includes(readPickText(text).kind);
}

/** Reads a team with a line or a mark behind it: `KC -3.5`, `KC*`, `KC (x)`. */
export function readMarkedTeam(text: string): ReturnType<typeof readTeam> {
  const whole = readTeam(text);
  if (whole.abbr !== null) return whole;
  const bare = withoutMarks(text.replace(/^@\s*/, ''));
  const team = bare === text || bare === '' ? whole : readTeam(bare);
  return team.abbr !== null || team.problem.includes('may be') ? team : whole;
}

function withoutMarks(text: string): string {
  const [whole, round, square] = BRACKETS.exec(text) ?? [];
  const within = round ?? square;
  // `KC (BUF)` names two teams.
  const shorter =
    within !== undefined && readTeam(within).abbr === null
      ? text.slice(0, -(whole ?? '').length)
      : text.replace(MARKS, '').replace(RESULT, '').replace(LINE, '');
  return shorter === text ? text.trim() : withoutMarks(shorter);
}

function severalTeams(text: string): string | null {
  const teams = text.split(BETWEEN_TEAMS).map((part) => teamByAbbr(readMarkedTeam(part).abbr ?? ''));
  if (teams.length < 2 || teams.includes(null)) return null;
  return `'${text}' may be ${teams.map((team) => `the ${team?.mascot}`).join(' or ')}. Write which of them.`;
}

/** Reads two teams of a week: `KC/BUF`, `KC and BUF`. Null for other texts, such as `KC or BUF` and `KC vs. BUF`. */
export function readTwoTeams(text: string): readonly [first: string, second: string] | null {
  const parts = text.split(BETWEEN_PICKS);
  const [first, second] = parts.map((part) => readMarkedTeam(withoutResult(part)).abbr);
  return parts.length === 2 && first && second && first !== second ? [first, second] : null;
}

/** A team without what came of it and marks before it: `KC W`, `W - KC`, `KC W 27-24`, `*KC`. Other texts are not changed. */
export function withoutResult(text: string): string {
  if (readPickText(text).kind !== 'unknown') return text;
  const bare = text.replace(MARKS_BEFORE, '').replace(SCORE, '').replace(RESULT_BEFORE, '');
  const texts = [bare, WITH_RESULT.exec(bare)?.[1] ?? ''];
  return texts.find((each) => readPickText(each).kind === 'team') ?? text;
}

/** The two teams of a game, as a text names them. */
export interface GameText {
  readonly first: string;
  readonly second: string;
  /** Whether the second is at home: `BUF @ KC`. */
  readonly isOrdered: boolean;
  /** What stands before a game in brackets, as in the answers of a form: `Week 2 [BUF at KC]`. */
  readonly title?: string;
}

/** Reads the name of a game: `BUF @ KC`, `Bills at Chiefs`, `BUF vs. KC`, `Week 2 [BUF at KC]`. Null for other texts. */
export function readGameText(text: string): GameText | null {
  const [, title, within = ''] = QUESTION.exec(text) ?? [];
  const asked = title === undefined ? null : readGame(within);
  // Brackets may also hold a line.
  return asked === null ? readGame(text) : { ...asked, title };
}

function readGame(text: string): GameText | null {
  const bare = text.replace(NUMBERED, '');
  const parts = [BETWEEN_SIDES, /\s*-\s*/, /\s+/].map((between) => bare.split(between));
  for (const each of parts) {
    const [first, second] = each.map((part) => readMarkedTeam(part.trim()).abbr);
    if (each.length === 2 && first && second && first !== second)
      return { first, second, isOrdered: /@|\bat\b/i.test(bare) };
  }
  return null;
}
