/** Ten real seasons as they are drawn for pools that `rule-oracle.ts` counts, and how a league stores them. */
import type { ExpressionBuilder } from 'kysely';
import { easternToUtc } from '#core/eastern-time.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import type { SlotValue } from '#core/pick.ts';
import { canonicalTeam } from '#core/teams.ts';
import { nflverseWeekId, parseWeekId } from '#core/weeks.ts';
import { oneOf, seeded } from '#server/demo/season.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { fillDefaults } from '#server/picks/default-store.ts';
import { insertPicks } from '#server/picks/rows-store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import type { TestApp } from './app.ts';
import { nflCsv } from './nfl-data.ts';
import type { OracleEntry, OracleGame, OraclePool, OracleSheet, OracleWeek } from './rule-oracle.ts';

/** A game with its first line. */
export interface Drawn extends OracleGame {
  readonly weekId: string;
  readonly number: number;
  readonly firstLine: number | null;
}

export type DrawnWeek = OracleWeek & {
  readonly games: readonly Drawn[];
  readonly season: string;
  /** Whether a commissioner named the tiebreak game. */
  readonly isNamed?: boolean;
};

/** The real weeks of ten seasons. Some games are called off or end level, some lines are missing, even, or met by the score. */
export function drawnWeeks(seed: string): DrawnWeek[] {
  const games = nflCsv('games.csv').flatMap((row): Drawn[] => {
    const weekId = nflverseWeekId(Number(row.season), Number(row.week), row.game_type ?? '');
    if (weekId === null || row.home_score === '' || Number(row.season) > 2024) return [];
    const random = seeded(seed, row.game_id ?? '');
    const [homeScore, real] = [Number(row.home_score), Number(row.away_score)];
    const awayScore = random() < 0.07 ? homeScore : real;
    const drawn = random();
    const realLine = row.spread_line === '' ? null : Number(row.spread_line);
    const line = drawn < 0.08 ? null : drawn < 0.16 ? 0 : drawn < 0.28 ? homeScore - awayScore : realLine;
    const moved = oneOf(random, [null, 0, 0, 0, -3, -1, -0.5, 0.5, 1.5, 4, 7]);
    const firstLine = line === null || moved === null ? null : line + moved;
    return [
      {
        gid: row.game_id ?? '',
        weekId,
        number: parseWeekId(weekId)?.number ?? 0,
        kickoff: easternToUtc(row.gameday ?? '', row.gametime ?? ''),
        home: canonicalTeam(row.home_team ?? '') ?? '',
        away: canonicalTeam(row.away_team ?? '') ?? '',
        homeScore,
        awayScore,
        line,
        firstLine,
        frozenLine: firstLine ?? line,
        ...drawEnd(random),
      },
    ];
  });
  return [...Map.groupBy(games, ({ weekId }) => weekId)].map(([id, own]) => {
    const season = id.slice(0, 4);
    return { id, season, number: own[0]?.number ?? 0, games: own, tiebreakGid: lastOf(own).gid };
  });
}

function drawEnd(random: () => number): Pick<Drawn, 'isOff' | 'isOffEarly'> {
  const isOff = random() < 0.07;
  return { isOff, isOffEarly: isOff && random() < 0.5 };
}

/** The last game by kick-off, then by id. */
export function lastOf(games: readonly Drawn[]): Drawn {
  return games.toSorted((a, b) => a.kickoff - b.kickoff || (a.gid < b.gid ? -1 : 1)).at(-1) as Drawn;
}

function rowsOf(entry: OracleEntry, { id, tiebreakGid }: OracleWeek, madeAt: number) {
  const { sides, order, guess, team, second = null } = entry.sheets.get(id) as OracleSheet;
  const row = (kind: 'pick' | 'guess' | 'order' | 'team', about: string, value: SlotValue, at = madeAt) => {
    const json = JSON.stringify(value);
    return { entry_id: entry.id, kind, about, value: json, revision: 1, made_at: at, entered_by: null, reason: null };
  };
  return [
    ...[...sides].map(([gid, { side, best }]) => row('pick', gid, best ? { side, best } : { side })),
    ...(order.length > 0 ? [row('order', id, { order })] : []),
    ...(guess === null ? [] : [row('guess', id, { gid: tiebreakGid, total: guess.total }, guess.at)]),
    ...(team === null ? [] : [row('team', id, team)]),
    ...(second === null ? [] : [row('team', teamSlot(id, true), second)]),
  ];
}

/** Games before they are played, with their first lines; none is off. */
export function asPlanned({ gid, weekId, home, away, kickoff, firstLine }: Drawn): GameWrite {
  return { gid, weekId, home, away, kickoff, timeTbd: false, spread: firstLine };
}

/** Games with their lines at their locks. */
export function asLocked(game: Drawn): GameWrite {
  return { ...asPlanned(game), spread: game.line };
}

/** Games at their end. */
export function asPlayed(game: Drawn): GameWrite {
  const { homeScore, awayScore } = game;
  const end = game.isOff ? ({ void: 'cancelled' } as const) : ({ status: 'Final', homeScore, awayScore } as const);
  return { ...asLocked(game), ...end };
}

/** Stores the picks of entries before the first lock, at a time in ms, and their defaults. The first guess fixes the tiebreak game of a week. */
export async function storeSheets(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  stored: readonly { readonly pool: OraclePool }[],
  at: number,
): Promise<void> {
  const rows = stored.flatMap(({ pool: { entries, weeks } }) =>
    entries.flatMap((entry) => weeks.flatMap((week) => rowsOf(entry, week, at))),
  );
  await insertPicks(db, engine, rows);
  const isGuessed = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'pool_weeks'>) =>
    exists(
      selectFrom('picks')
        .innerJoin('entries', 'entries.id', 'picks.entry_id')
        .select('picks.about')
        .where('picks.kind', '=', 'guess')
        .whereRef('entries.pool_id', '=', 'pool_weeks.pool_id')
        .whereRef('picks.about', '=', 'pool_weeks.week_id'),
    );
  await db.updateTable('pool_weeks').set({ tiebreak_fixed_at: at }).where(isGuessed).execute();
  const defaults = stored.flatMap(({ pool: { entries, rules } }) =>
    entries.flatMap(({ id, defaults: own }) =>
      own.map(({ at, side, teams }) => {
        const value = rules.format === 'survivor' ? { teams } : side && { side };
        return { entry_id: id, made_at: at, value: value && JSON.stringify(value) };
      }),
    ),
  );
  if (defaults.length > 0) await db.insertInto('entry_defaults').values(defaults).execute();
}

/** Stores the picks that defaults make in the weeks of pools, as after downtime. */
export async function fillAll(
  { store, clock }: TestApp,
  stored: readonly { readonly poolId: string; readonly pool: Pick<OraclePool, 'weeks'> }[],
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    for (const { poolId, pool } of stored) {
      for (const { id: weekId } of pool.weeks)
        await fillDefaults(tx, store.engine, { weekId, poolIds: [poolId] }, clock.now());
    }
  });
}
