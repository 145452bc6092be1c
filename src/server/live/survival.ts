import type { StandingsReply, Survival } from '#contract/scores.ts';
import { activeWeek, nextCalendarTurn } from '#core/active-week.ts';
import type { SurvivorSeason, TeamChoices } from '#core/formats/survivor.ts';
import { choiceOf } from '#core/formats/survivor.ts';
import { knownChoices } from '#core/formats/survivor-week.ts';
import { isOver } from '#core/game.ts';
import { nextLock } from '#core/locks.ts';
import type { Halves } from '#core/scoring.ts';
import { averageScore, decidedWeeks, halvesOfPoints } from '#core/scoring.ts';
import { distinctNames } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { survivorTable } from '../store/survivor-table.ts';
import type { Loaded } from './snapshot-cache.ts';

/**
 * The standings of a survivor pool. A team that somebody chose is told once its game has locked in the pool at `now`, also where the game is off;
 * until then only that there is one.
 */
export async function loadSurvival(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules' | 'activeWeekId'>,
  now: number,
): Promise<Loaded<StandingsReply>> {
  const { weeks, entries, rows, winners } = await survivorTable(db, pool);
  const games = weeks.flatMap((week) => week.games);
  const knownOf = knownChoices(weeks, now);
  const weekIds = weeks.map(({ id }) => id);
  const names = distinctNames(entries);
  const hasFinal = weeks.map((week) => week.games.some(isOver));
  const decided = decidedWeeks(weeks.map((week) => week.games));
  const state: StandingsReply = {
    weeks: weekIds,
    activeWeekId: activeWeek(weekIds, games, pool.activeWeekId, now),
    finishedWeeks: weekIds.filter((_, at) => decided[at]),
    survivors: [...winners],
    rows: rows.map((player) => ({
      id: player.id,
      ownerId: player.ownerId,
      name: names.get(player.id) ?? player.name,
      halves: weekIds.map((_, at) => (hasFinal[at] ? winHalves(player.results[at]) : null)),
      totalHalves: halvesOfPoints(player.wins),
      average: averageScore(halvesOfPoints(player.wins), hasFinal.filter(Boolean).length),
      rank: player.rank,
      survival: survivalOf(player, player.own, weekIds, knownOf(player.own)),
    })),
  };
  return { state, validUntil: Math.min(nextCalendarTurn(games, now), nextLock(games, now)) };
}

function winHalves(result: SurvivorSeason['results'][number] | undefined): Halves {
  return result === 'won' ? halvesOfPoints(1) : 0;
}

function survivalOf(
  { lives, outWeekId, wins, results }: SurvivorSeason,
  choices: TeamChoices,
  weekIds: readonly string[],
  known: TeamChoices,
): Survival {
  const weeks = results.map((result, at) => {
    const weekId = weekIds[at] ?? '';
    if (choiceOf(choices, weekId) === undefined || result === 'out') return { result };
    const team = choiceOf(known, weekId)?.team;
    if (team !== undefined) return { result, team };
    return { result: result === 'off' ? ('open' as const) : result, made: true as const };
  });
  return { lives, outWeekId, wins, weeks };
}
