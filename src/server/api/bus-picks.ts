import type { BusPickGame } from '#contract/bus-picks.ts';
import { busPickRefusals } from '#contract/bus-picks.ts';
import { errors } from '#contract/errors.ts';
import { gameCounts } from '#core/game.ts';
import { busPickRefusal } from '#core/judge.ts';
import { isLocked } from '#core/locks.ts';
import type { Game, GamePick } from '#core/types.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { enterForEntry } from '../store/entered-picks.ts';
import { findEntry } from '../store/entry-reads.ts';
import { markedPicks } from '../store/pick-reads.ts';
import { gamesOfPoolWeek } from '../store/pool-games.ts';
import { refused } from './refusals.ts';

type BusPicksRoute =
  | 'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId'
  | 'PUT /api/pools/:poolId/picks/:gid/bus/:entryId';

export const busPicks: Pick<Handlers, BusPicksRoute> = {
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId': async ({ deps, caller, params }) => {
    const { poolId, weekId, entryId } = params;
    if (!caller.poolId) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    const entry = await findEntry(db, poolId, entryId);
    if (!entry) return fail('entry_not_found');
    const view = { adminId: caller.user.id, ownerId: entry.ownerId, now: deps.clock.now() };
    const games = await gamesOfPoolWeek(db, poolId, weekId);
    const picks = await markedPicks(db, weekId, entryId);
    return {
      entry: { id: entry.id, name: entry.name },
      games: games.map((game) => describe(game, picks.get(game.gid), view)),
    };
  },

  'PUT /api/pools/:poolId/picks/:gid/bus/:entryId': async ({ deps, caller, params, body }) => {
    const { poolId, gid, entryId } = params;
    if (!caller.poolId) return fail('pool_not_found');
    const { entryOwnerId: ownerId } = caller;
    if (ownerId === null) return fail('entry_not_found');
    const adminId = caller.user.id;
    const reason = body.reason.trim();
    if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
    const choice = { kind: 'pick', gid, side: body.side } as const;
    const write = { poolId, entryId, choice, actor: { by: 'commissioner', userId: adminId, reason } } as const;
    const outcome = await enterForEntry(deps.store, write, deps.clock.now);
    if ('refusal' in outcome) return refused(busPickRefusals, outcome.refusal);
    const { weekId, changed, now } = outcome;
    const { db } = deps.store;
    if (changed) deps.afterCommit.changed({ kind: 'picks', poolId, weekId, userId: ownerId, entered: true });
    const game = (await gamesOfPoolWeek(db, poolId, weekId)).find((each) => each.gid === gid);
    if (game === undefined) return fail('game_not_found');
    if (changed && game.status === 'Final') deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
    const picks = await markedPicks(db, weekId, entryId);
    return describe(game, picks.get(gid), { adminId, ownerId, now });
  },
};

interface View {
  readonly adminId: string;
  readonly ownerId: string;
  readonly now: number;
}

/** What an admin may know of a player's pick: its side only once the game is locked. */
function describe(game: Game, pick: GamePick | undefined, { adminId, ownerId, now }: View): BusPickGame {
  const refusal = busPickRefusal({ adminId, ownerId, existing: pick }, game, now);
  return {
    gid: game.gid,
    hasPick: pick !== undefined,
    isBus: pick?.bus ?? false,
    side: isLocked(game, now) ? (pick?.side ?? null) : null,
    refusal: gameCounts(game) ? refusal && errors[refusal].text : errors.game_void.text,
  };
}
