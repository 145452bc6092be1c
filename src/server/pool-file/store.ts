/** Creates a pool from a file (docs/pool-file.md) that has no flaws, in one transaction. */

import { sql } from 'kysely';
import type { PoolFile } from '#contract/pool-file.ts';
import { importedAfter } from '#core/audit-details.ts';
import { entryName } from '#core/entries.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { isLocked } from '#core/locks.ts';
import { isByAnother } from '#core/receipts/check.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { LinedGame } from '#core/spread.ts';
import { shownLine, withPoolLine } from '#core/spread.ts';
import { broughtTiebreak } from '#core/tiebreak.ts';
import { HOUR_MS } from '#core/time.ts';
import { compareWeeks, parseWeekId } from '#core/weeks.ts';
import { placeRow } from '#server/almanac/store.ts';
import { planDeadlines } from '#server/game-changes/deadline-store.ts';
import { settlingColumns, slateColumns } from '#server/game-changes/slate-store.ts';
import { addMissingTeams, addWeeks, storeGames } from '#server/game-changes/store.ts';
import { gamesOfWeeks } from '#server/games/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { writeReceipts } from '#server/locks/store.ts';
import { mayMakeOneMore } from '#server/manage/store.ts';
import { addCommissioner } from '#server/members/store.ts';
import { planColumns } from '#server/money/store.ts';
import type { PickRow } from '#server/picks/rows-store.ts';
import { insertStates } from '#server/picks/rows-store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { closeGate } from '#server/platform/db/gate.ts';
import { flag, newId } from '#server/platform/db/ids.ts';
import type { ColumnKind } from '#server/platform/db/json-rows.ts';
import { jsonRows, writeRows } from '#server/platform/db/json-rows.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { storeEarlierScales } from '#server/pools/scale-store.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import type { Cause } from '#server/receipts/store.ts';
import { receiptMove, receiptRow, writeSalts } from '#server/receipts/store.ts';
import { writeSideTables } from '#server/side-tables/store.ts';
import { storePastWindows, windowColumns, windowRow } from '#server/standings/windows-store.ts';
import { holdsAccount } from '#server/users/store.ts';
import { MAX_FLAWS } from './flaws.ts';
import { renamedPost } from './posts.ts';

/** Who imports a file. */
export interface PoolImporter {
  /** Becomes commissioner; null for the command line. */
  readonly userId: string | null;
  /** Whether games that the league lacks are added: by admins and at the command line. */
  readonly addsGames: boolean;
  /** Whether people are matched with accounts by their addresses, at the command line. */
  readonly matchesAddresses: boolean;
  readonly isListed: boolean;
  readonly clock: () => number;
}

/** The created pool, or why it was not created. */
export type PoolImport =
  | { readonly id: string; readonly matched: number }
  | { readonly refusal: 'not_signed_in' | 'pool_exists' | 'too_many_pools' }
  | { readonly flaws: readonly string[] };

/** Thrown to roll back. */
class Flawed extends Error {
  readonly flaws: readonly string[];

  constructor(flaws: readonly string[]) {
    super(flaws.join('\n'));
    this.flaws = flaws;
  }
}

/**
 * Creates the pool with the ids of the file, so that its receipts stay valid. People become players without an account under their old ids,
 * or new ones where somebody here has theirs; receipts of the import say so.
 */
export async function importPool(store: Store, file: PoolFile, by: PoolImporter): Promise<PoolImport> {
  try {
    return await transact(store, (tx) => write(tx, store.engine, file, by));
  } catch (error) {
    if (error instanceof Flawed) return { flaws: error.flaws };
    throw error;
  }
}

