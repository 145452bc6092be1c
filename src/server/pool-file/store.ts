/** Creates a pool from a file (docs/pool-file.md) that has no flaws, in one transaction. */
import type { PoolFile } from '#contract/pool-file.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { compareWeeks } from '#core/weeks.ts';
import { planDeadlines } from '#server/games/deadline-store.ts';
import { addMissingTeams, addWeeks, gamesOfWeeks } from '#server/games/reads.ts';
import { writeAudit } from '#server/log/store.ts';
import type { PickRow } from '#server/picks/store.ts';
import { closeGate, insertPicks } from '#server/picks/store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { flag, newId } from '#server/platform/db/ids.ts';
import { writeRows } from '#server/platform/db/json-rows.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { mayMakeOneMore } from '#server/pools/store.ts';
import { writeReceipts } from '#server/receipts/store.ts';
import { markPoolStale } from '#server/standings/store.ts';

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
  | { readonly refusal: 'pool_exists' | 'too_many_pools' }
  | { readonly flaws: readonly string[] };

/** Thrown to roll back. */
class Flawed extends Error {
  readonly flaws: readonly string[];

  constructor(flaws: readonly string[]) {
    super(flaws.join('\n'));
    this.flaws = flaws;
  }
}

/** The most flaws that are reported. */
const MOST = 20;

/**
 * Creates the pool with the ids of the file, so that its receipts stay valid. People become players without an account under their old ids,
 * or new ones where somebody here has theirs.
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
  if (await isHere(tx, file)) return { refusal: 'pool_exists' };
  if (by.userId !== null && !by.isListed && !(await mayMakeOneMore(tx, { engine }, by.userId)))
    return { refusal: 'too_many_pools' };
  await writeGames(tx, engine, file, by, now);
  const people = await writePeople(tx, file, by, now);
  const { id } = file.pool;
  await writePool(tx, file, by, now);
  await writeMembers(tx, engine, file, people, by, now);
  await writePicks(tx, engine, file, people);
  await writeOthers(tx, file, people);
  const weekIds = file.weeks.map((week) => week.id);
  await planDeadlines(tx, { engine, now: () => now }, { weekIds, poolId: id });
  await markPoolStale(tx, id, weekIds);
  const after = { entries: file.entries.length, written: file.picks.length };
  await writeAudit(tx, { act: 'pool.import', actorId: by.userId, poolId: id, after }, now);
  for (const weekId of weekIds.toSorted(compareWeeks)) await writeReceipts(tx, engine, { poolId: id, weekId }, now);
  return { id, matched: [...people.values()].filter(({ accountUserId }) => accountUserId !== null).length };
}

async function isHere(tx: Db, { pool, entries }: PoolFile): Promise<boolean> {
  const found = await tx.selectFrom('pools').select('id').where('id', '=', pool.id).executeTakeFirst();
  if (found !== undefined) return true;
  const ids = entries.map(({ id }) => id);
  if (ids.length === 0) return false;
  return (await tx.selectFrom('entries').select('id').where('id', 'in', ids).limit(1).executeTakeFirst()) !== undefined;
}

/** Adds the games that are missing. The league's own games stay; a game that would score differently is a flaw. */
async function writeGames(tx: Db, engine: Engine, file: PoolFile, by: PoolImporter, now: number): Promise<void> {
  const { weeks, games, pool } = file;
  const weekIds = weeks.map(({ id }) => id);
  const gids = games.map(({ gid }) => gid);
  const rows = gids.length === 0 ? [] : await tx.selectFrom('games').selectAll().where('gid', 'in', gids).execute();
  const known = new Map(rows.map((row) => [row.gid, row]));
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
    const lines = pool.rules.useSpread && (here.spread !== game.spread || here.frozen_spread !== game.frozenSpread);
    return lines
      ? [`${name}: Its line is ${game.spread ?? 'none'} in the file, ${here.spread ?? 'none'} in the league.`]
      : [];
  });
  const added = games.filter(({ gid }) => !known.has(gid));
  const others = await gamesOfWeeks(tx, [...new Set(added.map(({ weekId }) => weekId))]);
  for (const game of added) {
    const same = others.find(({ weekId, home }) => weekId === game.weekId && home === game.home);
    if (same)
      flaws.push(
        `${game.away} @ ${game.home}, ${game.weekId}: The league has this game under another id, ${same.gid}.`,
      );
  }
  if (flaws.length > 0) throw new Flawed(flaws.slice(0, MOST));
  await addMissingTeams(tx);
  await addWeeks(tx, weekIds);
  const row = (game: PoolFile['games'][number]) => ({
    gid: game.gid,
    week_id: game.weekId,
    kickoff: game.kickoff,
    time_tbd: flag(game.timeTbd),
    lock_at: game.lockAt,
    status: game.status,
    void: game.void,
    home: game.home,
    away: game.away,
    home_score: game.homeScore,
    away_score: game.awayScore,
    spread: game.spread,
    frozen_spread: game.frozenSpread,
    spread_note: game.spreadNote,
    situation: game.situation,
    weather: game.weather,
    allow_spread_update: 1,
    allow_time_update: 1,
    set_by_admin: game.setByAdmin.join(','),
    updated_at: now,
  });
  await writeRows(tx, engine, 'games', gameColumns, added.map(row), ['gid']);
}

