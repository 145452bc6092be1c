import type { LabReply } from '#contract/standings.ts';
import { firstEntries } from '#core/entries.ts';
import type { Order } from '#core/formats/confidence/confidence.ts';
import { valuesOf, weekScale } from '#core/formats/confidence/confidence.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { isOver } from '#core/game.ts';
import { nextLock } from '#core/locks.ts';
import { limitsMissed } from '#core/missed-limit.ts';
import { revealedLetter } from '#core/pick-letters.ts';
import type { LabEntry } from '#core/rules/lab.ts';
import type { SideGame } from '#core/side-tables.ts';
import { distinctNames, seasonWeeks } from '#core/standings.ts';
import type { WeekTiebreak } from '#core/tiebreak.ts';
import type { Game } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { missedWeeksOf } from '#server/picks/missed-limit-reads.ts';
import type { RevealedPick } from '#server/picks/reads.ts';
import { ordersOfWeek, revealedPicks } from '#server/picks/reads.ts';
import { weekPlayers } from '#server/picks/weekly-play-reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { findPool, poolWeeks } from '#server/pools/reads.ts';
import { scalesOf, weeksOfPool } from '#server/pools/week-reads.ts';
import { hasTiebreak } from './reads.ts';
import { tiebreaksOf } from './season-reads.ts';

/** The played part of a pool's season at `now`, read week by week so that other requests run in between; valid until the next lock. */
export async function loadLab(db: Db, poolId: string, now: number): Promise<Loaded<LabReply>> {
  const { weekIds, games, entries, worthTo, totals, validUntil } = await readPlayedSeason(db, poolId, now);
  const rows: LabReply['entries'] = [];
  for (const { picks, plays, missedWeeks, ...entry } of entries) {
    await yieldToRequests();
    const letters = games.map(({ gid }) => {
      const pick = picks.get(gid);
      return pick === undefined ? '-' : revealedLetter(pick);
    });
    const values = worthTo && games.map((game, at) => (letters[at] === '-' ? null : worthTo(entry.id, game)));
    const weeks = { ...(plays && { plays: [...plays] }), ...(missedWeeks && { missedWeeks: [...missedWeeks] }) };
    rows.push({ ...entry, picks: letters.join(''), ...(values && { values }), ...weeks });
  }
  const state = { weeks: [...weekIds], games: games.map(labGame), entries: rows, ...(totals && { totals }) };
  return { state, validUntil };
}

/** The tiebreaks of a pool's decided weeks; null if it has no tiebreak. */
async function decidedTiebreaks(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  games: readonly Game[],
  now: number,
): Promise<ReadonlyMap<string, WeekTiebreak> | null> {
  const pool = await findPool(db, poolId);
  if (pool === null || !hasTiebreak(pool)) return null;
  const decided = seasonWeeks(weekIds, games).filter(({ isDecided }) => isDecided);
  return tiebreaksOf(
    db,
    pool,
    decided.map(({ id }) => id),
    now,
  );
}

function guessesOf(entryId: string, tiebreaks: ReadonlyMap<string, WeekTiebreak>) {
  const own = [...tiebreaks].flatMap(([week, { guesses }]) => {
    const found = guesses.get(entryId);
    return found ? [[week, { guess: found.guess, madeAt: found.madeAt }] as const] : [];
  });
  return Object.fromEntries(own);
}

function totalsOf(tiebreaks: ReadonlyMap<string, WeekTiebreak>): Record<string, number> {
  return Object.fromEntries([...tiebreaks].flatMap(([week, { total }]) => (total === null ? [] : [[week, total]])));
}

/** An entry with its picks of games that are over, by gid. */
interface PlayedEntry extends Omit<LabEntry, 'picks'> {
  readonly picks: ReadonlyMap<string, RevealedPick>;
}

/** The played part of a pool's season: what everybody may see. */
export interface PlayedSeason {
  readonly weekIds: readonly string[];
  /** With the pool's locks and lines. */
  readonly games: readonly Game[];
  /** In the order in which they joined, with their displayed names. */
  readonly entries: readonly PlayedEntry[];
  /** The value of an entry's game in a pool with confidence, sealed ones included; null in other pools. */
  readonly worthTo: ((entryId: string, game: Game) => number | null) | null;
  /** The totals of decided tiebreak games, by week; undefined in a pool without a tiebreak. */
  readonly totals: Record<string, number> | undefined;
  /** The next lock. */
  readonly validUntil: number;
}