async function write(tx: Db, engine: Engine, file: PoolFile, by: PoolImporter): Promise<PoolImport> {
  await closeGate(tx, engine);
  const now = await timeInTransaction(tx, engine, by.clock);
  // Another server's clock may be ahead.
  if (file.writtenAt > now + HOUR_MS) throw new Flawed(['writtenAt: This is in the future.']);
  if (by.userId !== null && !(await holdsAccount({ engine }, tx, by.userId))) return { refusal: 'not_signed_in' };
  if (await isHere(tx, engine, file)) return { refusal: 'pool_exists' };
  if (by.userId !== null && !by.isListed && !(await mayMakeOneMore(tx, { engine }, by.userId)))
    return { refusal: 'too_many_pools' };
  await writeGames(tx, engine, file, by, now);
  const people = await writePeople(tx, engine, file, by, now);
  const { id } = file.pool;
  await writePool(tx, file, by, now);
  await writeSlates(tx, engine, file);
  await fixTiebreaks(tx, file, now);
  await writeMembers(tx, engine, file, people, by, now);
  await writePicks(tx, engine, file, people);
  await writeOthers(tx, engine, file, people);
  const weekIds = file.weeks.map((week) => week.id);
  await planDeadlines(tx, { engine, now: () => now }, { weekIds, poolId: id });
  await markPoolStale(tx, id, weekIds);
  const rules = rulesOf(file, now);
  if (file.buyBackWindows === undefined) await storePastWindows(tx, engine, { id, rules }, now);
  if (isOfVersionBefore(file)) await storeEarlierScales(tx, { id, rules }, now);
  const after = { entries: file.entries.length, written: file.picks.length };
  await writeAudit(tx, { act: 'pool.import', actorId: by.userId, poolId: id, after }, now);
  await receiptMove(tx, engine, id, now);
  const byOthers: Cause = {
    by: 'import',
    explains: (line, before) => before !== undefined && isByAnother(before, line),
  };
  for (const weekId of weekIds.toSorted(compareWeeks))
    await writeReceipts(tx, engine, { weekId, poolIds: [id] }, now, byOthers);
  return { id, matched: [...people.values()].filter(({ accountUserId }) => accountUserId !== null).length };
}

