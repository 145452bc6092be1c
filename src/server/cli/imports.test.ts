import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ruleNames, rulesWith } from '#core/rules/pool-rules.ts';
import { gamesOfWeeks, weekIds } from '#server/games/reads.ts';
import { claimKind } from '#server/platform/db/meta.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { findPoolsByName } from '#server/pools/reads.ts';
import { newDatabase } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { coming, createCliLeague, header, picks, played, season } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';
import { runCli, wordsOnNew } from '#tests/run-cli.ts';

describe.each(usualEngines)('The imports on %s', (engine) => {
  let league: CliLeague;

  beforeEach(async () => {
    league = await createCliLeague(engine);
  });

  afterEach(() => league.drop());

  it('create a season and a pool, and the export has the scores of every member and week', async () => {
    const stderr = wordsOnNew(league.location);
    const games = await league.importSeason(...season);
    expect(games).toMatchObject({ code: 0, stderr });
    expect(games.stdout).toBe('Season 2023: 4 games in 3 weeks: 4 added, 0 changed, 0 unchanged.\n');
    const pool = await league.importPicks(picks, '--create');
    expect(pool).toMatchObject({ code: 0, stderr: '' });
    expect(pool.stdout).toBe("Pool 'Old Boys' (new): 5 picks of 2 players (2 new): 5 written, 0 unchanged.\n");
    expect(await league.scores()).toBe(`season,week,week_id,player,score,total
2023,1,2023-week1,Ann,1,1
2023,1,2023-week1,"O'Neil, Bob",1,1
2023,2,2023-week2,Ann,0,1
2023,2,2023-week2,"O'Neil, Bob",0,1
2023,19,2023-wild-card,Ann,1,2
2023,19,2023-wild-card,"O'Neil, Bob",0,1
`);
    expect(await league.run('export', 'scores', '--pool', 'Old Boys', '--season', '2022', '--excel')).toEqual({
      code: 0,
      stdout: '\ufeffseason,week,week_id,player,score,total\n',
      stderr: "Pool 'Old Boys' has no weeks in 2022.\n",
    });
    expect(await league.run('doctor')).toEqual({
      code: 0,
      stdout: 'Every stored score equals a full recount.\n',
      stderr: '',
    });
  });

  it('change nothing when they are repeated', async () => {
    await league.importSeason(...season);
    await league.importPicks(picks, '--create');
    const before = await league.dump();
    expect((await league.importSeason(...season)).stdout).toContain('0 added, 0 changed, 4 unchanged');
    expect((await league.importPicks(picks, '--create')).stdout).toContain('2 players (0 new): 0 written, 5 unchanged');
    expect((await league.importPicks(picks)).code).toBe(0);
    expect(await league.dump()).toEqual(before);
  });

  it('bring moved kick-offs and new results, and score them', async () => {
    await league.importSeason(...season);
    await league.importPicks(picks, '--create');
    const moved = '2023_02_KC_JAX,2023,REG,2,2023-09-18,Monday,20:15,KC,17,JAX,9,3.5,outdoors';
    expect((await league.importSeason(...played, moved)).stdout).toBe(
      'Season 2023: 4 games in 3 weeks: 0 added, 1 changed, 3 unchanged.\n' +
        '2023_02_KC_JAX (KC at JAX): kick-off from 2023-09-17 13:00 ET to 2023-09-18 20:15 ET, ' +
        'status from Not Started to Final, score from 0-0 to 17-9, line from none to 3.5\n',
    );
    const [game] = await league.withStore(({ db }) => gamesOfWeeks(db, ['2023-week2']));
    expect(game).toMatchObject({ kickoff: Date.UTC(2023, 8, 19, 0, 15), status: 'Final', homeScore: 9, spread: 3.5 });
    expect(await league.scores()).toContain(`2023,2,2023-week2,"O'Neil, Bob",1,2\n`);
  });

  it('leave out a game whose id is that of other teams, say so, and note what changed after the lock', async () => {
    await league.importSeason(...season);
    await league.importPicks(picks, '--create');
    const scores = await league.scores();
    const ended = '2023_02_KC_JAX,2023,REG,2,2023-09-18,Monday,20:15,JAX,9,KC,17,-3.5,outdoors';
    const other = await league.importSeason(...played, ended.replace('JAX,9,KC', 'DAL,9,PHI'));
    expect(other).toMatchObject({
      code: 0,
      stdout: 'Season 2023: 3 games in 2 weeks: 0 added, 0 changed, 3 unchanged.\n',
      stderr: '2023-week2 DAL at PHI: other teams: Game 2023_02_KC_JAX is KC at JAX in 2023-week2.\n',
    });
    expect(await league.scores()).toBe(scores);
    const named = '2023_02_KC_JAX,2023,REG,17,2023-12-31,Sunday,13:00,JAX,,KC,,3.5,outdoors';
    expect((await league.importSeason(named)).stdout).toContain('0 games in 0 weeks');
    expect(await league.withStore(({ db }) => weekIds(db))).not.toContain('2023-week17');
    await league.importSeason(...played, ended);
    const acts = await league.withStore(({ db }) => auditRows(db));
    expect(acts.slice(-2)).toMatchObject([
      { act: 'game.edit', actorId: null, before: { status: 'Not Started' }, after: { status: 'Final', homeScore: 9 } },
      { act: 'season.load', actorId: null, after: { changed: 1 } },
    ]);
  });

  it('replace a team of a game that has locked with --replace-teams only', async () => {
    await league.importSeason(...season);
    const other = coming.replace('KC,,JAX', 'DAL,,JAX');
    const refused = await league.importSeason(...played, other);
    expect(refused.stdout).toContain('3 games in 2 weeks: 0 added, 0 changed, 3 unchanged.');
    expect(refused.stderr).toBe(
      '2023-week2 DAL at JAX: other teams: Game 2023_02_KC_JAX is KC at JAX, and has locked: ' +
        "only 'import season --replace-teams' replaces its teams.\n",
    );
    const file = league.file('replaced.csv', header, ...played, other);
    const done = await league.run('import', 'season', file, '--season', '2023', '--replace-teams');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('2023_02_KC_JAX (DAL at JAX): teams from KC at JAX to DAL at JAX\n');
  });

  it('stop before they create a player whose name is similar to another, unless --new-players is given', async () => {
    await league.importSeason(...season);
    await league.importPicks(['2023,1,John Smith,KC'], '--create');
    const before = await league.dump();
    const rows = ['2023,1,John  smith,KC', '2023,1,Jon Smith,DET'];
    const told = 'picks.csv:3:8: player: Jon Smith is new, and near John Smith.\n';
    const dry = await league.importPicks(rows, '--create', '--dry-run');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain(
      "Pool 'Old Boys': 2 picks of 2 players (1 new), 0 new weeks.\nNew player: Jon Smith\n",
    );
    expect(dry.stdout).toContain(told);
    const stopped = await league.importPicks(rows, '--create');
    expect(stopped).toMatchObject({ code: 1, stdout: '' });
    expect(stopped.stderr).toContain(told);
    expect(stopped.stderr).toContain('\nNothing was imported.\n');
    expect(await league.dump()).toEqual(before);
    const done = await league.importPicks(rows, '--create', '--new-players');
    expect(done).toMatchObject({ code: 0, stderr: told });
    expect(done.stdout).toContain('2 players (1 new): 1 written, 1 unchanged.');
  });

  it('score against the spread if the pool does', async () => {
    await league.importSeason(...season);
    await league.importPicks(picks, '--create', '--preset', 'spread');
    // SF 30 - 2.5 beats PIT 7; DET 24 - 3.5 does not beat LA 23; KC 20 - 4.5 does not beat DET 21.
    expect(await league.scores()).toContain('2023,19,2023-wild-card,Ann,0,1\n');
    expect(await league.importPicks(picks, '--preset', 'spread')).toMatchObject({ code: 0 });
  });

  it('make a pool by the rules of a file, beside those of a preset', async () => {
    await league.importSeason(...season);
    league.file('rules.json', '\ufeff{ "push": "half", "roundSpread": false, "dropWeeks": 1 }');
    const options = ['--preset', 'spread', '--rules', 'rules.json'];
    expect(await league.importPicks(picks, '--create', ...options)).toMatchObject({ code: 0, stderr: '' });
    const [pool] = await league.withStore(({ db }) => findPoolsByName(db, 'Old Boys'));
    expect(pool?.rules).toEqual(rulesWith({ useSpread: true, push: 'half', dropWeeks: 1 }));
    expect(await league.importPicks(picks, ...options)).toMatchObject({ code: 0 });
  });

  it.each([
    [
      'a rule that there is not, and a value that is no choice',
      '{ "ties": "half", "tie": "all" }',
      `rules.json: There is no rule "ties". Rules: ${ruleNames.join(', ')}.\n` +
        'rules.json: tie can\'t be "all". Choices: "nobody", "half", "both".\n',
    ],
    [
      'rules that do not go together',
      '{ "push": "half" }',
      'rules.json: push can\'t be "half": Only with Use Spread.\n',
    ],
    ['what is no JSON', '{ "tie": half }', /^rules\.json: this is not JSON: .*\n/],
    [
      'what nests too deep',
      `{ "tie":\n${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      /^rules\.json: line 2, character 64: this nests more than 64 levels deep\.\n/,
    ],
    ['an empty file', '', /^rules\.json: this is not JSON: .*\n/],
    ['what is no object', '[]', 'rules.json: Rules are an object, such as { "useSpread": true }, not [].\n'],
  ])('refuse a file of rules for %s, and write nothing', async (_what, rules, message) => {
    await league.importSeason(...season);
    const before = await league.dump();
    league.file('rules.json', rules);
    const refused = await league.importPicks(picks, '--create', '--rules', 'rules.json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    if (typeof message === 'string') expect(refused.stderr).toBe(`${message}Nothing was imported.\n`);
    else expect(refused.stderr).toMatch(message);
    expect(refused.stderr).toContain('Nothing was imported.\n');
    expect(await league.dump()).toEqual(before);
  });

  it('ask for --create before they make a pool, and keep to the rule of one that is there', async () => {
    await league.importSeason(...season);
    expect(await league.importPicks(picks)).toMatchObject({
      code: 1,
      stderr: "There is no pool 'Old Boys'. --create makes it.\n",
    });
    await league.importPicks(picks, '--create');
    const before = await league.dump();
    expect(await league.importPicks(picks, '--create', '--preset', 'spread')).toMatchObject({
      code: 1,
      stderr:
        "The pool 'Old Boys' plays by other rules: useSpread is false, not true; roundSpread is false, not true.\n",
    });
    league.file('rules.json', '{ "tie": "both" }');
    expect(await league.importPicks(picks, '--rules', 'rules.json')).toMatchObject({
      code: 1,
      stderr: "The pool 'Old Boys' plays by other rules: tie is nobody, not both.\n",
    });
    expect(await league.importPicks(picks, '--preset', 'classic')).toMatchObject({ code: 0 });
    expect(await league.dump()).toEqual(before);
  });

  it('never touch a demo by mistake, and take it as what it is with --database', async () => {
    await league.withStore(async (store) => {
      await migrate(store);
      await claimKind(store, 'demo');
    });
    const games = league.file('games.csv', header, ...season);
    const env = { [engine === 'sqlite' ? 'DATABASE_FILE' : 'DATABASE_URL']: league.location };
    const asLeague = await runCli(['import', 'season', games, '--season', '2023'], { cwd: league.folder, env });
    expect(asLeague).toMatchObject({ code: 1, stdout: '' });
    expect(asLeague.stderr).toContain('This database holds a demo, not a league.');
    expect(await league.importSeason(...season)).toMatchObject({ code: 0 });
  });
});

describe('An import without a database', () => {
  it('creates a league if a season is imported, but not for a bad file', async () => {
    const { location, drop } = await newDatabase('sqlite');
    const folder = mkdtempSync(join(tmpdir(), 'pickem-cli-'));
    const options = { cwd: folder, env: { DATABASE_FILE: location } };
    const args = ['import', 'season', 'games.csv', '--season', '2023'];
    writeFileSync(join(folder, 'games.csv'), `${header}\n${coming.replace(',JAX,', ',JAG,')}\n`);
    expect(await runCli(args, options)).toMatchObject({ code: 1 });
    expect(existsSync(location)).toBe(false);
    writeFileSync(join(folder, 'games.csv'), `${header}\n${coming}\n`);
    expect(await runCli(args, options)).toMatchObject({ code: 0 });
    expect(existsSync(location)).toBe(true);
    rmSync(folder, { recursive: true });
    await drop();
  });
});
