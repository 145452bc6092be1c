import type { faces as table } from '#contract/faces.ts';
import { pictureFlaws } from '#core/faces/flaws.ts';
import { readPicture } from '#core/faces/picture.ts';
import { admits } from '#core/permissions.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import { refusal } from '#server/platform/http/access.ts';
import type { Handlers, Image } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { tooMany } from '#server/platform/http/limits.ts';
import type { StoredPicture } from './reads.ts';
import { allFaces, facesOfPool, faceVersion, hiddenIn, isStopped, pictureIn, pictureOf } from './reads.ts';
import { putFace, removeOwnFace, setHidden, setStopped } from './store.ts';

export const faces: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/faces': async ({ deps, caller, params: { poolId } }) => {
    const { db } = deps.store;
    const runsPool = admits('commissioner', caller);
    return {
      faces: deps.settings.faces ? await facesOfPool(db, poolId) : [],
      hidden: runsPool ? await hiddenIn(db, poolId) : [],
    };
  },

  // To others, a hidden picture, a missing one and a pool that they are not in look the same.
  'GET /api/pools/:poolId/faces/:userId': async ({ deps, caller, params: { poolId, userId } }) =>
    refusal('member', caller) === null
      ? imageOf(deps, await pictureIn(deps.store.db, poolId, userId))
      : fail('face_not_found'),

  'PUT /api/pools/:poolId/faces/:userId/hidden': async ({ deps, caller, params, body }) => {
    const refused = await setHidden(deps.store, actorOf(deps, caller), params, body.hidden);
    return refused === null ? { ok: true } : fail(refused);
  },

  'GET /api/profile/face': ({ deps, caller }) => ownFace(deps, caller.user.id),

  'GET /api/profile/face/picture': async ({ deps, caller }) =>
    imageOf(deps, await pictureOf(deps.store.db, caller.user.id)),

  'PUT /api/profile/face': async ({ deps, caller, bytes }) => {
    if (!deps.settings.faces) return fail('faces_off');
    const wait = await deps.accounts.limits.take([['face by', caller.user.id]]);
    if (wait > 0) return tooMany(wait);
    const picture = readPicture(bytes);
    if (typeof picture === 'string') return invalid('picture', pictureFlaws[picture]);
    const version = await putFace(deps.store, caller.user.id, picture, deps.clock.now());
    return version === null ? fail('face_stopped') : { isOn: true, isStopped: false, version };
  },

  'DELETE /api/profile/face': async ({ deps, caller }) => {
    await removeOwnFace(deps.store, caller.user.id, deps.clock.now());
    return { ok: true };
  },

  'GET /api/admin/faces': ({ deps }) => allFaces(deps.store.db),

  'GET /api/admin/faces/:userId': async ({ deps, params: { userId } }) =>
    imageOf(deps, await pictureOf(deps.store.db, userId)),

  'PUT /api/admin/faces/:userId/stopped': async ({ deps, caller, params: { userId }, body }) => {
    const isThere = await setStopped(deps.store, actorOf(deps, caller), userId, body.stopped);
    return isThere ? { ok: true } : fail('player_not_found');
  },
};

async function ownFace({ settings, store: { db } }: Deps, userId: string) {
  return {
    isOn: settings.faces,
    isStopped: await isStopped(db, userId),
    version: settings.faces ? await faceVersion(db, userId) : null,
  };
}

function imageOf({ settings }: Deps, picture: StoredPicture | null) {
  if (!settings.faces || picture === null) return fail('face_not_found');
  const { type, bytes, version } = picture;
  const image: Image = { image: { type, bytes: Buffer.from(bytes), etag: `"${version}"` } };
  return image;
}
