import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import type { MailTransport } from '#server/platform/mail/mailer.ts';
import { CLAIM_MS } from '#server/platform/outbox/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, newTables, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson } from '#tests/builders.ts';
import { engines } from '#tests/engines.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { until } from '#tests/until.ts';
import { postMail } from './mails.ts';

describe.each(engines)('A mail about an account on %s', (engine) => {
  let database: Awaited<ReturnType<typeof newTables>>;
  let mailbox: Mailbox;
  /** The mail server accepts nothing until this is resolved. */
  let accepts: PromiseWithResolvers<void>;
  /** The ids under which mails were offered to the mail server. */
  let ids: string[];
  let first: TestApp;
  let second: TestApp;
  /** How far the real time of each node is ahead of the machine's, in ms. */
  let ahead: { first: number; second: number };
  let ann: Person;

  beforeEach(async () => {
    database = await newTables(engine);
    mailbox = createMailbox();
    ids = [];
    ahead = { first: 0, second: 0 };
    accepts = Promise.withResolvers();
    accepts.promise.catch(() => undefined);
    const slow: MailTransport = {
      send: (mail, id) => {
        ids.push(id);
        return accepts.promise.then(() => mailbox.transport.send(mail, id));
      },
      close: () => accepts.reject(new Error('The process ends.')),
    };
    const node = (name: keyof typeof ahead, transport: MailTransport) => {
      const realNow = () => Date.now() + ahead[name];
      return createTestApp(engine, { settings: withMail, transport, realNow, location: database.location });
    };
    first = await node('first', slow);
    second = await node('second', {
      ...mailbox.transport,
      send: (mail, id) => {
        ids.push(id);
        return mailbox.transport.send(mail, id);
      },
    });
    ann = await addPerson(first.deps);
  });

  afterEach(async () => {
    accepts.resolve();
    await first.close();
    await second.close();
    await database.drop();
  });

  const ask = () => first.call('POST /api/auth/reset-request', { body: { email: ann.email } });

  /** What the other node has sent of the mails that were left, so long after they were posted. */
  async function leftMails(afterMs: number): Promise<number> {
    ahead.second = afterMs;
    await second.deps.outbox.look();
    await second.deps.outbox.idle();
    return mailbox.mails.length;
  }

  test('is sent by another process if the one that was to send it ended, once, with a link that works', async () => {
    (await ask()).ok();
    await until(() => ids.length === 1);
    expect(await leftMails(CLAIM_MS + 1000)).toBe(1);
    const body = { token: await mailbox.tokenFor(ann.email, '/reset') };
    (await second.call('POST /api/auth/reset/check', { body })).ok();
    expect(await leftMails(2 * CLAIM_MS + 2000)).toBe(1);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('is sent by one process only while that process is trying', async () => {
    (await ask()).ok();
    await until(() => ids.length === 1);
    expect(await leftMails(0)).toBe(0);
    ahead.first = CLAIM_MS;
    await first.deps.outbox.look();
    expect(await leftMails(CLAIM_MS + 1000)).toBe(0);
    accepts.resolve();
    await first.deps.outbox.idle();
    expect(await leftMails(3 * CLAIM_MS)).toBe(1);
  });

  test('for a new password is not sent by others after an hour; others are, for a day', async () => {
    const { accountId, email } = ann;
    await postMail(first.deps, { kind: 'password changed', accountId, email, site: 'https://pool.example.org' });
    (await ask()).ok();
    expect(await leftMails(HOUR_MS + 1000)).toBe(1);
    expect(mailbox.mails[0]?.subject).toMatch(/password/i);
    expect(await leftMails(CLAIM_MS + 1000)).toBe(1);
  });

  test('is left to the others if the server stops before it is sent', async () => {
    accepts.reject(new Error('The mail server is busy.'));
    (await ask()).ok();
    await first.deps.outbox.stop();
    expect(mailbox.mails).toHaveLength(0);
    expect(await leftMails(CLAIM_MS + 1000)).toBe(1);
  });

  test('that was sent, or to an address without an account, is not left', async () => {
    accepts.resolve();
    (await ask()).ok();
    (await first.call('POST /api/auth/reset-request', { body: { email: 'nobody@example.org' } })).ok();
    await first.deps.outbox.idle();
    expect(mailbox.mails).toHaveLength(1);
    expect(await leftMails(CLAIM_MS + 1000)).toBe(1);
  });
});
