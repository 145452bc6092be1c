import { sendsMail } from '#server/env/settings.ts';
import type { Clock } from '../../clock.ts';
import type { Settings } from '../../env/settings.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { verifiedAddresses } from '../../store/accounts.ts';
import { newsMs } from '../news.ts';
import type { Channel, Message } from './channel.ts';
import { laneOf } from './channel.ts';
import { mailOf } from './mail-words.ts';

/** So many mails may be under way before more are claimed: where the mail server is down, the rest waits instead of being lost. */
const MOST_UNDER_WAY = 200;

/** Sends mail to verified addresses. */
export function mailChannel(settings: Settings, mailer: Mailer, clock: Clock): Channel {
  return {
    name: 'mail',
    isOpen: sendsMail(settings),
    isChosen: false,
    async reach(db, userIds) {
      const addresses = await verifiedAddresses(db, userIds);
      const sendTo = (to: string) => (message: Message) =>
        mailer.post(laneOf(message.news), async () => mailTo(to, message, clock));
      return new Map([...addresses].map(([userId, to]) => [userId, sendTo(to)]));
    },
    ready: () => mailer.room('scheduled', MOST_UNDER_WAY),
  };
}

/** A mail with one-click unsubscribe (RFC 8058), which needs no session. */
function mailTo(to: string, { news, site, token, stands }: Message, clock: Clock): Mail {
  const unsubscribe = new URL(`/unsubscribe/${token}`, site).href;
  const headers = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  const ms = newsMs(news, clock);
  const mail = mailOf(news, { to, site, poolName: news.poolName }, unsubscribe);
  return { ...mail, headers, stands, ...(ms !== undefined && { until: Date.now() + ms }) };
}
