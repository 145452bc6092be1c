/**
 * Reads values of a Realtime Database export, which is one JSON tree. Numbers and flags may be texts, field names have two spellings, and
 * maps whose keys are numbers come as lists with holes. Nothing in the tree is trusted.
 */
import { cleanName } from '#core/names.ts';

/** Something in a file that is not imported. */
export interface LeftOut {
  /** Where it is: `Pools/-Nx1/Name`. */
  readonly path: string;
  /** A sentence. Equal reasons are grouped in reports. */
  readonly reason: string;
}

/** A value in the tree, with its key and its path for reports. */
export interface Place {
  readonly key: string;
  readonly path: string;
  readonly value: unknown;
}

/** The longest key of Firebase, in bytes; ours are counted in characters. */
const KEY_MAX = 768;
const SHOWN_MAX = 60;
/** Keys are stored and shown, and PostgreSQL stores neither U+0000 nor lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cs}]/u;
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
]);

/** The whole tree. */
export function rootOf(value: unknown): Place {
  return { key: '', path: '', value };
}

/** Whether a value is a map or a list. */
export function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The children of a map or a list, without holes. Keys that could not be stored are left out. */
export function childrenOf({ path, value }: Place, leftOut: LeftOut[]): Place[] {
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, child]): Place[] => {
    if (child === null) return [];
    const place = { key, path: path === '' ? shown(key) : `${path}/${shown(key)}`, value: child as unknown };
    if (key.length > 0 && key.length <= KEY_MAX && !UNSAFE.test(key)) return [place];
    leftOut.push({ path: place.path, reason: 'Its key is not one of Firebase.' });
    return [];
  });
}

/** The fields of a map by their name in lower case: of two spellings the first counts. */
export function fieldsOf(place: Place): (...names: readonly string[]) => Place | undefined {
  const fields = new Map<string, Place>();
  for (const child of childrenOf(place, [])) {
    const name = child.key.toLowerCase();
    if (!fields.has(name)) fields.set(name, child);
  }
  return (...names) => names.map((name) => fields.get(name)).find((field) => field !== undefined);
}

/** A text, or a number as text; null for anything else and for a blank text. */
export function textOf(place: Place | undefined): string | null {
  const value = place?.value;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/** A number, also as text; null for anything else. */
export function numberOf(place: Place | undefined): number | null {
  const text = textOf(place);
  return text !== null && NUMBER.test(text) ? Number(text) : null;
}

/** A flag, also as text or number; null for anything else. */
export function flagOf(place: Place | undefined): boolean | null {
  const value = place?.value;
  return flags.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? null;
}

/** A flag that may be missing. Anything that is neither true nor false is left out. */
export function flagOr(place: Place | undefined, otherwise: boolean, leftOut: LeftOut[]): boolean {
  const flag = flagOf(place);
  if (place !== undefined && flag === null)
    leftOut.push({ path: place.path, reason: `This is neither true nor false. It counts as ${otherwise}.` });
  return flag ?? otherwise;
}

/** A text cut to a number of characters. */
export function cut(text: string, max: number): string {
  return [...text.slice(0, 2 * max)].slice(0, max).join('');
}

function shown(key: string): string {
  const clean = cleanName(key.slice(0, KEY_MAX));
  return clean.length > SHOWN_MAX ? `${cut(clean, SHOWN_MAX)}…` : clean;
}
