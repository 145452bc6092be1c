import type { Static } from 'typebox';
import { Type } from 'typebox';
import { faceTypes } from '#core/faces/faces.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape } from './shapes.ts';

/** The largest body of an upload, in bytes: above the largest picture, so that a slightly larger one is refused with a reason. */
const UPLOAD_MAX = 32 * 1024;

/** Changes with the picture. */
const Version = Type.String({ maxLength: 64 });

/** A picture as bytes of its own type. */
const PictureBytes = Type.String({ format: 'binary' });
/** The version is part of the address, so that a new picture is read at once. */
const VersionQuery = shape({ v: Type.Optional(Version) });

const Face = shape({ userId: Id, version: Version });

export const PoolFaces = shape({
  /** Who has a picture that the pool shows. */
  faces: Type.Array(Face),
  /** Whose picture is hidden in the pool; only for commissioners and admins. */
  hidden: Type.Array(Id),
});
export type PoolFaces = Static<typeof PoolFaces>;

/** The caller's own picture. */
export const OwnFace = shape({
  /** Whether the league has pictures. */
  isOn: Type.Boolean(),
  /** Whether an admin stopped the caller's uploads. */
  isStopped: Type.Boolean(),
  /** Null without a picture. */
  version: Type.Union([Version, Type.Null()]),
});
export type OwnFace = Static<typeof OwnFace>;

/** All pictures, for admins. */
export const AllFaces = shape({
  faces: Type.Array(Face),
  /** Whose uploads are stopped. */
  stopped: Type.Array(Id),
});
export type AllFaces = Static<typeof AllFaces>;

export const faces = routes({
  'GET /api/pools/:poolId/faces': {
    summary: 'List which members and commissioners of a pool have a picture',
    access: 'member',
    params: PoolParams,
    reply: PoolFaces,
    errors: [],
  },
  'GET /api/pools/:poolId/faces/:userId': {
    summary: 'The picture of a member or commissioner of a pool, for members, commissioners and admins',
    access: 'user',
    params: shape({ poolId: Id, userId: Id }),
    query: VersionQuery,
    reply: PictureBytes,
    errors: ['face_not_found'],
  },
  'PUT /api/pools/:poolId/faces/:userId/hidden': {
    summary: "Hide or show a person's picture in a pool",
    access: 'commissioner',
    params: shape({ poolId: Id, userId: Id }),
    body: shape({ hidden: Type.Boolean() }),
    reply: Done,
    errors: ['pool_not_found', 'player_not_found'],
  },
  'GET /api/profile/face': {
    summary: 'Whether the caller has a picture and may upload one',
    access: 'user',
    reply: OwnFace,
    errors: [],
  },
  'GET /api/profile/face/picture': {
    summary: "The caller's own picture",
    access: 'user',
    query: VersionQuery,
    reply: PictureBytes,
    errors: ['face_not_found'],
  },
  'PUT /api/profile/face': {
    summary: "Upload the caller's picture: the bytes of a PNG, JPEG or WebP file; metadata is stripped",
    access: 'user',
    bodyTypes: faceTypes,
    bodyLimit: UPLOAD_MAX,
    reply: OwnFace,
    errors: ['faces_off', 'face_stopped', 'too_many_attempts'],
  },
  'DELETE /api/profile/face': {
    summary: "Remove the caller's picture",
    access: 'user',
    reply: Done,
    errors: [],
  },
  'GET /api/admin/faces': {
    summary: 'List who has a picture, and whose uploads are stopped',
    access: 'admin',
    reply: AllFaces,
    errors: [],
  },
  'GET /api/admin/faces/:userId': {
    summary: 'The picture of any person',
    access: 'admin',
    params: shape({ userId: Id }),
    query: VersionQuery,
    reply: PictureBytes,
    errors: ['face_not_found'],
  },
  'PUT /api/admin/faces/:userId/stopped': {
    summary: "Remove a person's picture and stop their uploads, or allow uploads again",
    access: 'admin',
    params: shape({ userId: Id }),
    body: shape({ stopped: Type.Boolean() }),
    reply: Done,
    errors: ['player_not_found'],
  },
});
