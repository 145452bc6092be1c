import type { Page } from '@playwright/test';
import type { Shot } from '../scripts/shots.ts';
import { formatShots, shots } from '../scripts/shots.ts';
import { signInToDemo } from './demo-login.ts';
import { serveFaces } from './support/faces.ts';
import { pretend } from './support/pretend.ts';
import { expectNothingStandsOut } from './support/standing-out.ts';
import { expect, readingTest, test } from './support/test.ts';

/** The narrowest first: a small phone, and the smallest screen that is laid out as on a desk. */
const sizes = [
  [320, 640],
  [768, 1024],
] as const;

/** What people print. */
const onPaper = ['/picks', '/matchup', '/scoreboard'];

/** What opens on a screen, and is no screen of its own. */
const opened: readonly Shot[] = [
  { name: 'menu', path: '/', who: 'alex', act: openMenu },
  { name: 'menu of an admin', path: '/', who: 'commissioner', act: openMenu },
  { name: 'all weeks', path: '/picks?week=all', who: 'alex' },
  { name: 'quick fill', path: '/picks', who: 'alex', act: (page) => press(page, 'Quick fill') },
  { name: 'dead invite', path: '/join/dead', who: 'alex' },
  { name: 'delete pool', path: '/admin/pools', who: 'commissioner', act: (page) => press(page, 'Delete') },
  { name: 'join player', path: '/admin/players', who: 'commissioner', act: (page) => press(page, 'to an account') },
  { name: 'against the spread', path: '/picks', who: 'commissioner', act: chooseSpread },
];

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).filter({ visible: true }).first().click();
}

async function chooseSpread(page: Page): Promise<void> {
  await openMenu(page);
  const pools = page.getByLabel('Pool', { exact: true }).filter({ visible: true });
  await pools.selectOption({ label: 'Against the Spread' });
  await page.keyboard.press('Escape');
  await expect(page.getByText('Favoured').first()).toBeVisible();
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test.beforeEach(({ page, problems }) => {
  problems.expect(/status of 4\d\d|Error/);
  return serveFaces(page);
});

for (const [who, screens] of Map.groupBy([...shots, ...opened, ...formatShots], (shot) => shot.who)) {
  // An admin makes an invite link on the way.
  const which = who === 'commissioner' ? test : readingTest;
  which(`nothing stands out to the side on any screen of ${who ?? 'a stranger'}`, async ({ page }) => {
    test.slow();
    if (who !== undefined) await signInToDemo(page, who);
    for (const shot of screens) await look(page, shot);
  });
}

readingTest('nothing stands out to the side where there is no pool', async ({ page }) => {
  await pretend(page, '/api/pools', () => ({ pools: [] }));
  for (const who of ['alex', 'commissioner'] as const) {
    await signInToDemo(page, who);
    await look(page, { name: `first screen of ${who}`, path: '/' });
    await look(page, { name: `picks of ${who}`, path: '/picks' });
  }
});

/** Measures a screen at both sizes. */
async function look(page: Page, { name, path, act }: Shot): Promise<void> {
  await test.step(name, async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await settled(page);
    await act?.(page);
    await settled(page);
    await expectNothingStandsOut(page, name, sizes);
    if (onPaper.includes(path)) await expectPaper(page, name);
  });
}

/** The page in the light theme, without its bars. */
async function expectPaper(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const left = page.locator('header, footer, nav, .no-print, .matchup-tools');
  await expect(left.filter({ visible: true }), `${name} on paper`).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await page.emulateMedia({ media: null });
}