async function isHere(tx: Db, engine: Engine, { pool, entries }: PoolFile): Promise<boolean> {
  const found = await tx.selectFrom('pools').select('id').where('id', '=', pool.id).executeTakeFirst();
  if (found !== undefined) return true;
  const ids = entries.map(({ id }) => id);
  const query = tx.selectFrom('entries').select('id').where('id', 'in', listOf(engine, ids));
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Texts to compare with, as one parameter: a file may have more than a statement can have parameters. */
function listOf(engine: Engine, texts: readonly string[]) {
  const rows = texts.map((text) => ({ text }));
  return sql<string>`(select text from ${jsonRows(engine, rows, { text: 'text' })})`;
}

/**
 * Adds the games that are missing, with their weeks, and weeks that have no game yet. The league's own games stay; a game that would score
 * differently is a flaw, and so is a week of a season of which neither the league nor the file has a game.
 */
async function writeGames(tx: Db, engine: Engine, file: PoolFile, by: PoolImporter, now: number): Promise<void> {
  const { weeks, games, pool } = file;
  const weekIds = weeks.map(({ id }) => id);
  const gids = games.map(({ gid }) => gid);
  const rows = await tx.selectFrom('games').selectAll().where('gid', 'in', listOf(engine, gids)).execute();
  const known = new Map(rows.map((row) => [row.gid, row]));
  const corrected = Object.fromEntries(file.lines.map(({ gid, spread }) => [gid, spread]));
  const rules = rulesWith(pool.rules);
  const lineOf = (gid: string, { spread, frozenSpread }: LinedGame) =>
    shownLine(withPoolLine({ gid, spread, frozenSpread }, corrected), rules);
  const flaws = games.flatMap((game) => {
    const here = known.get(game.gid);
    const name = `${game.away} @ ${game.home}, ${game.weekId}`;
    if (here === undefined)
      return by.addsGames ? [] : [`${name}: The league does not have this game. Ask an admin to load the season.`];
    if (here.week_id !== game.weekId || here.home !== game.home || here.away !== game.away)
      return [`${name}: The league has another game under this id: ${here.away} @ ${here.home}, ${here.week_id}.`];
    if (here.status !== 'Final' || game.status !== 'Final') return [];
    const scores =
      [here.away_score, here.home_score, here.void].join() !== [game.awayScore, game.homeScore, game.void].join();
    if (scores)
      return [
        `${name}: It ended ${game.awayScore}-${game.homeScore} in the file, ${here.away_score}-${here.home_score} in the league.`,
      ];
    const line = lineOf(game.gid, game);
    const lineHere = lineOf(game.gid, { spread: here.spread, frozenSpread: here.frozen_spread });
    return line === lineHere
      ? []
      : [`${name}: Its line is ${line ?? 'none'} in the file, ${lineHere ?? 'none'} in the league.`];
  });
  const added = games.filter(({ gid }) => !known.has(gid));
  const addedWeeks = [...new Set(added.map(({ weekId }) => weekId))];
  const weeksHere = new Set((await tx.selectFrom('weeks').select('id').execute()).map(({ id }) => id));
  const emptyWeeks = weekIds.filter((id) => !weeksHere.has(id) && !addedWeeks.includes(id));
  const seasons = new Set([...weeksHere, ...addedWeeks].map((id) => parseWeekId(id)?.season));
  for (const id of emptyWeeks)
    if (!by.addsGames || !seasons.has(parseWeekId(id)?.season))
      flaws.push(`${id}: The league does not have this week. Ask an admin to load the season.`);
  const others = [...(await gamesOfWeeks(tx, addedWeeks)), ...added];
  for (const game of added) {
    const teams = [game.home, game.away];
    const other = others.find(
      ({ gid, weekId, home, away }) =>
        gid !== game.gid && weekId === game.weekId && (teams.includes(home) || teams.includes(away)),
    );
    if (other)
      flaws.push(
        `${game.away} @ ${game.home}, ${game.weekId}: A team would play twice, with ${other.away} @ ${other.home} (${other.gid}).`,
      );
  }
  if (flaws.length > 0) throw new Flawed(flaws.slice(0, MAX_FLAWS));
  await addMissingTeams(tx);
  await addWeeks(tx, [...addedWeeks, ...emptyWeeks]);
  const whole = added.map((game) => ({ ...game, lineSource: null, allowSpreadUpdate: true, allowTimeUpdate: true }));
  await storeGames(tx, engine, whole, now);
  for (const { gid, voidSince } of added)
    if (voidSince !== undefined)
      await tx.updateTable('games').set({ void_since: voidSince }).where('gid', '=', gid).execute();
}

/** Somebody of the file: their id here, and the user of the account that has their address. */
interface Someone {
  readonly id: string;
  readonly accountUserId: string | null;
}

async function writePeople(
  tx: Db,
  engine: Engine,
  { people }: PoolFile,
  { matchesAddresses }: PoolImporter,
  now: number,
): Promise<ReadonlyMap<string, Someone>> {
  const ids = people.map(({ id }) => id);
  const rowsHere = await tx.selectFrom('users').select('id').where('id', 'in', listOf(engine, ids)).execute();
  const taken = new Set(rowsHere.map(({ id }) => id));
  const accounts = matchesAddresses ? await usersByAddress(tx, engine, people) : new Map<string, string>();
  const known = new Map(
    people.map(({ id, email }) => {
      const own = taken.has(id) ? newId() : id;
      return [id, { id: own, accountUserId: accounts.get(email?.toLowerCase() ?? '') ?? null }];
    }),
  );
  const rows = people.map(({ id, name }) => ({
    id: known.get(id)?.id ?? '',
    display_name: name,
    is_enabled: 1,
    is_admin: 0,
    created_at: now,
  }));
  await insertRows(tx, engine, 'users', userColumns, rows);
  return known;
}

const userColumns = {
  id: 'text',
  display_name: 'text',
  is_enabled: 'integer',
  is_admin: 'integer',
  created_at: 'integer',
} as const;

/** Users by the verified addresses of their accounts. */
async function usersByAddress(tx: Db, engine: Engine, people: PoolFile['people']): Promise<Map<string, string>> {
  const addresses = people.flatMap(({ email }) => (email === undefined ? [] : [email.toLowerCase()]));
  const rows = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'accounts.email', 'accounts.emailVerified as verified'])
    .where('accounts.email', 'in', listOf(engine, addresses))
    .execute();
  return new Map(rows.flatMap(({ id, email, verified }) => (verified ? [[email, id] as const] : [])));
}

