import { createHash, randomBytes } from 'node:crypto';
import type { Db } from './connect.ts';
import type { AccountLinkTable } from './schema.ts';

export type LinkPurpose = AccountLinkTable['purpose'];

export interface NewLink {
  readonly accountId: string;
  readonly purpose: LinkPurpose;
  /** The address it is mailed to; null for one that an admin hands over. */
  readonly mailedTo: string | null;
  /** Real time in ms. */
  readonly expiresAt: number;
}

/** What a link that is still good leads to. */
export interface FoundLink {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly mailedTo: string | null;
}

/** Stores a link. @returns its token, which is kept nowhere */
export async function addLink(db: Db, link: NewLink, now: number): Promise<string> {
  await db.deleteFrom('account_links').where('expires_at', '<=', now).execute();
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('account_links')
    .values({
      token_hash: hashOf(token),
      account_id: link.accountId,
      purpose: link.purpose,
      mailed_to: link.mailedTo,
      expires_at: link.expiresAt,
    })
    .execute();
  return token;
}

/** Finds a link that has not expired. */
export async function findLink(db: Db, purpose: LinkPurpose, token: string, now: number): Promise<FoundLink | null> {
  const row = await db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? { tokenHash: row.token_hash, accountId: row.account_id, mailedTo: row.mailed_to } : null;
}

/** Uses a link up. @returns false where somebody else was faster */
export async function takeLink(db: Db, { tokenHash }: FoundLink): Promise<boolean> {
  const taken = await db
    .deleteFrom('account_links')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .execute();
  return taken.length > 0;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
