import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Metrics } from '#server/platform/metrics.ts';
import { VERSION } from '#server/platform/version.ts';
import type { TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp } from '#tests/app.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import { until } from '#tests/until.ts';
import { root } from '../../../../scripts/root.ts';

const TOKEN = 'twenty-characters-or-more';

type Asking = { readonly headers?: Readonly<Record<string, string>>; readonly remoteAddress?: string };

async function ask(league: TestApp, asking: Asking = {}) {
  const reply = await league.app.inject({ url: '/metrics', ...asking });
  return reply.statusCode === 200 ? 'ok' : reply.json<{ error: { code: string } }>().error.code;
}

/** The samples of a scrape: name and labels, and the value. */
async function scrape(league: TestApp): Promise<ReadonlyMap<string, number>> {
  return samplesOf((await league.app.inject({ url: '/metrics' })).body);
}

function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('The metrics with a token', () => {
  const league = withLeague('sqlite', { settings: { metricsToken: TOKEN } });

  test('are for whoever has it, from anywhere', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, host: 'pool.example.org', 'x-forwarded-for': '203.0.113.9' };
    expect(await ask(league, { headers, remoteAddress: '203.0.113.9' })).toBe('ok');
  });

  test.each<[string, Asking['headers']]>([
    ['none', {}],
    ['another', { authorization: `Bearer ${TOKEN.toUpperCase()}` }],
    ['a part of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
    ['the token alone', { authorization: TOKEN }],
  ])('are refused with %s, on this machine as well', async (_, headers = {}) => {
    const reply = await league.app.inject({ url: '/metrics', headers });
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(reply.json()).toEqual({
      error: { code: 'not_signed_in', message: 'This needs the token of the metrics.' },
    });
  });
});

describe('The metrics without a token', () => {
  const league = withLeague('sqlite', { settings: behindProxy });

  test.each<Asking>([
    {},
    { remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:4280' } },
    { remoteAddress: '::1', headers: { host: '[::1]:4280' } },
    { remoteAddress: '::ffff:127.0.0.1', headers: { host: 'localhost:4280' } },
  ])('are for this machine: %j', async (asking) => {
    expect(await ask(league, asking)).toBe('ok');
  });

  test.each<Asking>([
    { remoteAddress: '192.168.1.10' },
    { remoteAddress: '::ffff:192.168.1.10' },
    { headers: { host: 'pool.example.org' } },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { forwarded: 'for=127.0.0.1' } },
    { headers: { via: '1.1 proxy' } },
    { remoteAddress: '192.168.1.10', headers: { 'x-forwarded-for': '127.0.0.1' } },
  ])('are not there for others: %j', async (asking) => {
    expect(await ask(league, asking)).toBe('route_not_found');
  });
});

describe('The demo', () => {
  const publicUrl = new URL('http://localhost:4280');
  const demo = withLeague('sqlite', { settings: { kind: 'demo', publicUrl, metricsToken: TOKEN } });

  test('has no metrics', async () => {
    expect(await ask(demo, { headers: { authorization: `Bearer ${TOKEN}` } })).toBe('route_not_found');
  });
});

