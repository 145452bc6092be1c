import type { Matchup } from './matchups.ts';
import type { Random } from './random.ts';
import { between, shuffled } from './random.ts';

/** Byes fall into weeks 5 to 14. */
const FIRST_BYE_WEEK = 5;
const LAST_BYE_WEEK = 14;

const BYE_WEEKS = LAST_BYE_WEEK - FIRST_BYE_WEEK + 1;
const TEAM_PAIRS = 16;
/** Games tried before a choice that leads nowhere is given up. */
const PATIENCE = 2_000;

type Games = readonly Matchup[];

/**
 * Makes 17 weeks out of 16 in which everybody plays. One or two games leave each of nine weeks for a new one, all of
 * different teams: these have their bye in the week they left, and the teams that are left over in the new week.
 * @returns the weeks in order, null where no such choice was found
 */
export function inviteByes(full: readonly Games[], random: Random): Games[] | null {
  const byeWeeks = full.slice(0, BYE_WEEKS - 1);
  const others = full.slice(BYE_WEEKS - 1);
  const leaving = chooseLeaving(byeWeeks, random);
  if (!leaving) return null;
  const shortened = byeWeeks.map((week) => week.filter((game) => !leaving.includes(game)));
  const middle = shuffled(random, [...shortened, leaving]);
  return [...others.slice(0, FIRST_BYE_WEEK - 1), ...middle, ...others.slice(FIRST_BYE_WEEK - 1)];
}

/** Games without a team in common, one or two of each week, 14 or 15 of them. */
function chooseLeaving(weeks: readonly Games[], random: Random): Games | null {
  const wanted = TEAM_PAIRS - between(random, 1, 2);
  const twice = shuffled(random, weeks).slice(0, wanted - weeks.length);
  const turns = shuffled(random, [...weeks, ...twice]);
  let patience = PATIENCE;
  const busy = new Set<string>();
  const chosen: Matchup[] = [];

  function choose(turn: number): boolean {
    const week = turns[turn];
    if (!week) return true;
    for (const game of shuffled(random, week)) {
      if (busy.has(game.home) || busy.has(game.away)) continue;
      if (patience === 0) return false;
      patience -= 1;
      chosen.push(game);
      busy.add(game.home).add(game.away);
      if (choose(turn + 1)) return true;
      chosen.pop();
      busy.delete(game.home);
      busy.delete(game.away);
    }
    return false;
  }

  return choose(0) ? chosen : null;
}
