import type { GameEdit } from '#contract/games.ts';
import type { GameReply } from '#contract/shapes.ts';
import { easternToUtc, utcToEastern } from '#core/eastern-time.ts';
import { MAX_SCORE } from '#core/game.ts';
import type { FeedField } from '#core/types.ts';
import { isScore, isSpread, parseScore, parseSpread } from '#core/validation.ts';

/** The values of a game that an admin can set. */
export type Values = Pick<
  GameReply,
  | 'status'
  | 'void'
  | 'homeScore'
  | 'awayScore'
  | 'spread'
  | 'spreadNote'
  | 'kickoff'
  | 'allowSpreadUpdate'
  | 'allowTimeUpdate'
>;
export type Field = keyof Values;

/** The values as the form shows them; the kick-off in New York time: `2026-11-08T13:00`. */
export type Form = Omit<Values, 'homeScore' | 'awayScore' | 'spread' | 'kickoff'> &
  Readonly<Record<'homeScore' | 'awayScore' | 'spread' | 'kickoff', string>>;

/** The typed values, and the previous values of those fields. Untouched fields follow the game. */
export interface Draft {
  readonly typed: Partial<Form>;
  readonly seen: Partial<Values>;
}

export const emptyDraft: Draft = { typed: {}, seen: {} };

/** The form fields that each field of the feed fills. */
export const fieldsOf: Readonly<Record<FeedField, readonly Field[]>> = {
  status: ['status', 'void'],
  score: ['homeScore', 'awayScore'],
  spread: ['spread'],
  kickoff: ['kickoff'],
};

/** The server accepts no later kick-off. */
const LATEST = Date.UTC(2100, 0, 1);

export const BAD_KICKOFF = 'Enter a date and a time';
export const BAD_SCORE = `A score is a whole number from 0 to ${MAX_SCORE}`;
export const BAD_SPREAD = `The spread goes from -${MAX_SCORE} to ${MAX_SCORE} in steps of a half`;

/** A game's values as the form shows them. */
export function formOf(game: Values): Form {
  const { date, time } = utcToEastern(game.kickoff);
  const { status, spreadNote, allowSpreadUpdate, allowTimeUpdate } = game;
  return {
    status,
    void: game.void,
    homeScore: String(game.homeScore),
    awayScore: String(game.awayScore),
    spread: game.spread === null ? '' : String(game.spread),
    spreadNote,
    kickoff: `${date}T${time}`,
    allowSpreadUpdate,
    allowTimeUpdate,
  };
}

/** The current form: the typed values over the game's current ones. */
export function shownForm(draft: Draft, game: Values): Form {
  return { ...formOf(game), ...draft.typed };
}

/** Sets a field of the draft; setting it back to its previous value removes it. */
export function withField<F extends Field>(draft: Draft, game: Values, field: F, value: Form[F]): Draft {
  const seen: Partial<Values> = field in draft.typed ? draft.seen : { ...draft.seen, [field]: game[field] };
  if (value === formOf({ ...game, ...seen })[field]) return without(draft, [field]);
  return { typed: { ...draft.typed, [field]: value }, seen };
}

/** Removes the typed values of some fields. */
export function without(draft: Draft, fields: readonly Field[]): Draft {
  const kept = <T extends object>(state: T): T =>
    Object.fromEntries(Object.entries(state).filter(([name]) => !fields.some((field) => field === name))) as T;
  return { typed: kept(draft.typed), seen: kept(draft.seen) };
}

/** The same typed values, based on the game's current ones. */
export function rebased(draft: Draft, game: Values): Draft {
  const seen = Object.fromEntries(touched(draft).map((field) => [field, game[field]]));
  return { ...draft, seen };
}

type Check = (text: string) => string | null;

const checks: Readonly<Partial<Record<Field, Check>>> = {
  kickoff: (text) => (parseKickoff(text) === null ? BAD_KICKOFF : null),
  homeScore: scoreError,
  awayScore: scoreError,
  spread: (text) => ifNumber(text, (value) => (isSpread(value) && Math.abs(value) <= MAX_SCORE ? null : BAD_SPREAD)),
};

/** The fields that can be invalid. */
export const checkedFields = Object.keys(checks) as Field[];

/** The error of a field, or null. Text that is not a number becomes 0, as the specification requires. */
export function fieldError(draft: Draft, field: Field): string | null {
  const typed = draft.typed[field];
  return typeof typed === 'string' ? (checks[field]?.(typed) ?? null) : null;
}

function scoreError(text: string): string | null {
  return ifNumber(text, (value) => (isScore(value) ? null : BAD_SCORE));
}

function ifNumber(text: string, check: (value: number) => string | null): string | null {
  const value = Number(text);
  return Number.isFinite(value) ? check(value) : null;
}

/** The changes to save: each new value with the previous one. Null if nothing changed. */
export function editOf(draft: Draft): GameEdit | null {
  const wanted = valuesOf(draft.typed);
  const fields = touched(draft).filter((field) => wanted[field] !== draft.seen[field]);
  if (fields.length === 0) return null;
  const ofFields = (values: Partial<Values>): Partial<Values> =>
    Object.fromEntries(fields.map((field) => [field, values[field]]));
  return { ...ofFields(wanted), seen: ofFields(draft.seen) };
}

/** The fields that someone else set meanwhile to a value that is neither the previous nor the typed one. */
export function conflictsOf(draft: Draft, game: Values): Field[] {
  const now = formOf(game);
  return touched(draft).filter((field) => game[field] !== draft.seen[field] && now[field] !== draft.typed[field]);
}

/** Parses Eastern time, to ms since the epoch; null if it is invalid or not in this century or the last. */
export function parseKickoff(text: string): number | null {
  const [date = '', time = ''] = text.split('T');
  try {
    const moment = easternToUtc(date, time);
    return moment >= 0 && moment <= LATEST ? moment : null;
  } catch {
    return null;
  }
}

function touched(draft: Draft): Field[] {
  return Object.keys(draft.typed) as Field[];
}

function valuesOf({ homeScore, awayScore, spread, spreadNote, kickoff, ...rest }: Partial<Form>): Partial<Values> {
  return {
    ...rest,
    ...(homeScore === undefined ? {} : { homeScore: parseScore(homeScore) }),
    ...(awayScore === undefined ? {} : { awayScore: parseScore(awayScore) }),
    ...(spread === undefined ? {} : { spread: parseSpread(spread) }),
    ...(spreadNote === undefined ? {} : { spreadNote: spreadNote.trim() }),
    ...(kickoff === undefined ? {} : { kickoff: parseKickoff(kickoff) ?? Number.NaN }),
  };
}
