import type { Page } from '@playwright/test';
import { isLong } from '#tests/long.ts';
import type { Shot } from '../scripts/shots.ts';
import { formatShots, shots } from '../scripts/shots.ts';
import { signInToDemo } from './demo-login.ts';
import { mockReply } from './support/mock-reply.ts';
import { checkOverflow } from './support/overflow.ts';
import { expectNoBarriers, expectNoBarriersInBothThemes } from './support/pages.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, readingTest, test } from './support/test.ts';

/** The screens of a member. Nothing on them moves once content is shown. */
const titles: ReadonlyMap<string, string> = new Map([
  ['/', 'This week'],
  ['/picks', 'Make Your Picks'],
  ['/matchup', 'Matchup View'],
  ['/scoreboard', 'Scoreboard'],
  ['/pool/rules', 'Rules'],
  ['/pool/money', 'Money'],
  ['/pool/log', 'Log'],
  ['/pool/members', 'Members'],
  ['/pool/almanac', 'Almanac'],
  ['/profile', 'Edit Profile'],
  ['/profile/messages', 'Messages'],
  ['/profile/security', 'Security'],
  ['/test', 'Test page'],
]);

/** The screens that people print. */
const onPaper = ['/picks', '/matchup', '/scoreboard'];

/** Dialogs and menus that open on a screen. */
const opened: readonly Shot[] = [
  { name: 'menu', path: '/', who: 'alex', act: openMenu },
  { name: 'menu of an admin', path: '/', who: 'commissioner', act: openMenu },
  // Every card of a season, each of which the screen of a week has, too.
  ...(isLong ? [{ name: 'all weeks', path: '/picks?week=all', who: 'alex' } as const] : []),
  { name: 'quick fill', path: '/picks', who: 'alex', act: (page) => press(page, 'Quick fill') },
  { name: 'dead invite', path: '/join/dead', who: 'alex' },
  { name: 'delete pool', path: '/admin/pools', who: 'commissioner', act: (page) => press(page, 'Delete') },
  { name: 'join player', path: '/admin/players', who: 'commissioner', act: (page) => press(page, 'Link') },
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
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

test.beforeEach(({ page, problems }) => {
  problems.expect(/status of 4\d\d|Error/);
  return noteShifts(page);
});

/** Screens of one test: the tests of a run share the work of looking at all of them. */
const AT_ONCE = 12;
/** The screens of other formats, which are made of the same parts, are left to a long run. */
const looked = [...shots, ...opened, ...(isLong ? formatShots : [])];

for (const [who, all] of Map.groupBy(looked, (shot) => shot.who)) {
  // An admin makes an invite link first.
  const which = who === 'commissioner' ? test : readingTest;
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const screens = all.slice(from, from + AT_ONCE);
    which(
      `axe finds nothing on the screens of ${who ?? 'a stranger'} from ${screens[0]?.name} to ${screens.at(-1)?.name}, and nothing stands out to the side`,
      // What only admins and commissioners see is left to a long run.
      { tag: who === 'commissioner' ? '@long' : [] },
      async ({ page }) => {
        test.slow();
        if (who !== undefined) await signInToDemo(page, who);
        for (const shot of screens) {
          await look(page, shot);
          if (isMain(shot)) await expectTitle(page, shot);
        }
      },
    );
  }
}

readingTest(
  'the screens of a member have their titles, and do not jump while they load',
  // At the size of a phone the screens are looked at above.
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    test.slow();
    await signInToDemo(page, 'alex');
    for (const [path, name] of titles) {
      await open(page, { name, path });
      await expectTitle(page, { path });
    }
  },
);

test('axe finds nothing on any screen of an admin', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  test.slow();
  await signInToDemo(page, 'commissioner');
  for (const shot of shots) if (shot.who === 'commissioner') await open(page, shot);
});

readingTest('nothing overflows the screen if there is no pool', { tag: '@long' }, async ({ page }) => {
  await mockReply(page, '/api/pools', () => ({ pools: [] }));
  for (const who of ['alex', 'commissioner'] as const) {
    await signInToDemo(page, who);
    await look(page, { name: `first screen of ${who}`, path: '/' });
    await look(page, { name: `picks of ${who}`, path: '/picks' });
  }
});

/** Opens a screen and a dialog or menu on it, and runs axe, in a long run in both themes. */
async function open(page: Page, shot: Shot): Promise<void> {
  await test.step(shot.name, async () => {
    await arrive(page, shot);
    await (isLong ? expectNoBarriersInBothThemes : expectNoBarriers)(page);
  });
}

function isMain({ path, act }: Shot): boolean {
  return titles.has(path) && act === undefined;
}

function expectTitle(page: Page, { path }: Pick<Shot, 'path'>): Promise<void> {
  return expect(page.getByRole('heading', { level: 1 })).toHaveText(titles.get(path) ?? '');
}

/** Opens a screen and a dialog or menu on it. */
async function arrive(page: Page, shot: Shot): Promise<void> {
  const { name, path, act } = shot;
  await page.goto(path);
  await settled(page);
  if (isMain(shot)) await expectShiftBelow(page, UNSEEN_SHIFT, name);
  await act?.(page);
  await settled(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, 'what stands out to the side').toBeLessThanOrEqual(0);
}

/** Opens a screen, and checks it, in a long run also in the tightest layouts. */
async function look(page: Page, shot: Shot): Promise<void> {
  const size = page.viewportSize();
  await open(page, shot);
  await checkOverflow(page, shot.name);
  if (onPaper.includes(shot.path)) await expectPaper(page, shot.name);
  if (size) await page.setViewportSize(size);
}

/** Expects the light theme, without the bars. */
async function expectPaper(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const left = page.locator('header, footer, nav, .no-print, .matchup-tools');
  await expect(left.filter({ visible: true }), `${name} on paper`).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await page.emulateMedia({ media: null });
}
