/** A league that is managed only from the command line, with a small season and a pool in its own files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { newDatabase, newTables } from './app.ts';
import { dumpTables } from './database.ts';
import type { Ran } from './run-cli.ts';
import { runCli, runCliProcess } from './run-cli.ts';

export const header =
  'game_id,season,game_type,week,gameday,weekday,gametime,away_team,away_score,home_team,home_score,spread_line,roof';
export const played = [
  '2023_01_DET_KC,2023,REG,1,2023-09-07,Thursday,20:20,DET,21,KC,20,4,outdoors',
  '2023_01_SF_PIT,2023,REG,1,2023-09-10,Sunday,13:00,SF,30,PIT,7,-2,outdoors',
  '2023_19_LA_DET,2023,WC,19,2024-01-14,Sunday,20:00,LA,23,DET,24,3,dome',
];
export const coming = '2023_02_KC_JAX,2023,REG,2,2023-09-17,Sunday,13:00,KC,,JAX,,,outdoors';
export const season = [...played, coming];
export const picks = [
  '2023,1,Ann,KC',
  '2023,1,Ann,SF',
  '2023,19,Ann,DET',
  '2023,1,"O\'Neil, Bob",DET',
  '2023,1,"O\'Neil, Bob",',
  '2023,2,"O\'Neil, Bob",KC',
];

interface Commands {
  run(...args: string[]): Promise<Ran>;
  importSeason(...games: string[]): Promise<Ran>;
  importPicks(rows: string[], ...options: string[]): Promise<Ran>;
  scores(...options: string[]): Promise<string>;
}

export interface CliLeague extends Commands {
  readonly location: string;
  /** The folder of its files and commands. */
  readonly folder: string;
  /** The same commands, each in its own process. */
  readonly process: Commands;
  /** Writes a file. @returns its name */
  file(name: string, ...lines: string[]): string;
  withStore<T>(use: (store: Store) => Promise<T>): Promise<T>;
  /** Every row of every table. */
  dump(): ReturnType<typeof dumpTables>;
  drop(): Promise<void>;
}

export async function createCliLeague(engine: Engine): Promise<CliLeague> {
  // The first command creates a file, and reports that; a database already exists.
  const { location, drop } = await (engine === 'sqlite' ? newDatabase(engine) : newTables(engine));
  const folder = mkdtempSync(join(tmpdir(), 'pickem-cli-'));
  const pool = ['--pool', 'Old Boys'];

  function file(name: string, ...lines: string[]): string {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    return name;
  }

  function commands(call: typeof runCli): Commands {
    const run = (...args: string[]) => call([...args, '--database', location], { cwd: folder });
    return {
      run,
      importSeason: (...games) => run('import', 'season', file('games.csv', header, ...games), '--season', '2023'),
      importPicks: (rows, ...options) =>
        run('import', 'picks', file('picks.csv', 'season,week,player,pick', ...rows), ...pool, ...options),
      scores: async (...options) => (await run('export', 'scores', ...pool, ...options)).stdout,
    };
  }

  async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
    const store = connect(location);
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  }

  return {
    ...commands(runCli),
    location,
    folder,
    process: commands(runCliProcess),
    file,
    withStore,
    dump: () => withStore(({ db }) => dumpTables(db)),
    async drop() {
      await drop();
      rmSync(folder, { recursive: true });
    },
  };
}