/** Whether the version before wrote a file: it knew neither this rule nor the values of weeks. */
function isOfVersionBefore({ pool }: PoolFile): boolean {
  return pool.rules.survivors === undefined;
}

/** The rules of a file. One that its version did not know is what its pool has played by, if it has begun. */
function rulesOf({ pool, weeks, games }: PoolFile, now: number): PoolRules {
  const enabled = new Set(weeks.flatMap(({ id, enabled: isEnabled }) => (isEnabled ? [id] : [])));
  const hasBegun = games.some((game) => enabled.has(game.weekId) && isLocked(game, now));
  const earlier =
    traitsOf(rulesWith(pool.rules)).rules.has('survivors') && hasBegun ? { survivors: 'wins' as const } : {};
  return rulesWith({ ...earlier, ...pool.rules });
}

async function writePool(tx: Db, file: PoolFile, by: PoolImporter, now: number): Promise<void> {
  const { pool, weeks, sideTables = [] } = file;
  await tx
    .insertInto('pools')
    .values({
      id: pool.id,
      name: pool.name,
      description: pool.description,
      money_url: pool.moneyUrl,
      rules: JSON.stringify(rulesOf(file, now)),
      active_week_id: null,
      template: null,
      has_talk: flag(pool.hasTalk),
      is_listed: flag(by.isListed),
      made_by: by.userId,
      created_at: pool.createdAt ?? now,
      deleted_at: null,
      stored_at: now,
    })
    .execute();
  if (sideTables.length > 0) await writeSideTables(tx, pool.id, sideTables);
  for (const week of weeks)
    await tx
      .insertInto('pool_weeks')
      .values({
        pool_id: pool.id,
        week_id: week.id,
        enabled: flag(week.enabled),
        deadline: week.deadline,
        tiebreak_gid: week.tiebreakGid,
        tiebreak_fixed_at: week.tiebreakFixedAt,
        decided_at: week.decidedAt ?? null,
        scale: week.scale === undefined ? null : JSON.stringify(week.scale),
        kept_rules: week.rules === undefined ? null : JSON.stringify(week.rules),
      })
      .execute();
}

/** A game without a row belongs to the pool. */
async function writeSlates(tx: Db, engine: Engine, { pool, weeks, games }: PoolFile): Promise<void> {
  const rows = weeks.flatMap(({ id, leftOut }) => {
    const own = leftOut === undefined ? [] : games.filter(({ weekId }) => weekId === id);
    return own.map(({ gid }) => ({
      pool_id: pool.id,
      gid,
      week_id: id,
      belongs: Number(leftOut?.includes(gid) !== true),
    }));
  });
  await writeRows(tx, engine, 'slate_games', slateColumns, rows, ['pool_id', 'gid']);
  const settled = weeks.flatMap(({ id, slateSettledAt }) =>
    slateSettledAt === undefined ? [] : [{ pool_id: pool.id, week_id: id, settles_at: slateSettledAt }],
  );
  await writeRows(tx, engine, 'slates', settlingColumns, settled, ['pool_id', 'week_id']);
}

/** A file leaves out when the tiebreak games of weeks were fixed that had not locked. */
async function fixTiebreaks(tx: Db, { pool, weeks }: PoolFile, now: number): Promise<void> {
  for (const { id, tiebreakGid: gid, tiebreakFixedAt } of weeks) {
    if (gid === null || tiebreakFixedAt !== null) continue;
    const { games } = await weekOfPool(tx, pool.id, id);
    const { fixedAt } = broughtTiebreak(games, now, { gid, fixedAt: tiebreakFixedAt });
    const week = tx.updateTable('pool_weeks').where('pool_id', '=', pool.id).where('week_id', '=', id);
    await week.set({ tiebreak_fixed_at: fixedAt }).execute();
  }
}

