import type { StandingRow, StandingsReply, Survival } from '#contract/standings.ts';
import { listText } from '#core/listed.ts';
import type { LiveScore, ScoredGame } from '#web/parts/survivor/live-score.ts';
import { liveScoreOf } from '#web/parts/survivor/live-score.ts';

/** An entry of a survivor pool, with how its weeks went. */
export interface SurvivorRow extends Pick<StandingRow, 'id' | 'ownerId' | 'name'> {
  readonly survival: Survival;
}

/** Of each own entry its teams by week: they are not sealed from its owner. */
type OwnTeams = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The rows in the order of the standings, the own ones with their teams. */
export function survivorRows({ rows, weeks }: StandingsReply, ownTeams: OwnTeams): readonly SurvivorRow[] {
  return rows.flatMap(({ id, ownerId, name, survival }) => {
    if (survival === undefined) return [];
    const teams = ownTeams.get(id);
    if (teams === undefined) return [{ id, ownerId, name, survival }];
    const own = survival.weeks.map((week, at) => {
      const team = teams.get(weeks[at] ?? '');
      return week.made && team !== undefined ? { ...week, team } : week;
    });
    return [{ id, ownerId, name, survival: { ...survival, weeks: own } }];
  });
}

/** What a cell says: the mark beside the team or in its place, and the same in a sentence. */
export interface CellText {
  readonly mark: string;
  readonly told: string;
}

const liveTexts = {
  ahead: { mark: '', told: 'Winning right now' },
  level: { mark: 'Level', told: 'Level right now: a tie costs a life' },
  behind: { mark: 'Down', told: 'Losing right now' },
} as const satisfies Record<LiveScore, CellText>;

/** How a week of a player reads. @param live how their team does where its game runs */
export function cellText({ result, team, made }: Survival['weeks'][number], live: LiveScore | undefined): CellText {
  switch (result) {
    case 'won':
      return { mark: '', told: 'Won' };
    case 'lost':
      return { mark: '', told: 'Cost a life' };
    case 'missed':
      return { mark: 'None', told: 'No team, cost a life' };
    case 'off':
      return { mark: 'Off', told: 'Called off, cost no life' };
    case 'out':
      return { mark: '', told: 'Out' };
    case 'open':
      if (team === undefined && made) return { mark: 'Set', told: 'Team chosen, sealed until its game locks' };
      if (team === undefined) return { mark: '–', told: 'No team yet' };
      return live === undefined ? { mark: '', told: 'Team chosen - waiting for result' } : liveTexts[live];
  }
}

/** How each team does whose game runs. */
export function liveScores(games: readonly ScoredGame[]): ReadonlyMap<string, LiveScore> {
  return new Map(
    games.flatMap((game) =>
      [game.home, game.away].flatMap((team): [string, LiveScore][] => {
        const live = liveScoreOf(game, team);
        return live === null ? [] : [[team, live]];
      }),
    ),
  );
}

/** Who has won the pool, in a sentence; null while that is open. */
export function winnersText({ survivors = [], rows }: Pick<StandingsReply, 'survivors' | 'rows'>): string | null {
  const names = rows.filter(({ id }) => survivors.includes(id)).map(({ name }) => name);
  if (names.length === 0) return null;
  return names.length === 1 ? `${names[0]} won this pool.` : `${listText(names)} share the win.`;
}
