import type { Locator, Page } from '@playwright/test';
import type { FeedReply } from '#contract/feed.ts';
import type { LeagueSummary, PoolListing, PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { signInToDemo } from './demo-login.ts';
import { mockReply } from './support/mock-reply.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

interface Pools {
  readonly pools: readonly PoolListing[];
}

const main = (page: Page) => page.getByRole('main');
const PICKS_LINK = /Make your picks|See your picks/;
const picksLink = (page: Page) => main(page).getByRole('link', { name: PICKS_LINK });

test('this week at a glance: picks made, the next lock with its countdown, live games, rank and leader', async ({
  page,
}) => {
  await signInToDemo(page, 'alex');
  await expect(main(page).getByRole('heading', { name: 'Picks made' })).toBeVisible();
  await expect(main(page).getByText(/^of \d+$/)).toBeVisible();
  const lock = main(page).getByRole('heading', { name: 'Next lock' }).locator('..');
  const left = await lock.getByRole('img').getAttribute('aria-label');
  expect(left).toMatch(/^(\d+:)?(\d+:)?\d\d:\d\d$/);
  await expect.poll(() => lock.getByRole('img').getAttribute('aria-label')).not.toBe(left);
  await expect(main(page).getByText(/locks? next/)).toBeVisible();
  await expect(
    main(page)
      .getByText(/Your pick is (winning|losing)|It's tied|You didn't pick this one/)
      .first(),
  ).toBeVisible();
  const rank = main(page).getByText(/^of \d+, (in the lead|tied for the lead|\d+ behind the leader)$/);
  const leader = main(page).getByRole('img', { name: 'Leader' }).first();
  await expectInFirstView(page, rank, leader, picksLink(page));

  // The live connection would bring the true pool.
  await page.routeWebSocket('**/api/live', () => {});
  await mockReply<PoolReply>(page, '/api/pools/*', withNews);
  await page.reload();
  const news = main(page).getByRole('region', { name: 'News of this pool' });
  await expect(news).toContainText('Pizza on Sunday');
  await expect(news.getByRole('heading')).toHaveText(['Announcement']);
  await expectInFirstView(page, rank, leader, picksLink(page));
  await main(page).getByRole('link', { name: 'News' }).click();
  await expect(news).toBeInViewport({ ratio: 1 });
});

test('each part of it links to its screen', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await signInToDemo(page, 'alex');
  for (const [name, path] of [
    [PICKS_LINK, '/picks'],
    [/What if/, '/matchup/game-day'],
    [/Scoreboard/, '/scoreboard'],
  ] as const) {
    await page.goto('/');
    await main(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }
});

test("after the season it shows the champion and the person's place", { tag: '@long' }, async ({ page }) => {
  await mockReply<StandingsReply>(page, '/api/pools/*', overIfStandings);
  // The live connection would bring the true standings.
  await page.routeWebSocket('**/api/live', () => {});
  await signInToDemo(page, 'alex');
  await expect(page.getByRole('heading', { level: 1, name: 'Season over' })).toBeVisible();
  await expect(main(page).getByRole('heading', { name: /^Champions?$/ })).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Your place' })).toBeVisible();
  await inBothThemes(page, async () => {
    await expect(main(page).getByRole('heading', { name: /^Champions?$/ })).toBeVisible();
    await checkAxe(page);
  });
  await main(page).getByRole('link', { name: 'Final standings' }).click();
  await expect(page).toHaveURL('/scoreboard');
});

test('an admin who does not play in a pool sees so, and where scores are missing', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  const asSpectator = ({ pools }: Pools) => ({
    pools: pools.map((pool) => ({ ...pool, isMember: false, requests: 2 })),
  });
  await mockReply<Pools>(page, '/api/pools', asSpectator);
  await mockReply<FeedReply>(page, '/api/feed', (reply) => ({
    ...reply,
    status: { ...reply.status, state: 'failing' },
  }));
  const withoutScores = (reply: PoolReply) => ('weeks' in reply ? { ...reply, unscoredWeekId: reply.weeks[0] } : reply);
  await mockReply<PoolReply>(page, '/api/pools/*', withoutScores);
  // The live connection would bring the true pool.
  await page.routeWebSocket('**/api/live', () => {});
  await signInToDemo(page, 'commissioner');
  await expect(main(page).getByText('Commissioner', { exact: true })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Manage the pool' })).toBeVisible();
  const desk = main(page).getByRole('region', { name: 'For you to do' });
  await expect(desk.getByText('Week 1 has games that are over and still have no score.')).toBeVisible();
  await expect(desk.getByText('2 people ask to join.')).toBeVisible();
  await expect(desk.getByText('Feed: The last update failed. We keep trying.')).toBeVisible();
  await checkAxe(page);
  await main(page).getByRole('link', { name: 'Enter the scores' }).click();
  await expect(page).toHaveURL(/\/admin\/scores\?week=\d+-week1$/);
});

test('a new user finds the pools, asks to join one, and can withdraw the request', {
  tag: '@long',
}, async ({ page }) => {
  let asked = false;
  await page.route('**/api/pools/*/requests', async (route) => {
    asked = route.request().method() === 'POST';
    await route.fulfill({ json: { ok: true } });
  });
  await mockReply<Pools>(page, '/api/pools', ({ pools }) => ({
    pools: pools.map((pool) => ({ ...pool, isMember: false, details: null, hasAsked: asked })),
  }));
  await mockReply<{ user: object | null }>(page, '/api/session', (session) => ({
    ...session,
    user: session.user && { ...session.user, pools: {} },
  }));
  await signInToDemo(page, 'alex');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible();
  await inBothThemes(page, async () => {
    await expect(main(page).getByRole('heading', { name: 'Find your pool' })).toBeVisible();
    await checkAxe(page);
  });
  await main(page).getByRole('button', { name: 'Ask to join' }).first().click();
  await expect(main(page).getByText('Asked, waiting for an answer').first()).toBeVisible();
  await main(page).getByRole('button', { name: 'Withdraw request' }).first().click();
  await expect(main(page).getByRole('button', { name: 'Ask to join' }).first()).toBeVisible();
});

test('an empty league shows players and admins how to begin', { tag: '@long' }, async ({ page, newPage }) => {
  const empty = (each: Page) => mockReply<Pools>(each, '/api/pools', () => ({ pools: [] }));
  await empty(page);
  await signInToDemo(page, 'alex');
  await expect(main(page).getByRole('heading', { name: "You're not in a pool yet" })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'New Pool' })).toBeVisible();
  await checkAxe(page);
  await page.goto('/pool');
  await expect(main(page).getByRole('link', { name: 'Make a pool' })).toHaveAttribute('href', '/pools/new');
  const admin = await newPage();
  await empty(admin);
  const none = { pools: 0, requests: 0, isOpen: false, newest: null, season: 2026 };
  await mockReply<LeagueSummary>(admin, '/api/admin/summary', () => none);
  await signInToDemo(admin, 'commissioner');
  await expect(main(admin).getByRole('heading', { name: 'Get your league going' })).toBeVisible();
  await checkAxe(admin);
  await expect(main(admin).getByText('Season 2026 is loaded')).toBeVisible();
  await main(admin).getByRole('link', { name: 'New Pool' }).click();
  await expect(admin).toHaveURL('/pools/new');
});

