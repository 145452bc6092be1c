import { authorText } from '#core/announcements.ts';
import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import { isLocked } from '#core/locks.ts';
import type { SlotKind } from '#core/pick.ts';
import { nextShownLock } from '#core/reminders.ts';
import { distinctNames } from '#core/standings.ts';
import { mentionedIn } from '#core/talk.ts';
import { DAY_MS } from '#core/time.ts';
import { weekName } from '#core/weeks.ts';
import { entriesOfOwner } from '#server/entries/reads.ts';
import type {
  Post,
  PostedAnnouncement,
  PostedEntered,
  PostedLink,
  PostedMessage,
  PostKey,
} from '#server/journal/posted-store.ts';
import { findPost, isLinkHeld, isMessageShown, removePost, waitingPosts } from '#server/journal/posted-store.ts';
import { actingCommissioners, commissionersOf, membersOfPool } from '#server/members/reads.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { findPool } from '#server/pools/reads.ts';
import { weeksOfPool } from '#server/pools/week-reads.ts';
import { namesOf } from '#server/users/reads.ts';
import type { AnnouncementNews, MentionNews, Notifier } from './notifier.ts';

/** How long an announcement is sent, in ms of the league's clock. */
const NEWS_MS = DAY_MS;

/** What was entered, without its content: a message may be read by others. */
const enteredWords: Readonly<Record<SlotKind, string>> = {
  pick: 'picks',
  guess: 'a guess',
  order: 'an order',
  team: 'a team',
};

interface PostedDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly notifier: Notifier;
  /** The address of the league. */
  readonly site: string;
  /** Whether admins and commissioners without a second factor have no such role. */
  readonly asksSecondFactor: boolean;
  /** Called for each post that could not be sent at startup. */
  readonly onError: (error: unknown) => void;
}

/**
 * Notifies people of what somebody posts: a mention in the talk, an announcement, a link that withdrew picks, something that a commissioner
 * entered for them. The transaction that posts it also notes that it is to be sent; it is sent right after the commit, and at the next
 * start if the process ended before.
 */
export class Posted {
  readonly #deps: PostedDeps;
  #isStopping = false;

  constructor(deps: PostedDeps) {
    this.#deps = deps;
  }

