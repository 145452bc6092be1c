/** Everything the league knows about one person, for themselves: no secrets, and nothing that they could not read elsewhere. */
import { pictureOf } from '#server/faces/reads.ts';
import { ownLog } from '#server/log/entry-reads.ts';
import type { PoolViewer } from '#server/members/reads.ts';
import { poolsSeenBy } from '#server/members/reads.ts';
import { choicesOf, settingsOf } from '#server/notify/store.ts';
import { defaultsOf } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { PickTable } from '#server/platform/db/schema.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { visiblePicksOf } from '#server/pool-file/reads.ts';
import { passkeysOf } from './passkey-store.ts';
import { signInMethods } from './store.ts';

/** In place of what was picked for an entry before it was linked to its owner, until the lock. */
const SEALED = 'sealed';

/** The person, and the league's time, ms. */
interface Asked extends PoolViewer {
  readonly accountId: string;
  readonly now: number;
}

/** The data of a person, apart from their sessions. */
export async function ownData(db: Db, { user, hasRoles, accountId, now }: Asked) {
  const userId = user.id;
  const seen = await poolsSeenBy(db, { user, hasRoles });
  const names: PoolNames = new Map(seen.map(({ id, name }) => [id, name]));
  return {
    account: await accountOf(db, userId, accountId),
    notifications: {
      settings: await settingsOf(db, userId),
      choices: await choicesOf(db, userId),
      pushDevices: await sincesOf(db, 'push_subscriptions', userId),
      calendar: await sincesOf(db, 'calendars', userId),
    },
    picture: await ownPicture(db, userId),
    memberships: await membershipsOf(db, userId, names),
    requests: await requestsOf(db, userId, names),
    entries: await entriesOf(db, userId, names, now),
    imports: await importsOf(db, userId, names),
    messages: await messagesOf(db, userId, names),
    reactions: await reactionsOf(db, userId, names),
    log: await ownLog(db, userId, now),
  };
}

/** The pools that the person sees; of others, such as an unlisted one that they are no longer in, they learn no name. */
type PoolNames = ReadonlyMap<string, string>;

async function accountOf(db: Db, userId: string, accountId: string) {
  const account = db.selectFrom('accounts').select(['email', 'createdAt']).where('id', '=', accountId);
  const user = db.selectFrom('users').select(['display_name', 'is_admin']).where('id', '=', userId);
  const [{ email, createdAt }, { display_name, is_admin }] = await Promise.all([
    account.executeTakeFirstOrThrow(),
    user.executeTakeFirstOrThrow(),
  ]);
  return {
    email,
    ...(await signInMethods(db, accountId)),
    passkeys: (await passkeysOf(db, accountId)).map(({ name, madeAt, usedAt }) => ({ name, madeAt, usedAt })),
    name: display_name,
    isAdmin: is_admin === 1,
    createdAt: new Date(createdAt).getTime(),
  };
}

/** Their picture as a file in base64; null without one. */
async function ownPicture(db: Db, userId: string) {
  const stored = await pictureOf(db, userId);
  if (stored === null) return null;
  return { type: stored.type, storedAt: stored.storedAt, base64: Buffer.from(stored.bytes).toString('base64') };
}

/** When the person turned on what a table has a row for. */
async function sincesOf(db: Db, table: 'push_subscriptions' | 'calendars', userId: string) {
  const rows = await db.selectFrom(table).select('made_at as since').where('user_id', '=', userId).execute();
  return rows.map(({ since }) => ({ since }));
}

/** The pools that they play in or once did, and those that they run. */
async function membershipsOf(db: Db, userId: string, names: PoolNames) {
  const rows = await db
    .selectFrom('pools')
    .leftJoin('pool_members', (on) =>
      on.onRef('pool_members.pool_id', '=', 'pools.id').on('pool_members.user_id', '=', userId),
    )
    .leftJoin('pool_commissioners', (on) =>
      on.onRef('pool_commissioners.pool_id', '=', 'pools.id').on('pool_commissioners.user_id', '=', userId),
    )
    .select(['pools.id as pool_id', 'joined_at as joinedAt', 'enabled', 'is_muted', 'named_at as commissionerSince'])
    .where((q) => q.or([q('joined_at', 'is not', null), q('named_at', 'is not', null)]))
    .orderBy((q) => q.fn.coalesce('joined_at', 'named_at'))
    .orderBy('pools.id')
    .execute();
  return rows.map(({ pool_id, enabled, is_muted, ...row }) => ({
    pool: names.get(pool_id) ?? null,
    ...row,
    isMember: enabled === 1,
    isMuted: is_muted === 1,
  }));
}

/** The pools that they asked to join. */
async function requestsOf(db: Db, userId: string, names: PoolNames) {
  const rows = await db
    .selectFrom('join_requests')
    .select(['pool_id', 'asked_at as askedAt'])
    .where('user_id', '=', userId)
    .orderBy('asked_at')
    .orderBy('pool_id')
    .execute();
  return rows.map(({ pool_id, ...request }) => ({ pool: names.get(pool_id) ?? null, ...request }));
}

