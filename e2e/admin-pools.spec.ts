import type { Dialog, Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, checkAxeInBothThemes, inBothThemes } from './support/pages.ts';
import { openRule, ruleValue, setRule } from './support/rulebook.ts';
import { expect, test } from './support/test.ts';

test('admins list, make, duplicate and delete pools @desktop', async ({ page, problems }) => {
  problems.expect(/status of (404|500)|Error (deleting|duplicating)/);
  await signInToDemo(page, 'commissioner', '/admin/pools');
  const spread = card(page, 'Against the Spread');
  await expect(spread).toContainText('Beat the line, not just the other team.');
  await expect(spread.getByText('Spread Enabled')).toBeVisible();
  await expect(spread.getByText('Spread Rounded')).toBeVisible();
  await expect(card(page, 'Sunday Legends').getByText('Spread')).toHaveCount(0);

  const form = page.getByRole('main');
  await form.getByRole('link', { name: 'New Pool' }).click();
  const create = form.getByRole('button', { name: 'Create' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('   ');
  await expect(create).toBeDisabled();
  await form.getByLabel('Name').fill('Playoffs');
  await form.getByText('More settings').click();
  await form.getByLabel('Description').fill('Free\ntext');
  await expect(form.getByLabel('Money URL')).toHaveAttribute('type', 'url');
  await form.getByLabel('Money URL').fill('javascript:alert(1)');
  await form.getByText('More settings').click();
  await create.click();
  await expect(form.getByLabel('Money URL')).toBeFocused();
  await expect(form.getByText('Please enter a web address that starts with https:// or http://')).toBeVisible();
  await form.getByLabel('Money URL').fill('https://pay.example.com');
  await expect(form.getByLabel('Round Spread')).toBeDisabled();
  await form.getByLabel('Use Spread').check();
  await form.getByLabel('Round Spread').check();
  await checkAxe(page);

  let questions = 0;
  const stay = (question: Dialog): Promise<void> => {
    questions += 1;
    return question.dismiss();
  };
  page.on('dialog', stay);
  await page.getByRole('link', { name: 'Scoreboard' }).filter({ visible: true }).first().click();
  await page.evaluate(() => history.back());
  await expect.poll(() => questions).toBe(2);
  await expect(page).toHaveURL('/pools/new');
  await expect(form.getByLabel('Name')).toHaveValue('Playoffs');
  page.off('dialog', stay);
  await create.click();
  await expect(page.getByRole('heading', { name: 'Playoffs is ready' })).toBeVisible();
  await page.goto('/admin/pools');
  await expect(card(page, 'Playoffs').getByText('Spread Rounded')).toBeVisible();

  await page.route('**/duplicate', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'pool_not_found', message: 'Pool not found' } } }),
  );
  await spread.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('alert').getByText('Pool not found')).toBeVisible();
  await expect.poll(() => problems.logged('Error duplicating')).toBe(true);
  await page.unroute('**/duplicate');
  const duplicated = timeOfToast(page, 'Pool duplicated successfully!');
  await spread.getByRole('button', { name: 'Duplicate' }).click();
  expectThreeSeconds(await duplicated);
  const copy = card(page, 'Copy Of Against the Spread');
  await expect(copy).toContainText('15 users · 18 weeks');

  await copy.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Pool' });
  await expect(question.getByText('This action cannot be undone.')).toBeVisible();
  await expect(question.getByText('only marked as deleted')).toContainText('preserved');
  await checkAxeInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(copy).toBeVisible();
  await copy.getByRole('button', { name: 'Delete' }).click();
  await page.route('**/api/pools/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'Try later.' } } })
      : route.continue(),
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert').filter({ hasText: 'Try later.' })).toBeVisible();
  await expect.poll(() => problems.logged('Error deleting the pool')).toBe(true);
  await page.unroute('**/api/pools/*');
  const deleted = timeOfToast(page, 'Pool deleted successfully!');
  await question.getByRole('button', { name: 'Delete' }).click();
  expectThreeSeconds(await deleted);
  await expect(copy).toHaveCount(0);
});

