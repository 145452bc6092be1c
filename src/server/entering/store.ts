import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { valuesOf } from '#core/formats/confidence/confidence.ts';
import { weekOfSlot } from '#core/formats/survivor/survivor.ts';
import type { ActorOf, CommissionersRefusal } from '#core/judge.ts';
import { isLocked } from '#core/locks.ts';
import type { Slot, SlotPick, SlotValue, SlotWish } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { gameOf, isTakenBack, weekOf } from '#core/slots.ts';
import type { Game } from '#core/types.ts';
import { findGame } from '#server/games/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { addPost } from '#server/journal/posted-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { catchUp } from '#server/locks/store.ts';
import type { PickWrite } from '#server/picks/facts-reads.ts';
import { writePicks } from '#server/picks/store.ts';
import { playsFrom } from '#server/picks/weekly-play-reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { refuseLate } from '#server/platform/db/gate.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { findPool } from '#server/pools/reads.ts';
import { weekOfPool, weekScaleOf } from '#server/pools/week-reads.ts';

/** Picks, guesses, orders and teams that a commissioner or an admin enters for an entry. core/judge.ts decides whether they may. */

/** What a commissioner enters for an entry. */
export interface Entering {
  readonly poolId: string;
  readonly entryId: string;
  readonly actor: ActorOf<'commissioner'>;
  readonly wishes: readonly SlotWish[];
}

/** The outcome of one of them; `changed` is false if the same was stored before. */
type EnteredOutcome =
  | {
      readonly weekId: string;
      readonly changed: boolean;
      /** The log record of which its owner is to be notified; null if there is none. */
      readonly recordId: number | null;
      /** Whether it is the pick of a game that is over, or the guess of one that is locked: it may change who wins the week. */
      readonly decides: boolean;
    }
  | { readonly refusal: CommissionersRefusal };

/**
 * Enters picks for an entry, or takes them back, even after the lock (decisions, Picks), and logs each. Before the lock the owner's own
 * pick is never replaced, and no refusal reveals more than that it is there.
 * @returns the outcome of each wish, and their time (ms)
 */
export async function enterForEntry(
  store: Store,
  { poolId, entryId, actor, wishes }: Entering,
  clock: () => number,
): Promise<{ readonly outcomes: readonly EnteredOutcome[]; readonly now: number }> {
  await catchUp(store, { poolId }, clock);
  return transact(store, async (tx) => {
    const rules = (await findPool(tx, poolId))?.rules ?? defaultRules;
    const weeks = await weeksOfWishes(tx, wishes);
    const startsOf = async () => {
      const starts = new Map<string, number>();
      if (rules.weekly) for (const id of weeks) starts.set(id, await playsFrom(tx, poolId, id, entryId));
      return starts;
    };
    const before = await startsOf();
    const writes = wishes.map((wish): PickWrite<ActorOf<'commissioner'>> => {
      return { poolId, entryId, wish, actor, basedOn: null };
    });
    const { outcomes, now, closesAt } = await writePicks(tx, store.engine, writes, clock);
    const after = await startsOf();
    const playsNow = (starts: ReadonlyMap<string, number>, id: string) =>
      (starts.get(id) ?? Number.POSITIVE_INFINITY) <= now;
    const entered: EnteredOutcome[] = [];
    const noted = new Set<string>();
    const gamesOf = gamesByWeek(tx, poolId);
    let log: LogChange | undefined;
    for (const [at, outcome] of outcomes.entries()) {
      const wish = wishes[at];
      if (!outcome.saved || wish === undefined) {
        entered.push({ refusal: outcome.saved ? 'entry_not_found' : outcome.refusal });
        continue;
      }
      const { weekId, changed, value } = outcome;
      if (!changed) {
        entered.push({ weekId, changed, recordId: null, decides: false });
        continue;
      }
      const games = await gamesOf(weekId);
      const plays = playsNow(after, weekId);
      // The first pick of the week says whether the entry plays it now.
      const isTold = !noted.has(weekId) && plays !== playsNow(before, weekId);
      noted.add(weekId);
      const change = { weekId, games, rules, before: outcome.before, after: value, ...(isTold && { plays }) };
      log ??= await entryLog(tx, { poolId, entryId, actor });
      const recordId = await log(wish, change, now);
      if (mayScore(wish, games)) await markPoolStale(tx, poolId, [weekId]);
      entered.push({ weekId, changed, recordId, decides: decidesWeek(wish, games, now) });
    }
    await refuseLate(tx, store.engine, closesAt, clock());
    return { outcomes: entered, now };
  });
}

async function weeksOfWishes(tx: Db, wishes: readonly SlotWish[]): Promise<ReadonlySet<string>> {
  const weeks = new Set<string>();
  for (const wish of wishes) {
    const game = wish.kind === 'pick' ? await findGame(tx, wish.about) : null;
    weeks.add(weekOf(wish, () => game?.weekId) ?? '');
  }
  weeks.delete('');
  return weeks;
}