type FileEntry = PoolFile['entries'][number];

function isLinked({ playerId, ownerId }: FileEntry): boolean {
  return playerId !== ownerId;
}

/** The numbers of entries, by id: those of the file. Where two of a player would have the same, the linked one follows on the others. */
function numbersOf(entries: readonly FileEntry[], playerOf: (entry: FileEntry) => string): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const own of Map.groupBy(entries, playerOf).values()) {
    const taken = new Set<number>();
    let last = own.reduce((most, { number }) => Math.max(most, number), 0);
    for (const { id, number } of own.toSorted((a, b) => Number(isLinked(a)) - Number(isLinked(b)))) {
      if (taken.has(number)) last += 1;
      numbers.set(id, taken.has(number) ? last : number);
      taken.add(number);
    }
  }
  return numbers;
}

/** Entries first: an enabled member without one would get another. */
async function writeMembers(
  tx: Db,
  engine: Engine,
  { pool, people, entries }: PoolFile,
  known: ReadonlyMap<string, Someone>,
  { userId: byId }: PoolImporter,
  now: number,
): Promise<void> {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  // Without an account, the owner is the person whom the entry is for.
  const playerOf = ({ playerId, ownerId }: FileEntry) =>
    known.get(known.get(ownerId)?.accountUserId ? playerId : ownerId)?.id ?? '';
  const numbers = numbersOf(entries, playerOf);
  const rows = entries.map((entry) => {
    const ownerName = names.get(entry.ownerId) ?? '';
    return {
      id: entry.id,
      pool_id: pool.id,
      player_id: playerOf(entry),
      user_id: known.get(entry.ownerId)?.accountUserId ?? null,
      number: numbers.get(entry.id) ?? entry.number,
      name: entry.name ?? (isLinked(entry) ? entryName({ ...entry, ownerName }) : null),
      joined_at: entry.joinedAt,
      out_at: entry.outAt,
    };
  });
  await writeRows(tx, engine, 'entries', entryColumns, rows, ['id']);
  const members = people.flatMap(({ id, member }) => {
    if (member === null) return [];
    const someone = known.get(id);
    return [
      {
        pool_id: pool.id,
        user_id: someone?.accountUserId ?? someone?.id ?? '',
        enabled: flag(member.enabled),
        joined_at: member.joinedAt,
        left_at: member.leftAt ?? null,
        is_muted: flag(member.isMuted),
      },
    ];
  });
  // Of several people with the same account here, the first counts.
  const distinct = new Map(members.toReversed().map((member) => [member.user_id, member]));
  await writeRows(tx, engine, 'pool_members', memberColumns, [...distinct.values()], ['pool_id', 'user_id']);
  for (const { id, isCommissioner } of people) {
    const userId = known.get(id)?.accountUserId;
    if (isCommissioner && userId) await addCommissioner(tx, { adminId: null, now }, { poolId: pool.id, userId });
  }
  if (byId !== null) await addCommissioner(tx, { adminId: null, now }, { poolId: pool.id, userId: byId });
}

const entryColumns = {
  id: 'text',
  pool_id: 'text',
  player_id: 'text',
  user_id: 'text',
  number: 'integer',
  name: 'text',
  joined_at: 'integer',
  out_at: 'integer',
} as const;

const memberColumns = {
  pool_id: 'text',
  user_id: 'text',
  enabled: 'integer',
  joined_at: 'integer',
  left_at: 'integer',
  is_muted: 'integer',
} as const;

async function writePicks(
  tx: Db,
  engine: Engine,
  { picks }: PoolFile,
  people: ReadonlyMap<string, Someone>,
): Promise<void> {
  const states = picks.map(({ entryId, kind, about, value, revision, madeAt, enteredBy, reason }): PickRow => {
    const entered_by = enteredBy === null ? null : (people.get(enteredBy)?.id ?? null);
    return { entry_id: entryId, kind, about, value: rewritten(value), revision, made_at: madeAt, entered_by, reason };
  });
  await insertStates(tx, engine, states);
}

