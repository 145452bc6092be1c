import type { Locator, Page } from '@playwright/test';
import fc from 'fast-check';
import type { PoolListing } from '#contract/pools.ts';
import { capital } from '#core/listed.ts';
import { tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { defaultRules, rulesWith } from '#core/rules/pool-rules.ts';
import { kindOf, withPreset } from '#core/rules/presets.ts';
import { presetWords, valueWords, wordsOf } from '#core/rules/words.ts';
import { anyRules } from '#tests/core-samples.ts';
import { stepsBetween } from '#tests/rule-steps.ts';
import { signInToDemo } from './demo-login.ts';
import { largestText } from './support/faces.ts';
import { mockReply } from './support/mock-reply.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { checkAxe } from './support/pages.ts';
import { openRule, ruleValue, setRule } from './support/rulebook.ts';
import { expect, test } from './support/test.ts';

/** Of the random rules; another one finds other faults. */
const SEED = 4711;
const RULE_SETS = 30;
/** For one set of rules, in ms. */
const SET_MS = 60_000;

test('every combination of rules can be entered in New Pool, and is read back as it was entered', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(RULE_SETS * SET_MS);
  // Without a season every week can be chosen.
  await mockReply(page, '/api/season', () => ({ season: null, comingWeekId: null, weekIds: [] }));
  await signInToDemo(page, 'commissioner');
  const sets = fc.sample(anyRules.map(tidyRules), { seed: SEED, numRuns: RULE_SETS });
  for (const [at, rules] of sets.entries()) {
    const where = `Set ${at} of seed ${SEED}`;
    await test.step(`${where}: ${JSON.stringify(rules)}`, () => makePool(page, where, rules));
  }
  const { pools }: { pools: readonly PoolListing[] } = await (await page.request.get('/api/pools')).json();
  const stored = new Map(pools.map((pool) => [pool.name, pool.details?.rules]));
  for (const [at, rules] of sets.entries()) {
    const where = `Set ${at} of seed ${SEED}`;
    expect.soft(stored.get(where), where).toEqual(rules);
  }
});

