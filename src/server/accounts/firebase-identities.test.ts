import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { openBrowser } from '#tests/browser.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import { firebaseAccounts } from '#tests/firebase-export.ts';
import { me, stranger, withProvider } from '#tests/provider-scene.ts';

const provider = withProvider();

let cli: CliLeague;
let league: TestApp | undefined;

afterEach(async () => {
  await league?.close();
  await cli.drop();
});

test('Somebody who came from Firebase with a Google account signs in with it, whatever their address is by then', async () => {
  cli = await createCliLeague('sqlite');
  const who = stranger();
  const accounts = firebaseAccounts([{ uid: 'uidAnn', email: who.email, google: who.id }]);
  writeFileSync(join(cli.folder, 'users.json'), JSON.stringify(accounts));
  await cli.run('import', 'firebase', cli.file('export.json', '{}'), '--auth', 'users.json');
  league = await createTestApp('sqlite', { location: cli.location, settings: { providers: provider().providers } });
  provider().be({ ...who, email: `new-${who.email}`, emailVerified: true });
  const browser = openBrowser(league);
  expect((await browser.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
  expect(await me(browser)).toMatchObject({ email: who.email, emailVerified: false, providers: ['google'] });
});
