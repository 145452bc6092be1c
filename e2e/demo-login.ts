import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/demo/league.ts';
import { signIn } from './support/pages.ts';

/** Signs in as one of the people that the demo prints at its start. */
export async function signInToDemo(page: Page, name: 'alex' | 'sam' | 'commissioner', path = '/'): Promise<void> {
  await signIn(page, `${name}@demo.pickem`, DEMO_PASSWORD, path);
}
