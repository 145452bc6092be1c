import type { Command } from 'commander';
import { BEST_MARK, optionalPickColumns, pickColumns } from '#core/csv-columns.ts';
import { asksFor } from '#core/formats/traits.ts';
import { cleanName } from '#core/names.ts';
import { defaultRules, ruleChoices, ruleNames } from '#core/rules/pool-rules.ts';
import {
  addEntries,
  addPlayers,
  addPoolWeeks,
  createPoolWithWeeks,
  importPoolPicks,
  importWeeks,
  OverLimit,
} from '#server/imports/picks-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { leagueNow, withDatabase } from './database.ts';
import { readCsv } from './export.ts';
import type { RulesOptions } from './options.ts';
import { addRulesOptions, count, FlawedFile, flawLines, Problem, rulesOfOptions } from './options.ts';
import type { Plan, PoolOptions } from './picks-plan.ts';
import { planPicks } from './picks-plan.ts';
import type { Who } from './picks-rows.ts';
import { keyOfWho, parsePicks } from './picks-rows.ts';
import { progressOf } from './progress.ts';

const help = `
FILE.csv has the columns ${pickColumns.join(', ')}, entry in a pool in which players have several, best in a pool with best bets,
marked by ${BEST_MARK}, points in a pool with confidence, and tiebreak in a pool with one; others are left out. A pick is a team by its code, city,
nickname or full name; blank is no pick. Weeks are numbered as nflverse does: the post-season is 18 to 21 up to 2020, 19
to 22 since. The games must have been imported before.

Players are the pool's members of that name, those without an account first. Capitals, spaces and the encoding of
accents do not tell names apart. entry is the name of one of a player's entries; blank, or without the column, it is the
first. --create makes the pool, its weeks, and the players and entries that are missing, as many entries for each player as
the rules of the pool allow. A commissioner can link a player to an account later: the player's name then means the entry
that the account got. Nothing is written for games that are not locked if the entry belongs to somebody with an account.

A new player whose name is near another one (John Smith, Jon Smith) stops the import: correct the name,
or say --new-players. --dry-run shows what would be imported.

--preset and --rules tell the rules of a pool that is made, and a pool that is there has to play by them. RULES.json names
rules beside those of the preset, or of classic: { "tie": "half", "dropWeeks": 2 }. Rules:
${ruleNames.map((rule) => `  ${rule}: ${ruleChoices[rule].join(', ')}`).join('\n')}

points are what a pick is worth: each whole number from 1 to the games of the week once at most for each entry and week. A row may have points
without a pick: nobody gets them. An entry whose games have these points already, by its order or without one, keeps what it has. A survivor
pool has one row for an entry's week, with the team as pick.

tiebreak is the guess of an entry's week, on any of its rows: the total points of its last game, or of the one that an admin named.

Importing again changes what differs and removes nothing; what people with an account have picked or entered stays, and so does what
admins entered. Nothing is written when anything in the file is wrong.`;

interface ImportPicksOptions extends Omit<PoolOptions, 'rules'>, RulesOptions {
  readonly newPlayers?: true;
  readonly dryRun?: true;
}

/** `import picks FILE.csv --pool NAME [--create] [--preset NAME] [--rules RULES.json] [--new-players] [--dry-run]` */
export function addImportPicks(parent: Command): void {
  const command = parent
    .command('picks')
    .description("add or update a pool's picks")
    .argument('<file.csv>', `picks, with the columns ${pickColumns.join(', ')}`)
    .requiredOption('--pool <name>', 'the name of the pool, or its id')
    .option('--create', 'make the pool, its weeks, players and entries where they are missing');
  addRulesOptions(command)
    .option('--new-players', 'make new players also where their names are near others')
    .option('--dry-run', 'show what would be imported, and write nothing')
    .addHelpText('after', help)
    .action(importPicks);
}

async function importPicks(file: string, options: ImportPicksOptions, command: Command): Promise<void> {
  const poolOptions = { ...options, pool: cleanName(options.pool), rules: rulesOfOptions(options) };
  const { rows, flaws } = readCsv(file, pickColumns, optionalPickColumns);
  const picks = parsePicks(rows, flaws);
  if (flaws.length === 0 && picks.length === 0) flaws.push({ line: 1, column: 1, message: 'This file has no picks.' });
  if (flaws.length > 0) throw new FlawedFile(file, flaws);

  await withDatabase(command, 'refuse', async (store, kind) => {
    const now = await leagueNow(store, kind);
    const plan = await planPicks(store.db, picks, { ...poolOptions, now }, flaws);
    if (flaws.length > 0) throw new FlawedFile(file, flaws);
    const near = flawLines(file, plan.nearPlayers, 'more near name');
    if (options.dryRun) return console.log(dryRunLines(plan, poolOptions, near).join('\n'));
    if (near.length > 0 && !options.newPlayers)
      throw new Problem([...near, nearText, 'Nothing was imported.'].join('\n'));
    for (const line of near) console.error(line);
    await importPlan(store, plan, poolOptions, now);
  });
}

const nearText =
  'These may be slips of one name. Correct the file where they are. --new-players imports them as different people.';

/** What an import would do. Does not list changed picks, because sealed ones may be among them. */
function dryRunLines(plan: Plan, poolOptions: PoolOptions, near: readonly string[]): string[] {
  return [
    `${poolAndPicks(plan, poolOptions)}, ${count(plan.newWeeks.length, 'new week')}.`,
    ...plan.newPlayers.map((name) => `New player: ${name}`),
    ...plan.newEntries.map(({ player, entry }) => `New entry of ${player}: ${entry}`),
    ...near,
    ...(near.length > 0 ? [nearText] : []),
    'This was a dry run: nothing was written.',
  ];
}

