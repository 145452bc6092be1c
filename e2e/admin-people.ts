/** People for tests of admin actions in an empty league. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import { createPool } from '#server/manage/store.ts';
import { addCommissioner, setMembers } from '#server/members/store.ts';
import { root } from '../scripts/root.ts';
import { withLeague } from '../tests/direct-league.ts';
import type { App } from './support/app.ts';
import { signIn } from './support/pages.ts';
import { expect } from './support/test.ts';

const PASSWORD = 'Tailgate7';
const POOL_WEEK = '2099-week1';

const run = promisify(execFile);

/** Makes the first admin on the command line, sets the password with the printed link, and signs in. */
export async function becomeAdmin(app: App, page: Page, email = 'boss@example.com', path = '/'): Promise<void> {
  const token = /token=([\w-]+)/.exec(await adminLink(app, email))?.[1];
  await post(app, '/api/auth/reset', { token, password: PASSWORD });
  await signIn(page, email, PASSWORD, path);
}

/** The link with which an admin sets their first password. */
export async function adminLink(app: App, email = 'boss@example.com'): Promise<string> {
  const args = [join(root, 'src/server/cli/main.ts'), 'admin', 'create', email];
  const { stdout } = await run(process.execPath, args, { env: app.env });
  return /https?:\S+/.exec(stdout)?.[0] ?? '';
}

/** Creates an account, as the sign-up form does. */
export async function signUp(app: App, displayName: string): Promise<void> {
  await post(app, '/api/auth/sign-up', { email: addressOf(displayName), password: PASSWORD, displayName });
}

/** Signs up Mick and Ann, and makes a pool of one week that Mick runs and no admin belongs to. */
export async function makePoolOfMick(app: App, players: readonly ('Mick' | 'Ann')[]): Promise<void> {
  for (const name of ['Mick', 'Ann']) await signUp(app, name);
  await withLeague(app.env.DATABASE_URL ?? app.env.DATABASE_FILE ?? '', async ({ store: { db, engine } }) => {
    const now = Date.now();
    const users = await db.selectFrom('users').select(['id', 'display_name']).execute();
    const idOf = (name: string): string => users.find((user) => user.display_name === name)?.id ?? '';
    await addWeeks(db, [POOL_WEEK]);
    const poolId = await createPool(db, { name: 'Porch Pool' }, now);
    await setPoolWeeks(db, { engine, now: () => now }, poolId, [POOL_WEEK]);
    await setMembers(db, poolId, players.map(idOf), now);
    await addCommissioner(db, { adminId: null, now }, { poolId, userId: idOf('Mick') });
  });
}

/** Signs in a person who has signed up. */
export async function enterAs(page: Page, displayName: string, path: string): Promise<void> {
  await signIn(page, addressOf(displayName), PASSWORD, path);
}

function addressOf(displayName: string): string {
  return `${displayName.toLowerCase()}@example.com`;
}

async function post(app: App, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status, await answer.text()).toBe(200);
}
