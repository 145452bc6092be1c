import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareStore } from '#server/deps.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import { addPerson, addSecondFactor, setEnabled } from '#tests/builders.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import { read } from '#tests/league-settings.ts';
import { runCli, wordsOnNew } from '#tests/run-cli.ts';

const EMAIL = 'boss@example.org';
const LINK = /^https:\/\/pool\.example\.org\/reset#token=([\w-]{20,})$/m;

describe('The admins of a league', () => {
  let league: CliLeague;

  beforeEach(async () => {
    league = await createCliLeague('sqlite');
  });

  afterEach(() => league.drop());

  const create = (email: string) =>
    runCli(['admin', 'create', email, '--database', league.location], {
      env: { PUBLIC_URL: 'https://pool.example.org' },
    });

  async function inApp<T>(use: (app: TestApp) => Promise<T>): Promise<T> {
    const app = await createTestApp('sqlite', { location: league.location });
    try {
      return await use(app);
    } finally {
      await app.close();
    }
  }

  const reset = (token: string, password: string) =>
    inApp((app) => app.call('POST /api/auth/reset', { body: { token, password } }));
  const setPassword = async (token: string, password: string) => (await reset(token, password)).code;

  const addAdmins = (...names: string[]) =>
    inApp(({ deps }) => Promise.all(names.map((name) => addPerson(deps, { name, isAdmin: true }))));

  const verify = (email: string) =>
    league.withStore(({ db }) =>
      db.updateTable('accounts').set({ emailVerified: 1 }).where('email', '=', email).execute(),
    );

  const adminNames = () =>
    league.withStore(async ({ db }) => {
      const rows = await db.selectFrom('users').select('display_name').where('is_admin', '=', 1).execute();
      return rows.map((row) => row.display_name).sort();
    });

  it('start with one who sets their password by a link that works once, and signs them in', async () => {
    const said = wordsOnNew(league.location);
    const { code, stdout, stderr } = await create(' Boss@Example.org ');
    expect(stderr).toBe(said);
    expect(code).toBe(0);
    const token = LINK.exec(stdout)?.[1] ?? '';
    expect(await adminNames()).toEqual(['boss']);
    const { session: first } = (await reset(token, 'Tailgate7')).ok();
    expect(first?.user).toMatchObject({ email: EMAIL, isAdmin: true });
    expect(await setPassword(token, 'Other12')).toBe('link_expired');
    const session = await inApp((app) =>
      app.call('POST /api/auth/sign-in', { body: { email: EMAIL, password: 'Tailgate7' } }),
    );
    // Whoever has the link was given it by hand, which says nothing of whose the address is.
    expect(session.ok().user).toMatchObject({ email: EMAIL, isAdmin: true, emailVerified: false });
  });

  it('get a new link until the password is set, and none after', async () => {
    const first = LINK.exec((await create(EMAIL)).stdout)?.[1];
    const second = LINK.exec((await create(EMAIL)).stdout)?.[1] ?? '';
    expect(second).not.toBe(first);
    expect(await setPassword(second, 'Tailgate7')).toBeNull();
    const refused = await create(EMAIL);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`${EMAIL} has an account already.`);
    expect(await adminNames()).toEqual(['boss']);
  });

  it('are not created for an invalid or unknown address', async () => {
    expect((await create('boss')).stderr).toBe("'boss': Please enter a valid email address\n");
    await create(EMAIL);
    const granted = await league.run('admin', 'grant', 'nobody@example.org');
    expect(granted).toMatchObject({ code: 1, stderr: 'There is no account with the address nobody@example.org.\n' });
  });

  it('are not made of an address that was never verified', async () => {
    const player = await inApp(({ deps }) => addPerson(deps, { name: 'Player' }));
    const refused = await league.run('admin', 'grant', player.email);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('was never verified');
    expect(await adminNames()).toEqual([]);
    await verify(player.email);
    expect(await league.run('admin', 'grant', player.email.toUpperCase())).toMatchObject({ code: 0 });
    expect(await adminNames()).toEqual(['Player']);
    expect((await league.run('admin', 'grant', player.email)).stdout).toContain('is an admin already');
  });

  it('lose the role, but never the last one who is enabled', async () => {
    const [ann, bob] = await addAdmins('Ann', 'Bob');
    expect(await league.run('admin', 'revoke', ann?.email ?? '')).toMatchObject({ code: 0 });
    expect((await league.run('admin', 'revoke', ann?.email ?? '')).stdout).toContain('is no admin');
    const refused = await league.run('admin', 'revoke', bob?.email ?? '');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('is the last enabled admin');
    expect(await adminNames()).toEqual(['Bob']);
  });

  it('count only while they are enabled', async () => {
    const [ann, bob] = await addAdmins('Ann', 'Bob');
    await inApp(({ deps }) => setEnabled(deps, bob?.userId ?? '', false));
    expect(await league.run('admin', 'revoke', ann?.email ?? '')).toMatchObject({ code: 1 });
    expect(await league.run('admin', 'revoke', bob?.email ?? '')).toMatchObject({ code: 0 });
    expect(await adminNames()).toEqual(['Ann']);
  });

  it('lose the role while they are disabled, even if no one else has it', async () => {
    const [ann] = await addAdmins('Ann');
    await inApp(({ deps }) => setEnabled(deps, ann?.userId ?? '', false));
    expect(await league.run('admin', 'revoke', ann?.email ?? '')).toMatchObject({ code: 0 });
    expect(await adminNames()).toEqual([]);
  });

  it('hand out links for a new password, which end every session', async () => {
    const player = await inApp(({ deps }) => addPerson(deps, { name: 'Player' }));
    const env = { PUBLIC_URL: 'https://pool.example.org' };
    const args = ['admin', 'reset-link', player.email.toUpperCase(), '--database', league.location];
    const { code, stdout } = await runCli(args, { env });
    expect([code, stdout.split('\n')[0]]).toEqual([0, `${player.email} can set a new password within 24 hours at`]);
    expect(await setPassword(LINK.exec(stdout)?.[1] ?? '', 'Tailgate7')).toBeNull();
    const session = await inApp((app) => app.call('GET /api/session', { as: player }));
    expect(session.ok().user).toBeNull();
    const unknown = await league.run('admin', 'reset-link', 'nobody@example.org');
    expect(unknown).toMatchObject({ code: 1, stderr: 'There is no account with the address nobody@example.org.\n' });
  });

  it('turn off the second factor of somebody who lost it', async () => {
    const player = await inApp(async ({ deps }) => {
      const added = await addPerson(deps, { name: 'Player' });
      await addSecondFactor(deps, added);
      return added;
    });
    const remove = () => league.run('admin', 'remove-second-factor', player.email);
    expect(await remove()).toMatchObject({
      code: 0,
      stdout: `${player.email} signs in without a second factor now.\n`,
    });
    expect(await remove()).toMatchObject({ code: 0, stdout: `${player.email} has no second factor.\n` });
  });

  it('get links to the address of the option, or to that by which the league was last served', async () => {
    const asked = ['admin', 'create', EMAIL, '--database', league.location];
    const linkOf = async (...more: string[]) => {
      const { code, stdout, stderr } = await runCli([...asked, ...more]);
      return code === 0 ? stdout.split('\n')[1]?.split('/reset')[0] : stderr.split('\n').at(-2);
    };
    expect(await linkOf()).toBe("The address of the league isn't known yet: say --url https://pool.example.org.");
    expect(await adminNames()).toEqual([]);
    expect(await linkOf('--url', 'https://first.example.org')).toBe('https://first.example.org');
    await league.withStore((store) => prepareStore(store, read({ PUBLIC_URL: 'https://served.example.org' })));
    expect(await linkOf()).toBe('https://served.example.org');
    expect(await linkOf('--url', 'http://pool.example.org')).toContain('PUBLIC_URL');
  });

  it('are logged as acts without an actor', async () => {
    await create(EMAIL);
    const player = await inApp(({ deps }) => addPerson(deps, { name: 'Player' }));
    await verify(player.email);
    await league.run('admin', 'grant', player.email);
    await league.run('admin', 'revoke', player.email);
    const env = { PUBLIC_URL: 'https://pool.example.org' };
    await runCli(['admin', 'reset-link', player.email, '--database', league.location], { env });
    const entries = await league.withStore(({ db }) => auditRows(db));
    const [yes, no] = [{ isAdmin: true }, { isAdmin: false }];
    const { userId } = player;
    expect(entries).toEqual([
      { act: 'admin.create', actorId: null, userId: expect.any(String), before: no, after: yes },
      { act: 'admin.grant', actorId: null, userId, before: no, after: yes },
      { act: 'admin.revoke', actorId: null, userId, before: yes, after: no },
      { act: 'user.reset-link', actorId: null, userId, before: {}, after: {} },
    ]);
  });

  it('never all go, also when two are revoked at the same moment', async () => {
    const [ann, bob] = await addAdmins('Ann', 'Bob');
    const both = await Promise.all([
      league.process.run('admin', 'revoke', ann?.email ?? ''),
      league.process.run('admin', 'revoke', bob?.email ?? ''),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await adminNames()).toHaveLength(1);
  });
});
