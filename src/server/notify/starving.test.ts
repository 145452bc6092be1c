import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HookTopic } from '#core/hooks/hooks.ts';
import type { OutsideAnswer } from '#core/outside.ts';
import type { Outside } from '#server/platform/outside.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, addSession, WEEK_1 } from '#tests/builders.ts';
import { HOUR } from '#tests/core-samples.ts';
import { aLeague } from '#tests/league.ts';
import { until } from '#tests/until.ts';
import { addNews } from './hook-store.ts';

const SILENT = 'silent.test';
const ACCOUNTS = Array.from({ length: 10 }, (_, at) => at);
/** The slots of one lane that silent hosts can hold. */
const MOST_HELD = 8;

/** Attackers' hosts, which never answer: all calls go to one host, or each call to a different one. */
const attacks: readonly (readonly [string, (at: number) => string])[] = [
  ['one host', () => SILENT],
  ['a host for each', (at) => `s${at}.${SILENT}`],
];

describe.each(attacks)('Addresses that never answer, on %s,', (_name, hostOf) => {
  let league: TestApp;
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let held: ((answer: OutsideAnswer) => void)[];
  let taken: string[];
  let isOver: boolean;

  const outside: Outside = {
    problemOf: () => null,
    async post({ address }) {
      if (!isOver && new URL(address).hostname.endsWith(SILENT))
        return new Promise((resolve) => void held.push(resolve));
      taken.push(address);
      return { status: 201, retryAfterMs: 0 };
    },
  };

  beforeEach(async () => {
    [held, taken, isOver] = [[], [], false];
    league = await createTestApp('sqlite', { outside });
    ({ admin, ann, bob, poolId } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob'],
      games: { gid: {} },
    }));
  });

  afterEach(async () => {
    isOver = true;
    for (const answer of held) answer({ failure: 'no_answer' });
    await league.close();
  });

  async function subscribe(as: { readonly cookie: string }, endpoint: string): Promise<void> {
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    (await league.call('PUT /api/push', { as, body: { endpoint, keys } })).ok();
  }

  async function openTalk(id: string): Promise<void> {
    (
      await league.call('PUT /api/pools/:poolId/talk', { as: admin, params: { poolId: id }, body: { isOn: true } })
    ).ok();
  }

  const say = async (as: Person, id: string, text: string) =>
    (
      await league.call('POST /api/pools/:poolId/talk', {
        as,
        params: { poolId: id },
        body: { text, key: randomUUID() },
      })
    ).ok();

  const toAnn = () => taken.filter((address) => address.endsWith('/ann')).length;

  test('hold up no push message to anybody else', async () => {
    const { deps } = league;
    const attackers = await Promise.all(ACCOUNTS.map((at) => addPerson(deps, { name: `Slow ${at}` })));
    for (const [at, { accountId }] of attackers.entries())
      for (const device of [0, 1, 2]) {
        const host = hostOf(3 * at + device);
        await subscribe(await addSession(deps, accountId), `https://${host}/${at}/${device}`);
      }
    const theirs = await addPool(deps, { members: attackers });
    await openTalk(theirs);
    await openTalk(poolId);
    await subscribe(ann, 'https://push.test/ann');
    (await league.call('POST /api/push/test', { as: ann })).ok();
    for (const at of Array.from({ length: 12 }, (_, message) => message))
      for (const [by, others] of [attackers, attackers.toReversed()].map(([first, ...rest]) => [first, rest] as const))
        await say(by as Person, theirs, `${at} ${others.map(({ name }) => `@${name}`).join(' ')}`);
    await until(() => held.length > 1);
    await say(bob, poolId, '@Ann hi');
    await until(() => toAnn() === 2);
    const params = { poolId, weekId: WEEK_1 };
    (await league.call('POST /api/pools/:poolId/weeks/:weekId/reminders', { as: admin, params })).ok();
    await until(() => toAnn() === 3);
    expect(held.length).toBeLessThanOrEqual(MOST_HELD);
  });

  test('hold up no other webhook', async () => {
    const { deps, store } = league;
    const annsPool = await addPool(deps, { commissioners: [ann] });
    const topics: HookTopic[] = ['week.opened'];
    const add = async (by: Person, id: string, address: string) => {
      const body = { kind: 'standard', address, topics, hours: 3 } as const;
      return (await league.call('POST /api/pools/:poolId/hooks', { as: by, params: { poolId: id }, body })).ok().id;
    };
    const send = async (hookIds: string[]) => {
      const news = { topic: 'week.opened', weekId: WEEK_1, games: 1, firstLock: 0 } as const;
      const at = Date.now();
      await addNews(store.db, annsPool, [{ once: 'opened', news, at, until: at + HOUR, hookIds }]);
      deps.outbox.wake(hookIds);
    };
    const slow: string[] = [];
    for (const at of ACCOUNTS) {
      const by = await addPerson(deps);
      const id = await addPool(deps, { commissioners: [by] });
      for (const hook of [0, 1, 2, 3, 4])
        slow.push(await add(by, id, `https://${hostOf(5 * at + hook)}/${at}/${hook}`));
    }
    const hookId = await add(ann, annsPool, 'https://hooks.test/ann');
    const params = { poolId: annsPool, hookId };
    const tryIt = () => league.call('POST /api/pools/:poolId/hooks/:hookId/test', { as: ann, params });
    expect((await tryIt()).ok().state).toBe('sent');
    await send(slow);
    await until(() => held.length > 1);
    await send([hookId]);
    await until(() => toAnn() === 2);
    expect((await tryIt()).ok().state).toBe('sent');
    expect(held.length).toBeLessThanOrEqual(MOST_HELD);
  });
});
