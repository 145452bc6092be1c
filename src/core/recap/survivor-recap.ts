import type { AskedLife } from '#core/why/lives.ts';
import { costsLife } from '#core/why/lives.ts';
import type { RecapStage, ToldStandings } from './decided-week.ts';
import { stageOf, survivorWin } from './decided-week.ts';

/** A team that lost in a week, and how many had chosen it. */
export interface LostTeam {
  readonly team: string;
  readonly by: number;
}

/** What a week came to in a survivor pool. */
export interface SurvivorRecap {
  readonly stage: RecapStage;
  /** By name: whom the week put out. */
  readonly out: readonly string[];
  /** How many were in before it, and are after it. */
  readonly before: number;
  readonly left: number;
  /** By name: who won the pool by this week; nobody where it goes on. */
  readonly winners: readonly string[];
  /** The week before it by which the pool was won; null where there is none. */
  readonly wonIn: string | null;
  /** The teams that cost lives, the one that cost most first. */
  readonly lost: readonly LostTeam[];
  /** How many lives were lost without a team. */
  readonly missed: number;
  /** Null where the entry does not play, or was out before. */
  readonly own: (AskedLife & { readonly lives: number; readonly hasWon: boolean }) | null;
}

/** A week of a survivor pool, as everybody is told of it. */
export function survivorRecap(weekId: string, standings: ToldStandings, entryId: string): SurvivorRecap {
  const { weeks, rows } = standings;
  const at = weeks.indexOf(weekId);
  const won = survivorWin(standings);
  const winners = won?.at === at ? won.winners : [];
  const players = rows.filter(({ survival }) => {
    const { outWeekId = null } = survival ?? {};
    return survival !== undefined && (outWeekId === null || weeks.indexOf(outWeekId) >= at);
  });
  const lives = players.map(({ survival }) => survival?.weeks[at]);
  const teams = lives.flatMap((life) => (life?.result === 'lost' && life.team !== undefined ? [life.team] : []));
  const lost = [...Map.groupBy(teams, (team) => team)].map(([team, all]) => ({ team, by: all.length }));
  const out = players.filter(({ survival }) => survival?.outWeekId === weekId).map(({ name }) => name);
  const mine = players.find(({ id }) => id === entryId)?.survival;
  const life = mine?.weeks[at];
  return {
    stage: stageOf(weekId, standings),
    out,
    before: players.length,
    left: players.length - out.length,
    winners: rows.filter(({ id }) => winners.includes(id)).map(({ name }) => name),
    wonIn: won !== null && at > won.at ? (weeks[won.at] ?? null) : null,
    lost: lost.toSorted((a, b) => b.by - a.by),
    missed: lives.filter((each) => each?.result === 'missed').length,
    own: mine && life ? { ...life, lives: livesAfter(mine, at), hasWon: winners.includes(entryId) } : null,
  };
}

/** Lives that were left after the week of a place: today's, and those that later weeks took. */
function livesAfter(
  { lives, weeks }: { readonly lives: number; readonly weeks: readonly AskedLife[] },
  at: number,
): number {
  return lives + weeks.slice(at + 1).filter(costsLife).length;
}
