import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HookTopic } from '#core/hooks/hooks.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { CLAIM_MS } from '#server/platform/outbox/store.ts';
import type { Outside } from '#server/platform/outside.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { takeBackTo045 } from '#tests/earlier/queues-045.ts';
import { engines } from '#tests/engines.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';

describe.each(engines)('What waits when a league of the version before is upgraded, on %s,', (engine) => {
  let league: TestApp;
  let mailbox: Mailbox;
  /** The ids of mails and of calls of hooks. */
  let sent: string[];
  let ahead: number;
  let chris: Person;
  let poolId: string;
  let hookId: string;
  let now: number;

  beforeEach(async () => {
    mailbox = createMailbox();
    [sent, ahead, now] = [[], 0, Date.now()];
    const outside: Outside = {
      problemOf: () => null,
      post: async ({ headers }) => {
        sent.push(headers['webhook-id'] ?? '');
        return { status: 204, retryAfterMs: 0 };
      },
    };
    const send: Mailbox['transport']['send'] = async (mail, id) => {
      sent.push(id);
      await mailbox.transport.send(mail, id);
    };
    const transport = { ...mailbox.transport, send };
    const realNow = () => Date.now() + ahead;
    league = await createTestApp(engine, { settings: withMail, transport, outside, realNow });
    chris = await addPerson(league.deps);
    poolId = await addPool(league.deps, { commissioners: [chris] });
    const topics: HookTopic[] = ['week.opened'];
    const body = { kind: 'standard', address: 'https://hooks.test/in', topics, hours: 3 } as const;
    const hook = await league.call('POST /api/pools/:poolId/hooks', { as: chris, params: { poolId }, body });
    hookId = hook.ok().id;
    await takeBackTo045(league.store);
  });

  afterEach(() => league.close());

  /** A message to the hook, as a database of 045 stores it. */
  async function deliver(id: string, state: string, nextAt: number, until = now + HOUR): Promise<void> {
    const news = JSON.stringify({ topic: 'week.opened', weekId: WEEK_1, games: 1, firstLock: now + HOUR });
    await sql`
      insert into hook_deliveries (id, hook_id, once, news, at, until, state, attempts, next_at)
      values (${id}, ${hookId}, ${id}, ${news}, ${now}, ${until}, ${state}, 0, ${nextAt})`.execute(league.store.db);
  }

  /** A mail about an account, as a database of 045 stores it. */
  async function post(id: string, kind: 'password changed' | 'reset', postedAt: number, heldUntil: number) {
    const { accountId, email } = chris;
    const mail = { kind, accountId, email, site: 'https://pool.example.org', network: 'here' };
    const value = JSON.stringify({ id, mail, postedAt, heldUntil });
    await league.store.db
      .insertInto('meta')
      .values({ key: `account mail ${id}`, value })
      .execute();
  }

  async function sendAll(afterMs = 0): Promise<void> {
    ahead = afterMs;
    await league.deps.outbox.look();
    await league.deps.outbox.idle();
  }

  test('is sent once, with the same ids', async () => {
    await deliver('msg_waits', 'waiting', now);
    await deliver('msg_later', 'waiting', now + 10 * MINUTE);
    await deliver('msg_sent', 'sent', now);
    await deliver('msg_failed', 'failed', now);
    await deliver('msg_late', 'waiting', now, now - 1);
    await deliver('msg_sending', 'sending', now - 1);
    await post('left', 'password changed', now - HOUR, now - MINUTE);
    await post('held', 'reset', now - 1000, now + CLAIM_MS);
    await post('old', 'reset', now - 2 * HOUR, now - HOUR);
    await post('older', 'password changed', now - 48 * HOUR, now - 24 * HOUR);
    await migrate(league.store);
    await sendAll();
    expect(sent.toSorted()).toEqual(['left', 'msg_waits']);
    await sendAll(CLAIM_MS + 1000);
    expect(sent.toSorted()).toEqual(['held', 'left', 'msg_waits']);
    await sendAll(11 * MINUTE);
    await sendAll(HOUR / 2);
    expect(sent.toSorted()).toEqual(['held', 'left', 'msg_later', 'msg_waits']);
    const page = await league.call('GET /api/pools/:poolId/hooks', { as: chris, params: { poolId } });
    const deliveries = page.ok().hooks[0]?.deliveries.map(({ id, state, problem }) => [id, state, problem]);
    expect(deliveries?.toSorted()).toEqual([
      ['msg_failed', 'failed', null],
      ['msg_late', 'failed', null],
      ['msg_later', 'sent', null],
      ['msg_sending', 'failed', 'interrupted'],
      ['msg_sent', 'sent', null],
      ['msg_waits', 'sent', null],
    ]);
    const left = await league.store.db
      .selectFrom('meta')
      .select('key')
      .where('key', 'like', 'account mail %')
      .execute();
    expect(left).toEqual([]);
  });

  test('leads to a link that works', async () => {
    await post('reset', 'reset', now, now);
    await migrate(league.store);
    await sendAll();
    const body = { token: await mailbox.tokenFor(chris.email, '/reset') };
    (await league.call('POST /api/auth/reset/check', { body })).ok();
  });
});
