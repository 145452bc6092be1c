import type { ChoiceKind } from '#core/choice.ts';
import { rebaseOrder } from '#core/formats/confidence.ts';
import type { GuessValue, OrderValue } from '#core/judge.ts';
import { isLocked } from '#core/locks.ts';
import { lockOfGame } from '#server/games/reads.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { parseValue } from './reads.ts';
import type { OfEntry, PickRow, PickWrite } from './store.ts';
import { choiceStored, insertPicks, isChanged, takenBack, writePicks } from './store.ts';

/** A pick that a link withdrew: its value before, and the revision of the withdrawal. */
export interface WithdrawnPick {
  readonly kind: ChoiceKind;
  readonly about: string;
  /** JSON, as the database had it. */
  readonly value: string;
  readonly enteredBy: string | null;
  readonly reason: string | null;
  readonly madeAt: number;
  /** The revision of the withdrawal. */
  readonly revision: number;
}

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
): Promise<WithdrawnPick[]> {
  const rows = await tx
    .selectFrom('picks')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('value', 'is not', null)
    .orderBy('about')
    .execute();
  const games = await gamesPicked(tx, poolId, rows);
  const left = rows.flatMap((row) => {
    const value = withoutOpen(row, games, now);
    return value === row.value ? [] : [{ row, value }];
  });
  const written = left.map(({ row, value }): PickRow => ({ ...takenBack(row, now), value }));
  await insertPicks(tx, engine, written);
  return left.map(({ row }) => ({
    kind: row.kind,
    about: row.about,
    value: row.value ?? '',
    enteredBy: row.entered_by,
    reason: row.reason,
    madeAt: row.made_at,
    revision: row.revision + 1,
  }));
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

/** The value of a pick without its open games; the same text if it has none. */
function withoutOpen(
  { kind, about, value }: Pick<PickRow, 'kind' | 'about' | 'value'>,
  games: Awaited<ReturnType<typeof gamesPicked>>,
  now: number,
): string | null {
  const isOpen = (gid: string) => games.some((game) => game.gid === gid && !isLocked(game, now));
  if (kind === 'pick') return isOpen(about) ? null : value;
  if (kind === 'order') {
    const week = games.filter(({ weekId }) => weekId === about);
    if (week.every((game) => isLocked(game, now))) return value;
    if (week.every((game) => !isLocked(game, now))) return null;
    const order = parseValue<OrderValue>(value)?.order ?? [];
    return JSON.stringify({ order: rebaseOrder(week, order, [], now) });
  }
  const gid = parseValue<{ gid: string }>(value)?.gid ?? '';
  if (!isOpen(gid)) return value;
  if (kind === 'team') return null;
  return parseValue<GuessValue>(value)?.total === null ? value : JSON.stringify({ gid, total: null });
}

/**
 * Restores the picks that a link withdrew, as far as the judge allows, in the transaction that undoes the link, which has locked the entry.
 * @returns how many were restored
 */
export async function restorePicks(
  tx: Db,
  engine: Engine,
  { poolId, entryId }: OfEntry,
  withdrawn: readonly WithdrawnPick[],
  now: number,
): Promise<number> {
  const writes = withdrawn.map((each): PickWrite => {
    const actor = { by: 'link', enteredBy: each.enteredBy, reason: each.reason } as const;
    return { poolId, entryId, choice: choiceStored(each), actor, madeAt: now, basedOn: each.revision };
  });
  return (await writePicks(tx, engine, writes, () => now)).outcomes.filter(isChanged).length;
}