/**
 * Reads the played part of a pool's season at `now`, week by week so that other requests run in between.
 * @param isWanted whether the picks of a game are read
 */
export async function readPlayedSeason(
  db: Db,
  poolId: string,
  now: number,
  isWanted: (game: Game) => boolean = () => true,
): Promise<PlayedSeason> {
  const weekIds = await poolWeeks(db, poolId);
  const [weeks, all] = [await weeksOfPool(db, poolId, weekIds), await entriesOfPool(db, poolId)];
  const games = weeks.flatMap((week) => week.games);
  const picks = await picksByEntry(
    db,
    poolId,
    games.filter((game) => isOver(game) && isWanted(game)),
    now,
  );
  const worthTo = await valuesOfSeason(db, poolId, weekIds, games);
  const tiebreaks = await decidedTiebreaks(db, poolId, weekIds, games, now);
  const names = distinctNames(all);
  const firsts = firstEntries(all);
  const pool = await findPool(db, poolId);
  const missed = pool && limitsMissed(pool.rules) ? await missedWeeksOf(db, pool, all) : null;
  const playing = pool?.rules.weekly ? await weekPlayers(db, poolId, weekIds, now) : null;
  const entries: PlayedEntry[] = [];
  for (const { id, ownerId, joinedAt } of all) {
    await yieldToRequests();
    const own = picks.get(id) ?? [];
    const guesses = tiebreaks && guessesOf(id, tiebreaks);
    const whose = { id, ownerId, name: names.get(id) ?? '', joinedAt, isFirst: firsts.has(id) };
    const plays = playing && weekIds.filter((week) => playing.players.get(week)?.has(id));
    const entry = {
      ...whose,
      ...(guesses && { guesses }),
      ...(plays && { plays }),
      ...(missed && { missedWeeks: missed.get(id) ?? [] }),
    };
    entries.push({ ...entry, picks: new Map(own.map((pick) => [pick.gid, pick])) });
  }
  const totals = tiebreaks === null ? undefined : totalsOf(tiebreaks);
  return { weekIds, games, entries, worthTo, totals, validUntil: nextLock(games, now) };
}

async function picksByEntry(
  db: Db,
  poolId: string,
  games: readonly Game[],
  now: number,
): Promise<ReadonlyMap<string, readonly RevealedPick[]>> {
  const byEntry = new Map<string, RevealedPick[]>();
  for (const ofWeek of Map.groupBy(games, ({ weekId }) => weekId).values()) {
    await yieldToRequests();
    for (const pick of await revealedPicks(db, poolId, ofWeek, now)) {
      const own = byEntry.get(pick.entryId);
      if (own) own.push(pick);
      else byEntry.set(pick.entryId, [pick]);
    }
  }
  return byEntry;
}

async function valuesOfSeason(db: Db, poolId: string, weeks: readonly string[], games: readonly Game[]) {
  const rules = (await findPool(db, poolId))?.rules;
  if (!rules || !traitsOf(rules).hasValues) return null;
  const ofWeek = Map.groupBy(games, (game) => game.weekId);
  const orders = new Map<string, ReadonlyMap<string, Order>>();
  for (const week of weeks) {
    await yieldToRequests();
    orders.set(week, await ordersOfWeek(db, poolId, week));
  }
  const scales = await scalesOf(db, poolId, weeks);
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (entryId: string, { gid, weekId }: Game): number | null => {
    const key = `${weekId} ${entryId}`;
    const order = orders.get(weekId)?.get(entryId) ?? [];
    const scale = weekScale(rules, weekId, scales[weekId]);
    const values = known.get(key) ?? valuesOf(ofWeek.get(weekId) ?? [], order, scale);
    known.set(key, values);
    return values.get(gid) ?? null;
  };
}

function labGame({ gid, weekId, kickoff, home, away, status, homeScore, awayScore, ...game }: Game): SideGame {
  const { void: off, spread, frozenSpread, lockAt } = game;
  return { gid, weekId, kickoff, home, away, status, void: off, homeScore, awayScore, spread, frozenSpread, lockAt };
}
