import type { lab as routes } from '#contract/lab.ts';
import { isOver } from '#core/game.ts';
import { sideLetter } from '#core/picks.ts';
import type { LabGame } from '#core/rules/lab.ts';
import { withPoolLine } from '#core/spread.ts';
import { distinctNames } from '#core/standings.ts';
import type { Game } from '#core/types.ts';
import type { Handlers } from '../http/call.ts';
import { deadlinesOf } from '../store/deadlines.ts';
import { gamesOfWeeks } from '../store/games.ts';
import { membersOfPool } from '../store/members.ts';
import { revealedPicks } from '../store/pick-reads.ts';
import { poolLines } from '../store/pool-games.ts';
import { poolWeeks } from '../store/pools.ts';

export const lab: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/lab': async ({ deps: { store, clock }, params: { poolId } }) => {
    const { db } = store;
    const weeks = await poolWeeks(db, poolId);
    const [games, members, picks] = [
      await gamesOfWeeks(db, weeks),
      await membersOfPool(db, poolId),
      await revealedPicks(db, poolId, weeks, clock.now()),
    ];
    const lines = await poolLines(db, poolId);
    const names = distinctNames(members);
    const byUser = Map.groupBy(picks, ({ userId }) => userId);
    return {
      weeks,
      deadlines: await deadlinesOf(db, poolId),
      games: games.map((game) => labGame(withPoolLine(game, lines))),
      members: members.map(({ id, joinedAt }) => {
        const own = new Map((byUser.get(id) ?? []).map((pick) => [pick.gid, sideLetter(pick)]));
        const letters = games.map((game) => (isOver(game) ? (own.get(game.gid) ?? '-') : '-'));
        return { id, name: names.get(id) ?? '', joinedAt, picks: letters.join('') };
      }),
    };
  },
};

function labGame({
  gid,
  weekId,
  status,
  void: off,
  homeScore,
  awayScore,
  spread,
  frozenSpread,
  lockAt,
}: Game): LabGame {
  return { gid, weekId, status, void: off, homeScore, awayScore, spread, frozenSpread, lockAt };
}