  /** Notifies people of a post that waits to be sent. */
  async send(key: PostKey): Promise<void> {
    const post = await findPost(this.#deps.store.db, key);
    if (post !== null) await this.#send(post);
  }

  /** Sends the posts that an earlier process did not send. A failed post does not stop the others. */
  async catchUp(): Promise<void> {
    for (const post of await waitingPosts(this.#deps.store.db)) {
      if (this.#isStopping) return;
      await this.#send(post).catch(this.#deps.onError);
    }
  }

  /** Leaves the rest to the next start. */
  stop(): void {
    this.#isStopping = true;
  }

  async #send(post: Post): Promise<void> {
    if (post.kind === 'message') await this.#sendMentions(post);
    else if (post.kind === 'announcement') await this.#sendAnnouncement(post);
    else if (post.kind === 'entered') await this.#sendEntered(post);
    else await this.#sendLink(post);
    await removePost(this.#deps.store.db, post);
  }

  async #sendMentions(post: PostedMessage): Promise<void> {
    const { store, notifier } = this.#deps;
    const { id, poolId, authorId, text, quotedId } = post;
    const pool = await findPool(store.db, poolId);
    if (pool === null || !(await isMessageShown(store.db, post))) return;
    const names = distinctNames(await membersOfPool(store.db, poolId));
    const people = [...names].map(([memberId, name]) => ({ id: memberId, name }));
    const by = names.get(authorId) ?? (await namesOf(store.db, [authorId])).get(authorId) ?? '';
    const news = { kind: 'mention', poolId, poolName: pool.name, by, text } as const;
    const to = new Map<string, MentionNews>(mentionedIn(text, people, authorId).map((memberId) => [memberId, news]));
    // Whoever is also mentioned is notified once.
    if (quotedId !== undefined && names.has(quotedId)) to.set(quotedId, { ...news, isReply: true });
    await notifier.notify({ kind: 'mention', key: String(id), authorId, site: this.#siteOf(post), to });
  }

  /** Notifies those who were members at that time, except the author. */
  async #sendAnnouncement(post: PostedAnnouncement): Promise<void> {
    const { store, notifier, clock } = this.#deps;
    const { id, poolId, authorId, at, text } = post;
    const pool = await findPool(store.db, poolId);
    if (pool === null || clock.now() > at + NEWS_MS) return;
    const members = await membersOfPool(store.db, poolId);
    const readers = members.filter((member) => member.id !== authorId && member.joinedAt <= at);
    const by = authorId === null ? null : await this.#authorOf(poolId, authorId);
    const news: AnnouncementNews = { kind: 'announcement', poolId, poolName: pool.name, text, ...(by && { by }) };
    const to = new Map(readers.map((reader) => [reader.id, news]));
    await notifier.notify({ kind: 'announcement', key: String(id), site: this.#siteOf(post), to });
  }

  /** The author of an announcement, with their role in its pool. */
  async #authorOf(poolId: string, authorId: string): Promise<string | null> {
    const { db } = this.#deps.store;
    const name = (await namesOf(db, [authorId])).get(authorId);
    const isCommissioner = (await commissionersOf(db, poolId)).some(({ id }) => id === authorId);
    return name === undefined ? null : authorText({ name, isCommissioner });
  }

  /** Notifies the owner of a linked entry and the commissioners of the withdrawn picks and the next lock. */
  async #sendLink(post: PostedLink): Promise<void> {
    const { store, notifier, clock, asksSecondFactor } = this.#deps;
    const { id, poolId, userId, withdrawn, entryName, accountName } = post;
    const pool = await findPool(store.db, poolId);
    if (pool === null || !(await isLinkHeld(store.db, post))) return;
    const now = clock.now();
    const games = (await weeksOfPool(store.db, poolId)).flatMap((week) => week.games);
    const nextLock = nextShownLock(
      games.filter((game) => game.void === null && !isLocked(game, now)),
      now,
    );
    const picks = withdrawn === 1 ? '1 pick' : `${withdrawn} picks`;
    const was = withdrawn === 1 ? 'was' : 'were';
    const until =
      nextLock === null
        ? ''
        : ` The next game locks on ${formatDay(nextLock, EASTERN_ZONE)} at ${formatTime(nextLock, EASTERN_ZONE)}.`;
    const text = `${entryName} was linked to the account of ${accountName}, and ${picks} of open games ${was} withdrawn.${until}`;
    const commissioners = await actingCommissioners(store.db, poolId, asksSecondFactor);
    const news: AnnouncementNews = { kind: 'announcement', poolId, poolName: pool.name, text, isByUs: true };
    const to = new Map([userId, ...commissioners].map((readerId) => [readerId, news]));
    const about = { kind: 'announcement', key: `link ${id}`, consent: 'not refused' } as const;
    await notifier.notify({ ...about, site: this.#siteOf(post), to });
  }

  /** Notifies the owner of an entry, once a day for each week and kind: a commissioner may enter many picks in a row. */
  async #sendEntered(post: PostedEntered): Promise<void> {
    const { store, notifier, clock } = this.#deps;
    const { poolId, userId, entryId, authorId, at, weekId, what, isCleared, plays } = post;
    const pool = await findPool(store.db, poolId);
    if (pool === null || clock.now() > at + NEWS_MS) return;
    const by = (await namesOf(store.db, [authorId])).get(authorId) ?? 'A commissioner';
    const entries = await entriesOfOwner(store.db, poolId, userId);
    const name = entries.find(({ id }) => id === entryId)?.name;
    const whom = entries.length > 1 && name !== undefined ? `your entry ${name}` : 'you';
    const act = isCleared
      ? `took back ${enteredWords[what]} entered for ${whom}`
      : `entered ${enteredWords[what]} for ${whom}`;
    const week = weekName(weekId);
    const effect = plays === undefined ? '' : ` Your entry ${plays ? 'now plays' : 'no longer plays'} the week.`;
    const text = `${by} ${act} in ${week}.${effect}`;
    const news: AnnouncementNews = { kind: 'announcement', poolId, poolName: pool.name, text, isByUs: true };
    const key = ['entered', entryId, weekId, what, isCleared, plays ?? '', Math.floor(at / DAY_MS)].join(' ');
    const about = { kind: 'announcement', key, consent: 'not refused' } as const;
    await notifier.notify({ ...about, site: this.#siteOf(post), to: new Map([[userId, news]]) });
  }

  #siteOf({ site }: Post): string {
    return site ?? this.#deps.site;
  }
}
