import type { Page } from '@playwright/test';
import { homeStyle } from '#core/teams.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

/** A color as the browser writes it. */
function cssColor(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Who picked whom' });

test('who picked whom in a locked game: by key on Picks, by tap on the MatchUp and on This week', {
  tag: '@long',
}, async ({ page }) => {
  await signInToDemo(page, 'alex', '/picks');
  const locked = page.getByRole('article').filter({ hasText: 'LIVE' }).first();
  const share = locked.getByRole('button', { name: /^\d+% of picks: who picked \w+\?$/ }).last();
  await share.focus();
  const home = /who picked (\w+)/.exec((await share.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  const percent = await share.textContent();
  await page.keyboard.press('Enter');
  const plates = sheet(page).getByRole('heading', { level: 3 });
  await expect(plates).toHaveCount(2);
  await expect(plates.last()).toContainText(percent?.replace(' of picks', '') ?? '');
  await expect(sheet(page).getByText('LIVE')).toBeVisible();
  await expect(sheet(page).getByText(/^Q\d|^Half|^End|^OT/)).toBeVisible();
  await expect(plates.last()).toHaveCSS('background-color', cssColor(homeStyle(home).backgroundColor));
  await checkAxeInBothThemes(page);
  const names = await sheet(page).getByRole('listitem').allTextContents();
  expect(names).toContain('YOU Alex Rivera');
  const counted = await plates.allTextContents();
  const picks = counted.map((text) => Number(/(\d+) picks?$/.exec(text)?.[1]));
  expect(picks.reduce((sum, each) => sum + each, 0)).toBe(names.length);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(share).toBeFocused();

  await page.goto('/matchup');
  const heads = page.getByRole('columnheader').filter({ hasText: '@' });
  await expect(heads.filter({ hasText: 'Sun' }).first().getByRole('button')).toHaveCount(0);
  await heads
    .filter({ hasText: `@${home}` })
    .getByRole('button')
    .click();
  await expect(plates).toHaveText(counted);
  expect(await sheet(page).getByRole('listitem').allTextContents()).toEqual(names);
  await sheet(page).getByRole('button', { name: 'Close' }).click();

  await page.goto('/');
  await page
    .getByRole('button', { name: /^\d+% of picks: / })
    .first()
    .click();
  await expect(plates).toHaveCount(2);
});
