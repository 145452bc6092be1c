/** What is wrong with a pool file, beyond its shape. */

import type { PoolFile } from '#contract/pool-file.ts';
import { POOL_FILE_DEPTH } from '#contract/pool-file.ts';
import { isAuditAct } from '#core/audit.ts';
import { poolActs } from '#core/audit-readers.ts';
import { mayAddEntry } from '#core/entries.ts';
import { teamSlot, weekOfSlot } from '#core/formats/survivor/survivor.ts';
import { tooDeepAt } from '#core/json-depth.ts';
import { FEE, isSidePurpose, MAX_CENTS, SEASON } from '#core/money.ts';
import { cleanName, normalizeName } from '#core/names.ts';
import { percentOf, planFlaw, weekPlaces } from '#core/prize-shares.ts';
import { checkReceipts, findingText } from '#core/receipts/check.ts';
import { isReceiptList } from '#core/receipts/file.ts';
import type { ReceiptLine } from '#core/receipts/receipts.ts';
import { poolHash } from '#core/receipts/receipts.ts';
import { tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { ruleNames, rulesWith } from '#core/rules/pool-rules.ts';
import { fitsGames, parseSlotValue } from '#core/slots.ts';
import { messageError } from '#core/talk.ts';
import { teamByAbbr } from '#core/teams.ts';
import { moneyUrlError, poolDescriptionError, poolNameError, profileNameError } from '#core/validation.ts';
import { parseWeekId } from '#core/weeks.ts';
import { sha256 } from '#server/receipts/reads.ts';
import { lastingProblem, weeksOf } from '#server/side-tables/store.ts';
import { isPost, isPostKind } from './posts.ts';
import { digestOf } from './reads.ts';

/** The most flaws that are reported. */
export const MAX_FLAWS = 20;

/** The most that the screen takes: other writes wait for an import. The command line takes any file. */
const limits = {
  people: 10_000,
  entries: 100_000,
  talk: 100_000,
  reactions: 100_000,
  log: 100_000,
  places: 20_000,
} as const;

/** What in a file is too large for the screen. */
export function sizeFlaws({ people, entries, talk, log, years = [] }: PoolFile): string[] {
  const reactions = talk.reduce((sum, message) => sum + (message.reactions?.length ?? 0), 0);
  const places = years.reduce((sum, year) => sum + year.places.length, 0);
  const sizes = {
    people: people.length,
    entries: entries.length,
    talk: talk.length,
    reactions,
    log: log.length,
    places,
  };
  return (['people', 'entries', 'talk', 'reactions', 'log', 'places'] as const)
    .filter((list) => sizes[list] > limits[list])
    .map((list) => `${list}: There are ${sizes[list]}, but at most ${limits[list]} can be read here. ${BY_ADMIN}`);
}

const BY_ADMIN = 'An admin can import this file at the command line.';

/** The flaws of a file, each with its place; at most 20, none if it can be read. */
export async function flawsOf(file: PoolFile): Promise<string[]> {
  if (digestOf(file) !== file.digest)
    return ['digest: The file was changed after it was written, or not completely copied.'];
  const flaws: string[] = [];
  for (const flaw of allFlaws(file)) {
    flaws.push(flaw);
    if (flaws.length === MAX_FLAWS) return flaws;
  }
  if (flaws.length === 0) flaws.push(...(await receiptFlaws(file)));
  return flaws.slice(0, MAX_FLAWS);
}

function areInConflict(rules: PoolRules): boolean {
  const tidy = tidyRules(rules);
  return ruleNames.some((rule) => tidy[rule] !== rules[rule]);
}

function* allFlaws(file: PoolFile): Generator<string> {
  const {
    writtenAt,
    pool,
    weeks,
    games,
    lines,
    people,
    entries,
    sideTables = [],
    buyBacks = [],
    buyBackWindows = [],
    payments,
    years = [],
    talk,
    log,
  } = file;
  const errors = {
    name: poolNameError(pool.name),
    description: poolDescriptionError(pool.description),
    moneyUrl: moneyUrlError(pool.moneyUrl),
  };
  for (const [field, error] of Object.entries(errors)) if (error !== null) yield `pool.${field}: ${error}.`;
  const rules = rulesWith(pool.rules);
  if (areInConflict(rules)) yield 'pool.rules: These rules conflict.';

  // The rules may have changed since the plan was set.
  const flaw = file.money && planFlaw(file.money, { weekly: false }, file.money);
  if (flaw) yield `money.${flaw.field}: ${flaw.text}`;

  yield* twice('weeks', weeks, ({ id }) => id);
  yield* twice('games', games, ({ gid }) => gid);
  yield* twice('people', people, ({ id }) => id);
  yield* twice('entries', entries, ({ id }) => id);
  yield* twice('entries', entries, ({ playerId, number }) => `${playerId} ${number}`);
  yield* twice('lines', lines, ({ gid }) => gid);
  yield* twice('buyBacks', buyBacks, ({ entryId, weekId }) => `${entryId} ${weekId}`);
  yield* twice('buyBackWindows', buyBackWindows, ({ entryId, weekId }) => `${entryId} ${weekId}`);
  yield* twice('years', years, ({ year }) => String(year));
  yield* twice('talk', talk, ({ once }) => once);
  yield* twice(
    'payments',
    payments.filter(({ undoneAt }) => undoneAt === null),
    ({ entryId, purpose }) => `${entryId} ${purpose}`,
  );

  const known = {
    weeks: new Set(weeks.map(({ id }) => id)),
    games: new Map(games.map((game) => [game.gid, game])),
    people: new Set(people.map(({ id }) => id)),
    entries: new Set(entries.map(({ id }) => id)),
  };
  yield* fixedFlaws(file, known);
  const isPerson = (id: string | null) => id === null || known.people.has(id);
  const gamesOf = Map.groupBy(games, ({ weekId }) => weekId);
  for (const [at, { id, enabled, tiebreakGid, leftOut = [], rules: kept }] of weeks.entries()) {
    if (parseWeekId(id) === null) yield `weeks.${at}.id: '${id}' is not a week.`;
    if (tiebreakGid !== null && known.games.get(tiebreakGid)?.weekId !== id)
      yield `weeks.${at}.tiebreakGid: ${UNKNOWN}`;
    if (leftOut.some((gid) => known.games.get(gid)?.weekId !== id)) yield `weeks.${at}.leftOut: ${UNKNOWN}`;
    const own = gamesOf.get(id) ?? [];
    const ofWeek = { ...rules, ...kept };
    if (kept !== undefined && areInConflict(ofWeek)) yield `weeks.${at}.rules: These rules conflict.`;
    const isChosen = ofWeek.slate === 'chosen' && enabled && own.length > 0;
    if (isChosen && own.every(({ gid }) => leftOut.includes(gid)))
      yield `weeks.${at}.leftOut: A pool plays at least one game of a week.`;
  }
  for (const [at, { weekId, home, away }] of games.entries()) {
    if (!known.weeks.has(weekId)) yield `games.${at}.weekId: ${UNKNOWN}`;
    if (teamByAbbr(home) === null || teamByAbbr(away) === null || home === away)
      yield `games.${at}: Unknown team, or a team against itself.`;
  }
  for (const [at, { name }] of people.entries()) {
    const error = profileNameError(name);
    if (error !== null) yield `people.${at}.name: ${error}.`;
  }
  const playing = new Set(people.flatMap(({ id, member }) => (member?.enabled ? [id] : [])));
  yield* twice(
    'entries',
    entries.filter(({ name, outAt, ownerId }) => name !== null && outAt === null && playing.has(ownerId)),
    ({ name }) => normalizeName(name ?? ''),
  );
  const playingEntries = new Map<string, number>();
  for (const [at, { playerId, ownerId, name, outAt }] of entries.entries()) {
    if (outAt === null) {
      const count = playingEntries.get(ownerId) ?? 0;
      if (!mayAddEntry(count, rules)) yield `entries.${at}: Its owner has more entries than this pool allows.`;
      playingEntries.set(ownerId, count + 1);
    }
    if (!isPerson(playerId) || !isPerson(ownerId)) yield `entries.${at}: It names a person who is not in the file.`;
    const error = name === null ? null : profileNameError(name);
    if (error !== null) yield `entries.${at}.name: ${error}.`;
  }
  for (const [at, { gid, setBy }] of lines.entries())
    if (!known.games.has(gid) || !isPerson(setBy)) yield `lines.${at}: ${UNKNOWN}`;
  yield* pickFlaws(file, known);
  for (const [at, table] of sideTables.entries()) {
    const areWeeks = weeksOf(table).every((id) => parseWeekId(id) !== null);
    const error = areWeeks
      ? lastingProblem(table, rulesWith(pool.rules).format)
      : 'It names something that is not a week';
    if (error !== null) yield `sideTables.${at}: ${error}.`;
  }
  yield* twice('sideTables', sideTables, ({ id }) => id);
  yield* twice('sideTables', sideTables, ({ name }) => normalizeName(name));
  for (const [at, { entryId, weekId, madeBy }] of buyBacks.entries())
    if (!known.entries.has(entryId) || !known.weeks.has(weekId) || !isPerson(madeBy))
      yield `buyBacks.${at}: ${UNKNOWN}`;
  for (const [at, { entryId, weekId }] of buyBackWindows.entries())
    if (!known.entries.has(entryId) || !known.weeks.has(weekId)) yield `buyBackWindows.${at}: ${UNKNOWN}`;
  const purposes = new Set([FEE, SEASON, ...known.weeks]);
  for (const [at, { entryId, purpose, notedBy, undoneBy }] of payments.entries()) {
    // A payment of a side table that was removed stays.
    const isKnown = known.entries.has(entryId) && (purposes.has(purpose) || isSidePurpose(purpose));
    if (!isKnown || !isPerson(notedBy) || !isPerson(undoneBy)) yield `payments.${at}: ${UNKNOWN}`;
  }
  for (const [at, { places }] of years.entries()) {
    if (places.some(({ personId = null }) => !isPerson(personId))) yield `years.${at}: ${UNKNOWN}`;
    if (places.some(({ name }) => name === '' || cleanName(name) !== name)) yield `years.${at}: This is not a name.`;
  }
  for (const [at, { userId, deletedBy, kind, text, replyTo, reactions = [] }] of talk.entries()) {
    if (!isPerson(userId) || !isPerson(deletedBy)) yield `talk.${at}: ${UNKNOWN}`;
    if (replyTo !== undefined && replyTo >= at) yield `talk.${at}.replyTo: A message replies to an earlier one.`;
    const given = new Set(reactions.map((each) => `${each.userId} ${each.kind}`));
    if (given.size < reactions.length) yield `talk.${at}.reactions: Somebody has the same reaction twice.`;
    if (reactions.some(({ userId: by }) => !isPerson(by))) yield `talk.${at}.reactions: ${UNKNOWN}`;
    if (reactions.length > 0 && text === null) yield `talk.${at}.reactions: A deleted message has none.`;
    // Posts of the product have no author.
    if ((kind === 'said') !== (userId !== null))
      yield `talk.${at}.userId: A message needs an author, and a post of the app has none.`;
    if (kind === 'said') {
      const error = text === null ? null : messageError(text);
      if (error !== null) yield `talk.${at}.text: ${error}.`;
      continue;
    }
    if (!isPostKind(kind)) yield `talk.${at}.kind: '${kind}' is not a kind of message.`;
    else if (text !== null && isTooDeep(text)) yield `talk.${at}.text: ${TOO_DEEP}`;
    else if (text !== null && !isPost(kind, parsed(text))) yield `talk.${at}.text: This is not a post of this kind.`;
  }
  for (const [at, { at: time, act, actorId, weekId, gid, userId, entryId, before, after }] of log.entries()) {
    if (!isAuditAct(act) || !poolActs.pool.some((each) => each === act))
      yield `log.${at}.act: '${act}' is not in the log of a pool.`;
    const isKnown =
      (weekId === null || known.weeks.has(weekId)) &&
      (gid === null || known.games.has(gid)) &&
      (entryId === null || known.entries.has(entryId));
    if (!isKnown || !isPerson(actorId) || !isPerson(userId)) yield `log.${at}: ${UNKNOWN}`;
    if (time > writtenAt) yield `log.${at}.at: This is after the file was written.`;
    for (const [field, text] of Object.entries({ before, after })) {
      if (isTooDeep(text)) yield `log.${at}.${field}: ${TOO_DEEP}`;
      else if (parsed(text) === null) yield `log.${at}.${field}: ${NOT_JSON}`;
    }
  }
}

const UNKNOWN = 'It names something that is not in the file.';
const NOT_JSON = 'This is not JSON of an object.';
const TOO_DEEP = `This nests more than ${POOL_FILE_DEPTH} levels deep.`;

function isTooDeep(text: string): boolean {
  return tooDeepAt(text, POOL_FILE_DEPTH) !== null;
}

function* twice<T>(list: string, rows: readonly T[], keyOf: (row: T) => string): Generator<string> {
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row);
    if (seen.has(key)) yield `${list}.${at}: It is in the file twice.`;
    seen.add(key);
  }
}

