/** What one change costs a phone that shows the Matchup of a large pool: work of its main thread, in a real browser. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { root } from '../../scripts/root.ts';
import type { Player } from '../league.ts';
import { addAllPicks, addGames, addPlayers, addPool, gameId, withLeague } from '../league.ts';
import type { BusyPage, Work } from '../matchup/busy-page.ts';
import { openBusyPage } from '../matchup/busy-page.ts';
import { drawPlainTable, redrawPlainTable } from '../matchup/plain-table.ts';
import type { Aim, Line, Plan, Round } from '../measure.ts';
import { median, ratioOf } from '../measure.ts';
import { startOwn } from '../servers.ts';

/** One frame at 60 a second: what takes no longer is not noticed. */
const FRAME: Aim = { of: 'own', is: 'below', value: 16 };
const WARM_UPS = 4;

export async function measureMatchup(plan: Plan): Promise<Line[]> {
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The web app could not be built.');
  const location = await plan.places.make('sqlite');
  const league = await makeLeague(location, plan.members);
  const server = await startOwn(location);
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const executablePath = await ensureChromium();
  const browsers = await Promise.all([0, 1].map(() => chromium.launch({ executablePath, args })));
  try {
    return await measureChanges(plan, league, browsers, server.port);
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server.kill();
  }
}

interface League {
  readonly weekId: string;
  readonly admin: Player;
  readonly member: Player;
}

function makeLeague(location: string, members: number): Promise<League> {
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, members);
    const [admin, member] = players;
    const weeks = await addGames(deps, 1, 'In Progress');
    const [weekId] = weeks;
    if (!admin || !member || !weekId) throw new Error('A league for the Matchup needs two players and a week.');
    const poolId = await addPool(deps, players, weeks);
    await addAllPicks(deps, poolId, players, weeks);
    await deps.store.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.userId).execute();
    return { weekId, admin, member };
  });
}

/** Changes of one game, there and back: what the admin says. */
const changes = {
  'one more point': [{ homeScore: 50 }, { homeScore: 51 }],
  'the lead turns': [
    { homeScore: 0, awayScore: 60 },
    { homeScore: 60, awayScore: 0 },
  ],
  'a game is over': [{ status: 'Final' }, { status: 'In Progress' }],
} as const;

async function measureChanges(plan: Plan, league: League, browsers: Browser[], port: number): Promise<Line[]> {
  const [ownBrowser, rawBrowser] = browsers;
  if (!ownBrowser || !rawBrowser) throw new Error('Each page needs a browser of its own.');
  const own = await openBusyPage(ownBrowser, { port, cookie: league.member.cookie, path: '/matchup' });
  await own.page.locator('.matchup tbody').getByRole('rowheader').first().waitFor();
  const raw = await openBusyPage(rawBrowser, null);
  await raw.page.evaluate(drawPlainTable, plan.members);
  const lines: Line[] = [];
  for (const [name, edits] of Object.entries(changes)) {
    const rounds: { own: Work; raw: Work }[] = [];
    for (let round = 0; round < plan.rounds + WARM_UPS; round += 1) {
      const edit = edits[round % edits.length] ?? {};
      rounds.push({
        own: await own.workFor(() => say(port, league, edit)),
        raw: await raw.workFor(() => raw.page.evaluate(redrawPlainTable, round)),
      });
    }
    const counted = rounds.slice(WARM_UPS);
    const problems = await problemsOf(own);
    const of = (part: keyof Work): Round[] => counted.map((each) => ({ own: each.own[part], raw: each.raw[part] }));
    lines.push(lineOf(`${plan.members} members: ${name}, in all`, of('all'), null, problems));
    lines.push(lineOf(`${plan.members} members: ${name}, in one piece`, of('longest'), FRAME, problems));
  }
  return lines;
}

async function problemsOf({ page }: BusyPage): Promise<string[]> {
  const isLost = await page.getByText('Connection lost').isVisible();
  return isLost ? ['the page lost its connection'] : [];
}

function lineOf(name: string, rounds: readonly Round[], aim: Aim | null, problems: readonly string[]): Line {
  return {
    name,
    engine: null,
    unit: 'ms',
    own: median(rounds.map(({ own }) => own)),
    raw: median(rounds.map(({ raw }) => raw)),
    ratio: ratioOf(rounds),
    p50: null,
    p99: null,
    rawP99: null,
    aim,
    problems,
  };
}

async function say(port: number, { weekId, admin }: League, edit: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: admin.cookie };
  const request = { method: 'PATCH', headers, body: JSON.stringify(edit) };
  const answer = await fetch(`http://127.0.0.1:${port}/api/games/${gameId(weekId, 0)}`, request);
  if (!answer.ok) throw new Error(`The score was refused with ${answer.status}: ${await answer.text()}`);
  await pause(0);
}
