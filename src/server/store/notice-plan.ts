import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { ReminderWish } from '#core/notify/moments.ts';
import type { Game } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { gamesByWeek } from './game-reads.ts';

/** A week of a pool, as messages about it ask. */
export interface PlayedWeek {
  readonly poolId: string;
  readonly poolName: string;
  readonly weekId: string;
  /** When the pool's week locks as a whole, in ms. */
  readonly deadline: number | null;
  /** With their own locks; the same value for all pools. */
  readonly games: readonly Game[];
}

/** The weeks of living pools in which a game locks after one moment and before another (ms). */
export async function weeksLocking(db: Db, after: number, before: number): Promise<PlayedWeek[]> {
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

/** What somebody can be told once. */
export interface About {
  readonly kind: NoticeKind;
  /** Tells it from others of its kind. */
  readonly key: string;
}

/** The enabled members of a pool who want a kind of message by a channel and have not got the one with this key. */
export function untold(db: Db, poolId: string, { kind, key }: About, channel: ChannelName): Promise<Wishing[]> {
  return db
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
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .where('choices.kind', '=', kind)
    .where('choices.wanted', '=', 1)
    .where('choices.channel', '=', channel)
    .where('notifications.user_id', 'is', null)
    .orderBy('users.id')
    .execute();
}
