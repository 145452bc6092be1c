import type { Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

/** The file with the texts of the rules. */
const TERMS = /pool-terms-.*\.js$/;

const POOL = {
  name: 'Last One Standing',
  description: 'Winner takes all.',
  rules: {
    format: 'survivor',
    lives: 2,
    buyBacks: 1,
    buyBackUntil: 18,
    entries: 2,
    twoTeamsFrom: 18,
    deadline: 'week',
  },
  plan: { fee: 2500, week: 0, places: [{ percent: 100 }] },
};

test('a stranger reads what they join before they join, and the form does not wait for it', { tag: '@long' }, async ({
  page,
  newPage,
}) => {
  const link = await inviteTo(page);
  const stranger = await newPage();
  await noteShifts(stranger);
  const release = await holdTerms(stranger);
  await stranger.goto(link);
  await expect(stranger.getByRole('button', { name: 'Create account and join' })).toBeEnabled();
  await stranger.getByLabel('Display name').fill('Cid');
  for (const [name, value] of [
    ['Weeks', /^Weeks \d+ to 18$/],
    ['Entry fee', '$25 for each entry'],
    ['Buy-back', 'Free'],
  ] as const) {
    await expect(stranger.locator('dl > div').filter({ hasText: name }).getByRole('definition')).toHaveText(value);
  }
  const terms = stranger.getByRole('region', { name: "How it's played" });
  await expect(terms.getByRole('listitem')).toHaveCount(0);
  release();
  await expect(terms.getByRole('listitem').first()).toHaveText(/^Picks lock at the week's first game/);
  await expect(terms).toContainText('each week players choose one team to win');
  await expectShiftBelow(stranger, UNSEEN_SHIFT);
  const address = stranger.url();
  await stranger.getByRole('button', { name: 'See the rules' }).click();
  const heading = terms.getByRole('heading', { name: "How it's played" });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  expect(stranger.url()).toBe(address);
  await expect(terms).toContainText(POOL.description);
  await expect(terms).toContainText('can be bought back once');
  await expect(terms).toContainText('For the season, 1st place gets 100% of all fees');
  await terms.getByText('The standard rules').click();
  await expect(terms.getByRole('group').getByRole('listitem').first()).toBeVisible();
  await inBothThemes(stranger, () => checkAxe(stranger));
});

test('in a wide window the rules stand beside the form, and nothing jumps when they arrive @desktop', {
  tag: '@long',
}, async ({ page, newPage }) => {
  const link = await inviteTo(page);
  const stranger = await newPage();
  await noteShifts(stranger);
  const release = await holdTerms(stranger);
  await stranger.goto(link);
  await expect(stranger.getByRole('button', { name: 'Create account and join' })).toBeVisible();
  release();
  await expect(stranger.getByText('Winner takes all.')).toBeInViewport();
  await expect(stranger.getByRole('button', { name: 'See the rules' })).toBeHidden();
  await expectShiftBelow(stranger, UNSEEN_SHIFT);
});

test('a member of other pools reads the same below the button that joins', { tag: '@long' }, async ({
  page,
  newPage,
  problems,
}) => {
  problems.expect(/Failed to load resource|Error loading the rules of the invitation/);
  const link = await inviteTo(page);
  const player = await newPage();
  await signInToDemo(player, 'alex', '/profile');
  await noteShifts(player);
  const release = await holdTerms(player);
  await player.goto(link);
  await expect(player.getByRole('button', { name: 'Join', exact: true })).toBeInViewport({ ratio: 1 });
  release();
  await expect(player.getByText('Winner takes all.')).toBeInViewport();
  await expectShiftBelow(player, UNSEEN_SHIFT);

  await player.unroute(TERMS);
  await player.route(TERMS, (route) => route.abort());
  await player.goto('/profile');
  await player.goto(link);
  await expect(player.getByText("Couldn't load the rules.")).toBeVisible();
  await player.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(player).toHaveURL('/picks');
});

/** Creates the pool, and an invite link to it. */
async function inviteTo(page: Page): Promise<string> {
  await signInToDemo(page, 'commissioner', '/profile');
  return page.evaluate(async (pool) => {
    const call = async (path: string, init?: RequestInit) => (await fetch(path, init)).json();
    const { season } = await call('/api/season');
    const headers = { 'content-type': 'application/json' };
    const made = await call('/api/pools', { method: 'POST', headers, body: JSON.stringify({ ...pool, season }) });
    return (await call(`/api/pools/${made.id}/invite`, { method: 'POST' })).url;
  }, POOL);
}

/** Keeps the texts of the rules from a page until the returned function is called. */
async function holdTerms(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(TERMS, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
