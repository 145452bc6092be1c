import { defused } from '#core/defused.ts';
import { asksFor } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import { pathInPool } from '#core/pools.ts';
import { recapPath } from '#core/recap/place.ts';
import { receiptText } from '#core/receipts/receipts.ts';
import { openGames } from '#core/reminders.ts';
import { CORRECTED, mentionText } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { sendsMail } from '#server/platform/env/settings.ts';
import type { MessageContent } from '#server/platform/mail/layout.ts';
import type { Mail, Mailer } from '#server/platform/mail/mailer.ts';
import type { MessageHeader } from '#server/platform/mail/templates.ts';
import { messageOf } from '#server/platform/mail/templates.ts';
import type { Sender } from '#server/platform/outbox/outbox.ts';
import { findPool } from '#server/pools/reads.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import { addPickLink } from '#server/users/pick-link-store.ts';
import { verifiedAddresses } from '#server/users/store.ts';
import type {
  AnnouncementNews,
  Channel,
  MentionNews,
  Message,
  MissingNews,
  News,
  NewsOf,
  ResultNews,
} from './notifier.ts';
import { entryToPick, lockText, missingLines, missingText, stands } from './notifier.ts';
import { addToken } from './store.ts';

type Words = Omit<MessageContent, 'poolName' | 'site' | 'footLink'>;

/**
 * News as a mail.
 * @param unsubscribe the page that turns mails of this kind off; null for one that cannot be stopped
 * @param pickLink the token of its pick link; null for none
 */
function mailOf(news: News, header: MessageHeader, unsubscribe: string | null, pickLink: string | null): Mail {
  const words = wordsOf(news, header.site);
  const more = pickLink === null ? {} : { more: moreWords(pickLink, header.site) };
  const off = unsubscribe === null ? {} : { footLink: { text: 'Stop these emails', url: unsubscribe } };
  return messageOf(header, { ...words, ...more, ...off });
}

function wordsOf(news: News, site: string): Words {
  const write = writers[news.kind] as (news: News, site: string) => Words;
  return write(news, site);
}

const writers: { readonly [K in News['kind']]: (news: NewsOf<K>, site: string) => Words } = {
  'missing-picks': missingWords,
  'week-result': resultWords,
  announcement: announcementWords,
  mention: mentionWords,
};

function missingWords(news: MissingNews, site: string): Words {
  const { poolId, poolName, weekId, entries, asksForTeam, hasTwoTeams, isByHand } = news;
  const heading = `${weekName(weekId)}: ${missingText(news)}`;
  const lock = lockText(news);
  return {
    subject: `${poolName}, ${heading}`,
    heading,
    paragraphs: [
      asksForTeam
        ? `You still have ${teamsText(news)} to choose.`
        : entries.every(({ missing }) => missing === 0)
          ? 'The games of this week are not in order yet.'
          : 'You still have picks to make.',
      ...missingLines(news).map(plain),
      ...(lock ? [`The next game locks on ${lock.day} at ${lock.time}.`] : []),
    ],
    button: {
      text: asksForTeam ? `Choose your ${hasTwoTeams ? 'teams' : 'team'}` : 'Make your picks',
      url: linkTo('/picks', poolId, site, entryToPick(news)),
    },
    foot: isByHand
      ? 'The person who runs your pool sent this to everyone with picks missing. You get it once a week at most.'
      : "You're getting this because you asked to be reminded when picks are missing.",
  };
}

/** The pick link of a reminder: its token is in the fragment, which browsers do not send. */
function moreWords(token: string, site: string): NonNullable<Words['more']> {
  const link = new URL('/fill', site);
  link.hash = new URLSearchParams({ token }).toString();
  return {
    text: 'Fill in your picks without signing in',
    url: link.href,
    note: `Whoever has this link can fill in what you have not picked, so keep it to yourself. If the page asks for a code, enter this one: ${token}`,
  };
}

function teamsText({ entries, hasTwoTeams }: MissingNews): string {
  if (!hasTwoTeams) return 'a team';
  if (entries.length > 1) return 'teams';
  return entries[0]?.missing === 1 ? 'a second team' : 'two teams';
}

