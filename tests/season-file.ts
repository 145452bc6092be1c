const columns =
  'game_id,season,game_type,week,gameday,gametime,away_team,away_score,home_team,home_score,spread_line' as const;

/** One row of a file of games; by default a game of week 1 of 2026, not played yet. */
export interface SeasonRow {
  readonly game_id?: string;
  readonly season?: number | string;
  readonly week?: number | string;
  readonly home: string;
  readonly away: string;
  readonly gameday?: string;
  readonly gametime?: string;
  readonly home_score?: number | '';
  readonly away_score?: number | '';
  readonly spread_line?: number | string;
}

/** A file of games in the format of nflverse. */
export function seasonFile(...rows: readonly SeasonRow[]): string {
  const lines = rows.map((row) => {
    const { season = 2026, week = 1, home, away, gameday = '2026-09-13', gametime = '13:00' } = row;
    const { game_id = `${season}_${week}_${away}_${home}`, home_score = '', away_score = '', spread_line = '' } = row;
    const teams = [away, away_score, home, home_score];
    return [game_id, season, 'REG', week, gameday, gametime, ...teams, spread_line].join(',');
  });
  return `${[columns, ...lines].join('\n')}\n`;
}
