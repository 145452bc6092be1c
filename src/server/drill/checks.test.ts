import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedReply } from '#contract/feed.ts';
import { createPush } from '#server/notify/push.ts';
import { subscribe } from '#server/notify/push-store.ts';
import { addPerson } from '#tests/builders.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import { startSmtp } from '#tests/mailbox.ts';
import { openOutsideServer, reachesTests } from '#tests/outside-server.ts';
import type { CheckDeps } from './checks.ts';
import { checkClock, checkFeed, checks, isCertificateDue, judge, judgeSpace } from './checks.ts';
import { RecentSends } from './recent-sends.ts';
import type { Tried } from './recount.ts';

const NOW = Date.parse('2026-11-25T14:00:00Z');
const DAY = 24 * HOUR;
const MEGABYTE = 1024 * 1024;
const never = new AbortController().signal;
const good: Tried = { isUsable: true, scores: 1234, wrong: 0, lost: 0 };

describe('What is checked of a backup', () => {
  test.each<[string, Tried, string]>([
    ['ok', good, 'was restored, and 1,234 scores recounted.'],
    [
      'red',
      { ...good, wrong: 2 },
      "has 2 scores that a recount contradicts. 'npm run pickem -- doctor' lists those of the league.",
    ],
    ['red', { ...good, lost: 1 }, 'refers in 1 row to rows that are not there.'],
    ['red', { isUsable: false, why: 'damaged' }, 'is damaged.'],
    ['red', { isUsable: false, why: 'no room' }, "can't be tried: its disk has no room for a copy."],
  ])('%s with %j', (state, tried, text) => {
    const found = judge({ madeAt: NOW }, tried);
    expect([found.state, found.text]).toEqual([state, `The backup of Wed, Nov 25, 9:00 AM EST ${text}`]);
  });
});

test.each([
  ['90 days', 90 * DAY, 14 * DAY],
  ['6 days', 6 * DAY, DAY],
  ['12 hours', 12 * HOUR, 2 * HOUR],
])('a certificate of %s is due in its last sixth, but no sooner than two weeks before its end', (_, lifetime, left) => {
  const certificate = { startsAt: NOW, endsAt: NOW + lifetime };
  expect(isCertificateDue(certificate, certificate.endsAt - left)).toBe(false);
  expect(isCertificateDue(certificate, certificate.endsAt - left + 1)).toBe(true);
});

