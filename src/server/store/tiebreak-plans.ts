import type { GuessValue } from '#core/judge.ts';
import { withPoolLock } from '#core/locks.ts';
import type { WeekTiebreakGame } from '#core/tiebreak.ts';
import { plannedTiebreak } from '#core/tiebreak.ts';
import type { Db } from './engine/connect.ts';
import { readRules } from './pool-rules.ts';

/**
 * Plans the tiebreak games of pools' weeks anew, in the transaction that changed their games, their rule or the weeks themselves, once
 * their deadlines are planned. One that was guessed, named or whose week has locked stays (`plannedTiebreak`).
 * @param time the moment (ms) by which the transaction decides
 */
export async function planTiebreaks(
  tx: Db,
  time: () => Promise<number>,
  weekIds: readonly string[],
  poolId?: string,
): Promise<void> {
  const planned = await poolWeeksIn(tx, weekIds, poolId);
  if (planned.length === 0) return;
  const now = await time();
  const games = Map.groupBy(await gamesOf(tx, weekIds), (game) => game.weekId);
  for (const { deadline, hasRule, ...week } of planned) {
    const own = (games.get(week.weekId) ?? []).map((game) => withPoolLock(game, deadline));
    const before = hasRule && week.gid === null ? await guessedGame(tx, week, own) : week;
    const next = hasRule ? plannedTiebreak(own, now, before) : { gid: null, fixedAt: null };
    if (next.gid !== week.gid || next.fixedAt !== week.fixedAt) await writePlanned(tx, week, next);
  }
}

type PlannedWeek = WeekTiebreakGame & { readonly poolId: string; readonly weekId: string };

/** The game of a week that was guessed while the pool played by a tiebreak before: its guesses go on counting, so it is fixed. */
async function guessedGame(
  tx: Db,
  { poolId, weekId }: Pick<PlannedWeek, 'poolId' | 'weekId'>,
  games: readonly { readonly gid: string }[],
): Promise<WeekTiebreakGame> {
  const query = tx
    .selectFrom('picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.value', 'picks.made_at']);
  const stored = query.where('entries.pool_id', '=', poolId).where('picks.kind', '=', 'guess');
  const rows = await stored.where('picks.about', '=', weekId).orderBy('picks.made_at', 'desc').execute();
  const guesses = rows.flatMap(({ value, made_at }) => {
    const guess = value === null ? null : (JSON.parse(value) as GuessValue);
    return guess === null || guess.total === null ? [] : [{ gid: guess.gid, fixedAt: made_at }];
  });
  const [last] = guesses;
  const isThere = last !== undefined && games.some(({ gid }) => gid === last.gid);
  return isThere ? last : { gid: null, fixedAt: null };
}

/** Nothing is written where somebody guessed or named a game since the week was read: that fixed it. */
async function writePlanned(tx: Db, week: PlannedWeek, next: WeekTiebreakGame): Promise<void> {
  await tx
    .updateTable('pool_weeks')
    .set({ tiebreak_gid: next.gid, tiebreak_fixed_at: next.fixedAt })
    .where('pool_id', '=', week.poolId)
    .where('week_id', '=', week.weekId)
    .where('tiebreak_gid', 'is not distinct from', week.gid)
    .where('tiebreak_fixed_at', 'is not distinct from', week.fixedAt)
    .execute();
}

/** Those that have a tiebreak game, or whose pool plays by one. */
async function poolWeeksIn(tx: Db, weekIds: readonly string[], poolId: string | undefined) {
  if (weekIds.length === 0) return [];
  let query = tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'pools.rules', 'week_id', 'deadline', 'tiebreak_gid', 'tiebreak_fixed_at'])
    .where('week_id', 'in', weekIds)
    .orderBy('pools.id')
    .orderBy('week_id');
  if (poolId !== undefined) query = query.where('pools.id', '=', poolId);
  const rows = (await query.execute()).map((row) => ({
    poolId: row.id,
    weekId: row.week_id,
    deadline: row.deadline,
    hasRule: readRules(row.rules).tiebreak !== 'none',
    gid: row.tiebreak_gid,
    fixedAt: row.tiebreak_fixed_at,
  }));
  return rows.filter(({ hasRule, gid }) => hasRule || gid !== null);
}

async function gamesOf(tx: Db, weekIds: readonly string[]) {
  const query = tx.selectFrom('games').select(['gid', 'week_id as weekId', 'kickoff', 'void', 'lock_at as lockAt']);
  return query.where('week_id', 'in', weekIds).execute();
}
