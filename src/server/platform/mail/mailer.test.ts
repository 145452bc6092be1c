import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { Lane } from '#server/platform/fair-queue.ts';
import { lanes } from '#server/platform/fair-queue.ts';
import { Outbox } from '#server/platform/outbox/outbox.ts';
import { addMessages, unsentOf } from '#server/platform/outbox/store.ts';
import { createTestApp, newTables } from '#tests/app.ts';
import { openBrowser } from '#tests/browser.ts';
import { HOUR } from '#tests/core-samples.ts';
import type { ReceivedMail, SmtpListener } from '#tests/mailbox.ts';
import { startSmtp, tokenIn } from '#tests/mailbox.ts';
import { until } from '#tests/until.ts';
import type { Mail, MailTransport } from './mailer.ts';
import { createMailer, smtpTransport } from './mailer.ts';

const FROM = "Pick'em <pool@example.org>";
const mail: Mail = { to: 'kim@example.org', subject: 'Hello', text: 'Good luck!', html: '<p>Good luck!</p>' };

/** The plain text of a mail as it came over the wire. */
function plainText({ raw }: ReceivedMail): string {
  const part = raw.split(/^--.*$/m).find((each) => each.includes('Content-Type: text/plain')) ?? '';
  const body = part.slice(part.indexOf('\r\n\r\n')).replace(/=\r\n/g, '');
  return part.includes('quoted-printable')
    ? body.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
}

/** An outbox that sends mails only, on its own database. */
interface Post {
  readonly outbox: Outbox;
  readonly store: Store;
  /** Stores mails, and starts to send them. */
  post(lane: Lane, mails: readonly Mail[], until?: number): Promise<void>;
  close(): Promise<void>;
}

interface PostOptions {
  readonly pausesMs?: readonly number[];
  readonly stopWaitMs?: number;
  /** Whether mails may be written. */
  readonly check?: () => Promise<void>;
}