const gameColumns = {
  gid: 'text',
  week_id: 'text',
  kickoff: 'integer',
  time_tbd: 'integer',
  lock_at: 'integer',
  status: 'text',
  void: 'text',
  home: 'text',
  away: 'text',
  home_score: 'integer',
  away_score: 'integer',
  spread: 'real',
  frozen_spread: 'real',
  spread_note: 'text',
  situation: 'text',
  weather: 'text',
  allow_spread_update: 'integer',
  allow_time_update: 'integer',
  set_by_admin: 'text',
  updated_at: 'integer',
} as const;

/** Somebody of the file: their id here, and the user of the account that has their address. */
interface Someone {
  readonly id: string;
  readonly accountUserId: string | null;
}

async function writePeople(
  tx: Db,
  { people }: PoolFile,
  { matchesAddresses }: PoolImporter,
  now: number,
): Promise<ReadonlyMap<string, Someone>> {
  const ids = people.map(({ id }) => id);
  const taken = new Set(
    ids.length === 0
      ? []
      : (await tx.selectFrom('users').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
  );
  const accounts = matchesAddresses ? await usersByAddress(tx, people) : new Map<string, string>();
  const known = new Map<string, Someone>();
  for (const { id, name, email } of people) {
    const own = taken.has(id) ? newId() : id;
    await tx
      .insertInto('users')
      .values({
        id: own,
        account_id: null,
        display_name: name,
        is_enabled: 1,
        is_admin: 0,
        default_pool_id: null,
        created_at: now,
      })
      .execute();
    known.set(id, { id: own, accountUserId: accounts.get(email?.toLowerCase() ?? '') ?? null });
  }
  return known;
}

/** Users by the verified addresses of their accounts. */
async function usersByAddress(tx: Db, people: PoolFile['people']): Promise<Map<string, string>> {
  const addresses = people.flatMap(({ email }) => (email === undefined ? [] : [email.toLowerCase()]));
  if (addresses.length === 0) return new Map();
  const rows = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'accounts.email', 'accounts.emailVerified as verified'])
    .where('accounts.email', 'in', addresses)
    .execute();
  return new Map(rows.flatMap(({ id, email, verified }) => (verified ? [[email, id] as const] : [])));
}

async function writePool(tx: Db, { pool, weeks }: PoolFile, by: PoolImporter, now: number): Promise<void> {
  await tx
    .insertInto('pools')
    .values({
      id: pool.id,
      name: pool.name,
      description: pool.description,
      money_url: pool.moneyUrl,
      rules: JSON.stringify(rulesWith(pool.rules)),
      active_week_id: null,
      template: null,
      trash_talk_enabled: flag(pool.hasTalk),
      is_listed: flag(by.isListed),
      made_by: by.userId,
      created_at: pool.createdAt ?? now,
      deleted_at: null,
    })
    .execute();
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
      })
      .execute();
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
  const numbers = new Map<string, number>();
  const rows = entries.map((entry) => {
    const owner = known.get(entry.ownerId);
    // Without an account, the owner is the person whom the entry is for.
    const player = owner?.accountUserId ? known.get(entry.playerId) : owner;
    const number = (numbers.get(player?.id ?? '') ?? 0) + 1;
    numbers.set(player?.id ?? '', number);
    return {
      id: entry.id,
      pool_id: pool.id,
      player_id: player?.id ?? '',
      user_id: owner?.accountUserId ?? null,
      number,
      name: entry.name ?? (entry.playerId === entry.ownerId ? null : (names.get(entry.ownerId) ?? null)),
      joined_at: entry.joinedAt,
      out_at: entry.outAt,
    };
  });
  await writeRows(tx, engine, 'entries', entryColumns, rows, ['id']);
  for (const { id, member, isCommissioner } of people) {
    const someone = known.get(id);
    const userId = someone?.accountUserId ?? someone?.id ?? '';
    if (member !== null)
      await tx
        .insertInto('pool_members')
        .values({
          pool_id: pool.id,
          user_id: userId,
          enabled: flag(member.enabled),
          joined_at: member.joinedAt,
          is_muted: flag(member.isMuted),
        })
        .onConflict((c) => c.columns(['pool_id', 'user_id']).doNothing())
        .execute();
    if (isCommissioner && someone?.accountUserId) await addCommissioner(tx, pool.id, someone.accountUserId, now);
  }
  if (byId !== null) await addCommissioner(tx, pool.id, byId, now);
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

