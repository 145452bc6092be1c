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
/** Mails that are sent at once of each lane: a mail server turns away whoever opens a connection for each of some hundreds of mails. */
const OF_LANE = 2;
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

/** One mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers beyond those that every mail has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** From then on it is old news, and not sent any more; real time in ms. */
  readonly until?: number;
  /** Asked before each try: whether what it says still stands. If not, it is tried again later, like a mail that was not taken. */
  readonly stands?: (() => Promise<boolean>) | undefined;
}

/** Sends in the background: nobody waits for a mail server, and nobody learns from the time it takes. */
export interface Mailer {
  /** @param write writes the mail, in the background too; null where there is none to send */
  post(lane: Lane, write: () => Promise<Mail | null>): void;
  /** Resolves when fewer than so many of a lane are under way. */
  room(lane: Lane, most: number): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Gives up what is still waiting to be tried again, and after a while what the mail server has not taken. */
  close(): Promise<void>;
}

/** How mails go out. @throws where one could not be sent */
export interface MailTransport {
  /** @param id stays the same where a mail is tried again: what arrives twice is known by it as one */
  send(mail: Mail, id: string): Promise<void>;
  /** Fails what is still under way. */
  close(): void;
}

/** Of them, to one address: a mail server may take long over one of its own. */
const OF_ADDRESS = 1;
/** A mail that could not be sent is tried again after these many ms, and then given up. Servers that turn strangers away at first take them later. */
const RETRIES_MS = [2000, 20_000, 120_000, 600_000, 1_800_000];
/** A server that stops waits no longer for mails that nobody has taken. */
const PARTING_MS = 5000;

/** @param onFailure told of each mail that is given up, with the last reason; null for one that could not be written */
export function createMailer(
  transport: MailTransport,
  onFailure: (mail: Mail | null, reason: unknown) => void,
  retries: readonly number[] = RETRIES_MS,
  partingMs = PARTING_MS,
): Mailer {
  const underWay = new BackgroundByLane();
  const queue = new FairQueue(OF_LANE);
  const closing = new AbortController();

  async function deliver(lane: Lane, mail: Mail): Promise<void> {
    const id = randomUUID();
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
        return isNews ? undefined : onFailure(mail, last);
      } catch (reason) {
        last = reason;
        if (pause === null || isFinal(reason) || closing.signal.aborted) return onFailure(mail, reason);
        await wait(pause, null, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  }

  async function post(lane: Lane, write: () => Promise<Mail | null>): Promise<void> {
    try {
      await nextTurn(); // The answer goes first.
      const mail = await write();
      if (mail) await deliver(lane, mail);
    } catch (reason) {
      onFailure(null, reason);
    }
  }

  return {
    post: (lane, write) => underWay.add(lane, post(lane, write)),
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
