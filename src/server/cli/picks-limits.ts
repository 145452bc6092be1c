import { gameCounts } from '#core/game.ts';
import { choosesGames } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { nflverseWeek } from '#core/weeks.ts';
import type { Flaw } from '../csv/csv-table.ts';
import type { Player } from '../store/import-picks.ts';
import type { PlacedGame } from '../store/pick-limits.ts';
import type { PlacedPick } from './picks-rows.ts';

/** What the picks of a file are held against. */
interface LimitedPicks {
  readonly rules: PoolRules;
  readonly games: readonly Game[];
  readonly picks: readonly PlacedPick[];
  /** What the pool has already of these weeks. */
  readonly stored: readonly PlacedGame[];
  readonly players: ReadonlyMap<string, Player>;
}

/** Where a player would have more picks in a week than the pool lets them, with what is stored: at the first row that is too much. */
export function limitFlaws({ rules, games, picks, stored, players }: LimitedPicks): Flaw[] {
  if (!choosesGames(rules)) return [];
  const counting = new Set(games.filter(gameCounts).map(({ gid }) => gid));
  const weeks = Map.groupBy(picks, ({ player, weekId }) => `${weekId} ${player}`);
  return [...weeks.values()].flatMap((week) => {
    const [{ player = '', weekId = '' } = {}] = week;
    const known = players.get(player);
    const own = stored.filter((pick) => pick.weekId === weekId && [known?.id, known?.linkedId].includes(pick.userId));
    const taken = new Set(own.map(({ gid }) => gid));
    const added = week.filter(({ gid }) => counting.has(gid) && !taken.has(gid));
    const first = added[Math.max(0, Number(rules.games) - taken.size)];
    return first ? [first.row.flaw('pick', limitText(first, taken.size + added.length, rules))] : [];
  });
}

function limitText({ player, weekId }: PlacedPick, count: number, { games }: PoolRules): string {
  const week = nflverseWeek(weekId);
  const limit = games === 1 ? '1 game' : `${games} games`;
  return `${player} would have ${count} picks in week ${week?.week} of ${week?.season}. A player of this pool picks ${limit} a week.`;
}