/** The JSON of what was checked: of a field that a text has twice, the database would read another one. */
function rewritten(value: string | null): string | null {
  return value === null ? null : JSON.stringify(JSON.parse(value));
}

async function writeOthers(
  tx: Db,
  engine: Engine,
  file: PoolFile,
  people: ReadonlyMap<string, Someone>,
): Promise<void> {
  const pool_id = file.pool.id;
  const idOf = (id: string | null) => (id === null ? null : (people.get(id)?.id ?? null));
  const lines = file.lines.map(({ gid, spread, setBy, setAt, reason }) => {
    return { pool_id, gid, spread, set_by: idOf(setBy), set_at: setAt, reason };
  });
  await insertRows(tx, engine, 'pool_lines', lineColumns, lines);
  const log = file.log.map(({ at, actorId, act, weekId, gid, userId, entryId, before, after }) => {
    const about = { pool_id, week_id: weekId, gid, user_id: idOf(userId), entry_id: entryId };
    return { at, actor_id: idOf(actorId), act, ...about, before, after: importedAfter(after) };
  });
  await insertRows(tx, engine, 'audit_log', logColumns, log);
  const ids = new Map([
    ...file.entries.map(({ id }) => [id, id] as const),
    ...[...people].map(([id, someone]) => [id, someone.id] as const),
  ]);
  const talk = file.talk.map(({ userId, kind, text, at, editedAt, deletedBy, once }) => ({
    pool_id,
    user_id: idOf(userId),
    kind,
    text: kind === 'said' || text === null ? text : renamedPost(text, ids),
    at,
    edited_at: editedAt,
    deleted_by: idOf(deletedBy),
    once,
  }));
  await insertRows(tx, engine, 'messages', messageColumns, talk);
  await insertAnswers(tx, engine, file, idOf);
  if (file.money !== null)
    await tx
      .insertInto('pool_money')
      .values({ pool_id, ...planColumns(file.money), fixed: fixedColumn(file.money.fixed) })
      .execute();
  const buyBacks = (file.buyBacks ?? []).map(({ entryId, weekId, madeAt, madeBy }) => {
    return { entry_id: entryId, week_id: weekId, made_at: madeAt, made_by: idOf(madeBy) };
  });
  await insertRows(tx, engine, 'buy_backs', buyBackColumns, buyBacks);
  const windows = (file.buyBackWindows ?? []).map(({ entryId, weekId, ...window }) =>
    windowRow(entryId, weekId, window),
  );
  await insertRows(tx, engine, 'buy_back_windows', windowColumns, windows);
  const payments = file.payments.map(({ entryId, purpose, cents, notedBy, notedAt, undoneBy, undoneAt }) => {
    const noted = { noted_by: idOf(notedBy), noted_at: notedAt, undone_by: idOf(undoneBy), undone_at: undoneAt };
    return { pool_id, entry_id: entryId, purpose, cents, ...noted };
  });
  await insertRows(tx, engine, 'pool_payments', paymentColumns, payments);
  const salts = file.entries.flatMap(({ id, nameSalt }) =>
    nameSalt === undefined ? [] : [{ entry_id: id, salt: nameSalt }],
  );
  await writeSalts(tx, engine, salts);
  const receipts = file.receipts.map(({ list, ...link }) => {
    return { pool_id, ...receiptRow({ version: 1, by: null, ...link }, list) };
  });
  const years = (file.years ?? []).flatMap(({ year, places }) =>
    places.map(({ place, name, points, prize, personId }, position) => {
      const someone = personId === undefined ? undefined : people.get(personId);
      return {
        pool_id,
        ...placeRow(year, position, {
          place,
          name,
          points,
          prize,
          personId: someone?.accountUserId ?? someone?.id ?? null,
        }),
      };
    }),
  );
  await writeRows(tx, engine, 'typed_places', placeColumns, years, ['pool_id', 'year', 'position']);
  await insertRows(tx, engine, 'lock_receipts', receiptColumns, receipts);
}

