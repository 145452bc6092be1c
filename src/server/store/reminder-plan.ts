import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { ReminderWish } from '#core/notify/moments.ts';
import type { Game } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { gamesByWeek } from './games.ts';

/** A week of a pool in which games lock soon. */
export interface OpenPoolWeek {
  readonly poolId: string;
  readonly poolName: string;
  readonly weekId: string;
  /** When the pool's week locks as a whole, in ms. */
  readonly deadline: number | null;
  /** With their own locks; the same value for all pools. */
  readonly games: readonly Game[];
}

/** The weeks of living pools in which a game locks after one moment and before another (ms). */
export async function openPoolWeeks(db: Db, after: number, before: number): Promise<OpenPoolWeek[]> {
  const rows = await db
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id as poolId', 'pools.name as poolName'])
    .select(['pool_weeks.week_id as weekId', 'pool_weeks.deadline'])
    .where('pool_weeks.enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .where('pool_weeks.week_id', 'in', (q) =>
      q.selectFrom('games').select('games.week_id').where('lock_at', '>', after).where('lock_at', '<=', before),
    )
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id')
    .execute();
  const games = await gamesByWeek(db, [...new Set(rows.map(({ weekId }) => weekId))]);
  return rows.map((row) => ({ ...row, games: games.get(row.weekId) ?? [] }));
}

/** Somebody who wants to be told something, and when. */
export type Wishing = ReminderWish & { readonly userId: string };

/** The enabled members of a pool who want a kind of message by one of some channels, and have not got the one of a key by it. */
export async function toRemind(
  db: Db,
  poolId: string,
  { kind, key }: { readonly kind: NoticeKind; readonly key: string },
  channels: readonly ChannelName[],
): Promise<Wishing[]> {
  return await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .innerJoin('notification_choices as choices', 'choices.user_id', 'users.id')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .leftJoin('notifications', (join) =>
      join
        .onRef('notifications.user_id', '=', 'users.id')
        .onRef('notifications.channel', '=', 'choices.channel')
        .on('notifications.kind', '=', kind)
        .on('notifications.key', '=', key),
    )
    .select(['users.id as userId', 'settings.hours', 'settings.zone'])
    .distinct()
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .where('choices.kind', '=', kind)
    .where('choices.wanted', '=', 1)
    .where('choices.channel', 'in', channels)
    .where('notifications.user_id', 'is', null)
    .orderBy('users.id')
    .execute();
}
