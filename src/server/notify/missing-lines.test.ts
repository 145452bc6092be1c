import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, PUBLIC_URL, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, addSecondFactor, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';

const DAY = 24 * HOUR;
/** Tuesday, 12:00 in New York, when the lines of week 1 freeze. */
const FREEZE = SUNDAY_1PM - 5 * DAY - HOUR;

describe('Commissioners of a pool with lines', () => {
  let league: TestApp;
  let mailbox: Mailbox;
  let chris: Person;
  let ann: Person;

  beforeEach(async () => {
    mailbox = createMailbox();
    league = await createTestApp('sqlite', { settings: withMail, transport: mailbox.transport });
    league.clock.set(FREEZE - 5 * DAY);
    [chris, ann] = [await addPerson(league.deps, { name: 'Chris' }), await addPerson(league.deps, { name: 'Ann' })];
    await league.store.db.updateTable('accounts').set({ emailVerified: 1 }).execute();
  });
  afterEach(() => league.close());

  const poolOf = (rules: Partial<PoolRules>) =>
    addPool(league.deps, {
      name: 'Office',
      rules,
      members: [ann, chris],
      commissioners: [chris],
      weeks: [WEEK_1, WEEK_2],
    });

  /** @returns the addresses that were written to at a time */
  async function mailedAt(at: number): Promise<string[]> {
    const before = mailbox.mails.length;
    league.clock.set(at);
    await league.deps.notify.jobs.tick();
    await league.deps.outbox.idle();
    return mailbox.mails.slice(before).map(({ to }) => to);
  }

  test('are notified of games without a line a day before the freeze, once for each week, with a link to Manage', async () => {
    const poolId = await poolOf({ useSpread: true, line: 'frozen' });
    await addGame(league.deps, { home: 'KC', away: 'LV' });
    await addGame(league.deps, { home: 'DEN', away: 'BUF' });
    await addGame(league.deps, { home: 'SEA', away: 'NE', spread: 3 });
    await addGame(league.deps, { home: 'KC', away: 'DEN', weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * DAY });
    expect(await mailedAt(FREEZE - DAY - HOUR)).toEqual([]);
    expect(await mailedAt(FREEZE - DAY)).toEqual([chris.email]);
    const { subject, text } = await mailbox.to(chris.email);
    expect(subject).toBe('News from Office');
    expect(text).toContain('Week 1 has no line yet for LV @ KC and BUF @ DEN.');
    expect(text).toContain('Lines freeze on Tue, Sep 8 at 12:00 PM EDT.');
    expect(text).toContain(`${PUBLIC_URL}/pool/manage?pool=${poolId}`);
    for (const hours of [1, 12, 23]) expect(await mailedAt(FREEZE - DAY + hours * HOUR)).toEqual([]);
    expect(await mailedAt(FREEZE + 6 * DAY)).toEqual([chris.email]);
    expect((await mailbox.to(chris.email)).text).toContain('Week 2 has no line yet for DEN @ KC.');
  });

  test('are notified a day before the line locks, if lines move', async () => {
    await poolOf({ useSpread: true });
    await addGame(league.deps, { home: 'KC', away: 'LV' });
    expect(await mailedAt(SUNDAY_1PM - 2 * DAY - HOUR)).toEqual([]);
    expect(await mailedAt(SUNDAY_1PM - 2 * DAY)).toEqual([chris.email]);
    const { text } = await mailbox.to(chris.email);
    expect(text).toContain(
      'The first of these lines locks on Sat, Sep 12 at 1:00 PM EDT. An admin can set it by hand.',
    );
  });

  test('are not notified if every game has a line, or the pool plays without', async () => {
    await poolOf({ useSpread: true, line: 'frozen' });
    await addGame(league.deps, { spread: 3 });
    expect(await mailedAt(FREEZE - HOUR)).toEqual([]);
    await league.store.db.updateTable('pools').set({ rules: '{}' }).execute();
    await addGame(league.deps, { home: 'KC', away: 'LV' });
    expect(await mailedAt(FREEZE - 1)).toEqual([]);
  });
});

test('Commissioners without the second factor that the league requires are not notified, since they cannot act', async () => {
  const mailbox = createMailbox();
  const settings = { ...withMail, secondFactor: 'required' as const };
  const league = await createTestApp('sqlite', { settings, transport: mailbox.transport });
  onTestFinished(() => league.close());
  league.clock.set(FREEZE - DAY);
  const [chris, dana] = [await addPerson(league.deps), await addPerson(league.deps)];
  await league.store.db.updateTable('accounts').set({ emailVerified: 1 }).execute();
  await addSecondFactor(league.deps, dana);
  const rules = { useSpread: true, line: 'frozen' } as const;
  await addPool(league.deps, { rules, members: [chris, dana], commissioners: [chris, dana] });
  await addGame(league.deps);
  const mailed = async () => {
    await league.deps.notify.jobs.tick();
    await league.deps.outbox.idle();
    return mailbox.mails.map(({ to }) => to);
  };
  expect(await mailed()).toEqual([dana.email]);
  await addSecondFactor(league.deps, chris);
  league.clock.advance(HOUR);
  expect(await mailed()).toEqual([dana.email, chris.email]);
});
