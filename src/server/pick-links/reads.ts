import type { LinkEntry, LinkGame, LinkSlot, PickLinkReply } from '#contract/pick-links.ts';
import { linkKinds } from '#contract/pick-links.ts';
import { hasSlots } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import type { Slot } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import { openGames } from '#core/reminders.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { isTakenBack, slotsIn } from '#core/slots.ts';
import { shownLine } from '#core/spread.ts';
import type { Game, Pool } from '#core/types.ts';
import { entriesOfOwner } from '#server/entries/reads.ts';
import { missingPicks } from '#server/notify/missing-reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { slotPickOf } from '#server/platform/db/values.ts';
import { findPool, isWeekOfPool } from '#server/pools/reads.ts';
import { tiebreakGames, weekOfPool } from '#server/pools/week-reads.ts';
import type { PickLink } from '#server/users/pick-link-store.ts';

/** The week of a pick link. */
export interface LinkedWeek {
  readonly pool: Pool;
  readonly week: PoolWeek;
  /** Its games that can still be picked; at least one. */
  readonly open: readonly Game[];
  /** Null if its game is not open. */
  readonly tiebreakGid: string | null;
  /** The slots that are about these. */
  readonly slots: readonly Slot[];
}

/** The week of a pick link; null if nothing of it can be picked anymore. */
export async function linkedWeek(db: Db, { poolId, weekId }: PickLink, now: number): Promise<LinkedWeek | null> {
  const pool = await findPool(db, poolId);
  if (pool === null || !(await isWeekOfPool(db, poolId, weekId))) return null;
  const week = await weekOfPool(db, poolId, weekId);
  const open = openGames(week.games.filter(gameCounts), now);
  if (open.length === 0) return null;
  const tiebreak = (await tiebreakGames(db, poolId))[weekId];
  const tiebreakGid = open.find(({ gid }) => gid === tiebreak)?.gid ?? null;
  return { pool, week, open, tiebreakGid, slots: slotsOf(pool.rules, weekId, open, tiebreakGid) };
}

function slotsOf(rules: PoolRules, id: string, games: readonly Game[], tiebreakGid: string | null): Slot[] {
  const asked = linkKinds.filter((kind) => hasSlots(kind, rules));
  return asked.flatMap((kind): Slot[] => slotsIn(kind, { id, games, tiebreakGid }, rules));
}

/** What a pick link shows: no side, and of what is made only that it is. */
export async function readLink(db: Db, link: PickLink, linked: LinkedWeek, now: number): Promise<PickLinkReply> {
  const { pool, week, open, tiebreakGid, slots } = linked;
  const own = await entriesOfOwner(db, pool.id, link.userId);
  const made = await madeSlots(
    db,
    own.map(({ id }) => id),
    slots,
  );
  const missing = await missingPicks(db, pool.id, week.id, now, { isTheirOwn: true });
  const asked = new Map(missing.entries.map((entry) => [entry.id, entry.missing]));
  const entries = own.map(({ id, name }): LinkEntry => {
    const lacks = asked.get(id) ?? 0;
    const shown = slots.map(({ kind, about }) => ({
      kind,
      about,
      isMade: made.has(`${id} ${slotKey({ kind, about })}`),
    }));
    const offered = shown.filter(({ kind, isMade }) => isMade || kind === 'guess' || lacks > 0);
    return { id, name: own.length > 1 ? name : null, asked: lacks, slots: offered as LinkSlot[] };
  });
  return {
    poolName: pool.name,
    weekId: week.id,
    expiresAt: link.expiresAt,
    games: open.map((game) => shownGame(game, pool.rules)),
    tiebreakGid,
    entries: entries.filter((entry) => entry.slots.length > 0),
  };
}

function shownGame(game: Game, rules: PoolRules): LinkGame {
  const { gid, kickoff, timeTbd, lockAt, home, away } = game;
  return { gid, kickoff, timeTbd, lockAt, home, away, spread: shownLine(game, rules) };
}

/** Which slots have a pick, each as `ENTRY SLOT`. */
async function madeSlots(db: Db, entryIds: readonly string[], slots: readonly Slot[]): Promise<ReadonlySet<string>> {
  if (entryIds.length === 0 || slots.length === 0) return new Set();
  const abouts = slots.map(({ about }) => about);
  const rows = await db
    .selectFrom('picks')
    .select(['entry_id', 'kind', 'about', 'value', 'revision'])
    .where('entry_id', 'in', entryIds)
    .where('about', 'in', abouts)
    .where('value', 'is not', null)
    .execute();
  const made = rows.filter((row) => !isTakenBack(slotPickOf(row)));
  return new Set(made.map(({ entry_id, kind, about }) => `${entry_id} ${slotKey({ kind, about })}`));
}
