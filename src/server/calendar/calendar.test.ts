import ICAL from 'ical.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import type { TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp, PUBLIC_URL } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, setEnabled, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { aLeague } from '#tests/league.ts';

/** What another program reads. */
interface ReadEvent {
  readonly uid: string;
  readonly title: string;
  readonly begins: string;
  readonly sequence: number;
  readonly status: string;
}

describe('A private calendar', () => {
  let league: TestApp;
  let ann: Person;
  let bob: Person;
  let boss: Person;
  let poolId: string;
  let gid: string;
  let address: string;

  beforeEach(async () => {
    ({ league, ann, bob, boss, poolId, gid } = await aLeague('sqlite', {
      now: SUNDAY_1PM - 100 * HOUR,
      name: 'Office',
      admins: ['boss'],
      members: ['ann', 'bob'],
      games: { gid: { home: 'NYG', away: 'DAL' } },
    }));
    address = await make(ann);
  });

  afterEach(() => league.close());

  const make = async (as: Person) => (await league.call('PUT /api/calendar', { as })).ok().address;

  /** As a program gets it that knows nothing but the address. */
  const get = (url = address) => league.app.inject({ url: new URL(url).pathname });

  async function read(url = address): Promise<ReadEvent[]> {
    const reply = await get(url);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const events = new ICAL.Component(ICAL.parse(reply.body)).getAllSubcomponents('vevent');
    return events.map((event) => {
      const { uid, summary, startDate, sequence } = new ICAL.Event(event);
      const begins = startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString();
      const status = String(event.getFirstPropertyValue('status'));
      return { uid, title: summary, begins, sequence, status };
    });
  }

  const gameOf = async () => (await read()).find(({ title }) => title === 'DAL at NYG');
  const edit = async (body: object) =>
    (await league.call('PATCH /api/games/:gid', { as: boss, params: { gid }, body })).ok();

  test('has the games and locks of the own pools, as another program reads them, and nothing of any pick', async () => {
    expect(address).toMatch(new RegExp(`^${PUBLIC_URL}/api/calendars/[\\w-]{43}\\.ics$`));
    const [lock, game] = await read();
    expect(lock).toMatchObject({ title: 'Week 1 picks lock: Office', status: 'CONFIRMED', sequence: 0 });
    expect(lock?.begins).toBe(new Date(SUNDAY_1PM - 30 * MINUTE).toISOString());
    expect(game).toMatchObject({ title: 'DAL at NYG', begins: new Date(SUNDAY_1PM).toISOString(), sequence: 0 });
    const before = (await get()).body;
    (await league.pick(ann, poolId, { gid, side: 'home' })).ok();
    league.clock.set(SUNDAY_1PM - 50 * HOUR);
    expect((await get()).body).toBe(before);
  });

  test('sends a game that moves, is called off and comes back as the same event with a higher number', async () => {
    const { uid } = (await gameOf()) ?? {};
    await edit({ kickoff: SUNDAY_1PM + 28 * HOUR });
    const monday = new Date(SUNDAY_1PM + 28 * HOUR).toISOString();
    expect(await gameOf()).toMatchObject({ uid, begins: monday, sequence: 1, status: 'CONFIRMED' });
    await edit({ void: 'postponed' });
    expect(await gameOf()).toMatchObject({ uid, sequence: 2, status: 'CANCELLED' });
    expect(await gameOf()).toMatchObject({ sequence: 2 });
    await edit({ void: null });
    expect(await gameOf()).toMatchObject({ uid, begins: monday, sequence: 3, status: 'CONFIRMED' });
  });

  test('counts a change once, however many read it at the same time', async () => {
    await read();
    const other = await make(bob);
    await edit({ kickoff: SUNDAY_1PM + HOUR });
    const all = await Promise.all([read(), read(other), read(), read(other)]);
    expect(all.map((events) => events.find(({ title }) => title === 'DAL at NYG')?.sequence)).toEqual([1, 1, 1, 1]);
  });

  test('has only the day of a game without a time', async () => {
    await addGame(league.deps, { home: 'CHI', away: 'GB', kickoff: Date.parse('2026-09-13T04:00Z'), timeTbd: true });
    expect((await read()).find(({ title }) => title === 'GB at CHI')?.begins).toBe('2026-09-13');
  });

  test('loses a pool with its membership, and has those that are joined', async () => {
    await removeMember(league.deps, poolId, ann.userId);
    expect(await read()).toEqual([]);
    const porch = await addPool(league.deps, { name: 'Porch', members: [ann], weeks: [WEEK_1] });
    league.deps.live.changed({ kind: 'pools', poolIds: [porch], userIds: [ann.userId] });
    expect((await read()).map(({ title }) => title)).toEqual(['Week 1 picks lock: Porch', 'DAL at NYG']);
  });

  test('has one address, which is stored as a hash and stops with the next, when it is turned off, and with the account', async () => {
    const token = address.split('/').at(-1)?.replace('.ics', '') ?? '';
    const rows = await league.store.db.selectFrom('calendars').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const since = async () => (await league.call('GET /api/calendar', { as: ann })).ok().since;
    expect(await since()).toBe(league.clock.now());
    const old = address;
    const made = (await league.call('PUT /api/calendar', { as: ann })).ok();
    address = made.address;
    expect(await since()).toBe(made.since);
    expect([(await get(old)).statusCode, (await get()).statusCode]).toEqual([410, 200]);
    await setEnabled(league.deps, ann.userId, false);
    expect((await get()).json().error.code).toBe('link_expired');
    await setEnabled(league.deps, ann.userId, true);
    (await league.call('DELETE /api/calendar', { as: ann })).ok();
    expect((await get()).statusCode).toBe(410);
    expect(await since()).toBeNull();
  });

  test('is put together once, until a game or a pool changes or one of its events ended two weeks ago', async () => {
    const before = (await get()).body;
    await league.store.db.updateTable('pools').set({ name: 'Renamed' }).where('id', '=', poolId).execute();
    expect((await get()).body).toBe(before);
    league.deps.live.changed({ kind: 'pools', poolIds: [poolId] });
    expect((await read()).map(({ title }) => title)).toEqual(['Week 1 picks lock: Renamed', 'DAL at NYG']);
    await edit({ kickoff: SUNDAY_1PM + HOUR });
    expect(await gameOf()).toMatchObject({ sequence: 1 });
    league.clock.set(SUNDAY_1PM + HOUR + 14 * 24 * HOUR);
    expect((await read()).map(({ title }) => title)).toEqual(['DAL at NYG']);
    league.clock.advance(3 * HOUR);
    expect(await read()).toEqual([]);
  });

  test('can be read so often, each by itself', async () => {
    const other = await make(bob);
    const codes: number[] = [];
    for (let time = 0; time < 25; time += 1) codes.push((await get()).statusCode);
    expect([codes[0], codes.at(-1)]).toEqual([200, 429]);
    expect((await get(other)).statusCode).toBe(200);
  });
});

test('Reads of calendars are limited by network, not by owner', async () => {
  const personLimits = createPersonLimits({ ...personRates, calendarsFrom: { burst: 2, everyMs: HOUR } });
  const league = await createTestApp('sqlite', { personLimits, settings: behindProxy });
  try {
    const addresses: string[] = [];
    for (let people = 0; people < 3; people += 1) {
      const as = await addPerson(league.deps);
      addresses.push((await league.call('PUT /api/calendar', { as })).ok().address);
    }
    const read = async (url: string, from: string) => {
      const headers = { 'x-forwarded-for': from };
      return (await league.app.inject({ url: new URL(url).pathname, headers })).statusCode;
    };
    const codes: number[] = [];
    for (const address of addresses) codes.push(await read(address, '198.51.100.1'));
    expect(codes).toEqual([200, 200, 429]);
    expect(await read(addresses[2] ?? '', '198.51.100.2')).toBe(200);
  } finally {
    await league.close();
  }
});
