/** The redirects to providers that have begun, in `verifications`. */
import type { Provider } from '#contract/shapes.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { hashOf, newId } from '#server/platform/db/ids.ts';

/** Why a user is sent to a provider, and where they return to. */
export interface OAuthFlow {
  readonly act: 'sign-in' | 'connect';
  readonly mode: 'popup' | 'redirect';
  /** A path of this site. */
  readonly next: string;
}

/** A flow, and where it may end. */
interface BegunFlow extends OAuthFlow {
  readonly provider: Provider;
  /** The session in which it began; null if signed out. */
  readonly sessionId: string | null;
}

/** Stores a flow under the hash of its state. @param ms how long it is valid @param now real time in ms */
export async function addFlow(db: Db, state: string, flow: BegunFlow, ms: number, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  const expiresAt = new Date(now + ms).toISOString();
  await db.deleteFrom('verifications').where('expiresAt', '<=', at).execute();
  await db
    .insertInto('verifications')
    .values({
      id: newId(),
      identifier: hashOf(state),
      value: JSON.stringify(flow),
      expiresAt,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** The flow of a state, even if it has expired; null if there is none. */
export async function findFlow(db: Db, state: string): Promise<BegunFlow | null> {
  const found = db.selectFrom('verifications').select('value').where('identifier', '=', hashOf(state));
  const row = await found.executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

/** Consumes the flow of a state. @returns whether it was still valid */
export async function takeFlow(db: Db, state: string, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('verifications')
    .where('identifier', '=', hashOf(state))
    .where('expiresAt', '>', new Date(now).toISOString())
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}
