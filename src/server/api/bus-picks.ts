import type { BusPickGame } from '#contract/bus-picks.ts';
import { errorTexts } from '#contract/errors.ts';
import { gameCounts } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import type { BusPickRefusal } from '#core/picks.ts';
import { busPickRefusal } from '#core/picks.ts';
import type { Game, GamePick } from '#core/types.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { findMember, markedPicks, writeBusPick } from '../store/bus-picks.ts';
import { gamesOfPoolWeek } from '../store/pool-games.ts';

type BusPicksRoute =
  | 'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:userId'
  | 'PUT /api/pools/:poolId/picks/:gid/bus/:userId';

/** What a refusal is called in replies. */
export const busRefusals = {
  'own-after-lock': 'own_bus_pick',
  'players-own-pick': 'players_own_pick',
} as const satisfies Record<BusPickRefusal, keyof typeof errorTexts>;

export const busPicks: Pick<Handlers, BusPicksRoute> = {
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:userId': async ({ deps, caller, params }) => {
    const { poolId, weekId, userId } = params;
    if (!caller.poolId) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    const player = await findMember(db, poolId, userId);
    if (!player) return fail('player_not_found');
    const view = { adminId: caller.user.id, playerId: userId, now: deps.clock.now() };
    const games = await gamesOfPoolWeek(db, poolId, weekId);
    const picks = await markedPicks(db, poolId, weekId, userId);
    return { player, games: games.map((game) => describe(game, picks.get(game.gid), view)) };
  },

  'PUT /api/pools/:poolId/picks/:gid/bus/:userId': async ({ deps, caller, params, body }) => {
    const { poolId, gid, userId } = params;
    if (!caller.poolId) return fail('pool_not_found');
    const adminId = caller.user.id;
    const reason = body.reason.trim();
    if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
    const write = { poolId, gid, userId, side: body.side, adminId, reason };
    const outcome = await writeBusPick(deps.store, write, deps.clock.now);
    if ('refusal' in outcome) {
      const { refusal } = outcome;
      return fail(isBusRefusal(refusal) ? busRefusals[refusal] : refusal);
    }
    const { game, pick, changed, now } = outcome;
    if (changed) pickChanged(deps, { poolId, weekId: game.weekId, userId }, game.status === 'Final');
    return describe(game, pick, { adminId, playerId: userId, now });
  },
};

/** Whether a refusal has another name in replies. */
export function isBusRefusal(refusal: string): refusal is BusPickRefusal {
  return Object.hasOwn(busRefusals, refusal);
}

interface View {
  readonly adminId: string;
  readonly playerId: string;
  readonly now: number;
}

/** What an admin may know of a player's pick: its side only once the game is locked. */
function describe(game: Game, pick: GamePick | undefined, { adminId, playerId, now }: View): BusPickGame {
  const refusal = busPickRefusal({ adminId, playerId, existing: pick }, game, now);
  return {
    gid: game.gid,
    hasPick: pick !== undefined,
    isBus: pick?.bus ?? false,
    side: isLocked(game, now) ? (pick?.side ?? null) : null,
    refusal: gameCounts(game) ? refusal && errorTexts[busRefusals[refusal]] : errorTexts.game_void,
  };
}

/** Where the game is over, the scores of the pool change too. */
function pickChanged(
  deps: Pick<Deps, 'afterCommit'>,
  pick: { readonly poolId: string; readonly weekId: string; readonly userId: string },
  isFinal: boolean,
): void {
  deps.afterCommit.changed({ kind: 'picks', ...pick, entered: true });
  if (isFinal) deps.afterCommit.changed({ kind: 'pools', poolIds: [pick.poolId] });
}