describe.each(engines)('The metrics on %s', (engine) => {
  const league = withLeague(engine, { settings: { feed: new URL('http://localhost:9') } });

  test('count requests by their patterns, never by addresses', async () => {
    await league.call('GET /api/entries/:entryId/picks', { params: { entryId: 'a-secret' } });
    await league.app.inject({ url: '/no/such-thing' });
    await league.app.inject({ url: '/healthz' });
    const samples = await scrape(league);
    const picks = 'method="GET",route="/api/entries/:entryId/picks",status="401"';
    expect(samples.get(`pickem_requests_total{${picks}}`)).toBe(1);
    expect(samples.get('pickem_requests_total{method="GET",route="unmatched",status="404"}')).toBe(1);
    expect(samples.get('pickem_requests_total{method="GET",route="/healthz",status="200"}')).toBe(1);
    expect(samples.get('pickem_request_seconds_count{route="/api/entries/:entryId/picks"}')).toBe(1);
    expect([...samples.keys()].join()).not.toMatch(/a-secret|such-thing/);
  });

  test('count what becomes of picks, locks and their receipts', async () => {
    const games = { early: {}, late: { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR } } as const;
    const { poolId, ann, cora, early, late } = await aLeague(league, {
      members: ['ann'],
      commissioners: ['cora'],
      games,
    });
    const counts = async () => {
      const samples = await scrape(league);
      return ['saved', 'unchanged', 'refused'].map((result) =>
        samples.get(`pickem_picks_saved_total{result="${result}"}`),
      );
    };
    expect(await counts()).toEqual([0, 0, 0]);
    expect((await scrape(league)).get('pickem_locked_games')).toBe(0);
    for (let time = 0; time < 2; time += 1) await league.pick(ann, poolId, { gid: early, side: 'home' });
    expect(await counts()).toEqual([1, 1, 0]);
    league.clock.set(SUNDAY_1PM + HOUR);
    await league.pick(ann, poolId, { gid: early, side: 'away' });
    expect(await counts()).toEqual([1, 1, 1]);
    const { id: entryId } = await league.own(ann, poolId);
    (await league.enter(cora, entryId, { gid: late, side: 'home' }, 'By phone')).ok();
    expect(await counts()).toEqual([2, 1, 1]);
    await league.deps.receipts.sweep();
    const samples = await scrape(league);
    expect(samples.get('pickem_locked_games')).toBe(1);
    expect(samples.get('pickem_receipt_writes_total')).toBeGreaterThan(0);
  });

  test('tell which messages wait, were sent and failed', async () => {
    const { db } = league.store;
    const row = { recipient: 'x', content: '{}', at: 0, until: 1, next_at: Date.now() + HOUR } as const;
    const wait = { ...row, state: 'waiting', lane: 'scheduled' } as const;
    await db
      .insertInto('outbox')
      .values([
        { ...wait, id: 'a', kind: 'mail' },
        { ...wait, id: 'b', kind: 'mail' },
        { ...wait, id: 'c', kind: 'push', state: 'failed' },
      ])
      .execute();
    const samples = await scrape(league);
    expect(samples.get('pickem_outbox_waiting{kind="mail"}')).toBe(2);
    expect(samples.get('pickem_outbox_waiting{kind="push"}')).toBe(0);
    expect(samples.get('pickem_messages_total{kind="mail",result="failed"}')).toBe(0);
    await db.updateTable('outbox').set({ next_at: 0 }).where('id', '=', 'a').execute();
    await league.deps.outbox.look();
    await league.deps.outbox.idle();
    expect((await scrape(league)).get('pickem_messages_total{kind="mail",result="failed"}')).toBe(1);
  });

  test('tell the age of the last success of the feed, once there is one', async () => {
    const { store, clock } = league;
    expect((await scrape(league)).has('pickem_feed_success_age_seconds')).toBe(false);
    const run = { slot: 0, ran_at: clock.now(), failures: 0, problems: '[]' };
    const jobs = [
      { ...run, job: 'season 2025', succeeded_at: clock.now() - 2 * HOUR },
      { ...run, job: 'week 2025-01', succeeded_at: clock.now() - HOUR },
      { ...run, job: 'week 2025-02', succeeded_at: null },
    ];
    await store.db.insertInto('feed_jobs').values(jobs).execute();
    expect((await scrape(league)).get('pickem_feed_success_age_seconds')).toBe(3600);
  });

  test('say the version, and that the database works', async () => {
    const samples = await scrape(league);
    expect(samples.get(`pickem_build_info{version="${VERSION}"}`)).toBe(1);
    expect(samples.get('pickem_storage_ok')).toBe(1);
  });

  test('answer without what only the database knows while it fails', async () => {
    const fault = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    league.deps.storage.note(fault);
    expect((await scrape(league)).get('pickem_storage_ok')).toBe(0);
    await league.store.db.schema.alterTable('outbox').renameTo('outbox_elsewhere').execute();
    const samples = await scrape(league);
    expect(samples.get('pickem_storage_ok')).toBe(0);
    expect(samples.get('pickem_open_pages')).toBe(0);
    expect([...samples.keys()].filter((name) => /outbox|locked|feed_success/.test(name))).toEqual([]);
    await league.store.db.schema.alterTable('outbox_elsewhere').renameTo('outbox').execute();
  });
});

test('The metrics count all files of the web app together, and its pages with what has no route', async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'pickem-web-'));
  for (const name of ['index.html', 'main-abc123.js', 'worker.js']) writeFileSync(join(webRoot, name), '');
  const league = await createTestApp('sqlite', { webRoot });
  for (const url of ['/main-abc123.js', '/worker.js', '/picks'])
    await league.app.inject({ url, headers: { accept: 'text/html' } });
  const samples = await scrape(league);
  expect(samples.get('pickem_requests_total{method="GET",route="file",status="200"}')).toBe(2);
  expect(samples.get('pickem_requests_total{method="GET",route="unmatched",status="200"}')).toBe(1);
  await league.close();
  rmSync(webRoot, { recursive: true });
});

describe('The metrics of a server that listens', () => {
  let live: LiveLeague;

  beforeAll(async () => {
    live = await openLiveLeague('sqlite');
  });

  afterAll(() => live.close());

  const read = async () => (await fetch(`http://127.0.0.1:${live.port}/metrics`)).text();

  test('count open pages', async () => {
    const page = await live.open({ as: live.ann });
    await page.watching(live.games);
    expect(samplesOf(await read()).get('pickem_open_pages')).toBe(1);
    page.socket.close();
    await until(() => live.league.app.websocketServer.clients.size === 0);
    const samples = samplesOf(await read());
    expect(samples.get('pickem_open_pages')).toBe(0);
    expect([...samples.keys()].filter((name) => name.includes('/api/live'))).toEqual([]);
  });

  test('have all that the dashboard shows', async () => {
    const text = await read();
    const exposed = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    for (const name of samplesOf(text).keys()) exposed.add(name.split('{')[0] ?? '');
    const dashboard = readFileSync(join(root, 'docs/grafana-dashboard.json'), 'utf8');
    const shown = [...new Set(dashboard.match(/\bpickem_\w+/g))];
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((name) => !exposed.has(name))).toEqual([]);
  });

  test('are listed in the handbook', async () => {
    const own = [...(await read()).matchAll(/^# TYPE (pickem_(?!process|nodejs)\S+)/gm)].map(([, name = '']) => name);
    const handbook = readFileSync(join(root, 'docs/operating.md'), 'utf8');
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((name) => !handbook.includes(`\`${name}`))).toEqual([]);
  });
});

/** The timers that look at the event loop every 10 ms. */
function eventLoopTimers(): number {
  const { libuv } = process.report.getReport() as unknown as { libuv: readonly { type: string; repeat?: number }[] };
  return libuv.filter(({ type, repeat }) => type === 'timer' && repeat === 10).length;
}

test('The metrics of a server that closed leave no timer behind', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const before = eventLoopTimers();
  const servers = Array.from({ length: 5 }, () => new Metrics());
  for (const metrics of servers) metrics.watchProcess();
  expect(eventLoopTimers()).toBe(before + 5);
  for (const metrics of servers) metrics.close();
  await until(async () => {
    collectGarbage();
    await pause(1);
    return eventLoopTimers() <= before;
  });
});
