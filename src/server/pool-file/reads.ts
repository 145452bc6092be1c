import type { Selectable } from 'kysely';
import type { PoolFile } from '#contract/pool-file.ts';
import { POOL_FILE_FORMAT, POOL_FILE_VERSION } from '#contract/pool-file.ts';
import type { TypedSeason } from '#core/almanac/season.ts';
import { isPoolField } from '#core/audit-readers.ts';
import { reorder } from '#core/formats/confidence/confidence.ts';
import { gameCounts } from '#core/game.ts';
import { wholeLock } from '#core/locks.ts';
import type { SlotPick, SlotValue } from '#core/pick.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { WeekRules } from '#core/rules/week-rules.ts';
import type { SlotWeek } from '#core/slots.ts';
import { amongGames, isVisible, weekOf } from '#core/slots.ts';
import type { Game, Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import { yearsBefore } from '#server/almanac/reads.ts';
import { buyBackWindowsOf } from '#server/entries/reads.ts';
import { gamesOfWeeks } from '#server/games/reads.ts';
import type { LoggedAct } from '#server/log/reads.ts';
import { readPoolAudit } from '#server/log/reads.ts';
import { fixedOf, storedPlan } from '#server/money/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { PoolMoneyTable } from '#server/platform/db/schema.ts';
import { readKeptRules, slotPickOf } from '#server/platform/db/values.ts';
import { nextTurn } from '#server/platform/turns.ts';
import { sideTablesOf } from '#server/pools/reads.ts';
import { leftOutOfPools, readScale, slateLocks, voidSinceOf, weeksOfPool } from '#server/pools/week-reads.ts';
import { saltsOf, sha256, toWritten } from '#server/receipts/reads.ts';

/** Writes a pool as one file (docs/pool-file.md): what its members may see, so locked picks only. store.ts reads it back. */

/** The digest of a file: the SHA-256 of all its other fields. */
export function digestOf({ digest: _, ...rest }: PoolFile): string {
  return sha256(JSON.stringify(rest));
}

/** What a file contains besides the pool. */
export interface FileOptions {
  /** The league's time, ms. */
  readonly now: number;
  /** Whether people have their e-mail addresses, for the command line. */
  readonly withAddresses: boolean;
}

/** A pool as a file. Its locks up to `now` must have their receipts (`catchUp`). */
export async function readPoolFile(db: Db, pool: Pool, { now, withAddresses }: FileOptions): Promise<PoolFile> {
  const { id, name, description, moneyUrl, rules, createdAt } = pool;
  const weeks = await db.selectFrom('pool_weeks').selectAll().where('pool_id', '=', id).orderBy('week_id').execute();
  const games = await gamesOfWeeks(
    db,
    weeks.map((week) => week.week_id),
  );
  const lines = await db.selectFrom('pool_lines').selectAll().where('pool_id', '=', id).orderBy('gid').execute();
  const salts = await saltsOf(db, id);
  const entries = await db
    .selectFrom('entries')
    .selectAll()
    .where('pool_id', '=', id)
    .orderBy('joined_at')
    .orderBy('id')
    .execute();
  const since = await voidSinceOf(db, games);
  const leftOut = await leftOutOfPools(db, [...new Set(games.map(({ weekId }) => weekId))]);
  const leftOutIn = (weekId: string, { slate }: Pick<WeekRules, 'slate'>) => {
    const own = games.filter((game) => game.weekId === weekId && leftOut.has(`${id} ${game.gid}`));
    // A game that had locked when the rule became "all" stays out.
    return slate !== 'all' || own.length > 0 ? { leftOut: own.map(({ gid }) => gid) } : {};
  };
  const settled = await slateLocks(db, id);
  const locks = await locksOfWeeks(db, id, weeks);
  const picks = await visiblePicks(db, { poolId: id, locks }, now);
  await nextTurn();
  const ids = {
    weeks: new Set(weeks.map((week) => week.week_id)),
    games: new Set(games.map(({ gid }) => gid)),
    entries: new Set(entries.map((entry) => entry.id)),
  };
  const log = await logOf(db, id, ids, now);
  const talk = await db.selectFrom('messages').selectAll().where('pool_id', '=', id).orderBy('id').execute();
  const numberOf = new Map(talk.map((row, number) => [row.id, number]));
  const given = Map.groupBy(await reactionsIn(db, id), ({ messageId }) => messageId);
  const plan = await db.selectFrom('pool_money').selectAll().where('pool_id', '=', id).executeTakeFirst();
  const paid = await db.selectFrom('pool_payments').selectAll().where('pool_id', '=', id).orderBy('id').execute();
  const sideTables = await sideTablesOf(db, id);
  const boughtBack = await db
    .selectFrom('buy_backs')
    .selectAll()
    .where('entry_id', 'in', db.selectFrom('entries').select('id').where('pool_id', '=', id))
    .orderBy('made_at')
    .orderBy('entry_id')
    .orderBy('week_id')
    .execute();
  const windows = await buyBackWindowsOf(db, id);
  const receipts = await db
    .selectFrom('lock_receipts')
    .selectAll()
    .where('pool_id', '=', id)
    .orderBy('number')
    .execute();
  const people = await peopleOf(db, id, withAddresses);
  const years = await yearsBefore(db, id, now);
  const talks = await db.selectFrom('pools').select('has_talk').where('id', '=', id).executeTakeFirst();
  await nextTurn();
  const file = {
    format: POOL_FILE_FORMAT,
    version: POOL_FILE_VERSION,
    writtenAt: now,
    pool: { id, name, description, moneyUrl, rules, hasTalk: talks?.has_talk === 1, createdAt },
    weeks: weeks.map((week) => {
      const kept = readKeptRules(week.kept_rules);
      const slateSettledAt = settled[week.week_id] ?? Number.POSITIVE_INFINITY;
      return {
        id: week.week_id,
        enabled: week.enabled === 1,
        deadline: week.deadline,
        tiebreakGid: week.tiebreak_gid,
        tiebreakFixedAt: isTiebreakLocked(locks, week, now) ? week.tiebreak_fixed_at : null,
        ...(week.decided_at !== null && { decidedAt: week.decided_at }),
        ...(week.scale !== null && { scale: [...(readScale(week.scale) ?? [])] }),
        ...leftOutIn(week.week_id, kept ?? rules),
        ...(slateSettledAt <= now && { slateSettledAt }),
        ...(kept !== null && { rules: kept }),
      };
    }),
    games: games.map(({ allowSpreadUpdate: _, allowTimeUpdate: __, lineSource: ___, ...game }) => {
      const voidSince = since.get(game.gid);
      return { ...game, ...(voidSince !== undefined && { voidSince }), setByAdmin: [...game.setByAdmin] };
    }),
    lines: lines.map((row) => {
      return { gid: row.gid, spread: row.spread, setBy: row.set_by, setAt: row.set_at, reason: row.reason };
    }),
    people,
    entries: entries.map((row) => ({
      id: row.id,
      playerId: row.player_id,
      ownerId: row.owner_id,
      number: row.number,
      name: row.name,
      joinedAt: row.joined_at,
      outAt: row.out_at,
      ...(salts.has(row.id) && { nameSalt: salts.get(row.id) ?? null }),
    })),
    picks,
    log,
    talk: talk.map((row) => ({
      userId: row.user_id,
      kind: row.kind,
      text: row.text,
      at: row.at,
      editedAt: row.edited_at,
      deletedBy: row.deleted_by,
      once: row.once,
      ...(row.reply_to !== null && { replyTo: numberOf.get(row.reply_to) ?? 0 }),
      ...(given.has(row.id) && { reactions: given.get(row.id)?.map(({ messageId: _, ...each }) => each) ?? [] }),
    })),
    money: plan === undefined ? null : planOf(plan),
    ...(sideTables.length > 0 && { sideTables }),
    ...(boughtBack.length > 0 && {
      buyBacks: boughtBack.map((row) => {
        return { entryId: row.entry_id, weekId: row.week_id, madeAt: row.made_at, madeBy: row.made_by };
      }),
    }),
    ...(windows.size > 0 && { buyBackWindows: windowsByWeek(windows) }),
    payments: paid.map((row) => ({
      entryId: row.entry_id,
      purpose: row.purpose,
      cents: row.cents,
      notedBy: row.noted_by,
      notedAt: row.noted_at,
      undoneBy: row.undone_by,
      undoneAt: row.undone_at,
    })),
    ...(years.length > 0 && { years: years.map((year) => yearOf(year, people)) }),
    receipts: receipts.map(toWritten),
    digest: '',
  } satisfies PoolFile;
  return { ...file, digest: digestOf(file) };
}

/** A final table, which names only people of the file. */
function yearOf({ year, places }: TypedSeason, people: PoolFile['people']): NonNullable<PoolFile['years']>[number] {
  const known = new Set(people.map(({ id }) => id));
  return {
    year,
    places: places.map(({ personId, ...place }) => {
      return { ...place, ...(personId !== null && known.has(personId) && { personId }) };
    }),
  };
}

/** The reactions to the messages of a pool, in the order in which they were given. */
function reactionsIn(db: Db, poolId: string) {
  return db
    .selectFrom('reactions')
    .innerJoin('messages', 'messages.id', 'reactions.message_id')
    .select(['message_id as messageId', 'reactions.user_id as userId', 'reactions.kind', 'reactions.at'])
    .where('messages.pool_id', '=', poolId)
    .orderBy('reactions.at')
    .orderBy('reactions.user_id')
    .orderBy('reactions.kind')
    .execute();
}

function windowsByWeek(windows: Awaited<ReturnType<typeof buyBackWindowsOf>>): NonNullable<PoolFile['buyBackWindows']> {
  const rows = [...windows].flatMap(([entryId, own]) =>
    [...own].map(([weekId, window]) => ({ entryId, weekId, ...window })),
  );
  return rows.toSorted((a, b) => compareWeeks(a.weekId, b.weekId) || (a.entryId < b.entryId ? -1 : 1));
}

function planOf(row: Selectable<PoolMoneyTable>): NonNullable<PoolFile['money']> {
  const { week, places, ...fees } = storedPlan(row);
  const { weeks, season } = fixedOf(row.fixed);
  const fixedWeeks = Object.entries(weeks).map(([weekId, cents]) => ({ weekId, cents }));
  const isFixed = fixedWeeks.length > 0 || season !== undefined;
  return {
    ...fees,
    week: typeof week === 'number' ? week : [...week],
    places: [...places],
    ...(isFixed && { fixed: { weeks: fixedWeeks, ...(season && { season }) } }),
  };
}

/** What everybody may see of some entries' picks: every state of those that are locked. */
export async function visiblePicksOf(
  db: Db,
  poolId: string,
  entryIds: readonly string[],
  now: number,
): Promise<PoolFile['picks']> {
  const weeks = await db.selectFrom('pool_weeks').selectAll().where('pool_id', '=', poolId).execute();
  const locks = await locksOfWeeks(db, poolId, weeks);
  return visiblePicks(db, { poolId, locks, entryIds }, now);
}

/** Everyone whom the file names. */
async function peopleOf(db: Db, poolId: string, withAddresses: boolean): Promise<PoolFile['people']> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('pool_members', (on) =>
      on.onRef('pool_members.user_id', '=', 'users.id').on('pool_members.pool_id', '=', poolId),
    )
    .leftJoin('pool_commissioners', (on) =>
      on.onRef('pool_commissioners.user_id', '=', 'users.id').on('pool_commissioners.pool_id', '=', poolId),
    )
    .select(['users.id', 'users.display_name', 'accounts.email', 'accounts.emailVerified as verified'])
    .select(['pool_members.enabled', 'pool_members.joined_at', 'pool_members.is_muted', 'pool_members.left_at'])
    .select('pool_commissioners.named_at')
    .where((q) => {
      const entries = q.selectFrom('entries').where('entries.pool_id', '=', poolId);
      const picks = q
        .selectFrom('pick_history')
        .innerJoin('entries', 'entries.id', 'pick_history.entry_id')
        .where('entries.pool_id', '=', poolId);
      const payments = q.selectFrom('pool_payments').where('pool_id', '=', poolId);
      const bought = q
        .selectFrom('buy_backs')
        .innerJoin('entries', 'entries.id', 'buy_backs.entry_id')
        .where('entries.pool_id', '=', poolId);
      const messages = q.selectFrom('messages').where('pool_id', '=', poolId);
      const reacted = q
        .selectFrom('reactions')
        .innerJoin('messages', 'messages.id', 'reactions.message_id')
        .where('messages.pool_id', '=', poolId);
      const log = q.selectFrom('audit_log').where('pool_id', '=', poolId);
      return q.or([
        q('pool_members.user_id', 'is not', null),
        q('pool_commissioners.user_id', 'is not', null),
        q('users.id', 'in', entries.select('entries.player_id')),
        q('users.id', 'in', entries.select('entries.owner_id')),
        q('users.id', 'in', picks.select('pick_history.entered_by').where('pick_history.entered_by', 'is not', null)),
        q('users.id', 'in', bought.select('buy_backs.made_by')),
        q('users.id', 'in', payments.select('noted_by')),
        q('users.id', 'in', payments.select('undone_by').where('undone_by', 'is not', null)),
        q('users.id', 'in', messages.select('user_id').where('user_id', 'is not', null)),
        q('users.id', 'in', reacted.select('reactions.user_id')),
        q('users.id', 'in', messages.select('deleted_by').where('deleted_by', 'is not', null)),
        q('users.id', 'in', q.selectFrom('pool_lines').select('set_by').where('pool_id', '=', poolId)),
        q('users.id', 'in', log.select('actor_id').where('actor_id', 'is not', null)),
        q('users.id', 'in', log.select('user_id').where('user_id', 'is not', null)),
      ]);
    })
    .orderBy('users.display_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.display_name,
    // Only a verified address says who somebody is.
    ...(withAddresses && row.email !== null && row.verified && { email: row.email }),
    member:
      row.enabled === null
        ? null
        : {
            enabled: row.enabled === 1,
            joinedAt: row.joined_at ?? 0,
            ...(row.left_at !== null && { leftAt: row.left_at }),
            isMuted: row.is_muted === 1,
          },
    isCommissioner: row.named_at !== null,
  }));
}

