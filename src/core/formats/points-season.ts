/** The season of formats whose weeks are won, and whose season is the sum of its weeks. */

import { firstLock } from '#core/locks.ts';
import type { MoneyWeek } from '#core/money.ts';
import { MAX_WEEK_PLACES } from '#core/prize-shares.ts';
import { endedWeeks } from '#core/scoring.ts';
import type { Entrant, WeekTie, WeekTies } from '#core/standings.ts';
import { distinctNames, standings } from '#core/standings.ts';
import type { WeekWinner } from '#core/tiebreak.ts';
import { decideWeek, guessOff } from '#core/tiebreak.ts';
import { otherPlaces, weekWinners } from '#core/week-winners.ts';
import { isBlank } from '#core/weekly-play.ts';
import type { Field, Season, SeasonFacts, SeasonMoney, SeasonRow, SeasonStandings } from './format.ts';

/** Everybody plays until the end. */
export function openField(missing: Field['missing']): Field {
  return { isOpen: true, isIn: () => true, missing };
}

/** A season that is the sum of its weeks. */
export function pointsSeason(facts: SeasonFacts): Season {
  const winners = winnersOf(facts);
  return {
    standings: () => standingsOf(facts, winners),
    weekWinners: () => winners,
    money: () => moneyOf(facts, winners),
    validUntil: facts.scores.validUntil,
  };
}

type Winners = Record<string, WeekWinner[]>;

function winnersOf({ weeks, scores }: SeasonFacts): Winners {
  const finished = weeks.filter(({ isFinished }) => isFinished);
  return Object.fromEntries(
    finished.map(({ id }) => [id, decideWeek(weekWinners(playedScores(scores, id)), scores.tiebreaks.get(id) ?? null)]),
  );
}

/** The scores of a week of those who can win it: a week from before an entry joined is not won by it. */
function playedScores({ entrants, late }: SeasonFacts['scores'], week: string) {
  const played = entrants.filter(({ id }) => late.get(id)?.[week] === undefined);
  return played.map(({ id, weeks: own }) => ({ id, score: own[week] ?? 0 }));
}

function standingsOf(facts: SeasonFacts, winners: Winners): SeasonStandings {
  const { rules, games, weeks, scores } = facts;
  const { entrants, late } = scores;
  const names = distinctNames(entrants);
  const ties = tiesOf(facts, winners);
  const firstLockAt = firstLock(games) ?? Number.POSITIVE_INFINITY;
  return {
    ...(rules.tiebreak !== 'none' && { winners }),
    rows: standings(entrants, weeks, rules, ties).map((row) => ({
      id: row.id,
      ownerId: row.ownerId,
      name: names.get(row.id) ?? row.name,
      halves: weeks.map(({ id, hasFinal }) => (hasFinal && !isBlank(row, id, rules) ? (row.weeks[id] ?? 0) : null)),
      totalHalves: row.total,
      average: row.average,
      rank: row.rank,
      ...(row.dropped.length > 0 && { dropped: [...row.dropped] }),
      ...(late.has(row.id) && { late: Object.keys(late.get(row.id) ?? {}) }),
      ...(row.joinedAt >= firstLockAt && { joinedAt: row.joinedAt }),
      ...(ties.size > 0 && { ties: shownTies(facts, ties.get(row.id) ?? {}) }),
    })),
  };
}

/** What separates entries with level totals in each week; empty if the pool has no season tiebreak. */
function tiesOf({ rules, weeks, scores }: SeasonFacts, winners: Winners): WeekTies {
  if (rules.seasonTiebreak === 'none') return new Map();
  const { entrants, tiebreaks } = scores;
  const correct = scores.correct();
  const tieOf = (entrant: Entrant, { id: week, isDecided }: SeasonFacts['weeks'][number]): WeekTie => ({
    won: isDecided && (winners[week] ?? []).some(({ id }) => id === entrant.id),
    correct: correct.get(entrant.id)?.[week] ?? 0,
    off: !isDecided || isBlank(entrant, week, rules) ? 0 : guessOff(tiebreaks.get(week), entrant.id),
  });
  return new Map(
    entrants.map((entrant) => [entrant.id, Object.fromEntries(weeks.map((week) => [week.id, tieOf(entrant, week)]))]),
  );
}

function shownTies({ weeks }: SeasonFacts, ties: Readonly<Record<string, WeekTie>>): SeasonRow['ties'] {
  const own = weeks.map(({ id }) => ties[id]);
  return {
    won: own.map((week) => week?.won ?? false),
    correct: own.map((week) => week?.correct ?? 0),
    off: own.map((week) => week?.off ?? 0),
  };
}

/** Places are final once every week is decided or off. A week whose games are off, but may still be played, is neither. */
function moneyOf(facts: SeasonFacts, winners: Winners): SeasonMoney {
  const { rules, weeks, scores } = facts;
  const { entrants, players } = scores;
  const games = Map.groupBy(facts.games, ({ weekId }) => weekId);
  const ended = endedWeeks(weeks.map(({ id }) => games.get(id) ?? []));
  const moneyWeeks = weeks.map(({ id, isDecided }, at): MoneyWeek => {
    const state = isDecided ? 'decided' : ended[at] ? 'off' : 'open';
    const playing = players && { players: players.get(id)?.size ?? 0 };
    const won = (winners[id] ?? []).map((winner) => winner.id);
    const others = isDecided && won.length > 0 ? otherPlaces(playedScores(scores, id), won, MAX_WEEK_PLACES) : [];
    return { id, state, winners: won, others, ...playing };
  });
  const isOver =
    moneyWeeks.some(({ state }) => state === 'decided') && moneyWeeks.every(({ state }) => state !== 'open');
  return {
    weeks: moneyWeeks,
    final: isOver ? standings(entrants, weeks, rules, tiesOf(facts, winners)) : null,
    fees: players ? weeklyFees(scores, players) : new Map(),
  };
}

/** How many weeks each entry plays, those that left included. */
function weeklyFees(
  { entrants }: SeasonFacts['scores'],
  players: NonNullable<SeasonFacts['scores']['players']>,
): SeasonMoney['fees'] {
  const weeks = new Map(entrants.map(({ id }) => [id, 0]));
  for (const id of [...players.values()].flatMap((own) => [...own])) weeks.set(id, (weeks.get(id) ?? 0) + 1);
  return new Map([...weeks].map(([id, count]) => [id, { weeks: count }]));
}