function overIfStandings(reply: StandingsReply): object {
  return 'finishedWeeks' in reply ? { ...reply, finishedWeeks: reply.weeks } : reply;
}

/** An announcement, and a prize that went to somebody else and came back. */
function withNews(reply: PoolReply): object {
  if (!('rules' in reply)) return reply;
  const at = Date.UTC(2030, 0, 1);
  const field = (name: string, before: string | null, after: string) => [{ name, label: name, before, after }];
  const announcements: PoolReply['announcements'] = [
    { id: 9_000_003, at, weekId: '2026-week1', fields: field('prize', 'Bob $10.00', 'Ann $10.00') },
    { id: 9_000_002, at, fields: field('text', null, 'Pizza on Sunday') },
    { id: 9_000_001, at, weekId: '2026-week1', fields: field('prize', 'Ann $10.00', 'Bob $10.00') },
  ];
  return { ...reply, announcements };
}

/** Expects them above the tabs of a phone, without scrolling. */
async function expectInFirstView(page: Page, ...shown: readonly Locator[]): Promise<void> {
  const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox();
  for (const each of shown) {
    await expect(each).toBeVisible();
    const box = await each.boundingBox();
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0), `${each}`).toBeLessThanOrEqual(tabs?.y ?? 0);
  }
}
