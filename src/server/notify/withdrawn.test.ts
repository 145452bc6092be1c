import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setMembers } from '#server/members/store.ts';
import { createUser } from '#server/users/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addSecondFactor, importPicks } from '#tests/builders.ts';
import { MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague } from '#tests/league.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';

describe('Picks that a link withdraws', () => {
  let league: TestApp;
  let mailbox: Mailbox;
  let admin: Person;
  let runner: Person;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let entryId: string;

  beforeEach(async () => {
    mailbox = createMailbox();
    const settings = { ...withMail, secondFactor: 'required' as const };
    league = await createTestApp('sqlite', { settings, transport: mailbox.transport });
    const made = await aLeague(league, {
      name: 'Office',
      admins: ['admin'],
      commissioners: ['runner'],
      members: ['ann', 'bob'],
      rules: { entries: 2 },
      games: { gid: {} },
    });
    ({ admin, runner, ann, bob, poolId } = made);
    const { db } = league.store;
    const ids = [admin, runner, ann, bob].map(({ accountId }) => accountId);
    const emailVerified = 1;
    await db.updateTable('accounts').set({ emailVerified }).where('id', 'in', ids).execute();
    for (const person of [admin, runner]) await addSecondFactor(league.deps, person);
    const tom = await createUser(db, { displayName: 'Old Tom', accountId: null }, 1);
    await setMembers(db, poolId, [tom], 1);
    await importPicks(db, 'sqlite', [{ poolId, gid: made.gid, userId: tom, side: 'home', madeAt: 1 }]);
    entryId = entryIdOf(poolId, tom);
  });

  afterEach(() => league.close());

  async function link(): Promise<string[]> {
    const params = { entryId, userId: ann.userId };
    (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params })).ok();
    await league.deps.afterCommit.idle();
    await league.deps.outbox.idle();
    return mailbox.mails.map(({ to }) => to).sort();
  }

  test('are announced at once to the new owner and the commissioners, with the next lock and no side', async () => {
    expect(await link()).toEqual([ann.email, runner.email].sort());
    const { subject, text } = await mailbox.to(ann.email);
    expect(subject).toBe('News from Office');
    expect(text).toContain(
      'Old Tom was linked to the account of Ann, and 1 pick of open games was withdrawn. The next game locks on Sun, Sep 13 at 1:00 PM EDT.',
    );
    expect(text).not.toMatch(/home|PHI|DAL/);
  });

  test('are not announced to a commissioner without the second factor that the league requires', async () => {
    await league.store.db.deleteFrom('second_factors').where('account_id', '=', runner.accountId).execute();
    expect(await link()).toEqual([ann.email]);
  });

  test('are announced by mails in which no name becomes a link', async () => {
    const { db } = league.store;
    const displayName = 'http://evil.example/login';
    await db.updateTable('users').set({ display_name: displayName }).where('display_name', '=', 'Old Tom').execute();
    await db.updateTable('pools').set({ name: 'www.evil.example' }).where('id', '=', poolId).execute();
    await link();
    const { text, html } = await mailbox.to(ann.email);
    for (const body of [text, html]) {
      expect(body.replaceAll('\u200b', '')).toContain(`${displayName} was linked`);
      expect(body.replace(/<title>.*<\/title>/, '')).not.toContain('evil.example');
    }
  });

  test('do not occur once their games have locked, and are not announced', async () => {
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    expect(await link()).toEqual([]);
  });
});
