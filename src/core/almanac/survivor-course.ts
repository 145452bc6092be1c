import type { SeasonRow } from '#core/formats/format.ts';
import type { SurvivorResult } from '#core/formats/survivor/survivor.ts';
import { choiceOf, gameOf, teamSlots } from '#core/formats/survivor/survivor.ts';
import type { SurvivorRow } from '#core/formats/survivor/table.ts';
import { survivorTable } from '#core/formats/survivor/table.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import { poolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import type { Call } from './calls.ts';
import type { Course } from './points-course.ts';
import type { PlayedSeason } from './season.ts';

/** The courses of entries in a survivor pool. @param weeks the decided ones */
export function survivorCourse(played: PlayedSeason, weeks: readonly PoolWeek[]): (row: SeasonRow) => Course {
  const { rules, isOver, players } = played;
  const known = [...weeks.map(asClosed), ...(isOver ? [] : [OPEN_WEEK])];
  const facts = { weeks: known, entries: players, windows: new Map(), shownWeeks: new Set<string>(), sideTables: [] };
  const table = survivorTable(facts, rules, Number.POSITIVE_INFINITY);
  const rows = new Map(table.rows.map((row) => [row.id, row]));
  return ({ id }) => {
    const row = rows.get(id);
    return {
      rank: row?.rank ?? table.rows.length,
      totalHalves: null,
      weekHalves: weeks.map(() => null),
      ranks: [],
      won: weeks.map(() => false),
      calls: row ? teamCalls(row, weeks, rules) : [],
    };
  };
}

/** Stands for the weeks that are not decided, so that those who are left do not share the win yet. */
const OPEN_WEEK = poolWeek('', [], {});

/** A decided week as it is without the weeks after it: the first lock of the next one may have ended the wait for a postponed game. */
function asClosed(week: PoolWeek): PoolWeek {
  const games = week.games.map((game) => (game.void === null ? game : { ...game, void: 'cancelled' as const }));
  return { ...week, games };
}

/** The teams of an entry until it went out. A team that had to lose is a call for its opponent. */
function teamCalls({ own, results, seconds }: SurvivorRow, weeks: readonly PoolWeek[], rules: PoolRules): Call[] {
  return weeks.flatMap(({ id, games }, at) =>
    teamSlots(id, rules).flatMap((slot): Call[] => {
      const choice = choiceOf(own, slot);
      const game = choice && gameOf(games, choice);
      const isRight = isRightBy[(slot === id ? results[at] : seconds[id]) ?? 'open'];
      if (!choice || !game || choice.auto || isRight === undefined) return [];
      const isHome = (game.home === choice.team) === (rules.goal === 'win');
      const side: Side = isHome ? 'home' : 'away';
      return [{ weekId: id, game, side, isRight }];
    }),
  );
}

/** Whether a team with this result was right; of other results neither. */
const isRightBy: { readonly [R in SurvivorResult]?: boolean } = { won: true, lost: false, spared: false };
