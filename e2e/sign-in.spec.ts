import { DEMO_PASSWORD } from '#server/demo/league.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, readingTest, test } from './support/test.ts';

test.describe('sign-in to an empty league', () => {
  test.use({ kind: 'league' });

  test('a new user sees errors field by field, signs up, and signs in again after leaving', async ({
    page,
    problems,
  }) => {
    // Signing out interrupts the live connection that is being opened.
    problems.expect(/status of (400|401|403|409|429)|HTTP Authentication failed/);

    await page.goto('/picks');
    await expect(page).toHaveURL('/login?to=%2Fpicks');
    await page.getByRole('button', { name: 'Create account' }).first().click();
    const create = page.locator('form').getByRole('button', { name: 'Create account' });

    await create.click();
    await expect(page.getByText('Display name is required')).toBeVisible();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByLabel('Display name')).toBeFocused();

    await page.getByLabel('Display name').fill('Newcomer');
    await page.getByLabel('Email').fill('newcomer@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Tailgate7');
    await page.getByLabel('Confirm password').fill('Secret2');
    await create.click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm password').fill('Tailgate7');
    await create.click();

    await expect(page).toHaveURL('/picks');
    await expect(page.getByRole('heading', { name: 'Please select a pool' })).toBeVisible();
    await checkAxe(page);

    await page.goto('/login');
    await expect(page).toHaveURL('/');
    await signOut(page);
    await expect(page).toHaveURL('/login');

    await expect(page.getByLabel('Display name')).toHaveCount(0);
    await page.getByLabel('Email').fill('newcomer@example.com');
    await page.getByLabel('Password').fill('Wrong1');
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Incorrect' })).toHaveText(
      'Incorrect password. Please try again.',
    );
    await page.getByLabel('Password').fill('Tailgate7');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');

    for (const unknown of ['/no/such/page', '/pool/anything', '/profile/anything']) {
      await page.goto(unknown);
      await expect(page).toHaveURL('/');
    }
  });
});

test('every rule of section 5 and every refusal of section 8 has its own text', { tag: ['@desktop', '@long'] }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of (400|401|403|404|409|422|429)/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Create account' }).first().click();
  const create = page.locator('form').getByRole('button', { name: 'Create account' });
  const fields = {
    name: page.getByLabel('Display name'),
    email: page.getByLabel('Email'),
    password: page.getByLabel('Password', { exact: true }),
    confirmation: page.getByLabel('Confirm password'),
  };
  const expectError = async (typed: Partial<Record<keyof typeof fields, string>>, text: string) => {
    for (const key of ['name', 'email', 'password', 'confirmation'] as const) {
      const value = typed[key];
      if (value !== undefined) await fields[key].fill(value);
    }
    await create.click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  };
  await expectError({ name: ' J ' }, 'Display name must be at least 2 characters long');
  await expectError({ name: 'J'.repeat(30) }, 'Display name must be less than 30 characters long');
  await expectError({ name: 'Jo', email: 'jo at home' }, 'Please enter a valid email address');
  await expectError({ email: 'alex@demo.pickem', password: 'aB1' }, 'Password must be at least 6 characters long');
  await expectError({ password: 'ABCDEF' }, 'Password must contain at least one lowercase letter');
  await expectError({ password: 'abcdef' }, 'Password must contain at least one uppercase letter');
  await expectError({ password: 'Abcdef' }, 'Password must contain at least one number');
  await expectError({ password: 'Qbcdef1', confirmation: 'Qbcdef2' }, 'Passwords do not match');
  await expectError(
    { confirmation: 'Qbcdef1' },
    'An account with this email already exists. Please try signing in instead.',
  );
  await expectError(
    { email: 'new@example.com', password: 'Football1', confirmation: 'Football1' },
    'Password is too weak. Please choose a stronger password.',
  );
  await expectError({ email: '"quoted"@example.com' }, 'Please enter a valid email address.');

  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const enter = async (email: string, password: string, text: string) => {
    await fields.email.fill(email);
    await fields.password.fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  };
  await enter('', 'x', 'Email is required');
  await enter('alex@demo.pickem', '', 'Password is required');
  await enter(
    'nobody@demo.pickem',
    'Tailgate7',
    'No account found with this email. Please check your email or create a new account.',
  );
  await enter('alex@demo.pickem', 'Tailgate7', 'Incorrect password. Please try again.');
});