/** Reads the games of a pool's weeks, each week once. */
function gamesByWeek(tx: Db, poolId: string): (weekId: string) => Promise<readonly Game[]> {
  const read = new Map<string, readonly Game[]>();
  return async (weekId) => {
    const games = read.get(weekId) ?? (await weekOfPool(tx, poolId, weekId)).games;
    read.set(weekId, games);
    return games;
  };
}

/** Whether the scores of the week may change: not through a guess, and through the side of a game only once it is over. */
function mayScore({ kind, about }: SlotWish, games: readonly Game[]): boolean {
  if (kind !== 'pick') return kind !== 'guess';
  return games.some(({ gid, status }) => gid === about && status === 'Final');
}

function decidesWeek(wish: SlotWish, games: readonly Game[], now: number): boolean {
  if (wish.kind === 'pick') return mayScore(wish, games);
  return wish.kind === 'guess' && games.some((game) => game.gid === wish.value.gid && isLocked(game, now));
}

/** The log's names for entering and taking back. An order is never taken back. */
const acts = {
  pick: ['bus.enter', 'bus.clear'],
  guess: ['guess.enter', 'guess.clear'],
  order: ['order.enter', 'order.enter'],
  team: ['team.enter', 'team.clear'],
} as const;

interface Change {
  readonly weekId: string;
  readonly games: readonly Game[];
  readonly rules: PoolRules;
  readonly before: SlotValue | null;
  readonly after: SlotValue | null;
  /** With weekly play: whether the entry plays the week now, if that changed. */
  readonly plays?: boolean;
}

type LogChange = (wish: SlotWish, change: Change, now: number) => Promise<number | null>;

/**
 * Logs what is entered for an entry, and has its owner notified once for all changes that are told in the same words.
 * @returns logs a change; the id of its record if its owner is to be notified of it
 */
async function entryLog(tx: Db, { poolId, entryId, actor }: Omit<Entering, 'wishes'>): Promise<LogChange> {
  const { userId: authorId, reason } = actor;
  const owner = await ownerOf(tx, entryId);
  const told = new Set<string>();
  return async (wish, change, now) => {
    const { weekId, games, rules, before, after, plays } = change;
    const { kind } = wish;
    const isCleared = isTakenBack({ ...wish, value: after } as SlotPick);
    const act = acts[kind][isCleared ? 1 : 0];
    // A team is named in the fields below.
    const gid = kind === 'team' ? null : gameOf(wish as SlotPick);
    const scale = kind === 'order' ? await weekScaleOf(tx, { id: poolId, rules }, weekId) : null;
    const fields = (value: SlotValue | null) => fieldsOf(wish, games, value, scale);
    const week = plays === undefined ? {} : { plays: plays ? 'now plays the week' : 'no longer plays the week' };
    const states = { before: fields(before), after: { ...fields(after), ...week, reason } };
    const of = { actorId: authorId, poolId, weekId, ...(gid !== null && { gid }), userId: owner.userId, entryId };
    const id = await writeAudit(tx, { act, ...of, ...states }, now);
    const words = [weekId, kind, isCleared, plays ?? ''].join(' ');
    if (!owner.hasAccount || owner.userId === authorId || told.has(words)) return null;
    told.add(words);
    const post = { kind: 'entered', id, poolId, site: null, entryId, userId: owner.userId, authorId } as const;
    await addPost(tx, { ...post, at: now, weekId, what: kind, isCleared, ...(plays !== undefined && { plays }) });
    return id;
  };
}

async function ownerOf(tx: Db, entryId: string): Promise<{ readonly userId: string; readonly hasAccount: boolean }> {
  const query = tx.selectFrom('entries').select(['owner_id', 'user_id']).where('id', '=', entryId);
  const { owner_id, user_id } = await query.executeTakeFirstOrThrow();
  return { userId: owner_id, hasAccount: user_id !== null };
}

/** A value as the log shows it: a side, a guess, a team, or the points of each game in descending order. */
function fieldsOf(
  { kind, about }: Slot,
  games: readonly Game[],
  value: SlotValue | null,
  scale: WeekScale | null,
): object {
  if (kind === 'pick') return { side: value && 'side' in value ? value.side : null };
  if (kind === 'guess') return { guess: value && 'total' in value ? value.total : null };
  if (value === null) return {};
  if ('team' in value) return { [about === weekOfSlot(about) ? 'team' : 'secondTeam']: value.team };
  if (!('order' in value) || scale === null) return {};
  const values = [...valuesOf(games, value.order, scale)].toSorted(([, a], [, b]) => b - a);
  const labels = new Map(games.map(({ gid, away, home }) => [gid, `${away} @ ${home}`]));
  return { points: values.map(([gid, points]) => `${labels.get(gid)}: ${points}`) };
}
