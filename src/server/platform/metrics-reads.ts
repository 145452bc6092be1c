import type { Db } from './db/connect.ts';
import { DRILL_RED_KEY, readMeta } from './db/meta.ts';
import type { StoredReadings } from './metrics.ts';

const SECOND_MS = 1000;

/** What metrics show of the database. @param now the league's time, ms @param hasFeed false if the feed is off */
export async function readStored(db: Db, now: number, hasFeed: boolean): Promise<StoredReadings> {
  const waiting = await db
    .selectFrom('outbox')
    .select((e) => ['kind', e.fn.countAll().as('all'), e.fn.min('at').as('oldest')] as const)
    .where('state', '=', 'waiting')
    .groupBy('kind')
    .execute();
  const locked = await db
    .selectFrom('games')
    .select((e) => e.fn.countAll().as('all'))
    .where('lock_at', '<=', now)
    .executeTakeFirstOrThrow();
  const succeededAt = hasFeed ? await lastSuccess(db) : null;
  const drillRed = await readMeta(db, DRILL_RED_KEY);
  return {
    waiting: new Map(waiting.map(({ kind, all }) => [kind, Number(all)])),
    oldestAgeSeconds: waiting.length === 0 ? null : secondsSince(Math.min(...waiting.map(({ oldest }) => oldest)), now),
    lockedGames: Number(locked.all),
    feedAgeSeconds: succeededAt === null ? null : secondsSince(succeededAt, now),
    isDrillRed: drillRed === null ? null : drillRed === '1',
  };
}

/** @param at ms @param now ms */
export function secondsSince(at: number, now: number): number {
  return Math.max(0, now - at) / SECOND_MS;
}

/** When a job of the feed last succeeded, ms. */
async function lastSuccess(db: Db): Promise<number | null> {
  const query = db.selectFrom('feed_jobs').select((e) => e.fn.max('succeeded_at').as('at'));
  return (await query.executeTakeFirst())?.at ?? null;
}
