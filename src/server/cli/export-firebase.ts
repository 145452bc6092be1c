import type { Command } from 'commander';
import { writeExport } from '#core/firebase/write-export.ts';
import { catchUp } from '#server/locks/store.ts';
import { livingPools } from '#server/pools/reads.ts';
import { leagueNow, withDatabase } from './database.ts';
import type { LeagueExport } from './firebase-league.ts';
import { readLeague } from './firebase-league.ts';
import type { Loss } from './firebase-losses.ts';
import { count, newFile, Problem, writeNewFile } from './options.ts';

const help = `
Writes the whole league in the layout of the old system, as its Realtime Database exports it: Users, Pools, Weeks, PoolPicks, PoolScores
and Teams. 'import firebase' reads it back: pick'em pools with one entry a member come back with the same users, weeks, games, picks
and scores. Users and pools that came from Firebase get the ids that they had there.

What the layout cannot hold is listed first, by pool and count: second entries, orders, teams, guesses, rules and the like, and
earlier states of picks. If there is any, nothing is written without --partial. With it, pools in which no sides of games are picked
are left out as a whole, and of a member's entries all but the first. Log records, lock receipts, which games were set by hand and why
picks were entered are listed, too, but stay here in any case.

Picks of games that are not locked are sealed and left out. So are deleted pools, passwords and sign-ins. The file has
the verified e-mail addresses of all users, by which an import finds their accounts: keep it private.`;

/** `export firebase FILE [--partial]` */
export function addExportFirebase(parent: Command): void {
  parent
    .command('firebase')
    .description('write the league in the layout of a Firebase project, for import firebase')
    .argument('<file.json>', 'the file to write; it must not exist')
    .option('--partial', 'leave out what the layout cannot hold')
    .addHelpText('after', help)
    .action(exportFirebase);
}

async function exportFirebase(path: string, { partial }: { partial?: true }, command: Command): Promise<void> {
  const file = newFile(path);
  await withDatabase(command, 'refuse', async (store, kind) => {
    const now = await leagueNow(store, kind);
    await catchUp(store, {}, () => now);
    const pools = (await livingPools(store.db)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const read = await readLeague(store.db, pools, now);
    const lines = choiceLines(read);
    for (const line of [...lines, ...recordLines(read)]) console.log(line);
    if (lines.length > 0 && !partial)
      throw new Problem('Nothing was written. --partial writes the file without what it cannot hold.');
    writeNewFile(file, JSON.stringify(writeExport(read.league)));
    console.log(writtenLine(path, read));
  });
}

function choiceLines({ pools }: LeagueExport): string[] {
  const lines = pools.flatMap(({ name, losses: { isLeftOut, choices } }) => {
    return poolLine(isLeftOut ? `Pool '${name}', which is left out as a whole` : `Pool '${name}'`, choices);
  });
  return lines.length === 0 ? [] : ['The Firebase layout cannot hold:', ...lines];
}

function recordLines({ pools }: LeagueExport): string[] {
  const lines = pools.flatMap(({ name, losses }) => poolLine(`Pool '${name}'`, losses.records));
  return lines.length === 0 ? [] : ['Records of every pool, which stay here:', ...lines];
}

function poolLine(pool: string, losses: readonly Loss[]): string[] {
  return losses.length === 0 ? [] : [`  ${pool}: ${losses.map(lossText).join(', ')}.`];
}

function lossText({ count: number, one, many, names }: Loss): string {
  return `${count(number, one, many)}${names ? ` (${names.join(', ')})` : ''}`;
}

function writtenLine(path: string, { league: { users, pools, games, picks } }: LeagueExport): string {
  const parts = [count(users.length, 'user'), count(pools.length, 'pool'), count(games.length, 'game')];
  return `${path}: ${parts.join(', ')}, ${count(picks.length, 'pick')} of locked games.`;
}
