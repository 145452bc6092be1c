import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { BackgroundByLane } from '#server/platform/background.ts';
import type { MailSettings } from '#server/platform/env/settings.ts';
import type { Lane } from '#server/platform/fair-queue.ts';
import { FairQueue, lanes } from '#server/platform/fair-queue.ts';
import { isLoopbackName } from '#server/platform/loopback.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** Concurrent mails per lane: mail servers reject clients that open hundreds of connections. */
const OF_LANE = 2;
/** One per concurrent mail. */
const MOST_CONNECTIONS = OF_LANE * lanes.length;

/** Sends mail through an SMTP server, with TLS unless it is on this machine or its URL has `?requireTLS=false`. */
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
  /** When it expires and is no longer sent; real time in ms. */
  readonly until?: number;
  /** Called before each attempt: whether the content is still valid. If not, the mail is retried later, like a rejected one. */
  readonly stands?: (() => Promise<boolean>) | undefined;
}

/** A mail that is stored until it is sent, so that another process can send it if this one ends before. */
export interface StoredMail {
  /** The same in every process, so that duplicates are recognized. */
  readonly id: string;
  /** Called at the end; `isOver` unless the mailer closed before it was sent, or it could not be created. */
  readonly onEnd: (isOver: boolean) => Promise<void>;
}

/** Sends in the background, so that no request waits for a mail server or reveals anything by its duration. */
export interface Mailer {
  /**
   * @param write creates the mail, also in the background; null if there is none to send
   * @param stored if it is stored until it is sent
   */
  post(lane: Lane, write: () => Promise<Mail | null>, stored?: StoredMail): void;
  /** Resolves when fewer than `most` of a lane are in progress. */
  room(lane: Lane, most: number): Promise<void>;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
  /** Drops mails that wait for a retry and, after a timeout, those that the mail server has not accepted. */
  close(): Promise<void>;
}

/** Sends mail. @throws if a mail could not be sent */
export interface MailTransport {
  /** @param id the same for each retry, so that duplicates are recognized */
  send(mail: Mail, id: string): Promise<void>;
  /** Fails mails in progress. */
  close(): void;
}

/** Of these, to one address: a mail server may be slow for some of its addresses. */
const OF_ADDRESS = 1;
/** Delays of the retries in ms, after which a mail is given up. Servers that use greylisting accept it later. */
const RETRIES_MS = [2000, 20_000, 120_000, 600_000, 1_800_000];
/** How long a stopping server waits for mails in progress. */
const PARTING_MS = 5000;

/** @param onFailure called for each mail that is given up, with the last reason; null for one that could not be created */
export function createMailer(
  transport: MailTransport,
  onFailure: (mail: Mail | null, reason: unknown) => void,
  retries: readonly number[] = RETRIES_MS,
  partingMs = PARTING_MS,
): Mailer {
  const underWay = new BackgroundByLane();
  const queue = new FairQueue(OF_LANE);
  const closing = new AbortController();

  /** @returns false if the mailer closed before */
  async function deliver(lane: Lane, mail: Mail, stored: StoredMail | undefined): Promise<boolean> {
    const id = stored?.id ?? randomUUID();
    const task = { lane, whose: mail.to, caps: () => [[mail.to, OF_ADDRESS]] as const };
    let last: unknown = 'Expired before it could be sent.';
    for (const pause of [...retries, null]) {
      try {
        const isNews = await queue.run(task, async () => {
          if (Date.now() >= (mail.until ?? Number.POSITIVE_INFINITY)) return false;
          if ((await mail.stands?.()) === false) throw new Error('The result has changed since.');
          await transport.send(mail, id);
          return true;
        });
        if (!isNews) onFailure(mail, last);
        return true;
      } catch (reason) {
        last = reason;
        const isGivenUp = pause === null || isFinal(reason);
        if (isGivenUp || closing.signal.aborted) {
          if (isGivenUp || stored === undefined) onFailure(mail, reason);
          return isGivenUp;
        }
        await wait(pause, null, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
    return true;
  }

  const post: (...given: Parameters<Mailer['post']>) => Promise<void> = async (lane, write, stored) => {
    let isOver = false;
    try {
      await nextTurn(); // Let the response go first.
      const mail = await write();
      isOver = mail === null || (await deliver(lane, mail, stored));
    } catch (reason) {
      onFailure(null, reason);
    }
    await stored?.onEnd(isOver);
  };

  return {
    post: (lane, ...given) => underWay.add(lane, post(lane, ...given)),
    room: (lane, most) => underWay.room(lane, most),
    idle: () => underWay.idle(),
    async close() {
      closing.abort();
      await Promise.race([underWay.idle(), wait(partingMs, null, { ref: false })]);
      transport.close();
      await underWay.idle();
    },
  };
}

/** Whether a mail server refuses for good (RFC 5321, 4.2.1). */
function isFinal(reason: unknown): boolean {
  return reason instanceof Error && 'responseCode' in reason && Number(reason.responseCode) >= 500;
}
