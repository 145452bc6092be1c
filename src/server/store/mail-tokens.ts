import type { Db } from './engine/connect.ts';
import type { MailTokenTable } from './engine/schema.ts';
import { hashOf, newToken } from './secret-tokens.ts';

export type MailTokenPurpose = MailTokenTable['purpose'];

export interface NewMailToken {
  readonly accountId: string;
  readonly purpose: MailTokenPurpose;
  /** The address it is mailed to; null for one that an admin hands over. */
  readonly mailedTo: string | null;
  /** Real time in ms. */
  readonly expiresAt: number;
}

/** What a token that is still good leads to. */
export interface FoundMailToken {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly mailedTo: string | null;
}

/** Stores a token. @returns it, which is kept nowhere */
export async function addMailToken(db: Db, wanted: NewMailToken, now: number): Promise<string> {
  await db.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute();
  const token = newToken();
  await db
    .insertInto('mail_tokens')
    .values({
      token_hash: hashOf(token),
      account_id: wanted.accountId,
      purpose: wanted.purpose,
      mailed_to: wanted.mailedTo,
      expires_at: wanted.expiresAt,
    })
    .execute();
  return token;
}

/** Finds a token that has not expired. */
export async function findMailToken(
  db: Db,
  purpose: MailTokenPurpose,
  token: string,
  now: number,
): Promise<FoundMailToken | null> {
  const row = await db
    .selectFrom('mail_tokens')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? { tokenHash: row.token_hash, accountId: row.account_id, mailedTo: row.mailed_to } : null;
}

/** Uses a token up. @returns false where somebody else was faster */
export async function takeMailToken(db: Db, { tokenHash }: FoundMailToken): Promise<boolean> {
  const taken = await db
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .execute();
  return taken.length > 0;
}
