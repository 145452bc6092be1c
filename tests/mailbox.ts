/** Mails that a test app sends: kept in memory, or received by a real SMTP listener. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Mail, MailTransport } from '#server/platform/mail/mailer.ts';
import { until } from './until.ts';

export interface Mailbox {
  readonly transport: MailTransport;
  readonly mails: readonly Mail[];
  /** Waits for the newest mail to an address. @throws if none arrives */
  to(email: string, subject?: RegExp): Promise<Mail>;
  /** The token of the link in the newest mail to an address. */
  tokenFor(email: string, page: '/reset' | '/verify'): Promise<string>;
}

export function createMailbox(): Mailbox {
  const mails: Mail[] = [];
  const find = (email: string, subject: RegExp) =>
    mails.findLast((mail) => mail.to === email && subject.test(mail.subject));
  const to: Mailbox['to'] = async (email, subject = /./) => {
    await until(() => find(email, subject) !== undefined);
    return find(email, subject) as Mail;
  };
  return {
    mails,
    to,
    transport: {
      send: async (mail) => void mails.push(mail),
      close: () => {},
    },
    async tokenFor(email, page) {
      const { text } = await to(email, page === '/reset' ? /new password/ : /Confirm/);
      return tokenIn(text, page);
    },
  };
}

/** The token of the link to a page. @throws if there is none */
export function tokenIn(text: string, page: '/reset' | '/verify'): string {
  const url = /https?:\/\/\S+/g;
  const link = text.match(url)?.find((each) => new URL(each).pathname === page);
  const token = link === undefined ? null : new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  if (!token) throw new Error(`There is no link to ${page} in: ${text}`);
  return token;
}

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, as sent. */
  readonly raw: string;
}

export interface SmtpListener {
  readonly smtpUrl: string;
  readonly received: readonly ReceivedMail[];
  /** Number of rejected mails. */
  readonly turnedAway: number;
  /** Maximum number of concurrent connections. */
  readonly mostAtOnce: number;
  /** Rejects the next mails, `times` times. */
  turnAway(times: number): void;
  /** Does not answer mails to these addresses until `release`. */
  holdUp(...to: string[]): void;
  /** Number of unanswered mails. */
  readonly heldUp: number;
  release(): void;
  stop(): Promise<void>;
}

/** A real mail server on a free port that accepts all mail of clients with the password. */
export async function startSmtp(): Promise<SmtpListener> {
  const received: ReceivedMail[] = [];
  let refusals = 0;
  let turnedAway = 0;
  let connected = 0;
  let mostAtOnce = 0;
  const slow = new Set<string>();
  let heldUp: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'pool' && password === 'pa:ss' ? done(null, { user: username }) : done(new Error('No.')),
    onConnect: (_session, done) => {
      connected += 1;
      mostAtOnce = Math.max(mostAtOnce, connected);
      done();
    },
    onClose: () => {
      connected -= 1;
    },
    onMailFrom: (_address, _session, done) => {
      if (refusals === 0) return done();
      refusals -= 1;
      turnedAway += 1;
      done(Object.assign(new Error('Try again later.'), { responseCode: 451 }));
    },
    onRcptTo: ({ address }, _session, done) => {
      if (slow.has(address)) heldUp.push(done);
      else done();
    },
    onData: (stream, { envelope }, done) => {
      let raw = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        raw += text;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://pool:${encodeURIComponent('pa:ss')}@127.0.0.1:${port}`,
    received,
    get turnedAway() {
      return turnedAway;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    turnAway: (times) => {
      refusals = times;
    },
    holdUp: (...to) => {
      for (const address of to) slow.add(address);
    },
    get heldUp() {
      return heldUp.length;
    },
    release: () => {
      slow.clear();
      for (const done of heldUp) done();
      heldUp = [];
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
