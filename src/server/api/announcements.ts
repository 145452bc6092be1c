import type { announcements as routes } from '#contract/announcements.ts';
import { announcementError } from '#core/announcements.ts';
import { cleanMessage } from '#core/talk.ts';
import { tooManyRequests } from '../auth/refusals.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { announce, markTold } from '../store/announcements.ts';
import { toldOf } from '../store/notifications.ts';
import { actorOf } from './actor.ts';

export const announcements: Pick<Handlers, keyof typeof routes> = {
  'POST /api/pools/:poolId/announcements': async ({ deps, caller, params, body, site }) => {
    const text = cleanMessage(body.text);
    const problem = announcementError(text);
    if (problem) return invalid('text', problem);
    const wait = await deps.limits.take([['announce in', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    const announced = await announce(deps.store, actorOf(deps, caller), params.poolId, text);
    if (announced === null) return fail('pool_not_found');
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    const { id, poolName, readers } = announced;
    const news = { kind: 'announcement', ...params, poolName, text } as const;
    const to = new Map(readers.map((reader) => [reader, news]));
    const about = { kind: 'announcement', consent: 'asked' } as const;
    const key = String(id);
    const { reached } = await deps.notifier.reachable(deps.store.db, about, readers);
    const told = await toldOf(deps.store.db, { kind: 'announcement', key });
    deps.afterCommit.follow(() => deps.notifier.tell({ kind: 'announcement', key, site, to }));
    return { sentTo: [...reached].filter((reader) => !told.has(reader)).length };
  },

  'PUT /api/pools/:poolId/announcements/read': async ({ deps, caller, params, body }) => {
    if (!caller.isMember) return fail('not_a_member');
    const isThere = await markTold(deps.store.db, params.poolId, caller.user.id, body.until);
    return isThere ? { ok: true } : fail('announcement_not_found');
  },
};
