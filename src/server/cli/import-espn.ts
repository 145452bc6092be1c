import type { Command } from 'commander';
import { isPostSeason, weekName } from '#core/weeks.ts';
import { postSeasonWeekIds, regularWeekIds } from '#server/feed/espn/scoreboard.ts';
import type { WeekResult } from '#server/feed/feed.ts';
import { isAbsent, isOutage, LeagueFeed } from '#server/feed/feed.ts';
import { problemText } from '#server/feed/problems.ts';
import { addMissingTeams } from '#server/game-changes/store.ts';
import { gamesOfWeeks } from '#server/games/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { readEspnUrl } from '#server/platform/env/settings.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import type { ChangedGame } from '#server/season/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { EspnClient, LONG_RETRY } from '../feed/espn/client.ts';
import { changedGameLines } from './changed-games.ts';
import { leagueClock, withDatabase } from './database.ts';
import { count, Problem } from './options.ts';

/** Imports every week of a season that ESPN has. @throws Problem if a regular week is missing */
export async function importFromEspn(season: number, command: Command): Promise<void> {
  const client = new EspnClient({ url: readEspnUrl(process.env) });
  await withDatabase(command, 'create', async (store, kind) => {
    await addMissingTeams(store.db);
    const now = await leagueClock(store, kind);
    const feed = new LeagueFeed({ store, client, now, afterCommit: { changed: () => {} } });
    const weekIds = [...regularWeekIds(season), ...postSeasonWeekIds(season)];
    const before = new Map((await gamesOfWeeks(store.db, weekIds)).map((game) => [game.gid, game]));
    const weeks: WeekResult[] = [];
    for (const weekId of weekIds) {
      const asked = await feed.syncWeek(weekId, LONG_RETRY);
      weeks.push(asked);
      if (isOutage(asked)) break;
    }
    await noteImport(store, { season, source: 'espn', ...sumsOf(weeks) }, now());
    await rescoreAllStale(store, now);
    await notifyServers(store);
    const changed = new Set(weeks.flatMap((week) => week.synced?.gids ?? []));
    const changes = (await gamesOfWeeks(store.db, weekIds)).flatMap((after) => {
      const known = changed.has(after.gid) ? before.get(after.gid) : undefined;
      return known ? [{ before: known, after }] : [];
    });
    report(season, client.host, weeks, changes);
  });
}

/** Logs what was loaded, if anything changed. Weeks are written one by one, so this runs after them. */
export async function noteImport(
  store: Store,
  after: { season: number; source: 'file' | 'espn'; added: number; changed: number },
  now: number,
): Promise<void> {
  if (after.added + after.changed === 0) return;
  await writeAudit(store.db, { act: 'season.load', actorId: null, after }, now);
}

function sumsOf(weeks: readonly WeekResult[]): { added: number; changed: number } {
  const sum = (figure: (week: WeekResult) => number) => weeks.reduce((total, week) => total + figure(week), 0);
  return {
    added: sum((week) => week.synced?.added.length ?? 0),
    changed: sum((week) => week.synced?.gids.length ?? 0),
  };
}

function report(season: number, host: string, weeks: readonly WeekResult[], changes: readonly ChangedGame[]): void {
  const games = weeks.reduce((total, week) => total + week.games, 0);
  const { added, changed } = sumsOf(weeks);
  const there = weeks.filter((week) => week.games > 0).length;
  const early = weeks.filter((week) => isAbsent(week) && isPostSeason(week.weekId));
  for (const week of weeks.filter((each) => !early.includes(each))) {
    for (const problem of week.problems) console.error(problemText(problem));
  }
  console.log(
    `Season ${season}: ${count(games, 'game')} in ${count(there, 'week')}: ` +
      `${added} added, ${changed} changed, ${games - added - changed} unchanged.`,
  );
  for (const line of changedGameLines(changes)) console.log(line);
  if (early.length > 0) console.log(`Not known yet: ${early.map((week) => weekName(week.weekId)).join(', ')}.`);
  if (weeks.some(isOutage)) throw new Problem(`${host} does not answer. Importing again goes on from there.`);
  const missing = weeks.filter((week) => week.synced === null && !early.includes(week));
  if (missing.length > 0) throw new Problem(`${count(missing.length, 'week')} could not be read.`);
}
