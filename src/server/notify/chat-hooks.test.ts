import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hookTopicNames } from '#core/hooks/hooks.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import type { Outside } from '#server/platform/outside.ts';
import { createOutside } from '#server/platform/outside.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import type { OutsideServer } from '#tests/outside-server.ts';
import { openOutsideServer, reachesTests } from '#tests/outside-server.ts';

const botId = '68ca900a7d17f9b9891a73af2a';
const token = '123456789:AAF-x_9Zk3yQmPq7RtVwXyZ0123456789ab';
const chatId = '-1001234567890';
const entered = { groupme: botId, telegram: `${token} ${chatId}` } as const;

/** What GroupMe or Telegram does with the next messages. */
type Mood = 'takes' | 'unknown bot' | 'unknown chat' | 'removed' | 'flooded';

/** A message as GroupMe and Telegram show it. */
interface Shown {
  readonly app: 'groupme' | 'telegram';
  readonly text: string;
}

describe('GroupMe and Telegram', () => {
  let apps: OutsideServer;
  let shown: Shown[] = [];
  let mood: Mood = 'takes';
  const reached = createOutside(reachesTests);
  /** Leads to the server of this test. */
  const outside: Outside = {
    problemOf: (address) => reached.problemOf(address),
    post: (call) => {
      const address = call.address.replace(/^https:\/\/api\.(groupme\.com|telegram\.org)\//, `${origin()}/`);
      return reached.post({ ...call, address });
    },
  };
  const league = withLeague('sqlite', { outside });
  let chris: Person;
  let poolId: string;

  const origin = () => `https://hooks.test:${apps.port}`;

  beforeAll(async () => {
    apps = await openOutsideServer(async (request, response) => {
      const sent = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Record<string, unknown>;
      if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
        return refuse(response, 405);
      return request.url === '/v3/bots/post' ? groupMe(sent, response) : telegram(request, sent, response);
    });
  });

  afterAll(() => apps.close());

  beforeEach(async () => {
    const { deps, store, clock } = league;
    for (const table of ['outbox', 'pool_hooks', 'hook_pools', 'games'] as const)
      await store.db.deleteFrom(table).execute();
    shown = [];
    mood = 'takes';
    clock.set(SUNDAY_1PM - 20 * HOUR);
    chris = await addPerson(deps, { name: 'Chris' });
    poolId = await addPool(deps, { name: 'Porch', commissioners: [chris], weeks: [WEEK_1] });
    await addGame(deps);
  });

  /** As dev.groupme.com/docs/v3 and /docs/responses say. */
  function groupMe({ bot_id, text, ...rest }: Record<string, unknown>, response: ServerResponse): ServerResponse {
    if (mood === 'flooded') return refuse(response, 420);
    if (bot_id !== botId || mood === 'unknown bot') return refuse(response, 404);
    if (typeof text !== 'string' || text === '' || text.length > 1000 || Object.keys(rest).length > 0)
      return refuse(response, 400);
    shown.push({ app: 'groupme', text });
    return response.writeHead(202).end(' ');
  }

  /** As core.telegram.org/bots/api says; its server repeats `retry_after` in a header. */
  function telegram({ url }: IncomingMessage, sent: Record<string, unknown>, response: ServerResponse): ServerResponse {
    if (url !== `/bot${token}/sendMessage` || mood === 'unknown bot') return refuse(response, 401);
    if (mood === 'flooded') return refuse(response, 429, { parameters: { retry_after: 35 } }, { 'retry-after': '35' });
    if (mood === 'removed') return refuse(response, 403);
    const { chat_id, text, parse_mode } = sent;
    const isKnown = chat_id === chatId && mood !== 'unknown chat';
    if (!isKnown || parse_mode !== undefined || typeof text !== 'string' || text === '' || text.length > 4096)
      return refuse(response, 400);
    shown.push({ app: 'telegram', text });
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ok: true, result: {} }));
  }

  function refuse(
    response: ServerResponse,
    status: number,
    more: object = {},
    headers: Record<string, string> = {},
  ): ServerResponse {
    return response.writeHead(status, headers).end(JSON.stringify({ ok: false, error_code: status, ...more }));
  }

  const put = (kind: HookKind, address: string) =>
    league.call('POST /api/pools/:poolId/hooks', {
      as: chris,
      params: { poolId },
      body: { kind, address, topics: hookTopicNames, hours: 3 },
    });
  const add = async (kind: keyof typeof entered) => (await put(kind, entered[kind])).ok().id;
  const send = async (hookId: string) =>
    (await league.call('POST /api/pools/:poolId/hooks/:hookId/test', { as: chris, params: { poolId, hookId } })).ok();
  const read = async () =>
    (await league.call('GET /api/pools/:poolId/hooks', { as: chris, params: { poolId } })).ok().hooks;

  test('take tests and news as text, and nothing shows the bot again', async () => {
    for (const kind of ['groupme', 'telegram'] as const)
      expect(await send(await add(kind))).toMatchObject({ state: 'sent' });
    league.clock.set(SUNDAY_1PM - 2 * HOUR);
    const { notify, outbox } = league.deps;
    await notify.hooks.check();
    await outbox.look();
    await outbox.idle();
    const texts = (app: Shown['app']) => shown.flatMap((each) => (each.app === app ? each.text.split('\n')[0] : []));
    expect(texts('groupme')).toEqual([
      'Porch · This is a test. News from the pool will show up here.',
      'Porch · Week 1 locks Sun, Sep 13, 1:00 PM EDT.',
    ]);
    expect(texts('telegram')).toEqual(texts('groupme'));
    const hooks = await read();
    expect(hooks.map(({ label }) => label).sort()).toEqual(['api.groupme.com …af2a', 'api.telegram.org …7890']);
    const log = (await league.call('GET /api/pools/:poolId/log', { as: chris, params: { poolId } })).ok();
    expect(JSON.stringify([hooks, log, await auditRows(league.store.db, poolId)])).not.toMatch(/68ca900a|AAF-x/);
  });

  test('are added once, however they are entered, and not with what is none of theirs', async () => {
    for (const kind of ['groupme', 'telegram'] as const) await add(kind);
    const twice = await put('telegram', `https://api.telegram.org/bot${token}/sendMessage?chat_id=${chatId}`);
    expect([twice.code, twice.text]).toEqual(['invalid_input', expect.stringContaining('already posts there')]);
    expect((await put('groupme', botId.toUpperCase())).code).toBe('invalid_input');
    const other = await put('groupme', `${origin()}/v3/bots/post?bot_id=${botId}`);
    expect([other.code, other.text]).toEqual(['invalid_input', expect.stringContaining('copy the Bot ID')]);
  });

  test.each([
    ['groupme', 'unknown bot', 404],
    ['telegram', 'unknown bot', 401],
    ['telegram', 'unknown chat', 400],
    ['telegram', 'removed', 403],
  ] as const)('%s turns the hook off until a test arrives: %s', async (kind, why, status) => {
    const hookId = await add(kind);
    mood = why;
    expect(await send(hookId)).toMatchObject({ state: 'failed', status });
    expect(await read()).toMatchObject([{ isOff: true }]);
    mood = 'takes';
    expect(await send(hookId)).toMatchObject({ state: 'sent' });
    expect(await read()).toMatchObject([{ isOff: false }]);
  });

  test.each([
    ['telegram', 429, 35_000],
    ['groupme', 420, 15_000],
  ] as const)('%s may ask for a pause, which is kept', async (kind, status, pauseMs) => {
    mood = 'flooded';
    const { state, nextAt, ...sent } = await send(await add(kind));
    expect({ state, status: sent.status }).toEqual({ state: 'waiting', status });
    const waitMs = (nextAt ?? 0) - league.clock.now();
    expect(waitMs).toBeGreaterThan(pauseMs - 5000);
    expect(waitMs).toBeLessThan(2 * pauseMs);
  });
});
