/** Minimal hand-written answers in ESPN's format. */

export interface EventTraits {
  readonly id?: string;
  readonly away?: string;
  readonly home?: string;
  readonly date?: string;
  readonly season?: { readonly year: number; readonly type: number };
  /** Null leaves the week out, as old answers do. */
  readonly week?: number | null;
  readonly timeValid?: boolean;
  /** Without `STATUS_`. */
  readonly status?: string;
  readonly state?: string;
  readonly completed?: boolean;
  readonly period?: number;
  readonly clock?: string;
  readonly score?: readonly [away: unknown, home: unknown];
  readonly odds?: readonly unknown[];
  readonly situation?: object;
  readonly weather?: object;
  readonly indoor?: boolean;
  readonly headline?: string;
  readonly detail?: string;
}

const SUNDAY_DATE = '2026-09-13T17:00Z';

/** NE at SEA in week 1 of 2026, before the kick-off, with the given changes. */
export function anEvent(traits: EventTraits = {}): Record<string, unknown> {
  const { id = '401', away = 'NE', home = 'SEA', date = SUNDAY_DATE, week = 1, score = ['0', '0'] } = traits;
  const { status = 'SCHEDULED', state = 'pre', completed = false, period = 0, clock = '0:00', detail = '' } = traits;
  const type = { name: `STATUS_${status}`, state, completed, detail };
  const competitor = (homeAway: string, code: string, team: string, points: unknown) => ({
    id: team,
    homeAway,
    score: points,
    team: { id: team, abbreviation: code },
  });
  return {
    id,
    date,
    season: traits.season ?? { year: 2026, type: 2 },
    ...(week === null ? {} : { week: { number: week } }),
    status: { period, displayClock: clock, type },
    ...(traits.weather ? { weather: traits.weather } : {}),
    competitions: [
      {
        date,
        timeValid: traits.timeValid ?? true,
        venue: { indoor: traits.indoor ?? false },
        notes: traits.headline ? [{ type: 'event', headline: traits.headline }] : [],
        competitors: [competitor('home', home, '26', score[1]), competitor('away', away, '17', score[0])],
        ...(traits.odds ? { odds: traits.odds } : {}),
        ...(traits.situation ? { situation: traits.situation } : {}),
        status: { type },
      },
    ],
  };
}

/** A live game. */
export const live: EventTraits = { status: 'IN_PROGRESS', state: 'in', period: 2, clock: '3:05', score: ['7', '10'] };
/** A game that is over. */
export const ended: EventTraits = { status: 'FINAL', state: 'post', completed: true, period: 4, score: ['20', '24'] };
/** A postponed game: `post`, and 0 to 0. */
export const postponed: EventTraits = { status: 'POSTPONED', state: 'post' };

/** A line as `SEA -3.5` and as the home side's handicap. */
export function aLine(details: string, spread?: number): readonly unknown[] {
  return [{ details, overUnder: 44.5, ...(spread === undefined ? {} : { spread }) }];
}

/** A line in `pointSpread` alone: the handicaps of the sides. */
export function aPointSpread(home?: string, away?: string): readonly object[] {
  const close = (line?: string) => (line === undefined ? {} : { close: { line } });
  return [{ overUnder: 44.5, pointSpread: { home: close(home), away: close(away) } }];
}

export interface WeekTraits {
  readonly season?: number;
  readonly type?: number;
  readonly week?: number;
  readonly byes?: readonly string[];
}

/** The scoreboard of week 1 of 2026. */
export function aScoreboard(events: readonly unknown[], { season = 2026, type = 2, week = 1, byes }: WeekTraits = {}) {
  return {
    season: { year: season, type },
    week: { number: week, ...(byes ? { teamsOnBye: byes.map((abbreviation) => ({ abbreviation })) } : {}) },
    events,
  };
}

/** The path of the request for a week. */
export function scoreboardUrl(week: number, { season = 2026, type = 2 }: WeekTraits = {}): string {
  return `/apis/site/v2/sports/football/nfl/scoreboard?dates=${season}&seasontype=${type}&week=${week}`;
}

export function standingsUrl(season: number): string {
  return `/apis/v2/sports/football/nfl/standings?season=${season}&seasontype=2`;
}

/** Overall, home and away, as `W-L` or `W-L-T`. */
export type RecordTexts = readonly [total: string, home: string, road: string];

/** Standings by conference, or with a layer of divisions. */
export function aStandings(
  season: number,
  records: Readonly<Record<string, RecordTexts>>,
  { seasonType = 2, byDivision = false } = {},
) {
  const entries = Object.entries(records).map(([abbreviation, [total, home, road]]) => {
    const [wins = 0, losses = 0, ties = 0] = total.split('-').map(Number);
    return {
      team: { abbreviation },
      stats: [
        { name: 'Road', type: 'road', summary: road },
        { name: 'losses', value: losses },
        { name: 'overall', type: 'total', summary: total },
        { name: 'ties', value: ties },
        { name: 'wins', value: wins },
        { name: 'Home', type: 'home', summary: home },
      ],
    };
  });
  const table = { standings: { season, seasonType, entries } };
  return { name: 'NFL', children: byDivision ? [{ children: [table] }] : [table] };
}

/** A team's body. */
export function aTeamBody(abbreviation: string, [total, home, road]: RecordTexts, season?: number) {
  const items = [
    { type: 'total', summary: total },
    { type: 'home', summary: home },
    { type: 'road', summary: road },
  ];
  const franchise = { team: { $ref: `http://example.org/seasons/${season}/teams/1` } };
  return { team: { abbreviation, record: { items }, ...(season === undefined ? {} : { franchise }) } };
}
