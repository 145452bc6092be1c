import { cleanName, nameLength } from '#core/names.ts';
import { tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { moneyUrlError, POOL_DESCRIPTION_MAX, POOL_NAME_MAX } from '#core/validation.ts';
import { readMoment } from './moment.ts';
import type { LeftOut, Place } from './tree.ts';
import { childrenOf, cut, fieldsOf, flagOf, flagOr, isMap, textOf } from './tree.ts';
import { readWeekId } from './week-id.ts';

/** A pool of an export that was not deleted. */
export interface OldPool {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly moneyUrl: string;
  readonly useSpread: boolean;
  readonly roundSpread: boolean;
  /** ms; null if unknown. */
  readonly createdAt: number | null;
  /** Whether each week is enabled. */
  readonly weeks: ReadonlyMap<string, boolean>;
  /** Whether each member is enabled, by uid. */
  readonly members: ReadonlyMap<string, boolean>;
}

/** The rules of a pool of the old system, which had two. @param others the rules that it did not have */
export function rulesOfOldPool(
  { useSpread, roundSpread }: Pick<OldPool, 'useSpread' | 'roundSpread'>,
  others = defaultRules,
): PoolRules {
  return tidyRules({ ...others, useSpread, roundSpread });
}

/** Reads `Pools`. @returns the pools, and the ids of those that were deleted */
export function readPools(pools: Place, leftOut: LeftOut[]): { pools: OldPool[]; deleted: ReadonlySet<string> } {
  const deleted = new Set<string>();
  const living = childrenOf(pools, leftOut).flatMap((place) => {
    const field = fieldsOf(place);
    if (flagOf(field('deleted')) === true || textOf(field('deletedat')) !== null) {
      deleted.add(place.key);
      leftOut.push({ path: place.path, reason: 'The pool was deleted.' });
      return [];
    }
    return readPool(place, leftOut);
  });
  return { pools: living, deleted };
}

function readPool(place: Place, leftOut: LeftOut[]): OldPool[] {
  const field = fieldsOf(place);
  const name = cleanName(textOf(field('name')) ?? '');
  if (!isMap(place.value) || nameLength(name) === 0) {
    leftOut.push({ path: place.path, reason: 'The pool has no name.' });
    return [];
  }
  const shortName = limited(name, POOL_NAME_MAX, field('name'), leftOut);
  const description = textOf(field('description')) ?? '';
  const moneyUrl = textOf(field('moneyurl')) ?? '';
  const isAddress = moneyUrlError(moneyUrl) === null;
  const moneyPlace = field('moneyurl');
  if (!isAddress && moneyPlace) leftOut.push({ path: moneyPlace.path, reason: 'This is not a web address.' });
  const talk = field('trashtalk');
  const messages = talk && fieldsOf(talk)('messages');
  if (messages && childrenOf(messages, []).length > 0)
    leftOut.push({ path: messages.path, reason: 'Messages are not imported.' });
  return [
    {
      id: place.key,
      path: place.path,
      name: shortName,
      description: limited(withoutNulls(description), POOL_DESCRIPTION_MAX, field('description'), leftOut),
      moneyUrl: isAddress ? moneyUrl : '',
      useSpread: flagOr(field('usespread'), false, leftOut),
      roundSpread: flagOr(field('roundspread'), false, leftOut),
      createdAt: readCreated([field('createdat'), field('_createdat')], leftOut),
      weeks: readWeeks(field('weeks'), leftOut),
      members: readMembers(field('users'), leftOut),
    },
  ];
}

/** The first moment that can be read. */
function readCreated(places: readonly (Place | undefined)[], leftOut: LeftOut[]): number | null {
  const given = places.filter((place) => place !== undefined);
  const read = given.map((place) => readMoment(textOf(place) ?? '')).find((moment) => moment !== null);
  const [first] = given;
  if (first && read === undefined) leftOut.push({ path: first.path, reason: 'This is not a date with a time.' });
  return read ?? null;
}

function limited(text: string, max: number, place: Place | undefined, leftOut: LeftOut[]): string {
  const short = cut(text, max);
  if (short.length < text.length && place)
    leftOut.push({ path: place.path, reason: `The text was cut to ${max} characters.` });
  return short;
}

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
function withoutNulls(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}

function readWeeks(weeks: Place | undefined, leftOut: LeftOut[]): Map<string, boolean> {
  const read = new Map<string, boolean>();
  for (const place of weeks ? childrenOf(weeks, leftOut) : []) {
    const weekId = readWeekId(place.key);
    const enabled =
      flagOf(isMap(place.value) ? fieldsOf(place)('enabled') : place) ?? (isMap(place.value) ? true : null);
    if (weekId === null) leftOut.push({ path: place.path, reason: 'This is not the id of a week.' });
    else if (enabled === null) leftOut.push({ path: place.path, reason: 'This does not say whether it is enabled.' });
    else read.set(weekId, enabled);
  }
  return read;
}

/** A member is a flag, or a map with `Enabled`. */
function readMembers(users: Place | undefined, leftOut: LeftOut[]): Map<string, boolean> {
  const read = new Map<string, boolean>();
  for (const place of users ? childrenOf(users, leftOut) : []) {
    const enabled = flagOf(isMap(place.value) ? fieldsOf(place)('enabled') : place);
    if (enabled === null) leftOut.push({ path: place.path, reason: 'This does not say whether it is enabled.' });
    else read.set(place.key, enabled);
  }
  return read;
}
