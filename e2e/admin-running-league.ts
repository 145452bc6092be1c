/** A league of one week, of which one game has kicked off and one has not, for tests of what admins do to games and picks. */
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
const HOUR_MS = 3_600_000;

/** Loads LV @ KC, locked for an hour, and NYJ @ BUF in two days, with the pool 'Sunday Crew' and Old Gus without account. */
export async function loadLeague(app: App): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pickem-e2e-files-'));
  const season = new Date().getUTCFullYear();
  const game = (away: string, home: string, kickoff: number): string => {
    const { date, time } = utcToEastern(kickoff);
    return `${season}_01_${away}_${home},${season},REG,1,${date},${time},${away},,${home},,3`;
  };
  const games = [
    'game_id,season,game_type,week,gameday,gametime,away_team,away_score,home_team,home_score,spread_line',
    game('LV', 'KC', Date.now() - HOUR_MS),
    game('NYJ', 'BUF', Date.now() + 48 * HOUR_MS),
  ];
  writeFileSync(join(folder, 'games.csv'), games.join('\n'));
  writeFileSync(join(folder, 'picks.csv'), `season,week,player,pick\n${season},1,Old Gus,KC\n`);
  const cli = (...args: string[]) =>
    run(process.execPath, [join(root, 'src/server/cli/main.ts'), ...args], { env: app.env });
  await cli('import', 'season', join(folder, 'games.csv'), '--season', String(season));
  await cli('import', 'picks', join(folder, 'picks.csv'), '--pool', 'Sunday Crew', '--create');
  rmSync(folder, { recursive: true });
}

/** Makes everybody with an account a member of the one pool, as an admin's page does. */
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
