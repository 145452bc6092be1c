import { pathInPool } from '#core/pools.ts';
import { recapPath } from '#core/recap/place.ts';
import { CORRECTED } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';
import type { MessageContent } from '../../mail/layout.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { MessageHeader } from '../../mail/templates.ts';
import { messageOf } from '../../mail/templates.ts';
import type { AnnouncementNews, MentionNews, MissingNews, News, NewsOf, ResultNews } from '../news.ts';
import { entryToPick, lockText, missingLines, missingText } from '../words.ts';

type Words = Omit<MessageContent, 'poolName' | 'site' | 'footLink'>;

/** News as a mail. @param unsubscribe the page that turns mails of this kind off */
export function mailOf(news: News, header: MessageHeader, unsubscribe: string): Mail {
  const words = wordsOf(news, header.site);
  return messageOf(header, { ...words, footLink: { text: 'Stop these emails', url: unsubscribe } });
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
  const { poolId, poolName, weekId, entries, asksForTeam, isByHand } = news;
  const heading = `${weekName(weekId)}: ${missingText(news)}`;
  const lock = lockText(news);
  return {
    subject: `${poolName}, ${heading}`,
    heading,
    paragraphs: [
      asksForTeam
        ? 'You still have a team to choose.'
        : entries.every(({ missing }) => missing === 0)
          ? 'The games of this week are not in order yet.'
          : 'You still have picks to make.',
      ...missingLines(news),
      ...(lock ? [`The next game locks on ${lock.day} at ${lock.time}.`] : []),
    ],
    button: {
      text: asksForTeam ? 'Choose your team' : 'Make your picks',
      url: linkTo('/picks', poolId, site, entryToPick(news)),
    },
    foot: isByHand
      ? 'The person who runs your pool sent this to everyone with picks missing. You get it once a week at most.'
      : "You're getting this because you asked to be reminded when picks are missing.",
  };
}

function resultWords({ poolId, weekId, own, all, poolName, isCorrection }: ResultNews, site: string): Words {
  const corrected = isCorrection ? CORRECTED : '';
  return {
    subject: `${corrected}${weekName(weekId)} in ${poolName} is decided`,
    heading: `${corrected}${weekName(weekId)} is decided`,
    paragraphs: [all, ...own],
    button: { text: 'See the recap', url: linkTo(recapPath(weekId), poolId, site) },
    foot: "You're getting this because you asked for the result of each week.",
  };
}

function announcementWords({ poolId, poolName, text }: AnnouncementNews, site: string): Words {
  return {
    subject: `News from ${poolName}`,
    heading: `News from ${poolName}`,
    paragraphs: linesOf(text),
    button: { text: "Open Pick'em", url: linkTo('/', poolId, site) },
    foot: "You're getting this because you asked for your pools' announcements by email.",
  };
}

function mentionWords({ by, text, poolId, poolName }: MentionNews, site: string): Words {
  return {
    subject: `${by} mentioned you in ${poolName}`,
    heading: `${by} mentioned you`,
    paragraphs: linesOf(text),
    button: { text: 'Open Talk', url: linkTo('/pool/talk', poolId, site) },
    foot: "You're getting this because you asked for an email when somebody mentions you.",
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function linkTo(path: string, poolId: string, site: string, entryId?: string): string {
  return new URL(pathInPool(path, poolId, entryId), site).href;
}
