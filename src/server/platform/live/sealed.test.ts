import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/builders.ts';
import { MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import type { LivePage } from '#tests/live-page.ts';

describe.each(engines)('The side of a sealed pick, in live topics on %s', (engine) => {
  let live: LiveLeague;
  let others: Record<'member' | 'admin' | 'stranger', Person>;

  beforeEach(async () => {
    live = await openLiveLeague(engine);
    const { ann, admin, stranger } = live;
    others = { member: ann, admin, stranger };
    await live.pick(live.bob, live.early, 'home');
  });

  afterEach(() => live.close());

  async function openAll(as: Person): Promise<LivePage> {
    const page = await live.open({ as });
    await page.watching(live.games, live.matchup, live.standings, live.entries);
    return page;
  }

  /** All messages to a new page, without the time and the versions. */
  async function sentTo(as: Person): Promise<string> {
    const page = await openAll(as);
    const text = page.received.replaceAll(/\{"kind":"beat",[^}]*\}|"version":\d+/g, '');
    const parts = text.split(/(?=\{"kind":)/);
    await page.close();
    return parts.sort().join('\n');
  }

  async function sentToOthers() {
    const { member, admin, stranger } = others;
    return { member: await sentTo(member), admin: await sentTo(admin), stranger: await sentTo(stranger) };
  }

  test('is revealed once the game is locked, to members and admins and nobody else', async () => {
    live.league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    const { member, admin, stranger } = await sentToOthers();
    expect(member).toContain('"picks":"h-"');
    expect(admin).toContain('"picks":"h-"');
    expect(stranger).not.toContain('h-');
  });

  test('is sent to its owner among their own picks, and nowhere else', async () => {
    const own = (side: string) => `"about":"${live.early}","value":{"side":"${side}"},"revision":`;
    const atHome = await sentTo(live.bob);
    await live.pick(live.bob, live.early, 'away');
    const away = await sentTo(live.bob);
    expect(away).toBe(atHome.replace(`${own('home')}1`, `${own('away')}2`));
    expect(away).not.toBe(atHome);
  });
});
