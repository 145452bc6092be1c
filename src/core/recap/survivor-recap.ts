import type { AskedLife } from '#core/why/lives.ts';
import { costsLife } from '#core/why/lives.ts';
import type { RecapStage, VisibleEntry, VisibleStandings } from './decided-week.ts';
import { stageOf, survivorWin, wentOutIn } from './decided-week.ts';

/** A team that cost lives in a week, and how many had chosen it. */
export interface LostTeam {
  readonly team: string;
  readonly by: number;
}

/** The result of a week in a survivor pool. */
export interface SurvivorRecap {
  readonly stage: RecapStage;
  /** The players who went out in the week, by name. */
  readonly out: readonly string[];
  /** How many players were in before the week, and are after it. */
  readonly before: number;
  readonly left: number;
  /** The winners, by name, if the pool was won in this week; empty otherwise. */
  readonly winners: readonly string[];
  /** The earlier week in which the pool was won; null if there is none. */
  readonly wonIn: string | null;
  /** The teams that cost lives, the costliest first. */
  readonly lost: readonly LostTeam[];
  /** How many lives were lost without a team. */
  readonly missed: number;
  /** Null if the entry does not play, or was out before. */
  readonly own: (AskedLife & { readonly lives: number; readonly hasWon: boolean }) | null;
}

/** A week of a survivor pool, from data that everybody may see. */
export function survivorRecap(weekId: string, standings: VisibleStandings, entryId: string): SurvivorRecap {
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
  const out = players.filter((player) => wentOutIn(weekId, player)).map(({ name }) => name);
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
    own: mine && life ? { ...life, lives: livesAfter(mine, weeks, at), hasWon: winners.includes(entryId) } : null,
  };
}

/** The lives that were left after a week: today's, plus those that later weeks took, without those bought in that week or later. */
function livesAfter(
  { lives, weeks, boughtBack = [] }: NonNullable<VisibleEntry['survival']>,
  weekIds: readonly string[],
  at: number,
): number {
  const bought = boughtBack.filter((weekId) => weekIds.indexOf(weekId) >= at).length;
  return lives + weeks.slice(at + 1).filter(costsLife).length - bought;
}
