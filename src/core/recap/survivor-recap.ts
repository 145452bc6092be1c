import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { AskedLife } from '#core/why/lives.ts';
import { costsLife, livesOf } from '#core/why/lives.ts';
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
  /** The teams of the week and the lives after it; null if the entry does not play, or was out before. */
  readonly own: {
    readonly teams: readonly [AskedLife, ...AskedLife[]];
    readonly lives: number;
    readonly hasWon: boolean;
  } | null;
}

/** A week of a survivor pool, from data that everybody may see. @param rules the lives that each entry had at first */
export function survivorRecap(
  weekId: string,
  standings: VisibleStandings,
  entryId: string,
  rules: Pick<PoolRules, 'lives'>,
): SurvivorRecap {
  const { weeks, rows } = standings;
  const at = weeks.indexOf(weekId);
  const won = survivorWin(standings);
  const winners = won?.at === at ? won.winners : [];
  const players = rows.filter(({ survival }) => {
    const { outWeekId = null } = survival ?? {};
    return survival !== undefined && (outWeekId === null || weeks.indexOf(outWeekId) >= at);
  });
  const lives = players.flatMap(({ survival }) => survival?.weeks.slice(at, at + 1).flatMap(livesOf) ?? []);
  const teams = lives.flatMap(({ result, team }) => (result === 'lost' && team !== undefined ? [team] : []));
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
    missed: lives.filter(({ result }) => result === 'missed').length,
    own:
      mine && life
        ? { teams: livesOf(life), lives: livesAfter(mine, weeks, at, rules), hasWon: winners.includes(entryId) }
        : null,
  };
}

/** The lives that were left after a week, before a buy-back after it. */
function livesAfter(
  { weeks, boughtBack = [] }: NonNullable<VisibleEntry['survival']>,
  weekIds: readonly string[],
  at: number,
  { lives }: Pick<PoolRules, 'lives'>,
): number {
  return weeks.slice(0, at + 1).reduce((before: number, week, each) => {
    const after = Math.max(0, before - livesOf(week).filter(costsLife).length);
    return after === 0 && each < at && boughtBack.includes(weekIds[each] ?? '') ? 1 : after;
  }, lives);
}