test('the rules are set by keyboard alone, and a screen reader reads each as a sentence with named values', async ({
  page,
}) => {
  await signInToDemo(page, 'commissioner', '/pools/new');
  const main = page.getByRole('main');
  await expect(main.getByLabel('Name')).toBeFocused();

  const lock = ruleValue(main, 'Picks lock');
  await tabTo(page, lock);
  await page.keyboard.press('Enter');
  await expect(lock).toHaveAttribute('aria-expanded', 'true');
  const together = main
    .getByRole('group', { name: 'Picks lock', exact: true })
    .getByRole('button', { name: "At the week's first game" });
  await tabTo(page, together);
  await page.keyboard.press('Space');
  await expect(together).toHaveAttribute('aria-pressed', 'true');
  await expect(lock).toHaveAccessibleName("Picks lock: at the week's first game");
  await tabTo(page, lock, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(lock).toHaveAttribute('aria-expanded', 'false');
  await expect(together).toHaveCount(0);

  await tabTo(page, main.getByRole('button', { name: 'Add a rule' }));
  await page.keyboard.press('Enter');
  const search = main.getByLabel('Find a rule');
  await expect(search).toBeFocused();
  await page.keyboard.type('point spread');
  const boxes = main.getByRole('list', { name: 'Good to know' }).getByRole('listitem');
  await expect(boxes.first()).toHaveText("Use Spread? It's a checkbox above.");
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('xylophone');
  await expect(main.getByRole('status').filter({ hasText: "can stand in the pool's description" })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('playoff money');
  await expect(main.getByRole('status').filter({ hasText: 'This comes closest:' })).toBeVisible();
  // Enter takes the first rule that has all of the words, and sends nothing.
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('worst weeks');
  await page.keyboard.press('Enter');
  const dropped = ruleValue(main, 'Weeks dropped');
  await expect(dropped).toBeFocused();
  const row = main.getByRole('listitem').filter({ has: page.getByRole('group', { name: 'Weeks dropped' }) });
  await expect(row).toMatchAriaSnapshot(`
    - listitem:
      - paragraph:
        - 'button "Weeks dropped: No week" [expanded]': No week
        - text: is dropped.
      - paragraph: Weeks dropped
      - group "Weeks dropped":
        - 'button "Weeks dropped: fewer" [disabled]'
        - spinbutton "Weeks dropped": "0"
        - 'button "Weeks dropped: more"'
        - status: None
  `);
  await tabTo(page, main.getByRole('button', { name: 'Weeks dropped: more' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await expect(row).toContainText("Each player's 2 lowest weeks are dropped once more than 2 weeks are decided.");
  await expect(dropped).toHaveAccessibleName('Weeks dropped: 2 lowest weeks');
});

test('the rulebook fits on a phone 320 px wide with text at 200 %', { tag: '@long' }, async ({ page }) => {
  await mockReply(page, '/api/season', () => ({ season: null, comingWeekId: null, weekIds: [] }));
  await signInToDemo(page, 'commissioner', '/pools/new');
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: /^Survivor/ }).check();
  const wanted = rulesWith({
    ...{
      format: 'survivor',
      entries: 10,
      lives: 3,
      goal: 'lose',
      survivorTie: 'wins',
      teamUses: 2,
      teamsAgainAfter: 12,
    },
    ...{ twoTeamsFrom: 14, allOut: 'goOn', survivors: 'wins', buyBacks: 2, buyBackUntil: 18, buyBackBy: 'owner' },
    ...{ deadline: 'own', deadlineDay: 'saturday', deadlineTime: '12:00', missed: 'own' },
  });
  for (const rule of stepsBetween(withPreset('survivor', defaultRules), wanted)) await enter(main, rule, wanted);
  // A list, a strip of weeks, choices with long texts, and a stepper.
  for (const rule of ['deadlineTime', 'buyBackUntil', 'survivors', 'lives'] as const) {
    await openRule(main, wordsOf(rule).label);
    await expectNoOverflow(page, `the control of ${rule}`, [largestText]);
  }
  await main.getByRole('button', { name: 'Add a rule' }).click();
  await expect(main.getByLabel('Find a rule')).toBeFocused();
  await expectNoOverflow(page, 'the search for a rule', [largestText]);
  await main.getByRole('button', { name: 'What your players see' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeInViewport();
});

test('one panel is open at a time, and a value stays under the finger when another one closes above it', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInToDemo(page, 'commissioner', '/pools/new');
  const main = page.getByRole('main');
  await openRule(main, 'Picks lock');
  const fold = main.locator('summary').filter({ hasText: 'no best bets' });
  await fold.click();
  for (const [open, next] of [
    ['Picks lock', 'Tie'],
    ['Tie', 'Entry fee'],
  ] as const) {
    const value = ruleValue(main, next);
    await value.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - innerHeight / 3));
    const top = () => value.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    await value.click();
    await expect(ruleValue(main, open)).toHaveAttribute('aria-expanded', 'false');
    expect(await top()).toBe(before);
  }
  await openRule(main, 'Weeks dropped');
  await expect(ruleValue(main, 'Entry fee')).toHaveAttribute('aria-expanded', 'false');
  const isNamed = () => expect(fold).toHaveText(/^Standard\s*Change$/, { useInnerText: true });
  await isNamed();
  await setRule(main, 'Tie', 'Both sides are right');
  await expect(ruleValue(main, 'Tie')).toHaveText('both sides are right');
  await isNamed();
});

test('what the players see follows the rules, and a rule that does not fit the weeks is mended by one tap @desktop', {
  tag: '@long',
}, async ({ page }) => {
  await mockReply<object>(page, '/api/season', (reply) => ({ ...reply, comingWeekId: '2026-week18' }));
  await signInToDemo(page, 'commissioner', '/pools/new');
  const main = page.getByRole('main');
  const seen = page.getByRole('complementary', { name: 'What your players see' });
  const lock = "Picks lock at each game's kick-off.";
  await main.getByLabel('Name').fill('Basement Crew');
  await expect(seen).toContainText('Basement Crew');
  await expect(seen.getByRole('term')).toHaveText(['Format', 'Weeks']);
  await expect(seen.getByRole('listitem')).toHaveText([lock, 'Everything else is standard.']);
  await setRule(main, 'Weeks dropped', 'The lowest');
  await expect(seen.getByRole('listitem')).toHaveText([
    lock,
    /^Each player's lowest week is dropped/,
    /^Everything else/,
  ]);
  const conflict = main.getByText("1 week can't be dropped: the pool has only 1.");
  await expect(conflict).toBeVisible();
  const firstDropped = main.getByText('Without points, they are the first weeks to be dropped.');
  await expect(firstDropped).toHaveCount(0);
  await main.getByRole('button', { name: 'First week: Week 18' }).click();
  await main.getByRole('button', { name: 'Week 1', exact: true }).click();
  await expect(firstDropped).toBeVisible();
  await expect(conflict).toHaveCount(0);
  await main.getByRole('group', { name: 'First week' }).getByRole('button', { name: 'Week 18' }).click();
  await main.getByRole('button', { name: 'Drop none' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(ruleValue(main, 'Weeks dropped')).toHaveText('No week');
  await ruleValue(main, 'Prizes').click();
  await expect(ruleValue(main, 'Prizes')).toHaveText('none yet');
  await page.keyboard.type('25');
  await expect(ruleValue(main, 'Prizes')).toHaveText('Each week, 1st place gets $25.');
  await expect(main.getByText("There's no entry fee, so prizes are paid from outside the pool.")).toBeVisible();
  const percent = main
    .getByRole('group', { name: 'Week, 1st: dollars or percent' })
    .getByRole('button', { name: 'percent of fees' });
  await expect(percent).toHaveCount(0);
  await main.getByRole('button', { name: 'Set an entry fee' }).click();
  await expect(ruleValue(main, 'Prizes')).toHaveAttribute('aria-expanded', 'false');
  await expect(main.getByLabel('Entry fee in dollars')).toBeFocused();
  await page.keyboard.type('free');
  await main.getByRole('button', { name: 'Done' }).click();
  await expect(main.getByLabel('Entry fee in dollars')).toBeFocused();
  // A wrong amount stays in sight.
  await ruleValue(main, 'Prizes').click();
  await expect(ruleValue(main, 'Entry fee')).toHaveAttribute('aria-expanded', 'true');
  await main.getByLabel('Entry fee in dollars').fill('20');
  await expect(percent).toBeVisible();
  await main.getByRole('button', { name: 'Done' }).first().click();
  await expect(ruleValue(main, 'Entry fee')).toBeFocused();
  await expect(ruleValue(main, 'Entry fee')).toHaveAttribute('aria-expanded', 'false');
  const confidence = main.getByRole('radio', { name: /^Confidence/ });
  await confidence.check();
  const tiebreak = ruleValue(main, 'Tiebreak');
  await expect(tiebreak).toHaveText('the closest guess');
  await expect(tiebreak).not.toHaveAttribute('data-own');
  await setRule(main, 'Tiebreak', 'None');
  await expect(tiebreak).toHaveAttribute('data-own');
  await openRule(main, 'Picks lock');
  await main.getByText('Looking for something else?').first().click();
  await expect(main.getByText('Minutes before kick-off?')).toBeVisible();
  await checkAxe(page);
  const win = { width: 1280, height: 520 };
  await page.setViewportSize(win);
  await setRule(main, 'Tie', 'Both sides are right');
  // At the end of what scrolls there.
  await expect(seen.getByRole('listitem').filter({ hasText: 'both sides are right' })).toBeInViewport({ ratio: 1 });
  await seen.hover();
  await page.mouse.wheel(0, 2000);
  await expect(seen.getByText(/^Say KC beats CIN/)).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, -2000);
  await expect(seen.getByText(/^Say KC beats CIN/)).not.toBeInViewport();
  await setRule(main, 'Season tiebreak', 'Week wins, right picks, guesses');
  await expect(seen.getByRole('listitem').filter({ hasText: 'who won more weeks' })).toBeInViewport({ ratio: 1 });
  const card = await seen.boundingBox();
  expect((card?.y ?? win.height) + (card?.height ?? 0)).toBeLessThan(win.height);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const header = await page.getByRole('banner').boundingBox();
  const heading = await seen.getByRole('heading', { level: 2 }).boundingBox();
  expect(heading?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
});

/** Enters rules by the rulebook of New Pool alone, and creates the pool. */
async function makePool(page: Page, name: string, rules: PoolRules): Promise<void> {
  await page.goto('/pools/new');
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill(name);
  const preset = kindOf({ ...rules, useSpread: false });
  await main.getByRole('radio', { name: new RegExp(`^${presetWords[preset].label}`) }).check();
  for (const rule of stepsBetween(withPreset(preset, defaultRules), rules)) await enter(main, rule, rules);
  await main.getByRole('button', { name: 'Create pool' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} is ready` })).toBeVisible();
  await expect(main.getByRole('textbox', { name: 'Link' })).toBeVisible();
}

async function enter(book: Locator, rule: RuleName, rules: PoolRules): Promise<void> {
  const { label, partOf } = wordsOf(rule);
  const value = rules[rule];
  const isCheck = rule === 'useSpread' || rule === 'roundSpread' || partOf === 'slate';
  if (!isCheck) return setRule(book, label, capital(valueWords(rule, value, rules)));
  if (partOf !== undefined) await openRule(book, wordsOf(partOf).label);
  await book.getByRole('checkbox', { name: label }).setChecked(value === true);
}

/** The most stops of the Tab key from one element to another. */
const MAX_TABS = 40;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isFocused = () => element.evaluate((each) => each === document.activeElement);
  for (let tabs = 0; tabs < MAX_TABS && !(await isFocused()); tabs += 1) await page.keyboard.press(key);
  await expect(element).toBeFocused();
}