test("other refusals are shown in the server's words", { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/status of (400|429|500)|ERR_FAILED/);
  await page.goto('/login');
  const refuse = async (code: string, message: string) => {
    await page.route('**/api/auth/sign-in', (route) =>
      route.fulfill({ status: 400, json: { error: { code, message } } }),
    );
    await page.getByLabel('Email').fill('alex@demo.pickem');
    await page.getByLabel('Password').fill('Tailgate7');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: message })).toHaveText(message);
    await page.unroute('**/api/auth/sign-in');
  };
  await refuse('unexpected', 'An error occurred. Please try again.');

  const body = { email: 'sam@demo.pickem', password: 'Wrong1' };
  const headers = { origin: new URL(page.url()).origin };
  let status = 0;
  for (let tries = 0; tries < 30 && status !== 429; tries++) {
    status = (await page.request.post('/api/auth/sign-in', { data: body, headers })).status();
  }
  await page.getByLabel('Email').fill(body.email);
  await page.getByLabel('Password').fill(body.password);
  await page.keyboard.press('Enter');
  const tooMany = page.getByRole('alert').filter({ hasText: 'Too many attempts.' });
  await expect(tooMany).toHaveText(/^Too many attempts\. Please try again in (a minute|\d+ minutes)\.$/);
  await checkAxe(page);
});

readingTest(
  'only a path of this site is remembered through the sign-in',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    for (const place of [
      '//evil.example/',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '/login',
    ]) {
      await page.goto(`/login?to=${encodeURIComponent(place)}`);
      await page.getByLabel('Email').fill('alex@demo.pickem');
      await page.getByLabel('Password').fill(DEMO_PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/');
      await page.goto('about:blank');
      await page.context().clearCookies();
    }
    await signInToDemo(page, 'alex');
    await page.goto(`/login?to=${encodeURIComponent('/matchup?week=2026-week9')}`);
    await expect(page).toHaveURL('/matchup?week=2026-week9');
  },
);

readingTest(
  'while the session loads, the page says so; a failure is shown, logged, and can be retried',
  {
    tag: ['@desktop', '@long'],
  },
  async ({ page, problems }) => {
    problems.expect(/status of 500|Error fetching user data/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const failure = { code: 'unexpected', message: 'An error occurred. Please try again.' };
    await page.route('**/api/session', async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { error: failure } });
    });
    await page.goto('/login');
    await expect(page.getByText('Preparing your experience...')).toBeVisible();
    await expect(page).toHaveTitle("Sign in · Pick'em");
    await expect(page.getByLabel('Email')).toHaveCount(0);
    answer();
    await expect(page.getByRole('heading', { name: "Couldn't load Pick'em" })).toBeVisible();
    expect(logged.some((line) => line.startsWith('Error fetching user data'))).toBe(true);
    await page.unroute('**/api/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
  },
);

readingTest(
  'footballs, money and drinks fly behind the form, except with reduced motion',
  {
    tag: '@long',
  },
  async ({ page }) => {
    const flying = () =>
      page.evaluate(() => [...document.querySelectorAll('.flying')].map((each) => each.getAnimations().length));
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    expect(await flying()).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    for (const kind of ['ball', 'note', 'mug']) await expect(page.locator(`.flying.${kind}`).first()).toBeAttached();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(flying).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  },
);

readingTest('the form works with password managers, keyboard and screen readers, in both themes', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText('Where champions are made!').filter({ visible: true })).toHaveCount(1);
  const autocomplete = (label: string) => page.getByLabel(label, { exact: true }).getAttribute('autocomplete');
  expect([await autocomplete('Email'), await autocomplete('Password')]).toEqual([
    'username webauthn',
    'current-password',
  ]);
  await page.getByRole('button', { name: 'Create account' }).first().click();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription('6+ characters: upper case, lower case and a number');
  await page.getByRole('button', { name: 'Show what you typed' }).first().click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide what you typed' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await inBothThemes(page, async () => {
    await page.getByRole('button', { name: 'Create account' }).first().click();
    await expect(page).toHaveTitle("Create account · Pick'em");
    expect(await autocomplete('Password')).toBe('new-password');
    expect(await autocomplete('Confirm password')).toBe('new-password');
    const email = page.getByLabel('Email');
    await email.focus();
    await page.keyboard.press('Enter');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toHaveAccessibleDescription('Email is required');
    await expect(page.getByLabel('Display name')).toBeFocused();
    await checkAxe(page);
    await page.keyboard.press('Tab');
    await expect(email).toBeFocused();
  });
});

async function signOut(page: import('@playwright/test').Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
}
