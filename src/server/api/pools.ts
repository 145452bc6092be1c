import { visiblePools } from '#core/pools.ts';
import { activeWeek } from '#core/weeks.ts';
import type { Handlers } from '../http/call.ts';
import { poolsAskedFor } from '../store/joining.ts';
import { membersOfPool, poolsOfUser } from '../store/members.ts';
import { livingPools, poolWeeks } from '../store/pools.ts';
import { gameStates } from '../store/standings.ts';

export const pools: Pick<Handlers, 'GET /api/pools' | 'GET /api/pools/:poolId'> = {
  'GET /api/pools': async ({ deps, caller }) => {
    const { db } = deps.store;
    const own = new Set((await poolsOfUser(db, caller.user.id)).map((pool) => pool.id));
    const asked = await poolsAskedFor(db, caller.user.id);
    const all = visiblePools(await livingPools(db));
    return {
      pools: all.map(({ id, name, description, moneyUrl, useSpread, roundSpread }) => {
        const isMember = own.has(id);
        const details = isMember || caller.user.isAdmin ? { moneyUrl, useSpread, roundSpread } : null;
        return { id, name, description, isMember, hasAsked: asked.has(id), details };
      }),
    };
  },

  'GET /api/pools/:poolId': async ({ deps, caller }) => {
    const { db } = deps.store;
    const { id, name, description, moneyUrl, useSpread, roundSpread, activeWeekId } = caller.pool;
    const weeks = await poolWeeks(db, id);
    return {
      id,
      name,
      description,
      moneyUrl,
      useSpread,
      roundSpread,
      weeks,
      activeWeekId: activeWeek(weeks, await gameStates(db, weeks), activeWeekId),
      memberCount: (await membersOfPool(db, id)).length,
    };
  },
};
