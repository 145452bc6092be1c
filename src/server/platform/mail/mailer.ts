import { createTransport } from 'nodemailer';
import type { MailSettings } from '#server/platform/env/settings.ts';
import { FairQueue, lanes } from '#server/platform/fair-queue.ts';
import { isLoopbackName } from '#server/platform/local-names.ts';
import type { Sender, SendResult } from '#server/platform/outbox/outbox.ts';
import type { OutboxMessage } from '#server/platform/outbox/store.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** Concurrent mails per lane: mail servers reject clients that open hundreds of connections. */
const OF_LANE = 2;
/** One per concurrent mail. */
const MOST_CONNECTIONS = OF_LANE * lanes.length;

/** How the mail server is reached: with TLS, unless it is on this machine or its URL has `?requireTLS=false`. */
function smtpOptions(smtpUrl: string) {
  return {
    url: smtpUrl,
    requireTLS: !isLoopbackName(new URL(smtpUrl).hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Signs in to the mail server and sends nothing. @throws if it does not answer or refuses */
export async function verifySmtp({ smtpUrl }: MailSettings): Promise<void> {
  const transport = createTransport(smtpOptions(smtpUrl));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends mail through an SMTP server. */
export function smtpTransport({ smtpUrl, from }: MailSettings): MailTransport {
  const transport = createTransport({ ...smtpOptions(smtpUrl), pool: true, maxConnections: MOST_CONNECTIONS });
  const domain = /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ to, subject, text, html, headers = {} }, id) {
      // An object is used as a single address, whatever characters it has.
      const recipient = { name: '', address: to };
      const all = { 'Auto-Submitted': 'auto-generated', ...headers };
      const messageId = `<${id}@${domain}>`;
      await transport.sendMail({ messageId, from, to: recipient, subject, text, html, headers: all });
    },
    close: () => transport.close({ force: true }),
  };
}

/** For a league without mail; callers check that before. */
export const noTransport: MailTransport = {
  send: async () => {
    throw new Error('This league has no SMTP_URL.');
  },
  close: () => {},
};

/** One mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail. @throws if a mail could not be sent */
export interface MailTransport {
  /** @param id the same for each retry, so that duplicates are recognized */
  send(mail: Mail, id: string): Promise<void>;
  /** Fails mails in progress. */
  close(): void;
}

/** Delays of the retries in ms, after which a mail is given up. Servers that use greylisting accept it later. */
const PAUSES_MS = [2000, 20_000, 120_000, 600_000, 1_800_000];

/**
 * How a kind of mail is sent.
 * @param write creates a mail when it is sent; null if there is nothing to send
 * @param isRepeatable whether a mail that may have arrived when its process ended is sent again
 */
export type Mailer = (write: (message: OutboxMessage) => Promise<Mail | null>, isRepeatable: boolean) => Sender;

/** All kinds of mail share one mail server. @param onLost called for each mail that is given up */
export function createMailer(
  transport: MailTransport,
  onLost: NonNullable<Sender['onLost']>,
  pausesMs: readonly number[] = PAUSES_MS,
): Mailer {
  const queue = new FairQueue(OF_LANE);
  return (write, isRepeatable) => {
    const send = async (message: OutboxMessage): Promise<SendResult> => {
      try {
        const mail = await write(message);
        if (mail !== null) await transport.send(mail, message.id);
        return { outcome: 'sent' };
      } catch (reason) {
        const failure = reason instanceof Error ? reason.message : String(reason);
        return { outcome: isFinal(reason) ? 'failed' : 'again', failure };
      }
    };
    return {
      pausesMs,
      isRepeatable,
      isKept: false,
      onLost,
      to: async (whose) => ({
        restsUntil: 0,
        inTurn: (lane, act) => queue.run({ lane, whose, caps: () => [] }, act),
        send,
      }),
      close: () => transport.close(),
    };
  };
}

/** Whether a mail server refuses for good (RFC 5321, 4.2.1). */
function isFinal(reason: unknown): boolean {
  return reason instanceof Error && 'responseCode' in reason && Number(reason.responseCode) >= 500;
}
