import { describe, expect, test, vi } from 'vitest';
import type { Store } from '#server/platform/db/connect.ts';
import { sessionReader, sessionUses } from '#server/platform/http/session-store.ts';
import { createTestApp } from '#tests/app.ts';
import { addPerson, addSession } from '#tests/builders.ts';

const NOTHING = { poolId: '', weekId: '', entryId: '' };

const doers: Readonly<Record<string, (store: Store) => (token: string) => Promise<unknown>>> = {
  'Reading sessions': (store) => {
    const read = sessionReader(store, false);
    return (token) => read(token, NOTHING);
  },
  'Noting that sessions are used': (store) => {
    const uses = sessionUses(store);
    return (token) => uses.add({ token, at: Date.now(), address: '192.0.2.1' });
  },
};

describe.each(Object.entries(doers))('%s', (_, open) => {
  test('is not tried one by one where the database is away', async () => {
    const league = await createTestApp('sqlite');
    const { accountId } = await addPerson(league.deps);
    const sessions = [await addSession(league.deps, accountId), await addSession(league.deps, accountId)];
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const act = open(league.store);
    const ask = vi.spyOn(league.store.db.getExecutor(), 'executeQuery').mockRejectedValue(away);
    const answers = await Promise.allSettled(sessions.map(({ token }) => act(token)));
    expect(answers).toEqual(sessions.map(() => ({ status: 'rejected', reason: away })));
    expect(ask).toHaveBeenCalledTimes(1);
    ask.mockRestore();
    await league.close();
  });
});