/** The picks of a pool with the locks of its weeks: all, or those of some entries. */
interface PicksAsked {
  readonly poolId: string;
  readonly locks: PoolLocks;
  readonly entryIds?: readonly string[];
}

type Week = { readonly week_id: string; readonly deadline: number | null; readonly tiebreak_gid: string | null };

type PickState = Awaited<ReturnType<typeof statesOf>>[number];

/**
 * The states of each stored pick, the current one last. A pick that an undone link took away again has none. One that was made anew began with
 * revision 1 again: of each revision, the last state is the pick's own.
 */
async function statesOfPicks(db: Db, poolId: string, entryIds?: readonly string[]): Promise<PickState[][]> {
  const slotOf = (row: PickState) => `${row.entry_id} ${row.kind} ${row.about}`;
  const states = Map.groupBy(await statesOf(db, 'pick_history', poolId, entryIds), slotOf);
  await nextTurn();
  const current = await statesOf(db, 'picks', poolId, entryIds);
  return current.map((row) => {
    const earlier = (states.get(slotOf(row)) ?? []).filter(({ revision }) => revision < row.revision);
    return [...earlier.filter(({ revision }, at) => revision !== earlier[at + 1]?.revision), row];
  });
}

function statesOf(db: Db, table: 'picks' | 'pick_history', poolId: string, entryIds?: readonly string[]) {
  let query = db
    .selectFrom(`${table} as states`)
    .innerJoin('entries', 'entries.id', 'states.entry_id')
    .select(['entry_id', 'kind', 'about', 'value', 'revision', 'made_at', 'entered_by', 'reason'])
    .where('entries.pool_id', '=', poolId);
  if (entryIds !== undefined) query = query.where('entry_id', 'in', entryIds);
  return query.orderBy('entry_id').orderBy('kind').orderBy('about').orderBy('revision').orderBy('made_at').execute();
}