/** The files of picks that they imported on the screen. */
async function importsOf(db: Db, userId: string, names: PoolNames) {
  const rows = await db
    .selectFrom('pool_imports')
    .select(['pool_id', 'name', 'at', 'total as picks', 'written', 'state'])
    .where('made_by', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ pool_id, ...each }) => ({ pool: names.get(pool_id) ?? null, ...each }));
}

/** Their entries with every state of their picks, sealed ones included, and with what was noted as paid. */
async function entriesOf(db: Db, userId: string, names: PoolNames, now: number) {
  const entries = await db
    .selectFrom('entries')
    .leftJoin('entry_links as links', (on) =>
      on.onRef('links.entry_id', '=', 'entries.id').on('links.undone_at', 'is', null).on('links.into_id', 'is', null),
    )
    .select(['entries.id', 'pool_id', 'entries.name', 'number', 'links.linked_at'])
    .select(['entries.joined_at as joinedAt', 'out_at as outAt'])
    .where('owner_id', '=', userId)
    .orderBy('entries.joined_at')
    .orderBy('entries.id')
    .execute();
  const defaults = await defaultsOf(
    db,
    entries.map(({ id }) => id),
  );
  const own = [];
  for (const { id, pool_id: poolId, linked_at: linkedAt, ...entry } of entries) {
    await yieldToRequests();
    const picks = await picksOf(db, { id, poolId, linkedAt }, now);
    const wanted = defaults.get(id)?.at(-1)?.value ?? null;
    own.push({ pool: names.get(poolId) ?? null, ...entry, default: wanted, picks, payments: await paymentsOf(db, id) });
  }
  return own;
}

interface OwnEntry {
  readonly id: string;
  readonly poolId: string;
  /** When it was linked to its owner; null if it always was theirs. */
  readonly linkedAt: number | null;
}

async function picksOf(db: Db, { id, poolId, linkedAt }: OwnEntry, now: number) {
  const rows = await db
    .selectFrom('pick_history')
    .leftJoin('games', 'games.gid', 'about')
    .select(['kind', 'about', 'value', 'revision', 'made_at', 'entered_by', 'reason', 'week_id', 'away', 'home'])
    .where('entry_id', '=', id)
    .orderBy('kind')
    .orderBy('about')
    .orderBy('revision')
    .execute();
  const visible = linkedAt === null ? [] : await visiblePicksOf(db, poolId, [id], now);
  const values = new Map(visible.map((pick) => [keyOf(pick), pick.value]));
  return rows.map((row) => {
    const { kind, about, revision, made_at: madeAt, entered_by, reason, week_id: week, away, home } = row;
    const game = week === null ? {} : { game: { week, away, home } };
    const value = linkedAt === null || madeAt > linkedAt ? row.value : values.get(keyOf(row));
    if (value === undefined) return { kind, about, ...game, revision, madeAt, value: SEALED };
    const made = value === null ? null : (JSON.parse(value) as unknown);
    const state = { kind, about, ...game, revision, madeAt, value: made };
    return entered_by === null ? state : { ...state, enteredForYou: reason ?? '' };
  });
}

function keyOf({ kind, about, revision }: Pick<PickTable, 'kind' | 'about' | 'revision'>): string {
  return `${kind} ${about} ${revision}`;
}

async function paymentsOf(db: Db, entryId: string) {
  return db
    .selectFrom('pool_payments')
    .select(['purpose', 'cents', 'noted_at as notedAt', 'undone_at as undoneAt'])
    .where('entry_id', '=', entryId)
    .orderBy('id')
    .execute();
}

/** What they said; the text of a deleted message is gone. */
async function messagesOf(db: Db, userId: string, names: PoolNames) {
  const rows = await db
    .selectFrom('messages')
    .select(['pool_id', 'text', 'at', 'edited_at as editedAt'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'said')
    .orderBy('id')
    .execute();
  return rows.map(({ pool_id, ...message }) => ({ pool: names.get(pool_id) ?? null, ...message }));
}

/** Their reactions; `messageAt` is when the message was posted, in ms. */
async function reactionsOf(db: Db, userId: string, names: PoolNames) {
  const rows = await db
    .selectFrom('reactions')
    .innerJoin('messages', 'messages.id', 'reactions.message_id')
    .select(['pool_id', 'reactions.kind', 'reactions.at', 'messages.at as messageAt'])
    .where('reactions.user_id', '=', userId)
    .orderBy('reactions.at')
    .orderBy('message_id')
    .orderBy('reactions.kind')
    .execute();
  return rows.map(({ pool_id, ...reaction }) => ({ pool: names.get(pool_id) ?? null, ...reaction }));
}