test("a pool's settings wait for Save Pool; users and weeks are saved at once @desktop", { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500|Couldn't remove/);
  await signInToDemo(page, 'commissioner', '/admin/pools');
  await card(page, 'Sunday Legends').getByRole('link', { name: 'Edit' }).click();
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await openSection(page, 'People');
  await expect(statistics).toContainText('Active Users');
  await expect(statistics.getByRole('img', { name: '19' })).toBeVisible();

  const users = page.getByRole('region', { name: 'Users' });
  await users.getByLabel('Search by name or email').fill('ruth');
  const ruth = users.getByRole('checkbox', { name: 'Grandma Ruth' });
  await expect(users.getByRole('checkbox')).toHaveCount(1);
  await page.route('**/members/*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'Try later.' } } }),
  );
  await ruth.click();
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't remove Grandma Ruth" })).toBeVisible();
  await expect.poll(() => problems.logged("Couldn't remove Grandma Ruth")).toBe(true);
  await expect(ruth).toBeChecked();
  await page.unroute('**/members/*');
  await ruth.focus();
  await page.keyboard.press('Space');
  await expect(ruth).not.toBeChecked();
  await expect(statistics.getByRole('img', { name: '18' })).toBeVisible();

  await openSection(page, 'Weeks');
  await expect(statistics).toContainText('Active Weeks');
  const weeks = page.getByRole('region', { name: 'Weeks' });
  const last = weeks.getByRole('group').filter({ hasText: 'Season 2026' }).getByLabel('Week 18');
  await last.uncheck();
  await expect(statistics.getByRole('img', { name: '17' })).toBeVisible();
  await weeks.getByRole('button', { name: 'Clear All Weeks' }).click();
  const question = page.getByRole('dialog', { name: 'Clear All Weeks' });
  await expect(question).toContainText('No pick is deleted.');
  await question.getByRole('button', { name: 'Clear All Weeks' }).click();
  await expect(statistics.getByRole('img', { name: '0' })).toBeVisible();
  await weeks.getByRole('button', { name: 'All weeks of 2026' }).click();
  await expect(statistics.getByRole('img', { name: '18' })).toBeVisible();
  await expect(weeks.getByText('Each change is saved at once.')).toBeVisible();
  await page.reload();
  await expect(weeks.getByRole('checkbox', { checked: true })).toHaveCount(18);
  await openSection(page, 'People');
  await expect(page.getByRole('region', { name: "Who hasn't picked" })).toContainText('Alex Rivera');
  await expect(users.getByRole('checkbox', { name: 'Grandma Ruth' })).not.toBeChecked();
  await page.goBack();

  await inBothThemes(page, async () => {
    await expect(last).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await checkAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'GET' || sent.push(request.method()));
  await openSection(page, 'Settings');
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByLabel('Name').fill('Sunday Best');
  await settings.getByLabel('Money URL').fill('https://pay.example.com');
  await settings.getByLabel('Active Week').selectOption({ label: 'Week 3' });
  await settings.getByLabel('Use Spread').check();
  await settings.getByLabel('Why do the rules change?').fill('Agreed');
  expect(sent).toEqual([]);
  await settings.getByRole('button', { name: 'Save Pool' }).click();
  await expect(page).toHaveURL('/admin/pools');
  expect(sent).toEqual(['PATCH']);
  await expect(card(page, 'Sunday Best').getByText('Spread Enabled')).toBeVisible();
  await card(page, 'Sunday Best').getByRole('link', { name: 'Edit' }).click();
  await expect(settings.getByLabel('Money URL')).toHaveValue('https://pay.example.com');
  await expect(settings.getByLabel('Active Week')).toHaveValue(/-week3$/);
});

test('two admins edit one pool: the second sees what changed and keeps what they typed', {
  tag: ['@desktop', '@long'],
}, async ({ page, newPage, problems }) => {
  problems.expect(/status of 409|Error saving the pool/);
  await signInToDemo(page, 'commissioner', '/admin/pools');
  await card(page, 'Sunday Legends').getByRole('link', { name: 'Edit' }).click();
  const settings = page.getByRole('region', { name: 'Settings' });
  const name = settings.getByLabel('Name');
  await expect(settings.getByLabel('Round Spread')).toBeDisabled();
  await name.fill('  ');
  await expect(settings.getByRole('button', { name: 'Save Pool' })).toBeDisabled();
  await name.fill('Mine');
  await settings.getByLabel('Active Week').selectOption({ label: 'Week 3' });

  const other = await newPage();
  await signInToDemo(other, 'commissioner', new URL(page.url()).pathname);
  await other.getByLabel('Name', { exact: true }).fill('Theirs');
  await other.getByLabel('Use Spread').check();
  await other.getByLabel('Round Spread').check();
  await other.getByLabel('Why do the rules change?').fill('Agreed');
  await other.getByRole('button', { name: 'Save Pool' }).click();
  await expect(other).toHaveURL('/admin/pools');
  await expect(card(other, 'Theirs').getByText('Spread Rounded')).toBeVisible();

  const save = settings.getByRole('button', { name: 'Save Pool' });
  await save.click();
  await expect(settings.getByRole('alert')).toContainText('Somebody else just changed this');
  await expect.poll(() => problems.logged('Error saving the pool')).toBe(true);
  await expect(settings.getByText("'Theirs'")).toBeVisible();
  await expect(name).toHaveValue('Mine');
  await expect(settings.getByLabel('Use Spread')).toBeChecked();

  page.once('dialog', (question) => question.dismiss());
  await settings.getByRole('link', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Mine');
  await save.click();
  await expect(page).toHaveURL('/admin/pools');
  await expect(card(page, 'Mine').getByText('Spread Rounded')).toBeVisible();
});

test('a missing pool is reported as such, and players without picks get one mail @desktop', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of (400|404)|Error fetching the pool/);
  await signInToDemo(page, 'commissioner', '/admin/pools/edit/nothing');
  await expect(page.getByRole('heading', { name: 'Pool Not Found' })).toBeVisible();
  await checkAxe(page);
  await page.getByRole('link', { name: 'Back to Pools' }).click();
  await page.goto('/');
  const desk = page.getByRole('region', { name: 'For you to do' });
  await expect(desk.getByRole('status')).toHaveText(/^3 of \d+ can be reminded\. No email or push: .*Luis Ortega/);
  await expect(desk.getByText(/^3 haven't paid: Bree Thompson, /)).toBeVisible();
  await desk.getByRole('link', { name: 'Sam Okafor' }).click();
  await expect(page.getByRole('heading', { name: 'Enter picks for Sam Okafor' })).toBeVisible();
  await page.goBack();
  await checkAxe(page);
  await desk.getByRole('button', { name: 'Remind 3 players' }).click();
  await expect(desk.getByRole('status')).toContainText('3 reminded');
  await page.goto('/pool/manage/people');
  const missing = page.getByRole('region', { name: "Who hasn't picked" });
  await expect(missing.getByRole('listitem').filter({ hasText: 'Luis Ortega' })).toContainText('No email or push');
  await expect(missing.getByRole('listitem').filter({ hasText: 'Sam Okafor' })).toContainText('Reminded already');
  await expect(missing.getByRole('button', { name: 'Nobody left to remind' })).toBeDisabled();
});

test("a pool's sections open at their addresses, and Save Pool is in view after a change", {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInToDemo(page, 'commissioner', '/admin/pools');
  const edit = await card(page, 'Sunday Legends').getByRole('link', { name: 'Edit' }).getAttribute('href');
  for (const base of [edit, '/pool/manage']) {
    await page.goto(`${base}/messages`);
    await expect(page.getByRole('region', { name: 'Announcement' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Sunday Legends' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: /Sections|Admin panel/ })).toHaveCount(0);
    await openSection(page, 'Money');
    await expect(page.getByRole('button', { name: 'Change fee and prizes' })).toBeVisible();

    await openSection(page, 'Settings');
    const save = page.getByRole('button', { name: 'Save Pool' });
    await page.getByLabel('Name', { exact: true }).fill('Sunday Best');
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await expect(save).toBeInViewport({ ratio: 1 });
    page.once('dialog', (question) => question.dismiss());
    await openSection(page, 'Weeks');
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.getByRole('button', { name: 'One field needs another look' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.getByLabel('Name', { exact: true }).fill('Sunday Legends');
  }
});

function openSection(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name }).click();
}

function card(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** How long the page shows the next toast with this text, in ms. */
function timeOfToast(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let since: number | null = null;
        const look = (): void => {
          const isThere = [...document.querySelectorAll('[role="status"]')].some((each) =>
            each.textContent?.includes(wanted),
          );
          if (isThere) since ??= performance.now();
          if (isThere || since === null) requestAnimationFrame(look);
          else resolve(performance.now() - since);
        };
        look();
      }),
    text,
  );
}

/** The toast is shown for 3 s plus a short exit; a busy machine may take longer, but not the 5 s of other toasts. */
function expectThreeSeconds(ms: number): void {
  expect(ms).toBeGreaterThan(2900);
  expect(ms).toBeLessThan(4900);
}

test('rules come from a preset and single choices, are shown again in Edit Pool, and are visible to members', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  await signInToDemo(page, 'commissioner', '/admin/pools');
  const form = page.getByRole('main');
  await form.getByRole('link', { name: 'New Pool' }).click();
  const kind = (name: string) => form.getByRole('radio', { name });
  await expect(kind('Classic')).toBeChecked();
  await form.getByRole('button', { name: 'Add a rule' }).click();
  await form.getByLabel('Find a rule').fill('push');
  await expect(form.getByRole('listitem').filter({ hasText: 'Score meets the line' })).toContainText(
    'Only with Use Spread',
  );
  await form.getByRole('button', { name: 'Add a rule' }).click();
  await kind('Spread').check();
  await expect(form.getByLabel('Use Spread')).toBeChecked();
  await form.getByLabel('Round Spread').uncheck();
  await setRule(form, 'Score meets the line', 'Either side earns half');
  await setRule(form, 'Weeks dropped', 'The 2 lowest');
  await setRule(form, 'Best bets', '3 a week');
  await setRule(form, 'Games picked', '1 game a week');
  await expect(ruleValue(form, 'Best bets')).toHaveText('1 pick a week as a best bet');
  await expect((await openRule(form, 'Best bets')).getByRole('button', { disabled: true })).toHaveText([
    '2 a week',
    '3 a week',
  ]);
  await expect(form.getByText('No more best bets than games picked.')).toBeVisible();
  await setRule(form, 'Best bets', 'None');
  await setRule(form, 'Games picked', 'All games of a week');
  await expect(form.getByRole('radio', { checked: true })).toHaveAccessibleName(/^Spread with your changes/);
  await setRule(form, 'Weeks before joining', 'Lowest score of the week');
  await form.getByLabel('Name').fill('Half Time');
  await form.getByRole('button', { name: /^First week:/ }).click();
  await form.getByRole('button', { name: 'Week 1', exact: true }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Half Time is ready' })).toBeVisible();

  await page.goto('/admin/pools');
  await page.getByRole('link', { name: 'Edit Half Time' }).click();
  const settings = page.getByRole('region', { name: 'Settings' });
  await expect(ruleValue(settings, 'Score meets the line')).toHaveText('either side earns half as much');
  await expect(ruleValue(settings, 'Weeks before joining')).toHaveText('the lowest score');
  await expect(ruleValue(settings, 'Weeks dropped')).toHaveText('2 lowest weeks');
  await setRule(settings, 'Weeks dropped', 'The 3 lowest');
  await settings.getByRole('button', { name: 'Save Pool' }).click();
  await expect(page).toHaveURL('/admin/pools');

  await page.goto('/pool/rules');
  await expect(page.getByRole('region', { name: 'Rules' })).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByLabel('Pool', { exact: true }).filter({ visible: true }).selectOption({ label: 'Half Time' });
  await page.keyboard.press('Escape');
  const rules = page.getByRole('region', { name: 'Rules' });
  await expect(rules.getByRole('listitem')).toHaveText([
    "Pick'em against the spread: players pick a side in every game of the week.",
    'Picks are against the spread: the underdog gets the line as a head start.',
    'Lines stay as they are: a game can land exactly on a whole one.',
    "Picks lock at each game's kick-off.",
    "The last line counts, also for picks made before it moved. A game's line may move until a day before its kick-off.",
    'Once a game locks, everybody sees the picks for it.',
    'A right pick is worth 1 point.',
    "If a game that isn't a tie lands exactly on its line, either side earns half as much as a right pick.",
    'The most points win the season.',
    "Each player's 3 lowest weeks are dropped once more than 3 weeks are decided.",
    "A week that had fully locked when a player joined counts for them as the lowest score of those who picked, unless they have a pick in it. What counts for missed games isn't a pick.",
  ]);
  await expect(page.getByRole('region', { name: 'For example' })).toContainText(/counts as .* right pick/);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Log' }).click();
  await expect(page).toHaveURL('/pool/log');
  const log = page.getByRole('region', { name: 'Log' });
  await expect(log).toContainText('Commissioner Quinn set Weeks dropped: The 2 lowest → The 3 lowest');
  await inBothThemes(page, async () => {
    await expect(log).toContainText('The 3 lowest');
    await checkAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test('rule changes in mid-season show their effect, and need a reason', { tag: '@long' }, async ({ page }) => {
  await signInToDemo(page, 'commissioner', '/admin/pools');
  await card(page, 'Sunday Legends').getByRole('link', { name: 'Edit' }).click();
  const settings = page.getByRole('region', { name: 'Settings' });
  const late = page.getByRole('region', { name: 'The season has begun' });
  const save = settings.getByRole('button', { name: 'Save Pool' });
  await settings.getByText("4 rules can't change since Week 1").click();
  const settled = settings.getByRole('paragraph').filter({ hasText: 'Players pick every game of the week.' });
  await expect(settled).toBeVisible();
  await expect(ruleValue(settings, 'Games picked')).toHaveCount(0);
  await expect(late).toBeHidden();
  await setRule(settings, 'Weeks dropped', 'The 2 lowest');
  await expect(save).toBeDisabled();
  await expect(late.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await late.getByLabel('Why do the rules change?').fill('Two bad weeks are forgiven');
  await checkAxeInBothThemes(page);
  await save.click();
  await expect(page).toHaveURL('/admin/pools');

  await page.goto('/pool/log');
  const log = page.getByRole('region', { name: 'Log' });
  await expect(log).toContainText('Weeks dropped: None → The 2 lowest');
  await expect(log).toContainText('Two bad weeks are forgiven');
});