describe('What is checked of a league', () => {
  const league = withLeague('sqlite');
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-drill-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const depsWith = (more: Partial<CheckDeps['settings']>, others: Partial<CheckDeps> = {}): CheckDeps => ({
    settings: { ...league.deps.settings, ...more },
    store: league.store,
    clock: league.clock,
    feedHealth: league.deps.feed.health,
    pushSends: new RecentSends(),
    tryBackup: async () => good,
    realNow: () => NOW,
    ...others,
  });

  test('the newest backup is tried; one of more than 26 hours is red, and so is none', async () => {
    const backups = { folder: join(folder, 'backups'), keep: 7, everyMs: null };
    const check = () => checks.backup(depsWith({ backups }), never);
    expect(await check()).toMatchObject({ state: 'red', text: expect.stringContaining('There is no backup yet.') });
    mkdirSync(backups.folder);
    const age = (name: string, ms: number) => {
      writeFileSync(join(backups.folder, name), '');
      utimesSync(join(backups.folder, name), (NOW - ms) / 1000, (NOW - ms) / 1000);
    };
    age('pickem-2026-11-23.db', 27 * HOUR);
    expect(await check()).toMatchObject({ state: 'red', text: expect.stringContaining('is 27 hours old.') });
    age('pickem-2026-11-24.db', 26 * HOUR);
    expect(await check()).toMatchObject({ state: 'ok', restored: { madeAt: NOW - 26 * HOUR, scores: 1234 } });
    expect((await checks.backup(depsWith({ backups: null }), never)).state).toBe('off');
  });

  test('the disk needs 512 MB, or room for the database twice', () => {
    expect(judgeSpace(512 * MEGABYTE, 0)).toEqual({ state: 'ok', text: '512 MB is free.' });
    expect(judgeSpace(512 * MEGABYTE - 1, 0).state).toBe('red');
    expect(judgeSpace(1999 * MEGABYTE, 1000 * MEGABYTE).text).toBe(
      'Only 1,999 MB is free, and the league needs 2,000 MB. Make room on the disk.',
    );
  });

  test('the disk of the database is looked at', async () => {
    expect((await checks.disk(depsWith({}), never)).text).toMatch(/free/);
    expect((await checks.disk(depsWith({ database: 'postgres://localhost/x' }), never)).state).toBe('off');
  });

  test('a clock that is off is red', async () => {
    expect(checkClock('It is an hour behind.')).toEqual({ state: 'red', text: 'It is an hour behind.' });
    expect((await checks.clock(depsWith({}), never)).state).toBe('ok');
  });

  const job = { name: 'season 2026', period: HOUR, lastRunAt: NOW, failures: 1, nextRunAt: NOW, problems: [] };
  const status = { state: 'ok', lastSuccessAt: NOW, ageMs: 5 * MINUTE, failures: 0, nextRunAt: NOW } as const;
  const feedWith = (age: number): FeedReply => ({
    host: 'x',
    status,
    jobs: [{ ...job, lastSuccessAt: NOW - age }],
    lines: null,
  });

  test('the feed is red once it failed for two of its periods', async () => {
    expect(checkFeed(feedWith(2 * HOUR + 10 * MINUTE), NOW)).toEqual({
      state: 'ok',
      text: 'It last succeeded 5 minutes ago.',
    });
    expect(checkFeed(feedWith(2 * HOUR + 11 * MINUTE), NOW).state).toBe('red');
    expect(checkFeed({ ...feedWith(0), status: { ...status, state: 'late' } }, NOW).state).toBe('red');
    expect((await checks.feed(depsWith({}), never)).state).toBe('off');
  });

  test('the mail server is asked whether it accepts us', async () => {
    const smtp = await startSmtp();
    const check = (smtpUrl: string) => checks.mail(depsWith({ mail: { smtpUrl, from: 'pool@example.org' } }), never);
    expect(await check(smtp.smtpUrl)).toMatchObject({ state: 'ok' });
    expect(await check(smtp.smtpUrl.replace('pa%3Ass', 'wrong'))).toMatchObject({ state: 'red' });
    await smtp.stop();
    expect(await check(smtp.smtpUrl)).toMatchObject({ state: 'red', text: expect.stringContaining('ECONNREFUSED') });
    expect(smtp.received).toEqual([]);
    expect((await checks.mail(depsWith({ mail: null }), never)).state).toBe('off');
  });

  test('push needs its keys, and messages that arrive', async () => {
    const pushSends = new RecentSends();
    const check = () => checks.push(depsWith({}, { pushSends }), never);
    expect(await check()).toEqual({ state: 'ok', text: 'Nobody has turned push on yet.' });
    const { userId } = await addPerson(league.deps);
    const { id: sessionId } = await league.store.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    const device = { endpoint: 'https://push.test/a', p256dh: '', auth: '' };
    await subscribe(league.store, { sessionId, userId }, device, null, NOW);
    expect(await check()).toMatchObject({ state: 'red', text: 'The keys for push messages are gone.' });
    await createPush({ ...league.deps, publicUrl: league.deps.settings.publicUrl }).publicKey();
    expect(await check()).toEqual({ state: 'ok', text: 'The keys are there, and 1 device subscribed.' });
    for (let sent = 0; sent < 2; sent += 1) pushSends.note(false);
    expect((await check()).state, 'two devices that are gone').toBe('ok');
    for (let sent = 0; sent < 10; sent += 1) pushSends.note(false);
    expect(await check()).toEqual({ state: 'red', text: 'The last 10 push messages all failed.' });
    pushSends.note(true);
    expect((await check()).state).toBe('ok');
    await league.store.db.updateTable('push_keys').set({ private_key: 'x' }).execute();
    expect(await check()).toMatchObject({ state: 'red', text: 'The keys for push messages are damaged.' });
    expect((await checks.push(depsWith({ publicUrl: new URL('http://10.0.0.1') }), never)).state).toBe('off');
  });

  test('the certificate must be valid, for two more weeks', async () => {
    const server = await openOutsideServer(() => {});
    const ca = reachesTests.ca;
    const lookup: LookupFunction = (_, { all }, done) =>
      all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
    const check = (name: string, { tls = { ca, lookup }, now = NOW }: { tls?: object; now?: number } = {}) => {
      const publicUrl = new URL(`https://${name}:${server.port}`);
      return checks.certificate(depsWith({ publicUrl }, { tls, realNow: () => now }), never);
    };
    const end = Date.parse('2120-01-01T00:00:00Z');
    expect(await check('hooks.test', { now: end - 14 * DAY })).toMatchObject({ state: 'ok' });
    expect((await check('hooks.test', { now: end - 14 * DAY + 1 })).text).toMatch(/ends in 13 days. Renew it.$/);
    expect((await check('hooks.test', { tls: { lookup } })).text).toMatch(/isn't valid: self-signed certificate/);
    expect((await check('other.test')).text).toMatch(/isn't valid: .*other.test/);
    await server.close();
    expect((await check('hooks.test')).state).toBe('off');
    expect((await checks.certificate(depsWith({ publicUrl: new URL('http://localhost') }), never)).state).toBe('off');
  });
});
