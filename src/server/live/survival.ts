import type { StandingsReply, Survival } from '#contract/scores.ts';
import type { SurvivorSeason, TeamChoice, TeamChoices } from '#core/formats/survivor.ts';
import { choiceOf, survivorOrder, survivorSeason, survivorWinners } from '#core/formats/survivor.ts';
import { isLocked, isOver } from '#core/game.ts';
import type { Halves } from '#core/scoring.ts';
import { averageScore, halvesOfPoints, isWeekFinished } from '#core/scoring.ts';
import { distinctNames, rankRows } from '#core/standings.ts';
import type { Game, Pool } from '#core/types.ts';
import { activeWeek, nextCalendarTurn } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { choicesOfPool, survivorWeeks } from '../store/entry-reads.ts';
import { membersOfPool } from '../store/members.ts';
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
  const weeks = await survivorWeeks(db, pool.id);
  const [members, choices] = [await membersOfPool(db, pool.id), await choicesOfPool(db, pool.id)];
  const games = weeks.flatMap((week) => week.games);
  const sealed = new Set(games.filter((game) => !isLocked(game, now)).map(({ gid }) => gid));
  const weekIds = weeks.map(({ id }) => id);
  const names = distinctNames(members);
  const players = members.map(({ id, name }) => {
    const own = choices.get(id) ?? {};
    return { id, name, own, ...survivorSeason(weeks, own, pool.rules) };
  });
  const order = survivorOrder(players, weekIds);
  const orderOf = new Map(players.map(({ id }, at) => [id, order[at] ?? 0]));
  const hasFinal = weeks.map((week) => week.games.some(isOver));
  const state: StandingsReply = {
    weeks: weekIds,
    activeWeekId: activeWeek(weekIds, games, pool.activeWeekId, now),
    finishedWeeks: weeks.filter((week) => isWeekFinished(week.games)).map(({ id }) => id),
    survivors: survivorWinners(players, weeks),
    rows: rankRows(players, ({ id }) => orderOf.get(id) ?? 0).map((player) => ({
      id: player.id,
      name: names.get(player.id) ?? player.name,
      halves: weekIds.map((_, at) => (hasFinal[at] ? winHalves(player.results[at]) : null)),
      totalHalves: halvesOfPoints(player.wins),
      average: averageScore(halvesOfPoints(player.wins), hasFinal.filter(Boolean).length),
      rank: player.rank,
      survival: survivalOf(player, player.own, weekIds, sealed),
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
  sealed: ReadonlySet<string>,
): Survival {
  const weeks = results.map((result, at) => {
    const choice: TeamChoice | undefined = choiceOf(choices, weekIds[at] ?? '');
    if (choice === undefined || result === 'out') return { result };
    if (!sealed.has(choice.gid)) return { result, team: choice.team };
    return { result: result === 'off' ? ('open' as const) : result, made: true as const };
  });
  return { lives, outWeekId, wins, weeks };
}

function nextLock(games: readonly Game[], now: number): number {
  return Math.min(Number.POSITIVE_INFINITY, ...games.map(({ lockAt }) => lockAt).filter((lockAt) => lockAt > now));
}
