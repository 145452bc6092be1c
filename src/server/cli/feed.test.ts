import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { teamAbbrs } from '#core/teams.ts';
import type { Replay } from '#server/feed/replay.ts';
import { Recorder, readBody, readRecording, startReplay } from '#server/feed/replay.ts';
import { gamesOfWeek } from '#server/games/reads.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';
import { aLine, anEvent, aScoreboard, ended, scoreboardUrl } from '#tests/espn-samples.ts';
import { runCli, wordsOnNew } from '#tests/run-cli.ts';
import { root } from '../../../scripts/root.ts';

const program = join(root, 'src/server/cli/main.ts');

let folder: string;
let replay: Replay;

/** A season of 2023 as ESPN would tell it: its first week is over, the post-season is not known. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pickem-cli-feed-'));
  for (let week = 1; week <= 18; week += 1) answer(scoreboardUrl(week, { season: 2023 }), weekOf(week));
  for (const week of [1, 2, 3, 5]) {
    answer(scoreboardUrl(week, { season: 2023, type: 3 }), aScoreboard([], { season: 2023, type: 3, week }));
  }
  replay = await startReplay(folder, { clock: { now: () => 1 } });
});
afterEach(async () => {
  await replay.close();
  rmSync(folder, { recursive: true });
});

function answer(path: string, body: unknown, status = 200): void {
  new Recorder(folder, () => 0).add({ path, status, text: JSON.stringify(body) });
}

/** Replaces what is answered from now on. */
async function answerInstead(path: string, body: unknown, status = 200): Promise<void> {
  answer(path, body, status);
  await replay.close();
  replay = await startReplay(folder, { clock: { now: () => 1 } });
}

function weekOf(week: number, traits = {}): object {
  const date = `${new Date(Date.UTC(2023, 8, 10 + (week - 1) * 7)).toISOString().slice(0, 10)}T17:00Z`;
  const [away = '', home = ''] = [teamAbbrs[week - 1], teamAbbrs[week + 13]];
  const season = { year: 2023, type: 2 };
  const event = anEvent({ id: `${week}`, season, week, away, home, date, ...(week === 1 ? ended : {}), ...traits });
  return aScoreboard([event], { season: 2023, week });
}

describe.each(usualEngines)('import season --espn on %s', (engine) => {
  let league: CliLeague;

  beforeAll(async () => {
    league = await createCliLeague(engine);
  });
  afterAll(() => league.drop());

  const run = (...args: string[]) =>
    runCli(['import', 'season', ...args, '--database', league.location], {
      cwd: league.folder,
      env: { ESPN_URL: replay.url.origin },
    });

  test('imports every week, and reports what is not known yet; repeating it changes nothing', async () => {
    const stderr = wordsOnNew(league.location);
    const first = await run('--espn', '2023');
    expect(first).toEqual({
      code: 0,
      stderr,
      stdout:
        'Season 2023: 18 games in 18 weeks: 18 added, 0 changed, 0 unchanged.\n' +
        'Not known yet: Wild Card, Divisional, Conference, Super Bowl.\n',
    });
    const games = await league.withStore((store) => gamesOfWeek(store.db, '2023-week1'));
    expect(games).toMatchObject([{ gid: '2023_01_KC_DEN', status: 'Final', awayScore: 20, homeScore: 24 }]);
    const again = await run('--espn', '2023');
    expect(again.stdout).toContain('0 added, 0 changed, 18 unchanged');
  });

  test('invalid parts are shown and left out, and the rest is imported', async () => {
    await answerInstead(scoreboardUrl(2, { season: 2023 }), weekOf(2, { odds: aLine('XYZ -3'), headline: 'Opener' }));
    await answerInstead(scoreboardUrl(3, { season: 2023 }), { fullViewLink: {} });
    const { code, stdout, stderr } = await run('--espn', '2023');
    expect(code).toBe(1);
    expect(stdout).toContain('17 games in 17 weeks: 0 added, 1 changed, 16 unchanged.');
    expect(stderr).toContain('2023-week2 LV at LAC: bad line: ');
    expect(stderr).toContain('2023-week3: stub: ');
    expect(stderr).toContain('1 week could not be read.');
  });

  test('an outage ends it, which is reported', async () => {
    await answerInstead(scoreboardUrl(1, { season: 2023 }), {}, 404);
    const { code, stderr } = await run('--espn', '2023');
    expect(code).toBe(1);
    expect(stderr).toContain(`${replay.url.host} does not answer. Importing again goes on from there.`);
    expect(replay.requests()).toBe(1);
  });

  test.each([
    [['--espn', '2023', 'games.csv'], 'a season comes from a file or from ESPN, not both'],
    [['--espn', '2023', '--season', '2023'], "option '--espn <year>' cannot be used with option '--season <year>'"],
    [['--espn', 'soon'], 'A season is a year'],
    [['games.csv'], "required option '--season <year>' not specified"],
    [[], "missing required argument 'file.csv', or --espn"],
  ])('%j makes no sense', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('feed record', () => {
  test('saves the requests of the feed of a league, and every answer', async () => {
    const target = join(folder, 'saved');
    const env = { ESPN_URL: replay.url.origin };
    const { code, stdout } = await runCli(['feed', 'record', target, '--hours', '0.0004'], { env });
    expect(code).toBe(0);
    expect(stdout).toContain(`Recording what ${replay.url.host} answers`);
    const lines = readRecording(target);
    expect(lines.length).toBeGreaterThan(0);
    expect(stdout).toContain(`${lines.length} answers are in ${target}.`);
    for (const line of lines) {
      expect(line.path).toMatch(
        /^\/apis\/site\/v2\/sports\/football\/nfl\/scoreboard\?dates=\d{4}&seasontype=\d&week=\d+$/,
      );
      expect(readBody(target, line)).toBeDefined();
    }
  });

  test.each([['0'], ['-1'], ['soon']])('--hours %s makes no sense', async (hours) => {
    expect((await runCli(['feed', 'record', folder, '--hours', hours])).code).toBe(2);
  });
});

describe('feed replay', () => {
  test('replays the recording to callers on this machine until it is stopped', async () => {
    const child = spawn(process.execPath, [program, 'feed', 'replay', folder, '--speed', '60'], { stdio: 'pipe' });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toContain('60 times as fast');
    const url = String((await lines.next()).value).replace('ESPN_URL=', '');
    const reply = await fetch(new URL(scoreboardUrl(1, { season: 2023 }), url));
    expect(await reply.json()).toEqual(weekOf(1));
    expect((await fetch(new URL('/elsewhere', url))).status).toBe(404);
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(0);
  });

  test('a folder without a recording is refused', async () => {
    const { code, stderr } = await runCli(['feed', 'replay', tmpdir()]);
    expect(code).toBe(1);
    expect(stderr).toContain('holds no recording');
  });
});
