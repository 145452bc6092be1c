import type { Command } from 'commander';
import { bringUpToDate } from '../store/bring-up-to-date.ts';
import { openTarget, refuseMissing, targetOf } from './database.ts';

const help = `
A server that starts does this by itself, unless a game locks within two hours, or the league is on PostgreSQL: then stop
every server, make a copy with pg_dump, and say --now. An SQLite file is copied first, in any case.`;

/** `upgrade` */
export function addUpgrade(parent: Command): void {
  parent
    .command('upgrade')
    .description('bring a database of the version before to the form of this one')
    .option('--now', 'even if a game locks within two hours; on PostgreSQL: a copy is made')
    .addHelpText('after', help)
    .action((options: { now?: true }, command: Command) => upgradeNow(command, options.now === true));
}

async function upgradeNow(command: Command, isForced: boolean): Promise<void> {
  const target = targetOf(command);
  refuseMissing(target.location);
  const { store } = await openTarget(target);
  try {
    const lines = await bringUpToDate(store, isForced);
    console.log(lines.length === 0 ? 'The database has the form of this version.' : lines.join('\n'));
  } finally {
    await store.close();
  }
}
