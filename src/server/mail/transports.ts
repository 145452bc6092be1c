import { createTransport } from 'nodemailer';
import type { MailSettings } from '../env/mail.ts';
import { lanes } from '../fair-queue.ts';
import { isLoopbackName } from '../loopback.ts';
import type { MailTransport } from './mailer.ts';
import { OF_LANE } from './mailer.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** One for each mail that is sent at once. */
const MOST_CONNECTIONS = OF_LANE * lanes.length;

/** Sends mails by an SMTP server: with TLS, unless it is on this machine or its URL says `?requireTLS=false`. */
export function smtpTransport({ smtpUrl, from }: MailSettings): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    requireTLS: !isLoopbackName(new URL(smtpUrl).hostname),
    maxConnections: MOST_CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ to, subject, text, html, headers = {} }, id) {
      // As an object the address is taken as one, whatever characters it has.
      const recipient = { name: '', address: to };
      const all = { 'Auto-Submitted': 'auto-generated', ...headers };
      const messageId = `<${id}@${domain}>`;
      await transport.sendMail({ messageId, from, to: recipient, subject, text, html, headers: all });
    },
    close: () => transport.close({ force: true }),
  };
}

/** For a league without mail; its callers have asked before. */
export const noTransport: MailTransport = {
  send: async () => {
    throw new Error('This league has no SMTP_URL.');
  },
  close: () => {},
};
