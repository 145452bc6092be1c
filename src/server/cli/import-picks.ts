import type { Command } from 'commander';
import { cleanName } from '#core/names.ts';
import { tellServers } from '../live/live.ts';
import { writeAudit } from '../store/audit.ts';
import type { Store } from '../store/connect.ts';
import { addPlayers, addPoolWeeks, createPoolWithWeeks, importPoolPicks } from '../store/import-picks.ts';
import { rescoreStale } from '../store/scores.ts';
import { readCsv } from './csv.ts';
import { leagueNow, withDatabase } from './database.ts';
import type { Plan, PoolWish } from './picks-plan.ts';
import { planPicks } from './picks-plan.ts';
import { parsePicks, pickColumns } from './picks-rows.ts';
import { count, FlawedFile } from './problems.ts';
import { progressOf } from './progress.ts';

const help = `
FILE.csv has the columns ${pickColumns.join(', ')}; others are left out. A pick is the code of a team, blank for
no pick. Weeks are numbered as nflverse does: the post-season is 18 to 21 up to 2020, 19 to 22 since. The games must
have been imported before.

Players are the pool's members of that name, those without an account first. --create makes the pool, its weeks and
the players that are missing; an admin can join a player to an account later, and that account is then meant by the
player's name. Importing again changes picks that differ and removes none; what people with an account have picked
stays, and so do bus picks. Nothing is written when anything in the file is wrong.`;

/** `import picks FILE.csv --pool NAME [--create] [--use-spread] [--round-spread]` */
export function addImportPicks(parent: Command): void {
  parent
    .command('picks')
    .description("add or update a pool's picks")
    .argument('<file.csv>', `picks, with the columns ${pickColumns.join(', ')}`)
    .requiredOption('--pool <name>', 'the name of the pool, or its id')
    .option('--create', 'make the pool, its weeks and its players where they are missing')
    .option('--use-spread', 'a pool that is made picks against the spread')
    .option('--round-spread', 'with --use-spread: whole spreads are moved by half a point')
    .addHelpText('after', help)
    .action(importPicks);
}

async function importPicks(file: string, options: PoolWish, command: Command): Promise<void> {
  if (options.roundSpread && !options.useSpread) command.error('error: --round-spread needs --use-spread');
  const wish = { ...options, pool: cleanName(options.pool) };
  const { rows, flaws } = readCsv(file, pickColumns);
  const picks = parsePicks(rows, flaws);
  if (flaws.length === 0 && picks.length === 0) flaws.push({ line: 1, column: 1, message: 'This file has no picks.' });
  if (flaws.length > 0) throw new FlawedFile(file, flaws);

  await withDatabase(command, 'refuse', async (store, kind) => {
    const plan = await planPicks(store.db, picks, wish, flaws);
    if (flaws.length > 0) throw new FlawedFile(file, flaws);
    const { changed, kept } = await write(store, plan, wish, await leagueNow(store, kind));
    await rescoreStale(store);
    await tellServers(store);
    const players = numberOfPlayers(plan);
    console.log(
      `Pool '${plan.pool?.name ?? wish.pool}'${plan.pool ? '' : ' (new)'}: ${count(plan.picks.length, 'pick')} of ` +
        `${count(players, 'player')} (${plan.newPlayers.length} new): ` +
        `${changed} written, ${plan.picks.length - changed - kept} unchanged.`,
    );
    if (kept > 0) console.log(`${count(kept, 'pick')} stayed as their players or admins made them in the app.`);
    const former = [...plan.players.values()].filter((player) => !player.isMember).map((player) => player.name);
    if (former.length > 0) console.log(`No longer members of the pool: ${former.join(', ')}.`);
  });
}

async function write(
  store: Store,
  plan: Plan,
  wish: PoolWish,
  now: number,
): Promise<{ changed: number; kept: number }> {
  const rule = { useSpread: wish.useSpread ?? false, roundSpread: wish.roundSpread ?? false };
  const poolId = plan.pool?.id ?? (await createPoolWithWeeks(store, { name: wish.pool, ...rule }, plan.newWeeks, now));
  if (plan.pool) await addPoolWeeks(store, poolId, plan.newWeeks);
  const added = await addPlayers(store, poolId, plan.newPlayers, now);
  const userIdOf = (name: string): string => plan.players.get(name)?.id ?? added.get(name) ?? '';
  const picks = plan.picks.map(({ player, ...pick }) => ({ ...pick, userId: userIdOf(player) }));
  const { changed, kept } = await importPoolPicks(store, poolId, picks, now, progressOf(picks.length, 'picks'));
  const after = { players: numberOfPlayers(plan), newPlayers: added.size, written: changed, kept };
  const isNothing = plan.pool !== null && changed + added.size + plan.newWeeks.length === 0;
  if (!isNothing) await writeAudit(store.db, { act: 'picks.import', actorId: null, poolId, after }, now);
  return { changed, kept };
}

function numberOfPlayers({ players, newPlayers }: Plan): number {
  return players.size + newPlayers.length;
}