describe('Mail through a real server', () => {
  let smtp: SmtpListener;
  const lost: string[] = [];
  const opened: Post[] = [];

  beforeAll(async () => {
    smtp = await startSmtp();
  });

  afterAll(async () => {
    for (const { close } of opened) await close();
    await smtp.stop();
  });

  async function openTo(transport: MailTransport, { pausesMs = [10, 10], stopWaitMs, check }: PostOptions = {}) {
    const database = await newTables('sqlite');
    const store = connect(database.location);
    const mailer = createMailer(transport, (_, failure) => void lost.push(failure), pausesMs);
    const sender = mailer(async ({ content }) => {
      await check?.();
      return content as Mail;
    }, false);
    const senders = { 'account mail': sender, mail: sender, push: sender, hook: sender };
    const onError = (error: unknown) => void lost.push(String(error));
    const stopping = stopWaitMs === undefined ? {} : { stopWaitMs };
    const outbox = new Outbox({ store, clock: systemClock, senders, onError, random: () => 0, ...stopping });
    const post: Post = {
      outbox,
      store,
      async post(lane, mails, until = Date.now() + HOUR) {
        const to = mails.map((content) => {
          return { kind: 'mail', lane, recipient: content.to, content, at: Date.now(), until } as const;
        });
        await addMessages(store.db, to);
        await outbox.look();
      },
      async close() {
        await outbox.stop();
        await store.close();
        await database.drop();
      },
    };
    opened.push(post);
    return post;
  }

  const open = (smtpUrl = smtp.smtpUrl, options: PostOptions = {}) =>
    openTo(smtpTransport({ smtpUrl, from: FROM }), options);

  async function send({ post, outbox }: Post, each: Mail, until?: number): Promise<void> {
    await post('posted', [each], until);
    await outbox.idle();
  }

  test('waits while its content is not valid, and is sent once it is', async () => {
    const answers = [false, true];
    const before = smtp.received.length;
    const check = async () => {
      if (answers.shift() !== true) throw new Error('It has changed since.');
    };
    await send(await open(smtp.smtpUrl, { check }), mail);
    expect([smtp.received.length - before, answers]).toEqual([1, []]);
    await send(await open(smtp.smtpUrl, { check }), mail);
    expect(smtp.received.length - before).toBe(1);
    expect(lost.splice(0)).toEqual(['It has changed since.']);
  });

  test('arrives as text and as HTML, from the sender of the league', async () => {
    await send(await open(), mail);
    const received = smtp.received.at(-1);
    expect([received?.from, received?.to]).toEqual(['pool@example.org', ['kim@example.org']]);
    expect(received?.raw).toContain(`From: "Pick'em" <pool@example.org>`);
    expect(received?.raw).toContain('Auto-Submitted: auto-generated');
    expect(received?.raw).toMatch(/^Message-ID: <[-\w]{36}@example\.org>\r$/m);
    expect(received?.raw).toContain('Subject: Hello');
    expect(received?.raw).toContain('Content-Type: multipart/alternative');
    expect(received?.raw).toContain('<p>Good luck!</p>');
  });

  test('goes to one address, whatever it is made of', async () => {
    await send(await open(), { ...mail, to: 'a,b@example.org', subject: 'Two\r\nBcc: all@example.org' });
    const received = smtp.received.at(-1);
    expect(received?.to).toEqual(['"a,b"@example.org']);
    expect(received?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
  });

  test('goes to another machine by TLS only, unless the address says otherwise', async () => {
    const before = smtp.received.length;
    const outside = smtp.smtpUrl.replace('127.0.0.1', '0.0.0.0'); // Reaches this machine, but does not say so.
    await send(await open(outside, { pausesMs: [] }), mail);
    expect(smtp.received.length).toBe(before);
    expect(lost.at(-1)).toMatch(/TLS/);
    await send(await open(`${outside}/?requireTLS=false`, { pausesMs: [] }), mail);
    expect(smtp.received.length).toBe(before + 1);
  });

  test('is tried again when the server is busy, and given up in the end', async () => {
    const before = smtp.received.length;
    smtp.turnAway(2);
    await send(await open(), mail);
    expect(smtp.received.length).toBe(before + 1);
    smtp.turnAway(3);
    await send(await open(), mail);
    expect(smtp.received.length).toBe(before + 1);
    expect(lost.splice(0).join()).toContain('Try again later.');
    smtp.turnAway(0);
  });

  test('has one id however often it is sent, for a server may take it and answer too late', async () => {
    const ids: string[] = [];
    const transport = {
      send: async (_: Mail, id: string) => {
        if (ids.push(id) % 2 === 1) throw new Error('no answer');
      },
      close: () => {},
    };
    const mailer = await openTo(transport, { pausesMs: [1] });
    await send(mailer, mail);
    await send(mailer, mail);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
  });

  test('is not retried once it has expired, nor if the server refuses it permanently', async () => {
    let tries = 0;
    const refusing = (code: number) => {
      const refusal = Object.assign(new Error(`refused: ${code}`), { responseCode: code });
      const refuse = async () => {
        tries += 1;
        throw refusal;
      };
      return openTo({ send: refuse, close: () => {} }, { pausesMs: [150, 150] });
    };
    lost.length = 0;
    await send(await refusing(450), mail, Date.now() + 100);
    await send(await refusing(550), mail);
    expect([tries, lost.splice(0)]).toEqual([2, ['refused: 450', 'refused: 550']]);
    await send(await refusing(450), mail, Date.now());
    expect([tries, lost.splice(0)]).toEqual([2, ['Expired before it could be sent.']]);
  });

  test('is lost with a wrong password, which is reported once', async () => {
    await send(await open(smtp.smtpUrl.replace('pa%3Ass', 'wrong'), { pausesMs: [] }), mail);
    expect(lost.splice(0)).toHaveLength(1);
  });

  test('mails that wait for a retry do not keep the server from stopping, and are left to the next start', async () => {
    const before = smtp.turnedAway;
    smtp.turnAway(2);
    const { post, outbox, store } = await open(smtp.smtpUrl, { pausesMs: [60_000] });
    await post('posted', [mail]);
    await until(() => smtp.turnedAway === before + 1);
    await outbox.stop();
    smtp.turnAway(0);
    expect([await unsentOf(store.db, 'mail', 'posted'), lost]).toEqual([1, []]);
  });

  test('mails that are not accepted do not keep it either', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const transport = smtpTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM });
    const { post, outbox, store } = await openTo(transport, { pausesMs: [60_000], stopWaitMs: 50 });
    await post(
      'posted',
      Array.from({ length: 8 }, () => mail),
    );
    await once(silent, 'connection');
    await outbox.stop();
    silent.close();
    expect([await unsentOf(store.db, 'mail', 'posted'), lost]).toEqual([8, []]);
  });

  test('a mail that cannot be written is reported, and the next one goes out', async () => {
    const answers = [() => Promise.reject(new Error('no such account')), () => Promise.resolve()];
    const check = () => answers.shift()?.() ?? Promise.resolve();
    const mailer = await open(smtp.smtpUrl, { pausesMs: [], check });
    await send(mailer, { ...mail, to: 'lee@example.org' });
    await send(mailer, mail);
    expect(lost.splice(0)).toEqual(['no such account']);
    expect(smtp.received.at(-1)?.to).toEqual(['kim@example.org']);
  });

  test('six connections carry all mail', async () => {
    const other = await startSmtp();
    const { post, outbox } = await open(other.smtpUrl);
    const mails = Array.from({ length: 20 }, (_, at) => ({ ...mail, to: `kim${at}@example.org` }));
    for (const lane of lanes) await post(lane, mails);
    await outbox.idle();
    expect([other.received.length, other.mostAtOnce, lost.splice(0)]).toEqual([60, 6, []]);
    await outbox.stop();
    await other.stop();
  });

  test('those for which the mail server takes its time hold up no other lane, and one address holds up no other', async () => {
    const other = await startSmtp();
    const { post, outbox } = await open(other.smtpUrl);
    const arrived = (to: string) => until(() => other.received.some((each) => each.to[0] === to));
    const slow = ['slow@example.org', 'slower@example.org'];
    other.holdUp(...slow);
    const flood = (to = '') =>
      post(
        'posted',
        Array.from({ length: 10 }, () => ({ ...mail, to })),
      );
    await flood(slow[0]);
    await until(() => other.heldUp === 1);
    await post('posted', [mail]);
    await arrived(mail.to);
    await flood(slow[1]);
    await until(() => other.heldUp === 2);
    for (const lane of ['awaited', 'scheduled'] as const) {
      await post(lane, [{ ...mail, to: `${lane}@example.org` }]);
      await arrived(`${lane}@example.org`);
    }
    other.release();
    await outbox.stop();
    await other.stop();
  });

  test('a player sets a new password by the mail that they received', async () => {
    const settings = { mail: { smtpUrl: smtp.smtpUrl, from: FROM } };
    const league = await createTestApp('sqlite', { settings });
    const email = 'lee@example.org';
    const browser = openBrowser(league);
    (await browser.call('POST /api/auth/sign-up', { body: { email, password: 'Tailgate7', displayName: 'Lee' } })).ok();
    (await browser.call('POST /api/auth/reset-request', { body: { email } })).ok();
    const ofReset = () =>
      smtp.received.find(({ to, raw }) => to[0] === email && raw.includes('Set a new password for'));
    await until(() => ofReset() !== undefined);
    const token = tokenIn(plainText(ofReset() as ReceivedMail), '/reset');
    (await browser.call('POST /api/auth/reset', { body: { token, password: 'Xyz789' } })).ok();
    const reply = await browser.call('POST /api/auth/sign-in', { body: { email, password: 'Xyz789' } });
    expect(reply.ok().user?.email).toBe(email);
    await league.close();
  });
});
