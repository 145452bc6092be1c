import { rebaseOrder } from '#core/formats/confidence/confidence.ts';
import { teamSlotsOf } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import { isLocked } from '#core/locks.ts';
import type { SlotPick } from '#core/pick.ts';
import { emptyValue, gameOf, isTakenBack } from '#core/slots.ts';
import type { Game } from '#core/types.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { readRules, slotPickOf } from '#server/platform/db/values.ts';
import { lockOfGame } from '#server/pools/week-reads.ts';
import type { OfEntry } from './facts-reads.ts';
import type { PickRow } from './rows-store.ts';
import { insertPicks, takenBack } from './rows-store.ts';

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

/**
 * Withdraws picks of a game in every pool: sides, guesses and teams. Orders keep its place.
 * @param isWithdrawn which of them
 */
export async function withdrawPicksOfGame(
  tx: Db,
  engine: Engine,
  { gid, weekId }: Pick<Game, 'gid' | 'weekId'>,
  isWithdrawn: (pick: SlotPick) => boolean,
  now: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('picks')
    .selectAll()
    .where('about', 'in', [gid, weekId, ...teamSlotsOf([weekId])])
    .where('value', 'is not', null)
    .orderBy('entry_id')
    .orderBy('kind')
    .execute();
  const written = rows.flatMap((row): PickRow[] => {
    const pick = slotPickOf(row);
    if (gameOf(pick) !== gid || isTakenBack(pick) || !isWithdrawn(pick)) return [];
    const empty = emptyValue(pick);
    return [{ ...takenBack(row, now), value: empty && JSON.stringify(empty) }];
  });
  await insertPicks(tx, engine, written);
}

/**
 * Raises the revisions of the picks of a game that the entries of pools have not made, so that one that a device still sends, made for other
 * teams of the game, is refused as older.
 */
export async function outdateMissingPicks(
  tx: Db,
  engine: Engine,
  { gid }: Pick<Game, 'gid'>,
  poolIds: readonly string[],
  now: number,
): Promise<void> {
  if (poolIds.length === 0) return;
  const pools = (await tx.selectFrom('pools').select(['id', 'rules']).where('id', 'in', poolIds).execute()).filter(
    ({ rules }) => asksFor('pick', readRules(rules)),
  );
  if (pools.length === 0) return;
  const rows = await tx
    .selectFrom('entries')
    .leftJoin('picks', (on) =>
      on.onRef('picks.entry_id', '=', 'entries.id').on('picks.kind', '=', 'pick').on('picks.about', '=', gid),
    )
    .select(['entries.id as entry_id', 'picks.revision'])
    .where(
      'entries.pool_id',
      'in',
      pools.map(({ id }) => id),
    )
    .where('picks.value', 'is', null)
    .orderBy('entries.id')
    .execute();
  await insertPicks(
    tx,
    engine,
    rows.map(({ entry_id, revision }): PickRow => {
      return { ...takenBack({ entry_id, kind: 'pick', about: gid, revision: revision ?? 0 }, now), value: null };
    }),
  );
}

/** The games of the given picks, with the locks of a pool. */
async function gamesPicked(
  tx: Db,
  poolId: string,
  rows: readonly Pick<PickRow, 'kind' | 'about' | 'value' | 'revision'>[],
) {
  const picks = rows.map(slotPickOf);
  const gids = picks.flatMap((pick) => gameOf(pick) ?? []);
  const weeks = picks.filter((pick) => gameOf(pick) === null).map(({ about }) => about);
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
  row: Pick<PickRow, 'kind' | 'about' | 'value' | 'revision'>,
  games: Awaited<ReturnType<typeof gamesPicked>>,
  now: number,
): string | null | undefined {
  const pick = slotPickOf(row);
  const { kind, about, value } = pick;
  if (kind === 'order') {
    const week = games.filter(({ weekId }) => weekId === about);
    if (week.every((game) => isLocked(game, now))) return undefined;
    if (week.every((game) => !isLocked(game, now))) return null;
    return JSON.stringify({ order: rebaseOrder(week, value?.order ?? [], [], now) });
  }
  const gid = gameOf(pick);
  if (!games.some((game) => game.gid === gid && !isLocked(game, now))) return undefined;
  if (isTakenBack(pick)) return undefined;
  const empty = emptyValue(pick);
  return empty && JSON.stringify(empty);
}
