import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '#server/platform/version.ts';
import { runCli, runCliProcess } from '#tests/run-cli.ts';

const commands = [
  [],
  ['import'],
  ['import', 'season'],
  ['import', 'picks'],
  ['export'],
  ['export', 'scores'],
  ['admin'],
  ['admin', 'create'],
  ['admin', 'grant'],
  ['admin', 'revoke'],
  ['rescore'],
  ['doctor'],
  ['backup'],
  ['restore'],
  ['rotate-secret'],
];

describe('The command line', () => {
  it.each(commands.map((command) => [command.join(' ') || 'the whole', command] as const))(
    'explains %s on --help, with what chooses the database',
    async (_name, command) => {
      const { code, stdout, stderr } = await runCli([...command, '--help']);
      expect(stderr).toBe('');
      expect(stdout).toContain(`Usage: ${['npm run pickem --', ...command].join(' ')}`);
      expect(stdout).toMatch(/--database <url-or-file> +use this SQLite file or postgres:\/\/ address/);
      expect(stdout).toContain('--demo');
      expect(code).toBe(0);
    },
  );

  it.each([
    ['the league', [], 'mine.db'],
    ['the demo with --demo', ['--demo'], join('data', 'demo.db')],
    ['the database that --database names', ['--database', 'other.db'], 'other.db'],
  ])('is about %s', async (_what, options, file) => {
    const cwd = mkdtempSync(join(tmpdir(), 'pickem-cli-'));
    const ran = await runCli(['doctor', ...options], { cwd, env: { DATABASE_FILE: 'mine.db' } });
    rmSync(cwd, { recursive: true });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^There is no database /);
    expect(ran.stderr).toContain(file);
  });

  it.each([
    ['no command', [], 'Usage:'],
    ['an unknown command', ['score'], "unknown command 'score'"],
    ['an unknown option', ['doctor', '--fast'], "unknown option '--fast'"],
    ['a missing argument', ['backup'], "missing required argument 'file'"],
    ['a missing option', ['import', 'season', 'games.csv'], "required option '--season <year>' not specified"],
    ['a season that is none', ['import', 'season', 'games.csv', '--season', '24'], 'A season is a year'],
    [
      'a preset that is none',
      ['import', 'picks', 'p.csv', '--pool', 'P', '--preset', 'toString'],
      "There is no preset 'toString'. Presets: classic, spread, confidence, survivor, yahoo-spread, ",
    ],
    ['two databases', ['doctor', '--demo', '--database', 'league.db'], 'cannot be used with'],
  ])('ends with code 2 for %s', async (_what, args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it.each([
    ['a database that is not there', ['doctor', '--database', 'nowhere.db'], /^There is no database .*nowhere\.db\. /],
    [
      'a file that is not there',
      ['import', 'season', 'nowhere.csv', '--season', '2024'],
      /^nowhere\.csv: there is no such file\.\n$/,
    ],
    ['a folder for a file', ['import', 'season', 'src', '--season', '2024'], /^src: this is a folder, not a file\.\n$/],
    [
      'a file that is no database',
      ['doctor', '--database', 'package.json'],
      /package\.json cannot be opened: file is not a database\n$/,
    ],
    [
      'a PostgreSQL that does not answer, its password kept secret',
      ['doctor', '--database', 'postgres://me:secret@127.0.0.1:1/none?password=secret'],
      /^postgres:\/\/me:…@127\.0\.0\.1:1\/none\?password=… cannot be opened: .*ECONNREFUSED/,
    ],
  ])('ends with code 1 and one sentence for %s', async (_what, args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  it('ends with code 1 if the environment is invalid', async () => {
    const { code, stderr } = await runCli(['doctor'], { env: { DATABASE_URL: 'mysql://nowhere' } });
    expect(stderr).toContain('DATABASE_URL is set, but does not begin with postgres://');
    expect(code).toBe(1);
  });

  it('says its version', async () => {
    expect(await runCli(['--version'])).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
  });

  it.each([
    ['0 for help', ['doctor', '--help'], 0],
    ['1 for a failure', ['doctor', '--database', 'nowhere.db'], 1],
    ['2 for nonsense', ['doctor', '--fast'], 2],
  ])('says the same as a process, and exits with code %s', async (_what, args, code) => {
    const ran = await runCliProcess(args);
    expect(ran).toEqual(await runCli(args));
    expect(ran.code).toBe(code);
  });
});
