import type { AllFaces, PoolFaces } from '#contract/faces.ts';
import type { FaceType } from '#core/faces/faces.ts';
import type { Db } from '#server/platform/db/connect.ts';

export interface StoredPicture {
  readonly type: FaceType;
  readonly bytes: Uint8Array;
  readonly version: string;
  /** ms */
  readonly storedAt: number;
}

/** The pictures that a pool shows: those of enabled members and commissioners, without hidden ones. */
function shownIn(db: Db, poolId: string) {
  const members = db
    .selectFrom('pool_members')
    .select('user_id')
    .where('pool_id', '=', poolId)
    .where('enabled', '=', 1);
  const commissioners = db.selectFrom('pool_commissioners').select('user_id').where('pool_id', '=', poolId);
  const hidden = db.selectFrom('hidden_faces').select('user_id').where('pool_id', '=', poolId);
  return db
    .selectFrom('faces')
    .innerJoin('users', 'users.id', 'faces.user_id')
    .where('users.is_enabled', '=', 1)
    .where((q) => q.or([q('faces.user_id', 'in', members), q('faces.user_id', 'in', commissioners)]))
    .where('faces.user_id', 'not in', hidden);
}

/** The pictures that a pool shows. */
export async function facesOfPool(db: Db, poolId: string): Promise<PoolFaces['faces']> {
  const query = shownIn(db, poolId).select(['faces.user_id as userId', 'faces.version']);
  return query.orderBy('faces.user_id').execute();
}

/** Whose picture is hidden in a pool, whether or not they have one now. */
export async function hiddenIn(db: Db, poolId: string): Promise<string[]> {
  const query = db.selectFrom('hidden_faces').select('user_id').where('pool_id', '=', poolId).orderBy('user_id');
  return (await query.execute()).map((row) => row.user_id);
}

/** A person's picture as a pool shows it; null if it shows none. */
export async function pictureIn(db: Db, poolId: string, userId: string): Promise<StoredPicture | null> {
  const query = shownIn(db, poolId).select(pictureColumns).where('faces.user_id', '=', userId);
  return (await query.executeTakeFirst()) ?? null;
}

/** A person's picture; null if they have none. */
export async function pictureOf(db: Db, userId: string): Promise<StoredPicture | null> {
  const query = db.selectFrom('faces').select(pictureColumns).where('user_id', '=', userId);
  return (await query.executeTakeFirst()) ?? null;
}

const pictureColumns = [
  'faces.type',
  'faces.picture as bytes',
  'faces.version',
  'faces.stored_at as storedAt',
] as const;

/** The version of a person's picture; null if they have none. */
export async function faceVersion(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('faces').select('version').where('user_id', '=', userId).executeTakeFirst();
  return row?.version ?? null;
}

/** Whether an admin stopped a person's uploads. */
export async function isStopped(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('stopped_faces').select('user_id').where('user_id', '=', userId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Who has a picture, and whose uploads are stopped. */
export async function allFaces(db: Db): Promise<AllFaces> {
  const faces = db.selectFrom('faces').select(['user_id as userId', 'version']).orderBy('user_id');
  const stopped = db.selectFrom('stopped_faces').select('user_id').orderBy('user_id');
  return { faces: await faces.execute(), stopped: (await stopped.execute()).map((row) => row.user_id) };
}