async function addCommissioner(tx: Db, poolId: string, userId: string, now: number): Promise<void> {
  await tx
    .insertInto('pool_commissioners')
    .values({ pool_id: poolId, user_id: userId, named_at: now, named_by: null })
    .onConflict((c) => c.columns(['pool_id', 'user_id']).doNothing())
    .execute();
}

/** Writes the first state of each pick, then the second, and so on: the database keeps each that is replaced. */
async function writePicks(
  tx: Db,
  engine: Engine,
  { picks }: PoolFile,
  people: ReadonlyMap<string, Someone>,
): Promise<void> {
  const rounds: PickRow[][] = [];
  const states = new Map<string, number>();
  for (const { entryId, kind, about, value, revision, madeAt, enteredBy, reason } of picks) {
    const slot = `${entryId} ${kind} ${about}`;
    const round = states.get(slot) ?? 0;
    states.set(slot, round + 1);
    const by = enteredBy === null ? null : (people.get(enteredBy)?.id ?? null);
    rounds[round] ??= [];
    rounds[round].push({ entry_id: entryId, kind, about, value, revision, made_at: madeAt, entered_by: by, reason });
  }
  for (const rows of rounds) await insertPicks(tx, engine, rows);
}

async function writeOthers(tx: Db, file: PoolFile, people: ReadonlyMap<string, Someone>): Promise<void> {
  const pool_id = file.pool.id;
  const idOf = (id: string | null) => (id === null ? null : (people.get(id)?.id ?? null));
  for (const { gid, spread, setBy, setAt, reason } of file.lines)
    await tx
      .insertInto('pool_lines')
      .values({ pool_id, gid, spread, set_by: idOf(setBy) ?? '', set_at: setAt, reason })
      .execute();
  for (const { at, actorId, act, weekId, gid, userId, entryId, before, after } of file.log)
    await tx
      .insertInto('audit_log')
      .values({
        at,
        actor_id: idOf(actorId),
        act,
        pool_id,
        week_id: weekId,
        gid,
        user_id: idOf(userId),
        entry_id: entryId,
        before,
        after,
      })
      .execute();
  for (const { userId, kind, text, at, editedAt, deletedBy, once } of file.talk)
    await tx
      .insertInto('messages')
      .values({
        pool_id,
        user_id: idOf(userId),
        kind: kind as 'said',
        text: kind === 'said' ? text : renamed(text, people),
        at,
        edited_at: editedAt,
        deleted_by: idOf(deletedBy),
        once,
      })
      .execute();
  if (file.money !== null)
    await tx
      .insertInto('pool_money')
      .values({ ...file.money, pool_id, places: JSON.stringify(file.money.places) })
      .execute();
  for (const { entryId, purpose, cents, notedBy, notedAt, undoneBy, undoneAt } of file.payments)
    await tx
      .insertInto('pool_payments')
      .values({
        pool_id,
        entry_id: entryId,
        purpose,
        cents,
        noted_by: idOf(notedBy) ?? '',
        noted_at: notedAt,
        undone_by: idOf(undoneBy),
        undone_at: undoneAt,
      })
      .execute();
  // Receipts list who entered a pick by their old id.
  const areKept = file.picks.every(({ enteredBy }) => enteredBy === null || people.get(enteredBy)?.id === enteredBy);
  for (const { number, weekId, lockAt, madeAt, previous, listHash, hash, list } of areKept ? file.receipts : [])
    await tx
      .insertInto('lock_receipts')
      .values({
        pool_id,
        number,
        week_id: weekId,
        lock_at: lockAt,
        made_at: madeAt,
        list,
        list_hash: listHash,
        previous,
        hash,
      })
      .execute();
}

/** A post of the product with the ids that its people have here. */
function renamed(text: string | null, people: ReadonlyMap<string, Someone>): string | null {
  if (text === null) return null;
  return [...people].reduce(
    (post, [id, someone]) => post.replaceAll(JSON.stringify(id), JSON.stringify(someone.id)),
    text,
  );
}
