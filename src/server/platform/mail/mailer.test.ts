import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lanes } from '#server/platform/fair-queue.ts';
import { createTestApp } from '#tests/app.ts';
import { openBrowser } from '#tests/browser.ts';
import type { ReceivedMail, SmtpListener } from '#tests/mailbox.ts';
import { startSmtp, tokenIn } from '#tests/mailbox.ts';
import { until } from '#tests/until.ts';
import type { Mail, Mailer } from './mailer.ts';
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

describe('Mail through a real server', () => {
  let smtp: SmtpListener;
  const lost: string[] = [];
  const mailers: Mailer[] = [];

  beforeAll(async () => {
    smtp = await startSmtp();
  });

  afterAll(async () => {
    for (const mailer of mailers) await mailer.close();
    await smtp.stop();
  });

  function open(smtpUrl = smtp.smtpUrl, retries = [10, 10]): Mailer {
    const report = (_: Mail | null, reason: unknown) => lost.push(String(reason));
    const mailer = createMailer(smtpTransport({ smtpUrl, from: FROM }), report, retries);
    mailers.push(mailer);
    return mailer;
  }

  async function send(mailer: Mailer, each: Mail): Promise<void> {
    mailer.post('posted', async () => each);
    await mailer.idle();
  }

  test('waits while its content is not valid, and is sent once it is', async () => {
    const answers = [false, true];
    const before = smtp.received.length;
    await send(open(), { ...mail, stands: async () => answers.shift() ?? true });
    expect([smtp.received.length - before, answers]).toEqual([1, []]);
    await send(open(), { ...mail, stands: async () => false });
    expect(smtp.received.length - before).toBe(1);
    expect(lost.pop()).toContain('has changed since');
  });

  test('arrives as text and as HTML, from the sender of the league', async () => {
    await send(open(), mail);
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
    await send(open(), { ...mail, to: 'a,b@example.org', subject: 'Two\r\nBcc: all@example.org' });
    const received = smtp.received.at(-1);
    expect(received?.to).toEqual(['"a,b"@example.org']);
    expect(received?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
  });

  test('goes to another machine by TLS only, unless the address says otherwise', async () => {
    const before = smtp.received.length;
    const outside = smtp.smtpUrl.replace('127.0.0.1', '0.0.0.0'); // Reaches this machine, but does not say so.
    await send(open(outside, []), mail);
    expect(smtp.received.length).toBe(before);
    expect(lost.at(-1)).toMatch(/TLS/);
    await send(open(`${outside}/?requireTLS=false`, []), mail);
    expect(smtp.received.length).toBe(before + 1);
  });

  test('is tried again when the server is busy, and given up in the end', async () => {
    const before = smtp.received.length;
    smtp.turnAway(2);
    await send(open(), mail);
    expect(smtp.received.length).toBe(before + 1);
    smtp.turnAway(3);
    await send(open(), mail);
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
    const mailer = createMailer(transport, () => {}, [1]);
    await send(mailer, mail);
    await send(mailer, mail);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
  });

  test('is not retried once it has expired, nor if the server refuses it permanently', async () => {
    let tries = 0;
    const told: unknown[] = [];
    const refusing = (code: number) => {
      const refusal = Object.assign(new Error(`refused: ${code}`), { responseCode: code });
      const refuse = async () => {
        tries += 1;
        throw refusal;
      };
      return createMailer({ send: refuse, close: () => {} }, (_, reason) => told.push(reason), [150, 150]);
    };
    await send(refusing(450), { ...mail, until: Date.now() + 100 });
    await send(refusing(550), mail);
    expect([tries, told.map(String)]).toEqual([2, ['Error: refused: 450', 'Error: refused: 550']]);
    await send(refusing(450), { ...mail, until: Date.now() });
    expect([tries, told.at(-1)]).toEqual([2, 'Expired before it could be sent.']);
  });

  test('is lost with a wrong password, which is reported once', async () => {
    await send(open(smtp.smtpUrl.replace('pa%3Ass', 'wrong'), []), mail);
    expect(lost.splice(0)).toHaveLength(1);
  });

  test('mails that wait for a retry do not keep the server from stopping', async () => {
    const before = smtp.turnedAway;
    smtp.turnAway(2);
    const mailer = open(smtp.smtpUrl, [60_000]);
    mailer.post('posted', async () => mail);
    await until(() => smtp.turnedAway === before + 1);
    await mailer.close();
    smtp.turnAway(0);
    expect(lost.splice(0)).toHaveLength(1);
  });

  test('mails that are not accepted do not keep it either', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const report = (_: Mail | null, reason: unknown) => lost.push(String(reason));
    const mailer = createMailer(
      smtpTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM }),
      report,
      [60_000],
      50,
    );
    for (let at = 0; at < 8; at += 1) mailer.post('posted', async () => mail);
    await once(silent, 'connection');
    await mailer.close();
    silent.close();
    expect(lost.splice(0)).toHaveLength(8);
  });

  test('a mail that cannot be written is reported, and the next one goes out', async () => {
    const mailer = open();
    mailer.post('posted', () => Promise.reject(new Error('no such account')));
    await send(mailer, mail);
    expect(lost.splice(0)).toEqual(['Error: no such account']);
    expect(smtp.received.at(-1)?.to).toEqual(['kim@example.org']);
  });

  test('six connections carry all mail', async () => {
    const other = await startSmtp();
    const mailer = open(other.smtpUrl);
    for (const lane of lanes)
      for (let at = 0; at < 20; at += 1) mailer.post(lane, async () => ({ ...mail, to: `kim${at}@example.org` }));
    await mailer.idle();
    expect([other.received.length, other.mostAtOnce, lost.splice(0)]).toEqual([60, 6, []]);
    await mailer.close();
    await other.stop();
  });

  test('those for which the mail server takes its time hold up no other lane, and one address holds up no other', async () => {
    const other = await startSmtp();
    const mailer = open(other.smtpUrl);
    const arrived = (to: string) => until(() => other.received.some((each) => each.to[0] === to));
    const slow = ['slow@example.org', 'slower@example.org'];
    other.holdUp(...slow);
    const flood = (to = '') => {
      for (let at = 0; at < 10; at += 1) mailer.post('posted', async () => ({ ...mail, to }));
    };
    flood(slow[0]);
    await until(() => other.heldUp === 1);
    mailer.post('posted', async () => mail);
    await arrived(mail.to);
    flood(slow[1]);
    await until(() => other.heldUp === 2);
    for (const lane of ['awaited', 'scheduled'] as const) {
      mailer.post(lane, async () => ({ ...mail, to: `${lane}@example.org` }));
      await arrived(`${lane}@example.org`);
    }
    other.release();
    await mailer.close();
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