/**
 * Every state of each pick whose game is locked. Nothing of a team or a guess whose game is not locked, not even earlier states. Of what was
 * chosen for a week that is not locked as a whole, only the current state: of an order the values of picked games that are locked, the other
 * games in no order of the player's.
 */
async function visiblePicks(db: Db, { poolId, locks, entryIds }: PicksAsked, now: number): Promise<PoolFile['picks']> {
  const slots = await statesOfPicks(db, poolId, entryIds);
  const picked = new Set(
    slots.flatMap((states) => {
      const last = states.at(-1);
      return last?.kind === 'pick' && last.value !== null ? [`${last.entry_id} ${last.about}`] : [];
    }),
  );
  return slots.flatMap((states) => {
    const values = states.map((row, at) => {
      const week = locks.byWeek.get(weekOf(row, (gid) => locks.weekOfGame.get(gid)) ?? '');
      const isShown = ({ gid }: Game) => isGameLocked(locks, gid, now) && picked.has(`${row.entry_id} ${gid}`);
      const pick = slotPickOf(row);
      const value = week && visibleValue(pick, at === states.length - 1, week, isShown, now);
      return value === pick.value ? row.value : value && JSON.stringify(value);
    });
    if (values.at(-1) === undefined) return [];
    return states.flatMap((row, at) => {
      const value = values[at];
      if (value === undefined) return [];
      const { entry_id: entryId, kind, about, revision, made_at: madeAt, entered_by: enteredBy, reason } = row;
      return [{ entryId, kind, about, value, revision, madeAt, enteredBy, reason }];
    });
  });
}

