import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import { isLocked } from '#core/locks.ts';
import { nextShownLock } from '#core/reminders.ts';
import { distinctNames } from '#core/standings.ts';
import { mentionedIn } from '#core/talk.ts';
import { namesOf } from '#server/accounts/reads.ts';
import { commissionersOf, membersOfPool } from '#server/members/reads.ts';
import { gamesOfPool } from '#server/picks/reads.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { findPool } from '#server/pools/reads.ts';
import type { AnnouncementNews, Notifier } from './notifier.ts';
import type { PostedMessage, PostedRecord } from './store.ts';
import { advancePosted, findPostedMessage, findPostedRecord, postedSince } from './store.ts';

interface PostedDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly notifier: Notifier;
  /** The address of the league, for links in messages that are sent after a restart. */
  readonly site: string;
}

/**
 * Notifies people of what somebody posts: a mention in the talk, an announcement, a link that withdrew picks. Each is sent right after its
 * commit; `catchUp` sends what a process that ended left behind. Nobody gets anything twice, because each message is claimed.
 */
export class Posted {
  readonly #deps: PostedDeps;

  constructor(deps: PostedDeps) {
    this.#deps = deps;
  }

  /** Notifies the people mentioned in a new message. An edit of the message notifies nobody. */
  async message(id: number, site = this.#deps.site): Promise<void> {
    const { db } = this.#deps.store;
    const message = await findPostedMessage(db, id);
    if (message?.text.includes('@')) await this.#mentioned(message, site);
    await advancePosted(db, 'messages', id);
  }

  /** Notifies people of an announcement or of a link, by its log record. */
  async record(id: number, site = this.#deps.site): Promise<void> {
    const { db } = this.#deps.store;
    const record = await findPostedRecord(db, id);
    if (record?.act === 'pool.announce') await this.#announced(record, site);
    if (record?.act === 'player.link') await this.#linked(record, site);
    await advancePosted(db, 'records', id);
  }

  /** Sends what was posted since the last one that was sent. */
  async catchUp(): Promise<void> {
    const { messages, records } = await postedSince(this.#deps.store.db, this.#deps.clock.now());
    for (const id of messages) await this.message(id);
    for (const id of records) await this.record(id);
  }

  async #mentioned({ id, poolId, userId, text }: PostedMessage, site: string): Promise<void> {
    const { store, notifier } = this.#deps;
    const names = distinctNames(await membersOfPool(store.db, poolId));
    const people = [...names].map(([memberId, name]) => ({ id: memberId, name }));
    const poolName = (await findPool(store.db, poolId))?.name ?? '';
    const by = names.get(userId) ?? (await namesOf(store.db, [userId])).get(userId) ?? '';
    const news = { kind: 'mention', poolId, poolName, by, text } as const;
    const to = new Map(mentionedIn(text, people, userId).map((memberId) => [memberId, news]));
    await notifier.tell({ kind: 'mention', key: String(id), authorId: userId, site, to });
  }

  async #announced({ id, poolId, actorId, after }: PostedRecord, site: string): Promise<void> {
    const { store, notifier } = this.#deps;
    const pool = await findPool(store.db, poolId);
    if (pool === null) return;
    const members = (await membersOfPool(store.db, poolId)).filter((member) => member.id !== actorId);
    const news: AnnouncementNews = { kind: 'announcement', poolId, poolName: pool.name, text: after.text ?? '' };
    const to = new Map(members.map((member) => [member.id, news]));
    await notifier.tell({ kind: 'announcement', key: String(id), site, to });
  }

  /** The owner of a linked entry and the commissioners learn how many picks were withdrawn, and until when to pick. */
  async #linked({ id, poolId, userId, after }: PostedRecord, site: string): Promise<void> {
    const { store, clock, notifier } = this.#deps;
    const { withdrawn = 0, entryName = '' } = after;
    const pool = await findPool(store.db, poolId);
    if (withdrawn === 0 || userId === null || pool === null) return;
    const now = clock.now();
    const games = (await gamesOfPool(store.db, poolId)).flatMap((week) => week.games);
    const nextLock = nextShownLock(
      games.filter((game) => game.void === null && !isLocked(game, now)),
      now,
    );
    const accountName = (await namesOf(store.db, [userId])).get(userId) ?? '';
    const picks = withdrawn === 1 ? '1 pick' : `${withdrawn} picks`;
    const was = withdrawn === 1 ? 'was' : 'were';
    const until =
      nextLock === null
        ? ''
        : ` The next game locks on ${formatDay(nextLock, EASTERN_ZONE)} at ${formatTime(nextLock, EASTERN_ZONE)}.`;
    const text = `${entryName} was linked to the account of ${accountName}, and ${picks} of open games ${was} withdrawn.${until}`;
    const commissioners = (await commissionersOf(store.db, poolId)).map((each) => each.id);
    const news: AnnouncementNews = { kind: 'announcement', poolId, poolName: pool.name, text };
    const to = new Map([userId, ...commissioners].map((readerId) => [readerId, news]));
    await notifier.tell({ kind: 'announcement', key: `link ${id}`, consent: 'not refused', site, to });
  }
}
