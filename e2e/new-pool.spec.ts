import { signInToDemo } from './demo-login.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { openRule, setRule } from './support/rulebook.ts';
import { expect, test } from './support/test.ts';

/** The limits for a new player from the link to a saved first pick: taps, of which a field takes one, and time. */
const FIRST_PICK_TAPS = 6;
const FIRST_PICK_MS = 60_000;
/** For four short fields on a phone, in ms. */
const TYPING_MS = 30_000;

test('a player makes a pool on one page, and a new player who opens its link on a phone makes a pick within a minute', async ({
  page,
  newPage,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (shared: object) => Object.assign(window, { shared }) });
  });
  await signInToDemo(page, 'commissioner', '/picks');
  await page.getByLabel('Switch pool').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'New Pool' }).click();
  const main = page.getByRole('main');
  const create = main.getByRole('button', { name: 'Create pool' });
  await expect(main.getByLabel('Name')).toBeFocused();
  await expect(create).toBeDisabled();
  await main.getByLabel('Name').fill('  ');
  await expect(create).toBeDisabled();
  await main.getByRole('button', { name: 'Name the pool first' }).click();
  await expect(main.getByLabel('Name')).toBeFocused();
  await expect(main.getByRole('radio', { name: 'Classic' })).toBeChecked();
  const first = main.getByRole('button', { name: /^First week: Week \d+$/ });
  await expect(first).not.toHaveText('Week 1');
  await expect(main.getByText(/have begun/)).toHaveCount(0);
  await main.getByText('Rules you know from another site').click();
  await main.getByText('RunYourPool-style survivor').click();
  // The pool begins with the coming week, so buy-backs can't end before it.
  const until = await openRule(main, 'Buy back losses up to');
  await expect(until.getByRole('button', { name: /^Week [1-4]$/ })).toHaveCount(0);
  await expect(until.getByRole('button').nth(3)).toHaveAttribute('aria-pressed', 'true');
  await expect(main.getByText(/^Buy-backs end/)).toHaveCount(0);
  await until.getByRole('button', { name: 'Week 18' }).click();
  await expect(main.getByRole('radio', { checked: true })).toHaveAccessibleName(/^RunYourPool-style survivor/);
  await expect(
    main.getByText(/^Weeks before Week \d+ have begun: a survivor pool can't include them\.$/),
  ).toBeVisible();
  await main.getByText('Yahoo-style confidence').click();
  await expect(main.getByRole('radio', { name: /^Yahoo-style confidence/ })).toBeChecked();
  await checkAxeInBothThemes(page);
  await main.getByLabel('Name').fill('Basement Crew');
  await main.getByText('Pick against the spread:').click();
  await expect(main.getByRole('radio', { name: /^Spread/ })).toBeChecked();
  await expect(main.getByRole('radio', { checked: true })).toHaveCount(1);
  const coming = (await first.textContent()) ?? '';
  const firstWeeks = main.getByRole('group', { name: 'First week' });
  await first.click();
  await firstWeeks.getByRole('button', { name: 'Week 1', exact: true }).click();
  const begun = main.getByText(/^Weeks before Week \d+ have begun: nobody has picks/);
  await expect(begun).toBeVisible();
  await firstWeeks.getByRole('button', { name: coming, exact: true }).click();
  await expect(begun).toHaveCount(0);
  await main.getByRole('button', { name: 'Last week: Week 18' }).click();
  await main.getByRole('group', { name: 'Last week' }).getByRole('button', { name: 'Week 17' }).click();
  await setRule(main, 'Games of the pool', 'Chosen by a commissioner');
  await openRule(main, 'Entries');
  const entries = main.getByRole('spinbutton', { name: 'Entries' });
  await entries.click();
  await page.keyboard.type('25');
  await expect(entries).toHaveAttribute('aria-invalid', 'true');
  // Enter sends nothing, and takes the nearest number.
  await page.keyboard.press('Enter');
  await expect(entries).toHaveValue('10');
  await expect(main.getByRole('alert').filter({ hasText: 'A whole number from 1 to 10.' })).toBeVisible();
  await entries.fill('3');
  await page.keyboard.press('ArrowDown');
  await expect(entries).toHaveAccessibleDescription('');
  await expect(entries).toHaveAttribute('aria-valuetext', 'Up to 2 for each member');
  await main.getByRole('button', { name: 'Add a rule' }).click();
  await main.getByLabel('Find a rule').fill('king of the hill');
  await main.getByRole('button', { name: 'Side table of your own' }).click();
  await expect(main.getByLabel('Table name')).toBeFocused();
  await expect(main.getByLabel('Table name')).toHaveAttribute('placeholder', /^Weeks \d+ to 17$/);
  await page.keyboard.type('King of the Hill');
  await main.getByLabel('Prize ($) in dollars').fill('50');
  const ofHill = main.getByRole('group', { name: 'Weeks of King of the Hill' });
  await ofHill.getByRole('button', { name: /^First week: / }).click();
  await ofHill.getByRole('button', { name: 'Week 15' }).click();
  await main.getByText('More options Now: all games, everyone').click();
  await main.getByRole('group', { name: 'Which games' }).getByRole('button', { name: 'Thursday' }).click();
  await checkAxeInBothThemes(page);
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Basement Crew is ready' })).toBeInViewport();
  await expect(main.getByRole('img', { name: 'QR code of the invite link' })).toBeVisible();
  await checkAxeInBothThemes(page);
  const link = await main.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.reload();
  await expect(main.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  const nextSteps = page.url();
  await main.getByRole('button', { name: 'Share' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toMatchObject({ title: 'Basement Crew', url: link });
  await expect(main.getByRole('link', { name: 'Choose games' })).toHaveAttribute('href', '/pool/manage/weeks');
  await main.getByRole('link', { name: 'Make your first picks' }).click();
  await expect(page).toHaveURL('/picks');
  await expect(main.getByRole('option', { name: 'Basement Crew', selected: true })).toBeAttached();
  expect(dialogs).toEqual([]);

  const friend = await newPage();
  let taps = 0;
  const startedAt = Date.now();
  await friend.goto(link);
  await expect(friend.getByRole('heading', { level: 1, name: 'Basement Crew' })).toBeVisible();
  await expect(friend.getByRole('definition').filter({ hasText: "Pick'em against the spread" })).toBeVisible();
  await expect(friend.getByRole('definition').filter({ hasText: /^Weeks \d+ to 17$/ })).toBeVisible();
  await expect(
    friend.getByText('Side table “King of the Hill”: most points in Weeks 15 to 17, Thursday games only. Prize: $50.'),
  ).toBeVisible();
  for (const [label, text] of [
    ['Display name', 'Cid'],
    ['Email', 'cid@example.com'],
    ['Password', 'Tailgate7'],
    ['Confirm password', 'Tailgate7'],
  ] as const) {
    taps += 1;
    await friend.getByLabel(label, { exact: true }).fill(text);
  }
  taps += 1;
  await friend.getByRole('button', { name: 'Create account' }).last().click();
  await expect(friend.getByText('You joined Basement Crew')).toBeVisible();
  const side = friend.locator('[data-side]:enabled').first();
  // Without scrolling: the first open game is in view.
  await expect(side).toBeInViewport();
  taps += 1;
  await side.click();
  await expect(side).toHaveAttribute('aria-pressed', 'true');
  await expect(friend.getByText('Saved').filter({ visible: true }).first()).toBeVisible();
  const took = Date.now() - startedAt;
  test.info().annotations.push({ type: 'from the link to the first pick', description: `${taps} taps, ${took} ms` });
  expect(taps).toBeLessThanOrEqual(FIRST_PICK_TAPS);
  expect(took + TYPING_MS).toBeLessThan(FIRST_PICK_MS);

  // The link is for those who run the pool.
  await friend.goto(nextSteps);
  await expect(friend).toHaveURL('/');
});