/** The weeks of a pool as their picks open, and the week and lock of each game. */
interface PoolLocks {
  readonly byWeek: ReadonlyMap<string, FileWeek>;
  readonly weekOfGame: ReadonlyMap<string, string>;
  readonly lockOf: SlotWeek['lockOf'];
}

type FileWeek = SlotWeek & Pick<PoolWeek, 'games'>;

async function locksOfWeeks(db: Db, poolId: string, weeks: readonly Week[]): Promise<PoolLocks> {
  const tiebreaks = new Map(weeks.map((week) => [week.week_id, week.tiebreak_gid]));
  const read = await weeksOfPool(db, poolId, [...tiebreaks.keys()]);
  const games = new Map(read.flatMap((week) => week.games.map((game) => [game.gid, { week, game }] as const)));
  const lockOf = (gid: string) => games.get(gid)?.game.lockAt;
  const fileWeek = ({ id, games: own, wholeWeek }: PoolWeek): FileWeek => {
    return { games: own, lockOf, wholeLock: wholeLock(wholeWeek), tiebreakGid: tiebreaks.get(id) ?? null };
  };
  return {
    byWeek: new Map(read.map((week) => [week.id, fileWeek(week)])),
    weekOfGame: new Map([...games].map(([gid, { week }]) => [gid, week.id])),
    lockOf,
  };
}