function fixedColumn(fixed: NonNullable<PoolFile['money']>['fixed']): string {
  if (fixed === undefined) return '{}';
  return JSON.stringify({
    ...fixed,
    weeks: Object.fromEntries(fixed.weeks.map(({ weekId, cents }) => [weekId, cents])),
  });
}

/** Stores what the messages of a file reply to, and the reactions to them. Their ids have the order of the file. */
async function insertAnswers(
  tx: Db,
  engine: Engine,
  { pool, talk }: PoolFile,
  idOf: (id: string | null) => string | null,
): Promise<void> {
  const answered = talk.some(({ replyTo, reactions }) => replyTo !== undefined || reactions !== undefined);
  if (!answered) return;
  const stored = tx.selectFrom('messages').select('id').where('pool_id', '=', pool.id).orderBy('id');
  const ids = (await stored.execute()).map(({ id }) => id);
  const replies = talk.flatMap(({ replyTo }, number) =>
    replyTo === undefined ? [] : [{ id: ids[number] ?? 0, reply_to: ids[replyTo] ?? 0 }],
  );
  for (let start = 0; start < replies.length; start += BATCH) {
    const source = jsonRows(engine, replies.slice(start, start + BATCH), { id: 'integer', reply_to: 'integer' });
    await sql`update messages set reply_to = rows.reply_to from ${source} where messages.id = rows.id`.execute(tx);
  }
  const given = talk.flatMap(({ reactions = [] }, number) =>
    reactions.map(({ userId, kind, at }) => {
      return { message_id: ids[number] ?? 0, user_id: idOf(userId), kind, at };
    }),
  );
  await insertRows(tx, engine, 'reactions', reactionColumns, given);
}

const reactionColumns = { message_id: 'integer', user_id: 'text', kind: 'text', at: 'integer' } as const;

const lineColumns = {
  pool_id: 'text',
  gid: 'text',
  spread: 'real',
  set_by: 'text',
  set_at: 'integer',
  reason: 'text',
} as const;

const logColumns = {
  at: 'integer',
  actor_id: 'text',
  act: 'text',
  pool_id: 'text',
  week_id: 'text',
  gid: 'text',
  user_id: 'text',
  entry_id: 'text',
  before: 'text',
  after: 'text',
} as const;

const messageColumns = {
  pool_id: 'text',
  user_id: 'text',
  kind: 'text',
  text: 'text',
  at: 'integer',
  edited_at: 'integer',
  deleted_by: 'text',
  once: 'text',
} as const;

const buyBackColumns = {
  entry_id: 'text',
  week_id: 'text',
  made_at: 'integer',
  made_by: 'text',
} as const;

const paymentColumns = {
  pool_id: 'text',
  entry_id: 'text',
  purpose: 'text',
  cents: 'integer',
  noted_by: 'text',
  noted_at: 'integer',
  undone_by: 'text',
  undone_at: 'integer',
} as const;

const placeColumns = {
  pool_id: 'text',
  year: 'integer',
  position: 'integer',
  place: 'integer',
  name: 'text',
  halves: 'integer',
  prize: 'integer',
  person_id: 'text',
} as const;

const receiptColumns = {
  pool_id: 'text',
  number: 'integer',
  version: 'integer',
  week_id: 'text',
  lock_at: 'integer',
  made_at: 'integer',
  made_by: 'text',
  list: 'text',
  list_hash: 'text',
  previous: 'text',
  hash: 'text',
} as const;

/** How many rows are written in one statement. */
const BATCH = 5000;

/** Adds many rows in their order, so that their numbers increase. */
async function insertRows<const C extends Readonly<Record<string, ColumnKind>>>(
  tx: Db,
  engine: Engine,
  table: keyof Schema,
  columns: C,
  rows: readonly Readonly<Record<keyof C & string, string | number | null>>[],
): Promise<void> {
  const names = sql.raw(Object.keys(columns).join(', '));
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map((row, place) => ({ ...row, place }));
    const source = jsonRows(engine, batch, { ...columns, place: 'integer' });
    await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${source} order by place`.execute(tx);
  }
}