interface Known {
  readonly weeks: ReadonlySet<string>;
  readonly games: ReadonlyMap<string, PoolFile['games'][number]>;
  readonly people: ReadonlySet<string>;
  readonly entries: ReadonlySet<string>;
}

/** What shares are of for good needs shares, and cannot be more than all fees at their highest. */
function* fixedFlaws({ money, entries, buyBacks = [] }: PoolFile, { weeks: known }: Known): Generator<string> {
  if (!money?.fixed) return;
  const { weeks, season } = money.fixed;
  const highest = Math.max(MAX_CENTS, money.fee, money.buyBack ?? 0);
  const most = highest * (entries.length * Math.max(1, known.size) + buyBacks.length);
  yield* twice('money.fixed.weeks', weeks, ({ weekId }) => weekId);
  if (weeks.some(({ weekId }) => !known.has(weekId))) yield `money.fixed.weeks: ${UNKNOWN}`;
  if (weeks.length > 0 && percentOf(weekPlaces(money)) === 0) yield `money.fixed.weeks: ${NO_SHARES}`;
  if (weeks.some(({ cents }) => cents > most)) yield `money.fixed.weeks: ${TOO_MUCH}`;
  if (season && percentOf(money.places) === 0) yield `money.fixed.season: ${NO_SHARES}`;
  if (season && season.cents > most) yield `money.fixed.season: ${TOO_MUCH}`;
}