async function importPlan(store: Store, plan: Plan, poolOptions: PoolOptions, now: number): Promise<void> {
  const { changed, kept, entered, guessed } = await write(store, plan, poolOptions, now);
  await rescoreAllStale(store, () => now);
  await notifyServers(store);
  const hasTeams = asksFor('team', plan.rules);
  const written = hasTeams ? entered : changed;
  const unchanged = (hasTeams ? plan.choices : plan.picks).length - written - kept;
  console.log(`${poolAndPicks(plan, poolOptions)}: ${written} written, ${unchanged} unchanged.`);
  if (plan.newEntries.length > 0) console.log(`Further entries: ${plan.newEntries.length} new.`);
  if (asksFor('order', plan.rules))
    console.log(`Points: ${count(plan.choices.length, 'week')} given, ${entered} written.`);
  if (plan.guesses.length > 0)
    console.log(`Tiebreak: ${count(plan.guesses.length, 'week')} guessed, ${guessed} written.`);
  if (kept > 0) console.log(`${count(kept, 'pick')} stayed as their players or admins made them in the app.`);
  const former = [...plan.players.values()].filter((player) => !player.isMember).map((player) => player.name);
  if (former.length > 0) console.log(`No longer members of the pool: ${former.join(', ')}.`);
}

function poolAndPicks(plan: Plan, poolOptions: PoolOptions): string {
  const pool = plan.pool ? `Pool '${plan.pool.name}'` : `Pool '${poolOptions.pool}' (new)`;
  const players = `${count(numberOfPlayers(plan), 'player')} (${plan.newPlayers.length} new)`;
  const hasTeams = asksFor('team', plan.rules);
  return `${pool}: ${hasTeams ? count(plan.choices.length, 'team') : count(plan.picks.length, 'pick')} of ${players}`;
}

async function write(store: Store, plan: Plan, poolOptions: PoolOptions, now: number) {
  const pool = { name: poolOptions.pool, rules: poolOptions.rules ?? defaultRules };
  const poolId = plan.pool?.id ?? (await createPoolWithWeeks(store, pool, plan.newWeeks, now));
  const refusal = plan.pool ? await addPoolWeeks(store, poolId, plan.newWeeks, now) : null;
  if (refusal !== null) throw new Problem(refusal === 'week_begun' ? WEEK_BEGAN : SEASON_ENDS);
  const entryIds = await makeEntries(store, poolId, plan, now);
  const entryIdOf = (who: Who): string => entryIds.get(keyOfWho(who)) ?? '';
  const picks = plan.picks.map(({ who, row: _, ...pick }) => ({ ...pick, entryId: entryIdOf(who) }));
  const choices = plan.choices
    .filter(({ changesNothing }) => !changesNothing)
    .map(({ who, choice, weekId, second }) => {
      return { weekId, entryId: entryIdOf(who), value: choice, ...(second && { second }) };
    });
  const guesses = plan.guesses.map(({ who, weekId, guess }) => {
    return { weekId, entryId: entryIdOf(who), value: { total: guess } };
  });
  const progress = progressOf(picks.length, 'picks');
  const imported = await importPoolPicks(store, poolId, picks, now, progress).catch((error: unknown) => {
    throw error instanceof OverLimit ? new Problem(OVER_LIMIT) : error;
  });
  const entered = await importWeeks(store, poolId, choices, now);
  const guessed = await importWeeks(store, poolId, guesses, now);
  const did = {
    changed: imported.changed,
    kept: imported.kept + entered.kept,
    entered: entered.changed,
    guessed: guessed.changed,
  };
  const [newPlayers, newEntries] = [plan.newPlayers.length, plan.newEntries.length];
  const after = {
    players: numberOfPlayers(plan),
    newPlayers,
    ...(newEntries > 0 && { newEntries }),
    written: did.changed,
    kept: did.kept,
    ...(did.entered > 0 && { entered: did.entered }),
    ...(did.guessed > 0 && { guessed: did.guessed }),
  };
  const made = newPlayers + newEntries + plan.newWeeks.length;
  const isNothing = plan.pool !== null && did.changed + did.entered + did.guessed + made === 0;
  if (!isNothing) await writeAudit(store.db, { act: 'picks.import', actorId: null, poolId, after }, now);
  return did;
}

/** Creates the missing players and entries. @returns the ids of all entries of the file by `keyOfWho` */
async function makeEntries(store: Store, poolId: string, plan: Plan, now: number): Promise<Map<string, string>> {
  const added = await addPlayers(store, poolId, plan.newPlayers, now, plan.firstNames);
  const further = plan.newEntries.map(({ player, entry, besideId }) => {
    return { besideId: besideId ?? added.get(player) ?? '', name: entry };
  });
  const ids = await addEntries(store, further, now);
  const first = [...added].map(([player, id]) => [keyOfWho({ player, entry: '' }), id] as const);
  return new Map([
    ...plan.entryIds,
    ...first,
    ...plan.newEntries.map((who, at) => [keyOfWho(who), ids[at] ?? ''] as const),
  ]);
}

const WEEK_BEGAN = 'A week began meanwhile, and a survivor pool takes in none that has. Nothing was imported.';

const SEASON_ENDS =
  'The pool has begun, and a survivor pool ends with the last week that it listed then. Nothing was imported.';

const OVER_LIMIT =
  'Somebody has picked meanwhile, and would have more picks in a week than the pool allows. Import the file again to see who.';

function numberOfPlayers({ players, newPlayers }: Plan): number {
  return players.size + newPlayers.length;
}
