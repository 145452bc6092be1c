import type { talk as talkTable } from '#contract/talk.ts';
import { cleanMessage, messageError } from '#core/talk.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import type { Caller, Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { tooMany } from '#server/platform/http/limits.ts';
import type { Speaker } from './store.ts';
import { deleteMessage, editMessage, loadTalk, markRead, react, say, setMuted, setTalk } from './store.ts';

export const talk: Pick<Handlers, keyof typeof talkTable> = {
  'GET /api/pools/:poolId/talk': async ({ deps, params, query: { before } }) => {
    if (before === undefined) return { snapshot: await deps.live.read({ kind: 'talk', ...params }) };
    return loadTalk(deps.store.db, params.poolId, Number(before));
  },

  'PUT /api/pools/:poolId/talk': async ({ deps, caller, params, body }) => {
    if (!(await setTalk(deps.store, actorOf(deps, caller), params.poolId, body.isOn))) return fail('pool_not_found');
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    return { ok: true };
  },

  'POST /api/pools/:poolId/talk': async ({ deps, caller, params, body, site }) => {
    const text = cleanMessage(body.text);
    const problem = messageError(text);
    if (problem) return invalid('text', problem);
    const wait = await deps.accounts.limits.take([['talk by', caller.user.id]]);
    if (wait > 0) return tooMany(wait);
    const said = await say(
      deps.store,
      { ...speakerOf(deps, caller), site },
      { poolId: params.poolId, text, key: body.key, replyTo: body.replyTo },
    );
    if (typeof said === 'string') return fail(said);
    deps.afterCommit.changed({ kind: 'talk', poolId: params.poolId });
    deps.afterCommit.follow(() => deps.notify.posted.send({ kind: 'message', id: said.id }));
    return said;
  },

  'PATCH /api/pools/:poolId/talk/:messageId': async ({ deps, caller, params, body }) => {
    const text = cleanMessage(body.text);
    const problem = messageError(text);
    if (problem) return invalid('text', problem);
    const wait = await deps.accounts.limits.take([['talk by', caller.user.id]]);
    if (wait > 0) return tooMany(wait);
    const { poolId } = params;
    const change = { poolId, messageId: Number(params.messageId), text };
    const changed = await editMessage(deps.store, speakerOf(deps, caller), change);
    if (typeof changed === 'string') return fail(changed);
    deps.afterCommit.changed({ kind: 'talk', poolId });
    return changed;
  },

  'DELETE /api/pools/:poolId/talk/:messageId': async ({ deps, caller, params }) => {
    const { poolId } = params;
    const ofPool = { poolId, messageId: Number(params.messageId) };
    if (!(await deleteMessage(deps.store, speakerOf(deps, caller), ofPool))) return fail('message_not_found');
    deps.afterCommit.changed({ kind: 'talk', poolId });
    return { ok: true };
  },

  'PUT /api/pools/:poolId/talk/:messageId/reactions': async ({ deps, caller, params, body }) => {
    const wait = await deps.accounts.limits.take([['react by', caller.user.id]]);
    if (wait > 0) return tooMany(wait);
    const { poolId } = params;
    const reaction = { poolId, messageId: Number(params.messageId), ...body };
    const changed = await react(deps.store, speakerOf(deps, caller), reaction);
    if (typeof changed === 'string') return fail(changed);
    deps.afterCommit.changed({ kind: 'talk', poolId });
    return changed;
  },

  'PUT /api/pools/:poolId/talk/read': async ({ deps, caller, params, body }) => {
    if (!caller.isMember) return fail('not_a_member');
    const isThere = await markRead(deps.store.db, params.poolId, caller.user.id, body.until);
    return isThere ? { ok: true } : fail('message_not_found');
  },

  'PUT /api/pools/:poolId/talk/muted/:userId': async ({ deps, caller, params, body }) => {
    if (!(await setMuted(deps.store, actorOf(deps, caller), params, body.muted))) return fail('player_not_found');
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], userIds: [params.userId] });
    return { ok: true };
  },
};

function speakerOf(deps: Deps, { user, isCommissioner }: Caller): Speaker {
  return { userId: user.id, runsPool: isCommissioner || user.isAdmin, now: deps.clock.now() };
}