const NO_SHARES = 'The plan has no such shares.';
const TOO_MUCH = 'This is more than all fees can be.';

function* pickFlaws({ picks }: PoolFile, { weeks, games, people, entries }: Known): Generator<string> {
  const last = new Map<string, number>();
  for (const [at, { entryId, kind, about, value, revision, enteredBy }] of picks.entries()) {
    const week = kind === 'team' ? weekOfSlot(about) : about;
    const isKnown =
      kind === 'pick' ? games.has(about) : weeks.has(week) && [week, teamSlot(week, true)].includes(about);
    if (!entries.has(entryId) || !isKnown || (enteredBy !== null && !people.has(enteredBy)))
      yield `picks.${at}: ${UNKNOWN}`;
    const slot = `${entryId} ${kind} ${about}`;
    if (revision <= (last.get(slot) ?? 0)) yield `picks.${at}.revision: The states of a pick are not in order.`;
    last.set(slot, revision);
    if (value !== null && isTooDeep(value)) yield `picks.${at}.value: ${TOO_DEEP}`;
    else if (value !== null && !isValue(kind, parsed(value), games)) yield `picks.${at}.value: This is not a ${kind}.`;
  }
}

function isValue(
  kind: PoolFile['picks'][number]['kind'],
  fields: Record<string, unknown> | null,
  games: Known['games'],
): boolean {
  const value = fields && parseSlotValue(kind, fields);
  if (value === null) return false;
  // A survivor's choice of a team that was replaced in a locked game stays, and counts for nobody (decision 063).
  if ('team' in value) return games.has(value.gid) && teamByAbbr(value.team) !== null;
  return fitsGames(kind, value, (gid) => games.get(gid));
}

