import type { Halves } from '#core/scoring.ts';
import { formatPoints, pointsText } from '#core/scoring.ts';
import { CORRECTED, nowLead, postText } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';

/** Whose entries are named, in the same order. Messages that earlier versions stored have none. */
type Users = readonly string[];

/** What a hook is told: no side, no address, and entries and people by their names in the pool. Times are ms. */
export type HookNews =
  | { readonly topic: 'week.opened'; readonly weekId: string; readonly games: number; readonly firstLock: number }
  | {
      readonly topic: 'lock.coming';
      readonly weekId: string;
      /** `week` if the whole week locks at once. Messages that earlier versions stored have none. */
      readonly lock?: 'week' | 'first' | 'sunday';
      readonly lockAt: number;
      /** Null in a small pool, where everybody could work out who. */
      readonly lacking: number | null;
      /** In a survivor pool: who is still in. */
      readonly members: number;
      /** The pool asks for a team, not for picks. */
      readonly asksForTeam: boolean;
    }
  | {
      readonly topic: 'week.decided';
      readonly weekId: string;
      readonly winners: readonly string[];
      readonly users?: Users;
      readonly halves: Halves;
      /** Of the result (`headlineOf`), by ids: not sent. Messages that earlier versions stored have none. */
      readonly headline?: string;
    }
  /** A decided week of a survivor pool, with who won the pool by it. */
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
  /** Sent by a commissioner to try the hook. */
  | { readonly topic: 'test' };

/** The pool that news is about. */
export interface NewsPool {
  readonly id: string;
  readonly name: string;
  /** Where people open it. */
  readonly url: string;
}

/** `0` is sent as 0, 15 halves as 7.5. */
function points(halves: Halves): number {
  return Number(formatPoints(halves));
}

/**
 * The body of a message by Standard Webhooks.
 * @param at when it happened, ms
 * @param isCorrection another result of the week was sent before
 */
export function standardBody(news: HookNews, pool: NewsPool, at: number, isCorrection = false): string {
  const corrected = isCorrection ? { corrected: true } : {};
  return JSON.stringify({ type: news.topic, timestamp: iso(at), data: { pool, ...dataOf(news), ...corrected } });
}

function dataOf(news: HookNews): object {
  if (news.topic === 'test') return {};
  const week = { id: news.weekId, name: weekName(news.weekId) };
  switch (news.topic) {
    case 'week.opened':
      return { week, games: news.games, firstLock: iso(news.firstLock) };
    case 'lock.coming':
      return { week, lock: news.lock, lockAt: iso(news.lockAt), lacking: news.lacking, members: news.members };
    case 'leader.changed':
      return { week, leaders: people(news.leaders, news), ...entries(news.leaders, news), points: points(news.halves) };
    case 'week.decided': {
      const [winners, whose] = [people(news.winners, news), entries(news.winners, news)];
      if ('out' in news) return { week, out: news.out, left: news.left, poolWinners: winners, ...whose };
      return { week, winners, ...whose, points: points(news.halves) };
    }
  }
}

function people(names: readonly string[], { users = names }: { readonly users?: Users }): string[] {
  return [...new Set(users)];
}

function entries(names: readonly string[], { users = names }: { readonly users?: Users }) {
  return { entries: names.map((entry, at) => ({ entry, user: users[at] })) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Discord shows no pictures of links. */
const SUPPRESS_EMBEDS = 4;

/** The body of a message to Discord. It mentions nobody, whatever the names in it. */
export function discordBody(news: HookNews, { name, url }: NewsPool, isCorrection = false): string {
  const content = `**${plain(name)}** · ${isCorrection ? CORRECTED : ''}${sentence(news)}\n<${url}>`;
  return JSON.stringify({ content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS });
}

function sentence(news: HookNews): string {
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

function lackingText({ lacking, members, asksForTeam }: Extract<HookNews, { topic: 'lock.coming' }>): string {
  if (lacking === null) return '';
  if (lacking === 0) return ' Everybody has picked.';
  return ` ${lacking} of ${members} still ${lacking === 1 ? 'needs' : 'need'} ${asksForTeam ? 'a team' : 'picks'}.`;
}

/** A time as each reader's Discord shows it in their own zone. */
function moment(ms: number): string {
  return `<t:${Math.floor(ms / 1000)}:f>`;
}

/** Text in which Discord finds no formatting, no link and no mention. */
function plain(text: string): string {
  return text.replace(/[\\`*_~|>#[\]()<@:/.-]/g, '\\$&');
}