function resultWords({ poolId, weekId, own, all, poolName, isCorrection, receipt }: ResultNews, site: string): Words {
  const corrected = isCorrection ? CORRECTED : '';
  return {
    subject: `${corrected}${weekName(weekId)} in ${poolName} is decided`,
    heading: `${corrected}${weekName(weekId)} is decided`,
    paragraphs: [plain(all), ...own.map(plain), ...(receipt === null ? [] : [receiptText(receipt, 'whole')])],
    button: { text: 'See the recap', url: linkTo(recapPath(weekId), poolId, site) },
    foot: "You're getting this because you asked for the result of each week.",
  };
}

function announcementWords({ poolId, poolName, text, by, isByUs, path = '/' }: AnnouncementNews, site: string): Words {
  return {
    subject: `News from ${poolName}`,
    heading: `News from ${poolName}`,
    paragraphs: [...(by === undefined ? [] : [plain(`From ${by}:`)]), ...linesOf(isByUs ? plain(text) : text)],
    button: { text: "Open Pick'em", url: linkTo(path, poolId, site) },
    foot: isByUs
      ? "You're getting this because it is about your own picks, or about a pool that you run."
      : "You're getting this because you asked for your pools' announcements by email.",
  };
}

function mentionWords({ by, text, poolId, poolName, isReply }: MentionNews, site: string): Words {
  const act = mentionText(isReply);
  return {
    subject: `${by} ${act} in ${poolName}`,
    heading: `${by} ${act}`,
    paragraphs: linesOf(text),
    button: { text: 'Open Talk', url: linkTo('/pool/talk', poolId, site) },
    foot: "You're getting this because you asked for an email when somebody mentions you or replies to you.",
  };
}

/** A line with names of people or entries. */
function plain(line: string): string {
  return defused('mail', line);
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function linkTo(path: string, poolId: string, site: string, entryId?: string): string {
  return new URL(pathInPool(path, poolId, entryId), site).href;
}

/** Reaches users at verified addresses. */
export function mailChannel(settings: Settings): Channel {
  return {
    name: 'mail',
    isOpen: sendsMail(settings),
    isChosen: false,
    reach: async (db, userIds) => new Map([...(await verifiedAddresses(db, userIds)).keys()].map((id) => [id, [id]])),
  };
}

/** Sends news to the current address of its reader. A mail that may have arrived is not sent again. */
export function mailSender({ db }: Pick<Store, 'db'>, clock: Clock, mailer: Mailer): Sender {
  return mailer(async ({ recipient, content }) => {
    const message = content as Message;
    const to = (await verifiedAddresses(db, [recipient])).get(recipient);
    if (to === undefined) return null;
    if (!(await stands(db, message))) throw new Error('The result has changed since.');
    const { news, key, isAlwaysSent } = message;
    const about = { kind: news.kind, key, channel: 'mail' } as const;
    const token = isAlwaysSent ? null : await addToken(db, about, recipient);
    return mailTo(to, message, token, await pickLinkFor(db, recipient, news, clock.now()));
  }, false);
}

/**
 * The token of a new pick link for a reminder, made when the mail is written, so that it is stored nowhere. Null for other news, for users
 * who may have none, and in pools that ask for an order, which a link does not make.
 */
async function pickLinkFor(db: Db, userId: string, news: News, now: number): Promise<string | null> {
  if (news.kind !== 'missing-picks') return null;
  const { poolId, weekId } = news;
  const pool = await findPool(db, poolId);
  if (pool === null || asksFor('order', pool.rules)) return null;
  const { games } = await weekOfPool(db, poolId, weekId);
  const locks = openGames(games.filter(gameCounts), now).map(({ lockAt }) => lockAt);
  return locks.length === 0 ? null : addPickLink(db, { userId, poolId, weekId, now, expiresAt: Math.max(...locks) });
}

/**
 * A mail with one-click unsubscribe (RFC 8058), which needs no session.
 * @param token of its link; null for one that cannot be stopped
 */
function mailTo(to: string, { news, site }: Message, token: string | null, pickLink: string | null): Mail {
  const header = { to, site, poolName: news.poolName };
  if (token === null) return mailOf(news, header, null, pickLink);
  const unsubscribe = new URL(`/unsubscribe/${token}`, site).href;
  const headers = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { ...mailOf(news, header, unsubscribe, pickLink), headers };
}