/** An object in JSON; null for anything else. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The receipts must be those of this pool, in one unbroken chain; whether they agree with the picks is for everyone to check. */
async function receiptFlaws({ pool, receipts, weeks }: PoolFile): Promise<string[]> {
  const known = new Set(weeks.map(({ id }) => id));
  const foreign = receipts.findIndex(({ weekId }) => weekId !== null && !known.has(weekId));
  if (foreign !== -1) return [`receipts.${foreign}.weekId: ${UNKNOWN}`];
  const invented = receipts.findIndex(({ version = 1, by = null }) => version === 1 && by !== null);
  if (invented !== -1) return [`receipts.${invented}.by: A receipt of version 1 has no author.`];
  const read = receipts.map((receipt) => ({ version: 1, by: null, ...receipt, list: linesOf(receipt.list) }));
  const broken = read.findIndex(({ list }) => list === null);
  if (broken !== -1) return [`receipts.${broken}.list: This is not a list of a receipt.`];
  const file = { pool: await poolHash(sha256, pool.id), receipts: read as never, weeks: {}, listed: [] };
  const { findings } = await checkReceipts(sha256, file);
  // Without what is visible, every line seems to be missing; only the chain counts here.
  const ofChain = findings.filter(({ kind }) => chainFindings.includes(kind));
  return ofChain.map((finding) => `receipts: ${findingText(finding, { about: String, value: String, time: String })}`);
}

const chainFindings: readonly string[] = [
  'missing-receipt',
  'receipts-reordered',
  'list-reordered',
  'list-changed',
  'receipt-changed',
  'chain-broken',
];

function linesOf(text: string): readonly ReceiptLine[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return isReceiptList(list) ? list : null;
  } catch {
    return null;
  }
}
