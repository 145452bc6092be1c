import type { season as routes, SeasonRequest } from '#contract/season.ts';
import { FLAWS_SHOWN } from '#contract/season.ts';
import { gameColumns, optionalGameColumns } from '#core/csv-columns.ts';
import type { Deps } from '#server/deps.ts';
import { comingWeeks, latestSeason, weekIds } from '#server/games/reads.ts';
import type { Flaw } from '#server/platform/csv.ts';
import { inOrder, parseCsv } from '#server/platform/csv.ts';
import type { Failure, Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import { readSeason } from './season-rows.ts';
import type { SeasonSource } from './sources.ts';
import { espnSource, fileSource, loadSeason, previewSeason } from './sources.ts';

export const season: Pick<Handlers, keyof typeof routes> = {
  'GET /api/season': async ({ deps }) => {
    const { db } = deps.store;
    const latest = await latestSeason(db);
    const weeks = latest === null ? [] : await weekIds(db, latest);
    const coming = await comingWeeks(db, weeks, deps.clock.now());
    return { season: latest, comingWeekId: (coming.length < weeks.length && coming[0]) || null, weekIds: weeks };
  },

  'POST /api/admin/season/preview': async ({ deps, body }) => {
    const found = await find(deps, body);
    if ('failure' in found) return found;
    const { source, flaws, seasons } = found;
    const counts = source ? await previewSeason(deps.store, source, deps.clock.now) : nothingOf(body.season);
    const shown = inOrder(flaws).slice(0, FLAWS_SHOWN);
    return {
      ...counts,
      flaws: shown.map(({ line, column, message }) => ({ line, column, message })),
      flawCount: flaws.length,
      seasons: [...seasons],
    };
  },

  'POST /api/admin/season': async ({ deps, caller, body }) => {
    const found = await find(deps, body);
    if ('failure' in found) return found;
    if (!found.source) return flawed(found.flaws);
    const loader = { adminId: caller.user.id, now: deps.clock.now };
    const loaded = await loadSeason(deps.store, found.source, loader);
    deps.afterCommit.changed(EVERYTHING);
    return loaded;
  },
};

/** The requested games; `source` is null if the file has flaws. */
interface Found {
  readonly source: SeasonSource | null;
  readonly flaws: readonly Flaw[];
  readonly seasons: readonly number[];
}

type FindFailure = Failure<'invalid_input' | 'feed_not_set_up' | 'feed_failed'>;

async function find({ feed }: Deps, { source, season, text }: SeasonRequest): Promise<Found | FindFailure> {
  if (source === 'file') {
    if (text === undefined) return invalid('text', 'Choose a file of games.');
    const table = isTooLong(text) ? tooLong : parseCsv(text, gameColumns, optionalGameColumns);
    const { games, flaws, seasons } = readSeason(table, season);
    return { source: flaws.length > 0 ? null : fileSource(season, games), flaws, seasons };
  }
  if (text !== undefined) return invalid('text', 'Games from ESPN need no file.');
  if (!feed.league) return fail('feed_not_set_up');
  const espn = await espnSource(feed.league, season);
  return espn ? { source: espn, flaws: [], seasons: [] } : fail('feed_failed');
}

/** All seasons since 1999 together have some 7,500 games; parsing a million lines would block all requests. */
const MAX_LINES = 30_000;

const tooLongText = `This file has more than ${MAX_LINES} lines: it cannot be a file of games.`;
const tooLong = { rows: [], flaws: [{ line: MAX_LINES + 1, column: 1, message: tooLongText }] };

function isTooLong(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > MAX_LINES;
}

function nothingOf(year: number) {
  const none = { games: 0, weeks: 0, added: 0, changed: 0, unchanged: 0, kept: 0 };
  return { season: year, ...none, notYet: [], problems: [] };
}

/** A failure that names the first flaw and its line. */
function flawed(flaws: readonly Flaw[]): Failure<'flawed_file'> {
  const first = inOrder(flaws)[0];
  if (!first) return fail('flawed_file');
  const message = `Nothing was loaded: there is an error in line ${first.line} of this file. ${first.message}`;
  return { failure: 'flawed_file', message };
}
