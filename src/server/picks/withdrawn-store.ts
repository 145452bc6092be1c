import { rebaseOrder } from '#core/formats/confidence/confidence.ts';
import type { GuessValue, OrderValue } from '#core/judge.ts';
import { isLocked } from '#core/locks.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { parseValue } from '#server/platform/db/values.ts';
import { lockOfGame } from '#server/pools/week-reads.ts';
import type { OfEntry, PickRow } from './store.ts';
import { insertPicks, takenBack } from './store.ts';

/**
 * Withdraws an entry's picks of games that are open in its pool, in the transaction of a link, which has locked the entry. An order keeps
 * the places of locked games.
 * @returns what was withdrawn
 */
export async function withdrawOpenPicks(
  tx: Db,
  engine: Engine,
  { poolId, entryId }: OfEntry,
  now: number,
): Promise<Pick<PickRow, 'kind' | 'about'>[]> {
  const rows = await tx
    .selectFrom('picks')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('value', 'is not', null)
    .orderBy('about')
    .execute();
  const games = await gamesPicked(tx, poolId, rows);
  const written = rows.flatMap((row): PickRow[] => {
    const value = withoutOpen(row, games, now);
    return value === undefined ? [] : [{ ...takenBack(row, now), value }];
  });
  await insertPicks(tx, engine, written);
  return written;
}

/** The games of the given picks, with the locks of a pool. */
async function gamesPicked(tx: Db, poolId: string, rows: readonly Pick<PickRow, 'kind' | 'about' | 'value'>[]) {
  const gids = rows.flatMap(({ kind, about, value }) => {
    if (kind === 'pick') return [about];
    return kind === 'order' ? [] : [parseValue<{ gid: string }>(value)?.gid ?? ''];
  });
  const weeks = rows.filter(({ kind }) => kind === 'order').map(({ about }) => about);
  if (gids.length + weeks.length === 0) return [];
  return tx
    .selectFrom('games')
    .select(['games.gid', 'games.week_id as weekId', 'games.kickoff', 'games.status', 'games.void'])
    .select(['games.home', 'games.away', 'games.home_score as homeScore', 'games.away_score as awayScore'])
    .select(lockOfGame(poolId).as('lockAt'))
    .where((q) =>
      q.or([
        ...(gids.length > 0 ? [q('games.gid', 'in', gids)] : []),
        ...(weeks.length > 0 ? [q('games.week_id', 'in', weeks)] : []),
      ]),
    )
    .orderBy('games.kickoff')
    .orderBy('games.gid')
    .execute();
}

/**
 * The value of a pick without its open games; undefined if it has none. An order with open games is written again even if they had the
 * places that they get now. Otherwise its revision would show that.
 */
function withoutOpen(
  { kind, about, value }: Pick<PickRow, 'kind' | 'about' | 'value'>,
  games: Awaited<ReturnType<typeof gamesPicked>>,
  now: number,
): string | null | undefined {
  const isOpen = (gid: string) => games.some((game) => game.gid === gid && !isLocked(game, now));
  if (kind === 'pick') return isOpen(about) ? null : undefined;
  if (kind === 'order') {
    const week = games.filter(({ weekId }) => weekId === about);
    if (week.every((game) => isLocked(game, now))) return undefined;
    if (week.every((game) => !isLocked(game, now))) return null;
    const order = parseValue<OrderValue>(value)?.order ?? [];
    return JSON.stringify({ order: rebaseOrder(week, order, [], now) });
  }
  const gid = parseValue<{ gid: string }>(value)?.gid ?? '';
  if (!isOpen(gid)) return undefined;
  if (kind === 'team') return null;
  return parseValue<GuessValue>(value)?.total === null ? undefined : JSON.stringify({ gid, total: null });
}
