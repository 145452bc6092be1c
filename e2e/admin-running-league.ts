/** A league of one week with one game that has kicked off and one that has not, for tests of what admins do to games and picks. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { utcToEastern } from '#core/eastern-time.ts';
import { root } from '../scripts/root.ts';
import type { App } from './support/app.ts';
import { expect } from './support/test.ts';

const run = promisify(execFile);
const DAY_MS = 86_400_000;

/**
 * Loads LV @ KC, which began yesterday, and NYJ @ BUF in two days, with the pool 'Sunday Crew' and Old Gus, a player without an account.
 */
export async function loadLeague(app: App): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pickem-e2e-files-'));
  // At 1 PM Eastern, whatever the time of the test, because an import refuses kick-offs at night.
  const dayOf = (at: number) => utcToEastern(at).date;
  const yesterday = dayOf(Date.now() - DAY_MS);
  const season = Number(yesterday.slice(0, 4));
  const game = (away: string, home: string, date: string): string =>
    `${season}_01_${away}_${home},${season},REG,1,${date},13:00,${away},,${home},,3`;
  const games = [
    'game_id,season,game_type,week,gameday,gametime,away_team,away_score,home_team,home_score,spread_line',
    game('LV', 'KC', yesterday),
    game('NYJ', 'BUF', dayOf(Date.now() + 2 * DAY_MS)),
  ];
  writeFileSync(join(folder, 'games.csv'), games.join('\n'));
  writeFileSync(join(folder, 'picks.csv'), `season,week,player,pick\n${season},1,Old Gus,KC\n`);
  const cli = (...args: string[]) =>
    run(process.execPath, [join(root, 'src/server/cli/main.ts'), ...args], { env: app.env });
  await cli('import', 'season', join(folder, 'games.csv'), '--season', String(season));
  await cli('import', 'picks', join(folder, 'picks.csv'), '--pool', 'Sunday Crew', '--create');
  rmSync(folder, { recursive: true });
}

/** Makes every account a member of the only pool, as an admin's page does. */
export async function enableEverybody(admin: Page): Promise<void> {
  const failed = await admin.evaluate(async () => {
    const { pools } = await (await fetch('/api/pools')).json();
    const { users } = await (await fetch('/api/users')).json();
    const headers = { 'content-type': 'application/json' };
    const enable = (id: string) =>
      fetch(`/api/pools/${pools[0].id}/members/${id}`, { method: 'PUT', headers, body: '{"enabled":true}' });
    const answers = await Promise.all(users.map(({ id }: { id: string }) => enable(id)));
    return answers.filter(({ ok }) => !ok).length;
  });
  expect(failed, 'members that could not be enabled').toBe(0);
}
