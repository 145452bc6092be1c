import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague } from '#tests/league.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';

describe('Of what a commissioner entered for them, members', () => {
  let [league, mailbox] = [] as unknown as [TestApp, Mailbox];
  let [runner, ann, poolId] = [] as unknown as [Person, Person, string];
  let gids: readonly string[];

  async function begin(rules: { weekly?: true } = {}): Promise<void> {
    mailbox = createMailbox();
    league = await createTestApp('sqlite', { settings: withMail, transport: mailbox.transport });
    const games = { one: {}, two: { home: 'KC', away: 'LV' } };
    const made = await aLeague(league, {
      name: 'Office',
      commissioners: ['runner'],
      members: ['runner', 'ann'],
      rules,
      games,
    });
    ({ runner, ann, poolId } = made);
    gids = [made.one, made.two];
    const ids = [runner, ann].map(({ accountId }) => accountId);
    await league.store.db.updateTable('accounts').set({ emailVerified: 1 }).where('id', 'in', ids).execute();
  }

  beforeEach(() => begin());
  afterEach(() => league.close());

  async function enter(gid = '', side: 'home' | null = 'home', whom = ann): Promise<string[]> {
    (await league.enter(runner, entryIdOf(poolId, whom.userId), { gid, side }, 'by phone')).ok();
    await league.deps.afterCommit.idle();
    await league.deps.outbox.idle();
    return mailbox.mails.map(({ to }) => to);
  }

  test('hear at once, without the side', async () => {
    expect(await enter(gids[0])).toEqual([ann.email]);
    const { subject, text } = await mailbox.to(ann.email);
    expect(subject).toBe('News from Office');
    expect(text).toContain('Runner entered picks for you in Week 1.');
    expect(text).not.toMatch(/home|PHI|DAL/);
  });

  test('hear once a day of a week, and once more if it is taken back', async () => {
    await enter(gids[0]);
    expect(await enter(gids[1])).toHaveLength(1);
    expect(await enter(gids[0], null)).toHaveLength(2);
    expect(mailbox.mails[1]?.text).toContain('Runner took back picks entered for you in Week 1.');
  });

  test('hear nothing of what they entered for themselves', async () => {
    expect(await enter(gids[0], 'home', runner)).toEqual([]);
  });

  test('hear that they play a week by it', async () => {
    await league.close();
    await begin({ weekly: true });
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    await enter(gids[0]);
    expect(mailbox.mails[0]?.text).toContain('Runner entered picks for you in Week 1. Your entry now plays the week.');
  });
});
