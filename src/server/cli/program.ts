import { Command, CommanderError, Option } from 'commander';
import { VERSION } from '#server/platform/version.ts';
import { addAdmin } from './admin.ts';
import { addBackup } from './backup.ts';
import { addUpgrade } from './database.ts';
import { addDrill } from './drill.ts';
import { addExportGames, addExportPicks, addExportReceipts, addExportScores, addExportWinners } from './export.ts';
import { addExportFirebase } from './export-firebase.ts';
import { addFeed } from './feed.ts';
import { addImportFirebase } from './import-firebase.ts';
import { addImportPicks } from './import-picks.ts';
import { addImportSeason } from './import-season.ts';
import { EXIT_FAILED, EXIT_USAGE, isExpected } from './options.ts';
import { addExportPool, addImportPool } from './pool-file.ts';
import { addRotateSecret } from './rotate-secret.ts';
import { addScores } from './scores.ts';

function createProgram(): Command {
  const program = new Command('npm run pickem --')
    .description("Looks after a Pick'em league from the command line.")
    .version(VERSION)
    .addOption(new Option('--database <url-or-file>', 'use this SQLite file or postgres:// address').conflicts('demo'))
    .addOption(new Option('--demo', 'use the demo league of npm start'))
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('--help explains the command.')
    .exitOverride()
    .addHelpText(
      'after',
      `
The database is that of the league (DATABASE_URL, DATABASE_FILE) unless --database or --demo says otherwise.
Commands may run while a server is running.

Exit codes:
  0  done
  ${EXIT_FAILED}  failed, refused, or (doctor, drill) something is wrong
  ${EXIT_USAGE}  the command line makes no sense`,
    );

  const imports = program
    .command('import')
    .description('bring in games or picks from CSV files, or a league from Firebase');
  addImportSeason(imports);
  addImportPicks(imports);
  addImportFirebase(imports);
  addImportPool(imports);
  const exports = program
    .command('export')
    .description('write CSV, or lock receipts as JSON, to standard output, or a pool or the league to a file');
  addExportGames(exports);
  addExportPicks(exports);
  addExportScores(exports);
  addExportWinners(exports);
  addExportReceipts(exports);
  addExportPool(exports);
  addExportFirebase(exports);
  addAdmin(program.command('admin').description('say who the admins are'));
  addFeed(program.command('feed').description('record what ESPN answers, and replay it'));
  addScores(program);
  addDrill(program);
  addBackup(program);
  addUpgrade(program);
  addRotateSecret(program);
  return program;
}

/** The text of a failure: the message if it is expected, the stack if it is a bug. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isExpected(error) ? error.message : (error.stack ?? error.message);
}

/** Runs one command. It writes to this process's output and sets `process.exitCode`. Never throws. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
      return;
    }
    console.error(explain(error));
    process.exitCode = EXIT_FAILED;
  }
}
