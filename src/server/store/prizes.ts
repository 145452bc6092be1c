import type { MoneyPlan, MoneySeason, MoneyWeek, Prize } from '#core/money.ts';
import { hasMoney, prizesOf } from '#core/money.ts';
import { distinctNames, standings } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import type { PoolEntry } from './entry-reads.ts';
import type { Season } from './standings.ts';
import { readSeason } from './standings.ts';
import { survivorTable } from './survivor-table.ts';
import { weekWinnersOf } from './week-winners.ts';

/** The prizes of a pool as its scores are. */
export interface PoolPrizes {
  readonly prizes: readonly Prize[];
  /** Its entries, by the names that the pool shows. */
  readonly players: readonly PoolEntry[];
  /** Where everybody stands once the season is over; null until then. */
  readonly final: MoneySeason['final'];
}

/** A season with the entries that play it. */
type PlayedSeason = MoneySeason & Pick<PoolPrizes, 'players'>;

/** Works out the prizes of a pool from its scores; none where its plan has no money. */
export async function readPrizes(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  plan: MoneyPlan,
  now: number,
): Promise<PoolPrizes> {
  const season = pool.rules.format === 'survivor' ? await survivorSeason(db, pool) : await scoredSeason(db, pool, now);
  const { players, final } = season;
  return { prizes: hasMoney(plan) ? prizesOf(plan, season) : [], players, final };
}

/** Places are taken once it is decided who has won, also before the last week. */
async function survivorSeason(db: Db, pool: Pick<Pool, 'id' | 'rules'>): Promise<PlayedSeason> {
  const { entries, rows, winners } = await survivorTable(db, pool);
  return { weeks: [], players: shown(entries), final: winners.length > 0 ? rows : null };
}

/** Places are taken once every week that has games is decided, or off. */
async function scoredSeason(db: Db, pool: Pick<Pool, 'id' | 'rules'>, now: number): Promise<PlayedSeason> {
  const season = await readSeason(db, pool);
  const winners = await weekWinnersOf(db, pool, season, now);
  const weeks = season.weeks.map(({ id, isDecided }): MoneyWeek => {
    const state = isDecided ? 'decided' : isOff(season, id) ? 'off' : 'open';
    return { id, state, winners: (winners[id] ?? []).map((winner) => winner.id) };
  });
  const isOver = weeks.some(({ state }) => state === 'decided') && weeks.every(({ state }) => state !== 'open');
  const final = isOver ? standings(season.entrants, season.weeks, pool.rules) : null;
  return { weeks, players: shown(season.entrants), final };
}

function isOff({ games }: Season, id: string): boolean {
  const own = games.filter(({ weekId }) => weekId === id);
  return own.length > 0 && own.every((game) => game.void !== null);
}

function shown(entries: readonly PoolEntry[]): PoolEntry[] {
  const names = distinctNames(entries);
  return entries.map((entry) => ({ ...entry, name: names.get(entry.id) ?? entry.name }));
}
