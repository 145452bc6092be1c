import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestToJoin } from '#server/members/joining-store.ts';
import { withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';
import { withLeague } from '#tests/league.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { seasonFile } from '#tests/season-file.ts';

/** Every act of an admin on users, pools, members, weeks, requests, seasons and reminders, with its body. */
const acts: [method: string, path: string, body?: object][] = [
  ['PATCH', '/api/users/:userId', { isEnabled: false }],
  ['DELETE', '/api/users/:userId/sessions'],
  ['POST', '/api/pools', { name: 'Office' }],
  ['PATCH', '/api/pools/:poolId', { change: { rules: { useSpread: true } }, seen: { rules: { useSpread: false } } }],
  ['POST', '/api/pools/:poolId/duplicate'],
  ['POST', '/api/pools/:poolId/again', { season: 2027 }],
  ['DELETE', '/api/pools/:poolId'],
  ['PUT', '/api/pools/:poolId/members/:outsiderId', { enabled: true }],
  ['PUT', '/api/pools/:poolId/members/:userId', { enabled: false }],
  ['PUT', '/api/pools/:poolId/weeks/:newWeekId', { enabled: true }],
  ['PUT', '/api/pools/:poolId/weeks/:weekId', { enabled: false }],
  ['DELETE', '/api/pools/:poolId/weeks'],
  ['PUT', '/api/pools/:poolId/requests/:outsiderId', { confirm: true }],
  ['PUT', '/api/pools/:poolId/requests/:outsiderId', { confirm: false }],
  ['POST', '/api/pools/:poolId/invite'],
  ['POST', '/api/pools/:poolId/weeks/:weekId/reminders'],
  ['POST', '/api/admin/season', { source: 'file', season: 2026, text: seasonFile({ home: 'KC', away: 'LV' }) }],
];

describe('What an admin does', () => {
  const mailbox = createMailbox();
  const league = withLeague('sqlite', { settings: withMail, transport: mailbox.transport });
  let admin: Person;
  let params: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const { deps, store } = league;
    admin = await addPerson(deps, { isAdmin: true });
    const [member, outsider] = [await addPerson(deps), await addPerson(deps)];
    const poolId = await addPool(deps, { members: [member] });
    await addPool(deps, { weeks: [WEEK_2, '2027-week1'] });
    await addGame(deps);
    const emailVerified = 1;
    await store.db.updateTable('accounts').set({ emailVerified }).where('id', '=', member.accountId).execute();
    await requestToJoin(store, poolId, outsider.userId, () => 1);
    params = { poolId, userId: member.userId, outsiderId: outsider.userId, weekId: WEEK_1, newWeekId: WEEK_2 };
  });

  test.each(acts)('is not done where it cannot be noted: %s %s %j', async (method, path, body) => {
    const before = await dumpTables(league.store.db);
    await sql`alter table audit_log rename to audit_log_away`.execute(league.store.db);
    const answer = await league.app.inject({
      method: method as 'PUT',
      url: path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
      headers: { 'sec-fetch-site': 'same-origin', cookie: admin.cookie },
      ...(body ? { payload: body } : {}),
    });
    await sql`alter table audit_log_away rename to audit_log`.execute(league.store.db);
    expect([answer.statusCode, answer.json().error.code]).toEqual([500, 'unexpected']);
    expect(await dumpTables(league.store.db)).toEqual(before);
    await league.deps.outbox.idle();
    expect(mailbox.mails).toEqual([]);
  });
});