function isGameLocked({ lockOf }: Pick<PoolLocks, 'lockOf'>, gid: string, now: number): boolean {
  return now >= (lockOf(gid) ?? Number.POSITIVE_INFINITY);
}

/**
 * Whether a file may say when the tiebreak game of a week was fixed: that is the moment of the first guess, and shows that there was one. So
 * it waits for the week's locks, and for that of the game if it has moved to another week.
 */
function isTiebreakLocked(locks: PoolLocks, { week_id: weekId, tiebreak_gid: gid }: Week, now: number): boolean {
  const week = locks.byWeek.get(weekId);
  return week !== undefined && now >= week.wholeLock && gid !== null && isGameLocked(locks, gid, now);
}

/**
 * The value that a state may show; undefined if it is sealed. Until the whole week has locked, earlier states of what was chosen for it are
 * sealed.
 * @param isShown whether the value of a game is visible
 */
function visibleValue(
  pick: SlotPick,
  isCurrent: boolean,
  week: FileWeek,
  isShown: (game: Game) => boolean,
  now: number,
): SlotValue | null | undefined {
  const { kind, value } = pick;
  const isWhole = now >= week.wholeLock;
  const mayShow = isVisible(pick, week, now) && (isCurrent || isWhole || kind === 'pick');
  if (kind !== 'order' || value === null) return mayShow ? value : undefined;
  if (mayShow) return amongGames(pick, week.games).value;
  if (!isCurrent || !week.games.some(isShown)) return undefined;
  // A game that is off has no value, so the other values do not depend on its place.
  const placed = week.games.filter((game) => gameCounts(game) || isShown(game));
  return { order: reorder(placed, value.order, [], (game) => !isShown(game)) };
}

/** How many records of the log are read at once. */
const SLICE = 500;

/** The ids that the file has. */
interface FileIds {
  readonly weeks: ReadonlySet<string>;
  readonly games: ReadonlySet<string>;
  readonly entries: ReadonlySet<string>;
}

/**
 * The pool's log as its members read it, oldest first, with what happened up to `now`. Webhooks are left out: they stay where they are.
 */
async function logOf(db: Db, poolId: string, ids: FileIds, now: number): Promise<PoolFile['log']> {
  const acts: LoggedAct[] = [];
  for (let before: number | null = null; ; ) {
    const page: LoggedAct[] = await readPoolAudit(db, poolId, { before, limit: SLICE }, now);
    acts.push(...page);
    if (page.length < SLICE) break;
    before = page.at(-1)?.id ?? null;
    await nextTurn();
  }
  const among = (id: string | null, known: ReadonlySet<string>) => (id !== null && known.has(id) ? id : null);
  return acts
    .filter((act) => act.poolId === poolId && act.at <= now && !act.act.startsWith('hook.'))
    .reverse()
    .map((act) => ({
      at: act.at,
      actorId: act.actorId,
      act: act.act,
      weekId: among(act.weekId, ids.weeks),
      gid: among(act.gid, ids.games),
      userId: act.userId,
      entryId: among(act.entryId, ids.entries),
      before: memberText(act.act, act.before),
      after: memberText(act.act, act.after),
    }));
}

function memberText(act: string, state: LoggedAct['before']): string {
  return JSON.stringify(Object.fromEntries(Object.entries(state).filter(([name]) => isPoolField(act, name))));
}
