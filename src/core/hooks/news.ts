import type { KeptReceipt } from '#core/receipts/receipts.ts';
import type { Halves } from '#core/scoring.ts';
import { pointsText } from '#core/scoring.ts';
import { nowLead, postText } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';

/** The owners of the named entries, in the same order. Messages that earlier versions stored have none. */
export type Users = readonly string[];

/** The news sent to a hook: no side, no address, and entries and people by their names in the pool. Times are ms. */
export type HookNews = {
  /** The pool's latest lock receipt when the news was stored; undefined if it had none, and in tests. */
  readonly receipt?: KeptReceipt | undefined;
} & (
  | { readonly topic: 'week.opened'; readonly weekId: string; readonly games: number; readonly firstLock: number }
  | {
      readonly topic: 'lock.coming';
      readonly weekId: string;
      /** `week` if the whole week locks at once. Messages that earlier versions stored have none. */
      readonly lock?: 'week' | 'first' | 'sunday';
      readonly lockAt: number;
      /** Null in a small pool, where it would reveal who. */
      readonly lacking: number | null;
      /** In a survivor pool: the members who are still in. */
      readonly members: number;
      /** Whether the pool requires a team, not picks. */
      readonly asksForTeam: boolean;
      /** Whether the week requires two. */
      readonly hasTwoTeams?: boolean;
    }
  | {
      readonly topic: 'week.decided';
      readonly weekId: string;
      readonly winners: readonly string[];
      readonly users?: Users;
      readonly halves: Halves;
      /** Identifies the result (`headlineOf`) by ids; not sent. Messages that earlier versions stored have none. */
      readonly headline?: string;
    }
  /** A decided week of a survivor pool, with the winners if it decided the pool. */
  | {
      readonly topic: 'week.decided';
      readonly weekId: string;
      readonly out: number;
      readonly left: number;
      readonly winners: readonly string[];
      readonly users?: Users;
      readonly headline?: string;
    }
  | {
      readonly topic: 'leader.changed';
      readonly weekId: string;
      readonly leaders: readonly string[];
      readonly users?: Users;
      readonly halves: Halves;
      readonly headline?: string;
    }
  /** Sent by a commissioner to test the hook. */
  | { readonly topic: 'test' }
);

/** The pool that the news is about. */
export interface NewsPool {
  readonly id: string;
  readonly name: string;
  /** The address of the pool's page. */
  readonly url: string;
}

/** How a kind of hook formats names and times: in each reader's own zone if the app can, else Eastern. */
export interface NewsFormat {
  /** Escapes a text so that the app finds no formatting, link or mention in it. */
  readonly plain: (text: string) => string;
  /** @param ms a time */
  readonly moment: (ms: number) => string;
}

/** The news as a sentence. */
export function sentence(news: HookNews, { plain, moment }: NewsFormat): string {
  if (news.topic === 'test') return 'This is a test. News from the pool will show up here.';
  const week = weekName(news.weekId);
  switch (news.topic) {
    case 'week.opened':
      return `${week} is open: ${news.games === 1 ? '1 game' : `${news.games} games`}, and the first lock is ${moment(news.firstLock)}.`;
    case 'lock.coming':
      return `${lockText[news.lock ?? 'week'](week)} ${moment(news.lockAt)}.${lackingText(news)}`;
    case 'leader.changed':
      return `${nowLead(news.leaders.map(plain))} with ${pointsText(news.halves)}.`;
    case 'week.decided':
      return postText(
        'out' in news
          ? { ...news, kind: 'survived', week, winners: news.winners.map(plain) }
          : {
              kind: 'week',
              week,
              winners: news.winners.map(plain),
              points: pointsText(news.halves),
              newLeaders: [],
            },
      );
  }
}

const lockText = {
  week: (week: string) => `${week} locks`,
  first: (week: string) => `${week} starts locking`,
  sunday: (week: string) => `${week}'s Sunday games start locking`,
} as const;

function lackingText({
  lacking,
  members,
  asksForTeam,
  hasTwoTeams,
}: Extract<HookNews, { topic: 'lock.coming' }>): string {
  if (lacking === null) return '';
  if (lacking === 0) return ' Everybody has picked.';
  const what = hasTwoTeams ? 'one or both teams' : asksForTeam ? 'a team' : 'picks';
  return ` ${lacking} of ${members} still ${lacking === 1 ? 'needs' : 'need'} ${what}.`;
}
