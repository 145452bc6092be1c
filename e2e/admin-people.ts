/** People for tests of what admins do in an empty league. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { root } from '../scripts/root.ts';
import type { App } from './support/app.ts';
import { signIn } from './support/pages.ts';
import { expect } from './support/test.ts';

const PASSWORD = 'Tailgate7';

const run = promisify(execFile);

/** Makes the first admin on the command line, sets the password by the link that it prints, and signs in. */
export async function becomeAdmin(app: App, page: Page, email = 'boss@example.com', path = '/'): Promise<void> {
  const token = /token=([\w-]+)/.exec(await adminLink(app, email))?.[1];
  await post(app, '/api/auth/reset', { token, password: PASSWORD });
  await signIn(page, email, PASSWORD, path);
}

/** The link by which an admin sets their first password. */
export async function adminLink(app: App, email = 'boss@example.com'): Promise<string> {
  const args = [join(root, 'src/server/cli/main.ts'), 'admin', 'create', email];
  const { stdout } = await run(process.execPath, args, { env: app.env });
  return /https?:\S+/.exec(stdout)?.[0] ?? '';
}

/** Creates an account, as the sign-up form does. */
export async function signUp(app: App, displayName: string): Promise<void> {
  await post(app, '/api/auth/sign-up', { email: addressOf(displayName), password: PASSWORD, displayName });
}

/** Signs in somebody who has signed up. */
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
