/** Every screen, and how to get there in the demo league. */
import type { Page } from '@playwright/test';

export interface Shot {
  readonly name: string;
  readonly path: string;
  /** Who is signed in; nobody by default. */
  readonly who?: 'alex' | 'commissioner';
  /** Whether its themes differ in more than color: both are taken. */
  readonly hasTwoLooks?: true;
  /** Actions before the picture. */
  readonly act?: (page: Page) => Promise<void>;
}

function clickFirst(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  return page.getByRole(role, { name }).first().click();
}

/** Changes to another pool, which stays chosen. */
export async function choosePool(page: Page, pool: string): Promise<void> {
  await page.getByRole('combobox', { name: /pool/i }).first().selectOption({ label: pool });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/** Opens the recap of the last decided week. */
async function openRecap(page: Page): Promise<void> {
  await clickFirst(page, 'link', /^Week \d+ recap/);
  await page.waitForURL(/recap/);
}

/** A sheet with what imports have to deal with: new players, a similar name, a text that is no team, and totals. */
const SHEET = [
  'The Family Pool;;;;',
  'Week 1;Alex Rivera;Sam Okafr;Old Tom;Aunt May',
  'Game 1;KC;Chiefs;KC -3.5;Kansas City',
  'Game 2;PHI;Eagles;Packers;GB',
  'Game 3;Cubs;DET;Lions;LAR',
  'Points;7.5;8.0;9.0;6.0',
].join('\n');

async function openImport(page: Page): Promise<void> {
  await page
    .getByLabel('Spreadsheet with picks')
    .setInputFiles({ name: 'family.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) });
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.waitFor();
  await preview.evaluate((region) => region.scrollIntoView());
}

export const shots: readonly Shot[] = [
  { name: 'login', path: '/login', hasTwoLooks: true },
  {
    name: 'sign-up',
    path: '/login',
    act: (page) => clickFirst(page, 'button', 'Create account'),
  },
  {
    name: 'forgot',
    path: '/login',
    act: (page) => page.getByRole('button', { name: 'Forgot Password?' }).click(),
  },
  { name: 'reset', path: '/reset#token=from-the-mail' },
  { name: 'verify', path: '/verify#token=from-the-mail', who: 'alex' },
  { name: 'home', path: '/', who: 'alex' },
  { name: 'picks', path: '/picks', who: 'alex' },
  {
    name: 'picks-records',
    path: '/picks',
    who: 'alex',
    act: (page) => clickFirst(page, 'button', /^Team records/),
  },
  { name: 'matchup', path: '/matchup', who: 'alex' },
  { name: 'who-picked', path: '/matchup', who: 'alex', act: (page) => clickFirst(page, 'button', /@/) },
  { name: 'game-day', path: '/matchup/game-day', who: 'alex' },
  { name: 'scoreboard', path: '/scoreboard', who: 'alex' },
  { name: 'recap', path: '/', who: 'alex', act: openRecap },
  { name: 'pool', path: '/pool/rules', who: 'alex' },
  {
    name: 'pool-downloads',
    path: '/pool/rules',
    who: 'commissioner',
    act: (page) => page.getByText('Download', { exact: true }).click(),
  },
  { name: 'pool-talk', path: '/pool/talk', who: 'alex' },
  { name: 'pool-money', path: '/pool/money', who: 'alex' },
  { name: 'pool-log', path: '/pool/log', who: 'alex' },
  {
    name: 'pool-log-receipts',
    path: '/pool/log',
    who: 'alex',
    act: async (page) => {
      await clickFirst(page, 'button', 'Check the receipts');
      await page.getByText(/receipts hold/).waitFor();
    },
  },
  { name: 'pool-members', path: '/pool/members', who: 'alex' },
  { name: 'pool-almanac', path: '/pool/almanac', who: 'alex' },
  {
    name: 'pool-almanac-table',
    path: '/pool/almanac',
    who: 'alex',
    act: async (page) => {
      await clickFirst(page, 'button', 'Show as a table');
      await clickFirst(page, 'button', /leads/);
    },
  },
  { name: 'pool-manage', path: '/pool/manage', who: 'commissioner' },
  { name: 'pool-manage-weeks', path: '/pool/manage/weeks', who: 'commissioner' },
  { name: 'pool-manage-people', path: '/pool/manage/people', who: 'commissioner' },
  { name: 'pool-manage-messages', path: '/pool/manage/messages', who: 'commissioner' },
  { name: 'pool-manage-almanac', path: '/pool/manage/almanac', who: 'commissioner' },
  { name: 'pool-manage-import', path: '/pool/manage/import', who: 'commissioner', act: openImport },
  { name: 'new-pool', path: '/pools/new', who: 'alex' },
  { name: 'profile', path: '/profile', who: 'alex' },
  { name: 'profile-messages', path: '/profile/messages', who: 'alex' },
  { name: 'profile-security', path: '/profile/security', who: 'alex' },
  {
    name: 'close-account',
    path: '/profile/security',
    who: 'alex',
    act: (page) => clickFirst(page, 'button', 'Close my account'),
  },
  { name: 'test', path: '/test', who: 'alex' },
  { name: 'admin', path: '/admin', who: 'commissioner' },
  { name: 'admin-users', path: '/admin/users', who: 'commissioner' },
  { name: 'admin-pools', path: '/admin/pools', who: 'commissioner' },
  {
    name: 'admin-pool-edit',
    path: '/admin/pools',
    who: 'commissioner',
    act: (page) => clickFirst(page, 'link', 'Edit'),
  },
  {
    name: 'admin-picks',
    path: '/admin/pools',
    who: 'commissioner',
    act: async (page) => {
      await clickFirst(page, 'link', 'Edit');
      await clickFirst(page, 'link', 'People');
      await clickFirst(page, 'link', /^Enter picks for/);
    },
  },
  {
    name: 'join',
    path: '/admin/pools',
    who: 'commissioner',
    act: async (page) => {
      await clickFirst(page, 'link', 'Edit');
      await page.waitForURL(/edit/);
      const path = `/api/pools/${page.url().split('/').at(-1)}/invite`;
      const invite = await page.evaluate(async (to) => (await fetch(to, { method: 'POST' })).json(), path);
      await page.goto(invite.url);
    },
  },
  {
    name: 'edit-game',
    path: '/picks',
    who: 'commissioner',
    act: async (page) => {
      await page.getByText('Admin Mode - Edit Games').click();
      await page.getByRole('button', { name: 'Edit Game' }).first().click();
    },
  },
  { name: 'admin-season', path: '/admin/season', who: 'commissioner' },
  { name: 'admin-players', path: '/admin/players', who: 'commissioner' },
  { name: 'admin-log', path: '/admin/log', who: 'commissioner' },
  {
    name: 'admin-security-log',
    path: '/admin/log',
    who: 'commissioner',
    act: (page) => page.getByRole('button', { name: 'Sign-ins and security' }).click(),
  },
  { name: 'admin-scores', path: '/admin/scores', who: 'commissioner' },
  { name: 'admin-feed', path: '/admin/feed', who: 'commissioner' },
];

/** The screens of other formats, and of a member with several entries, in pools of their own. */
export const formatShots: readonly Shot[] = [
  { name: 'entries', path: '/pool/members', who: 'alex', act: (page) => choosePool(page, 'Against the Spread') },
  {
    name: 'confidence-order',
    path: '/picks',
    who: 'alex',
    act: async (page) => {
      await choosePool(page, 'Confidence');
      await clickFirst(page, 'button', 'Order');
    },
  },
  { name: 'confidence-matchup', path: '/matchup', who: 'alex', act: (page) => choosePool(page, 'Confidence') },
  { name: 'survivor-picks', path: '/picks', who: 'alex', act: (page) => choosePool(page, 'Survivor') },
  { name: 'survivor-season', path: '/picks?week=all', who: 'alex', act: (page) => choosePool(page, 'Survivor') },
  { name: 'survivor-board', path: '/matchup', who: 'alex', act: (page) => choosePool(page, 'Survivor') },
  { name: 'survivor-game-day', path: '/matchup/game-day', who: 'alex', act: (page) => choosePool(page, 'Survivor') },
  { name: 'survivor-scoreboard', path: '/scoreboard', who: 'alex', act: (page) => choosePool(page, 'Survivor') },
  {
    name: 'survivor-recap',
    path: '/',
    who: 'alex',
    act: async (page) => {
      await choosePool(page, 'Survivor');
      await openRecap(page);
    },
  },
];
