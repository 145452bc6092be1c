import type { Game, TeamRecord } from '#core/types.ts';
import type { Db, Engine } from './engine/connect.ts';
import { writeRows } from './engine/json-rows.ts';
import { toGame } from './game-reads.ts';

/** Records of a season that the feed brought, by team; teams without one are not there. */
export async function readRecords(db: Db, season: number): Promise<Map<string, TeamRecord>> {
  const rows = await db.selectFrom('team_records').selectAll().where('season', '=', season).execute();
  return new Map(
    rows.map((row) => [
      row.team,
      {
        wins: row.wins,
        losses: row.losses,
        ties: row.ties,
        winPercentage: row.win_percentage,
        homeRecord: row.home_record,
        awayRecord: row.away_record,
        overallRecord: row.overall_record,
      },
    ]),
  );
}

/** Keeps records of a season; those of other teams stay. */
export async function writeRecords(
  db: Db,
  engine: Engine,
  season: number,
  records: ReadonlyMap<string, TeamRecord>,
  now: number,
): Promise<void> {
  const rows = [...records].map(([team, record]) => ({
    team,
    season,
    wins: record.wins,
    losses: record.losses,
    ties: record.ties,
    win_percentage: record.winPercentage,
    home_record: record.homeRecord,
    away_record: record.awayRecord,
    overall_record: record.overallRecord,
    updated_at: now,
  }));
  await writeRows(db, engine, 'team_records', columns, rows, ['team', 'season']);
}

const columns = {
  team: 'text',
  season: 'integer',
  wins: 'integer',
  losses: 'integer',
  ties: 'integer',
  win_percentage: 'real',
  home_record: 'text',
  away_record: 'text',
  overall_record: 'text',
  updated_at: 'integer',
} as const;

/** Every game of a season. */
export async function gamesOfSeason(db: Db, season: number): Promise<Game[]> {
  const ofSeason = db.selectFrom('weeks').select('id').where('season', '=', season);
  const rows = await db.selectFrom('games').selectAll().where('week_id', 'in', ofSeason).orderBy('gid').execute();
  return rows.map(toGame);
}
