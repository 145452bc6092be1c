import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import { engines } from '#server/store/connect.ts';
import type { TestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { WEEK_1 } from '#tests/builders.ts';
import { MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import type { LivePage } from '#tests/live-page.ts';
import { until } from '#tests/until.ts';

const reads = (Object.keys(routeTable) as RouteName[]).filter((name) => name.startsWith('GET '));

/** Whatever anyone can read, before and after Bob changes his mind: what stays the same to the byte cannot tell his side. */
describe.each(engines)('The side of a sealed pick on %s', (engine) => {
  let live: LiveLeague;
  let others: Record<string, Person>;

  beforeEach(async () => {
    live = await openLiveLeague(engine);
    const { ann, admin, stranger } = live;
    others = { member: ann, admin, stranger };
    await live.pick(live.bob, live.early, 'home');
  });

  afterEach(() => live.close());

  async function openAll(as: Person): Promise<LivePage> {
    const page = await live.open({ as });
    await page.watching(live.games, live.matchup, live.standings, live.picks);
    return page;
  }

  /** All messages that a new page gets, but for their versions. */
  async function topicsFor(as: Person): Promise<string> {
    const page = await openAll(as);
    const parts = page.received.replaceAll(/"version":\d+/g, '').split(/(?=\{"kind":)/);
    await page.close();
    return parts.sort().join('\n');
  }

  async function callsFor(as: Person): Promise<Record<string, string>> {
    const answers: Record<string, string> = {};
    const { poolId, early } = live;
    for (const name of reads)
      answers[name] = await textOf(live.league, name, as, { poolId, weekId: WEEK_1, gid: early });
    return answers;
  }

  async function everythingFor(as: Person): Promise<Record<string, string>> {
    return { ...(await callsFor(as)), topics: await topicsFor(as) };
  }

  async function everythingForOthers() {
    const all: Record<string, Record<string, string>> = {};
    for (const [name, person] of Object.entries(others)) all[name] = await everythingFor(person);
    return all;
  }

  test('is in nothing that anyone else can read, nor does a change of it send anything', async () => {
    const watching = await Promise.all(Object.values(others).map(openAll));
    const atHome = await everythingForOthers();
    const messages = () => watching.map((page) => page.messages.filter((message) => message.kind !== 'beat').length);
    const before = messages();
    const his = await openAll(live.bob);
    await live.pick(live.bob, live.early, 'away');
    await until(() => his.state(live.picks)?.rows[live.early]?.side === 'away');
    await wait(100);
    expect(messages()).toEqual(before);
    expect(await everythingForOthers()).toEqual(atHome);
    expect(atHome.member?.topics).toContain('"picks":"?-"');
    expect(atHome.admin?.topics).toContain('"picks":"?-"');
    expect(atHome.stranger?.topics).not.toContain('?-');
  });

  test('is seen once the game is locked, by members and admins and nobody else', async () => {
    live.league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    const everything = await everythingForOthers();
    expect(everything.member?.topics).toContain('"picks":"h-"');
    expect(everything.admin?.topics).toContain('"picks":"h-"');
    expect(JSON.stringify(everything.stranger)).not.toMatch(/h-/);
  });

  test('is seen by its owner on all his pages, and nowhere but among his own picks', async () => {
    const atHome = await everythingFor(live.bob);
    await live.pick(live.bob, live.early, 'away');
    const away = await everythingFor(live.bob);
    const different = Object.keys(away).filter((name) => away[name] !== atHome[name]);
    expect(different).toEqual(['GET /api/pools/:poolId/weeks/:weekId/picks', 'topics']);
    expect(away.topics).toContain('"picks":"?-"');
  });
});

async function textOf(
  { app }: TestApp,
  name: RouteName,
  as: Person,
  params: Readonly<Record<string, string>>,
): Promise<string> {
  const url = name.slice('GET '.length).replace(/:(\w+)/g, (_, param) => params[param] ?? 'anything');
  const answer = await app.inject({ url, headers: { cookie: as.cookie, 'sec-fetch-site': 'same-origin' } });
  return `${answer.statusCode} ${answer.payload}`;
}
