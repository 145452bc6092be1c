/** The columns of the CSV files that imports read and exports write. */

/** The columns of a file of games, as nflverse has them. */
export const gameColumns = [
  'game_id',
  'season',
  'game_type',
  'week',
  'gameday',
  'gametime',
  'away_team',
  'away_score',
  'home_team',
  'home_score',
  'spread_line',
] as const;

/** The optional column of a file of games that nflverse does not have: `cancelled` or `postponed`; blank for all other games. */
export const optionalGameColumns = ['void'] as const;

/** The columns of a file of picks. */
export const pickColumns = ['season', 'week', 'player', 'pick'] as const;

/** Optional columns of a file of picks, for pools with several entries per player, best bets, confidence, or a tiebreak. */
export const optionalPickColumns = ['entry', 'best', 'points', 'tiebreak'] as const;

/** The mark of a best bet in a file of picks. */
export const BEST_MARK = 'yes';
