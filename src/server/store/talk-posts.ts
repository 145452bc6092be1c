import type { Halves } from '#core/scoring.ts';
import { pointsText } from '#core/scoring.ts';
import { postText } from '#core/talk.ts';
import type { WeekResult } from '#core/week-result.ts';
import { winningHalves } from '#core/week-result.ts';
import { weekName } from '#core/weeks.ts';
import type { Db } from './engine/connect.ts';
import type { HeldPool } from './pools.ts';

/** What a post is about, as it is stored: people and entries by id, so that it follows their names. `userIds` are all of them; posts of before entries were have people in them. */
type StoredPost =
  | { readonly kind: 'joined'; readonly userIds: readonly string[] }
  | {
      readonly kind: 'week';
      readonly weekId: string;
      readonly userIds: readonly string[];
      readonly winners: readonly string[];
      readonly halves: number;
      readonly newLeaders: readonly string[];
      readonly corrected?: true;
    }
  | {
      readonly kind: 'survived';
      readonly weekId: string;
      /** Who won the pool by it. */
      readonly userIds?: readonly string[];
      readonly out: number;
      readonly left: number;
      readonly corrected?: true;
    };

/** The sentence of a stored post. */
export function postSentence(text: string, names: ReadonlyMap<string, string>): string {
  const post = JSON.parse(text) as StoredPost;
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '');
  if (post.kind === 'joined') return postText({ kind: 'joined', name: named(post.userIds)[0] ?? '' });
  const week = weekName(post.weekId);
  if (post.kind === 'survived') {
    const { out, left, userIds = [], corrected } = post;
    return postText({ kind: 'survived', week, out, left, winners: named(userIds), corrected });
  }
  const { winners, halves, newLeaders, corrected } = post;
  return postText({
    kind: 'week',
    week,
    winners: named(winners),
    points: pointsText(halves),
    newLeaders: named(newLeaders),
    corrected,
  });
}

/** Posts in a pool that somebody joined it, the first time that they do, in the transaction by which they do. */
export async function postJoined(tx: Db, poolId: string, userId: string, now: number): Promise<void> {
  const pool = await tx.selectFrom('pools').select('trash_talk_enabled').where('id', '=', poolId).executeTakeFirst();
  if (pool?.trash_talk_enabled !== 1) return;
  await post(tx, { poolId, once: `joined ${userId}`, now }, { kind: 'joined', userIds: [userId] });
}

/** A decided week, as it is announced. */
export interface DecidedWeek {
  readonly weekId: string;
  readonly result: WeekResult;
  /** Of the result (`headlineOf`). */
  readonly headline: string;
  /** Who has come to lead the pool by it, by id, and with how much. */
  readonly leaders: readonly string[];
  readonly leaderHalves: Halves;
  /** Nobody led the pool before. */
  readonly isFirst: boolean;
  /** Since when its result is what it is, when the week was first announced, and when this is announced, ms of the league's clock. */
  readonly since: number;
  readonly firstAt: number;
  readonly announcedAt: number;
  /** Another result was announced before. */
  readonly isCorrection: boolean;
  /** The headline is not what was announced before. */
  readonly isNewHeadline: boolean;
}

/** Posts that a week is decided, in the transaction that announces it, if the pool's talk is on. */
export async function postWeek(
  tx: Db,
  pool: Pick<HeldPool, 'id' | 'trashTalkEnabled'>,
  week: DecidedWeek,
): Promise<void> {
  if (!pool.trashTalkEnabled) return;
  const { weekId, result, announcedAt: now, isCorrection } = week;
  // The first week's winner leads anyway.
  const leaders = week.isFirst ? [] : week.leaders;
  const { winners, out, left } = result;
  const corrected = isCorrection ? { corrected: true as const } : {};
  const told: StoredPost =
    out === undefined
      ? {
          kind: 'week',
          weekId,
          userIds: [...new Set([...winners, ...leaders])],
          winners,
          halves: winningHalves(result),
          newLeaders: leaders,
          ...corrected,
        }
      : { kind: 'survived', weekId, userIds: winners, out: out.length, left: left ?? 0, ...corrected };
  await post(tx, { poolId: pool.id, once: `week ${weekId}${isCorrection ? ` ${now}` : ''}`, now }, told);
}

async function post(
  db: Db,
  { poolId, once, now }: { readonly poolId: string; readonly once: string; readonly now: number },
  told: StoredPost,
): Promise<void> {
  await db
    .insertInto('messages')
    .values({ pool_id: poolId, user_id: null, kind: told.kind, text: JSON.stringify(told), at: now, once })
    .onConflict((c) => c.doNothing())
    .execute();
}
