import { gameCounts } from '#core/game.ts';
import { choosesGames } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { nflverseWeek } from '#core/weeks.ts';
import type { PlacedGame } from '#server/picks/reads.ts';
import type { Flaw } from '#server/platform/csv.ts';
import type { PlacedPick } from './picks-places.ts';
import { keyOfWho, nameOfWho } from './picks-rows.ts';

/** The input for checking the limits of a file. */
interface LimitedPicks {
  readonly rules: PoolRules;
  readonly games: readonly Game[];
  readonly picks: readonly PlacedPick[];
  /** The pool's stored picks of these weeks. */
  readonly stored: readonly PlacedGame[];
  /** Known entries by `keyOfWho`. */
  readonly entryIds: ReadonlyMap<string, string>;
}

/**
 * Flaws for entries that would exceed the pool's limit of picks or best bets in a week, stored ones included, at the first row beyond the
 * limit.
 */
export function limitFlaws(limited: LimitedPicks): Flaw[] {
  const { rules, picks, stored } = limited;
  const bets = { ...limited, picks: picks.filter(({ best }) => best), stored: stored.filter(({ best }) => best === 1) };
  return [
    ...(choosesGames(rules) ? flawsOver(Number(rules.games), limited, picksText) : []),
    ...flawsOver(rules.bestBets, bets, bestBetsText),
  ];
}

type Text = (count: number, limit: number) => string;

function flawsOver(limit: number, { games, picks, stored, entryIds }: LimitedPicks, text: Text): Flaw[] {
  const counting = new Set(games.filter(gameCounts).map(({ gid }) => gid));
  const weeks = Map.groupBy(picks, ({ who, weekId }) => `${weekId} ${keyOfWho(who)}`);
  return [...weeks.values()].flatMap((week) => {
    const [{ who, weekId } = {}] = week;
    const entryId = who && entryIds.get(keyOfWho(who));
    const own = stored.filter((pick) => pick.weekId === weekId && pick.entryId === entryId);
    const taken = new Set(own.map(({ gid }) => gid));
    const added = week.filter(({ gid }) => counting.has(gid) && !taken.has(gid));
    const first = added[Math.max(0, limit - taken.size)];
    if (first === undefined) return [];
    const { season, week: number } = nflverseWeek(first.weekId) ?? {};
    const words = text(taken.size + added.length, limit);
    return [
      first.row.flaw(
        'pick',
        `${nameOfWho(first.who)} would have ${words.replace('WEEK', `week ${number} of ${season}`)}`,
      ),
    ];
  });
}

function picksText(count: number, limit: number): string {
  return `${count} picks in WEEK. A player of this pool picks ${limit === 1 ? '1 game' : `${limit} games`} a week.`;
}

function bestBetsText(count: number, limit: number): string {
  const bets = count === 1 ? '1 best bet' : `${count} best bets`;
  return `${bets} in WEEK. A player of this pool has ${limit === 0 ? 'none' : `${limit} a week`}.`;
}
