import { usualEngines } from '#tests/engines.ts';
import { becomeAdmin, enterAs, signUp } from './admin-people.ts';
import { enableEverybody, loadLeague } from './admin-running-league.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

for (const engine of usualEngines) {
  test.describe(`a league on ${engine}`, { tag: engine === 'sqlite' ? [] : '@desktop' }, () => {
    test.use({ kind: 'league', engine });

    test('an admin sets a score and a pick, all pages follow, and everything is in the log', { tag: '@long' }, async ({
      page,
      app,
      newPage,
    }) => {
      test.slow();
      await loadLeague(app);
      await signUp(app, 'Ann');
      await becomeAdmin(app, page);
      await enableEverybody(page);
      const ann = await newPage();
      await enterAs(ann, 'Ann', '/picks');
      const watched = ann.getByRole('article', { name: /Raiders at .*Chiefs/ });
      await expect(watched).toBeVisible();

      await page.goto('/picks');
      await page.getByText('Admin Mode - Edit Games').click();
      const card = page.getByRole('article', { name: /Raiders at .*Chiefs/ });
      const open = card.getByRole('button', { name: 'Edit Game' });
      await open.click();
      const dialog = page.getByRole('dialog', { name: 'Edit Game' });
      await dialog.getByLabel('Status').selectOption('Final');
      await dialog.getByLabel('Home score · KC').fill('24');
      await dialog.getByLabel('Away score · LV').fill('17');
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      expect((await sent).postDataJSON()).toEqual({
        status: 'Final',
        homeScore: 24,
        awayScore: 17,
        seen: { status: 'Not Started', homeScore: 0, awayScore: 0 },
      });
      await expect(dialog).toBeHidden();
      await expect(open).toBeFocused();
      await expect(card.getByText('Set by admin').first()).toBeVisible();
      await expect(watched.getByText('Final')).toBeVisible();
      await expect(ann.getByText('Admin Mode - Edit Games')).toHaveCount(0);

      await page.goto('/matchup');
      await page.getByRole('row').getByRole('button', { name: 'Ann' }).click();
      const bus = page.getByRole('dialog', { name: 'Enter picks for Ann' });
      const game = bus.getByRole('group', { name: 'LV @ KC' });
      await expect(bus.getByRole('button', { name: 'Save' })).toBeDisabled();
      await game.getByRole('button', { name: 'KC' }).click();
      await bus.getByLabel('Reason').fill('She called before kick-off');
      await bus.getByRole('button', { name: 'Save 1 Pick' }).click();
      await expect(bus).toBeHidden();
      await expect(page.getByText('1 pick saved for Ann').first()).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: 'Ann' });
      await expect(row.getByRole('cell', { name: '🚌' })).toHaveCount(1);
      await expect(page.getByRole('columnheader', { name: 'Bus' })).toBeVisible();

      await ann.goto('/matchup');
      await expect(ann.getByRole('row').filter({ hasText: 'Ann' }).locator('.pick.correct')).toHaveCount(1);
      await expect(ann.getByRole('columnheader', { name: 'Bus' })).toHaveCount(0);
      await expect(ann.getByRole('cell', { name: '🚌' })).toHaveCount(0);
      await expect(ann.getByRole('row').getByRole('button', { name: 'Ann' })).toHaveCount(0);
      await ann.goto('/picks');
      await ann.getByRole('button', { name: /1 game: right/ }).click();
      await expect(watched.getByText('Entered for you: She called before kick-off')).toBeVisible();
      await ann.goto('/profile');
      const changes = ann.getByRole('region', { name: 'What was changed for you' });
      await expect(changes.getByText(/entered a pick$/)).toBeVisible();
      await expect(changes.getByText('pick KC · reason She called before kick-off')).toBeVisible();
      await expect(changes.getByText(/set status Not Started → Final, home score 0 → 24/)).toBeVisible();

      await page.goto('/admin/pools');
      await page.getByRole('link', { name: 'Edit Sunday Crew' }).click();
      await page.getByRole('link', { name: 'People' }).click();
      await page.getByRole('link', { name: 'Enter picks for Old Gus' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Enter picks for Old Gus' })).toBeVisible();
      const locked = page.getByRole('listitem').filter({ hasText: 'LV @ KC' });
      await expect(locked.getByText('Picked KC')).toBeVisible();
      await checkAxe(page);
      await locked.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('Reason').fill('Wrong player');
      await page.getByRole('button', { name: 'Save 1 Pick' }).click();
      await expect(locked.getByText('No pick')).toBeVisible();
      await expect(page.getByText('1 pick saved for Old Gus').first()).toBeVisible();

      await page.goto('/admin/scores');
      const home = page.getByRole('group', { name: 'LV @ KC' }).getByLabel('KC');
      const line = page.getByRole('group', { name: 'NYJ @ BUF' }).getByLabel('Line');
      await expect(page.getByRole('group', { name: 'LV @ KC' }).getByLabel('Status')).toHaveValue('Final');
      await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
      await page.getByRole('button', { name: 'Edit Game: LV @ KC' }).click();
      const all = page.getByRole('dialog', { name: 'Edit Game' });
      await expect(all.getByLabel('Postponed or cancelled')).toBeVisible();
      await all.getByRole('button', { name: 'Cancel' }).click();
      // Saving the dialog saves nothing that is typed in the list behind it.
      await home.fill('26');
      await page.getByRole('button', { name: 'Edit Game: NYJ @ BUF' }).click();
      await all.getByLabel('Spread note').fill('Windy');
      await all.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Game saved').first()).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Save 1 game', exact: true })).toBeEnabled();
      await home.fill('100');
      await line.fill('pick');
      await expect(page.getByText('Not a number. Saved as 0: even line')).toBeVisible();
      await page.getByRole('button', { name: 'Save 2 games' }).click();
      await expect(home).toBeFocused();
      await home.fill('0');
      await page.getByRole('button', { name: 'Save 2 games' }).click();
      const question = page.getByRole('dialog', { name: 'Change a Final?' });
      await expect(question.getByText('Ann: 1 point, 1st → 0 points, 1st')).toBeVisible();
      await checkAxe(page);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await home.fill('27');
      await expect(line).toHaveValue('0');
      await checkAxe(page);
      await page.getByRole('button', { name: 'Save 2 games' }).click();
      await expect(page.getByText('2 games updated').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();

      await page.goto('/admin/log');
      const log = page.getByRole('main').getByRole('listitem');
      await expect(log.filter({ hasText: 'home score 0 → 24' })).toContainText('LV @ KC · Week 1');
      const week = log.filter({ hasText: 'set scores and lines' });
      await expect(week).toHaveCount(1);
      await expect(week.getByRole('listitem')).toHaveText([
        'LV @ KC: home score 24 → 27',
        /^NYJ @ BUF: spread -?3 → 0$/,
      ]);
      await page.getByLabel('What').selectOption('Picks');
      await expect(log.filter({ hasText: 'home score' })).toHaveCount(0);
      await expect(log.filter({ hasText: 'entered a pick' })).toContainText('Ann · LV @ KC · Week 1 · Sunday Crew');
      await page.getByLabel('Admin', { exact: true }).selectOption('The command line');
      await expect(log).toHaveCount(1);
      await expect(log).toContainText('The command line imported picks');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download CSV' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('audit.csv');
      await page.getByLabel('Admin', { exact: true }).selectOption('All admins');
      await page.getByLabel('Person concerned').selectOption('Ann');
      await expect(log).toHaveCount(1);

      await page.getByRole('button', { name: 'Sign-ins and security' }).click();
      await page.getByLabel('Person').selectOption('Ann');
      await expect(log.filter({ hasText: 'Ann signed in' }).filter({ hasText: 'password' }).first()).toBeVisible();
      await expect(log.filter({ hasText: 'ended a session' })).toHaveCount(0);
      await checkAxe(page);
    });
  });
}
