import type { ColumnType } from 'kysely';

/** The tables of accounts: four of the accounts library, and those of mailed links and attempts. */
export interface AccountSchema {
  accounts: AccountTable;
  sessions: SessionTable;
  logins: LoginTable;
  verifications: VerificationTable;
  mail_tokens: MailTokenTable;
  attempts: AttemptTable;
}

/** ISO text on SQLite, timestamptz on PostgreSQL: written and read by the accounts library. */
type LibraryDate = ColumnType<string | Date, string | Date, string | Date>;
/** Integer on SQLite, boolean on PostgreSQL. */
type LibraryFlag = ColumnType<number | boolean, number | boolean, number | boolean>;

export interface AccountTable {
  id: string;
  name: string;
  email: string;
  emailVerified: LibraryFlag;
  image: string | null;
  /** Ours, not the library's: what cookies of known devices are signed with. Null until devices are forgotten for the first time. */
  deviceKey: string | null;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

export interface SessionTable {
  id: string;
  token: string;
  userId: string;
  expiresAt: LibraryDate;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
  ipAddress: string | null;
  userAgent: string | null;
}

/** A way to sign in to an account: its password, or a provider. */
export interface LoginTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: LibraryDate | null;
  refreshTokenExpiresAt: LibraryDate | null;
  scope: string | null;
  password: string | null;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: LibraryDate;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

/** A link that was handed out; only the hash of its token is kept. */
export interface MailTokenTable {
  token_hash: string;
  account_id: string;
  purpose: 'reset' | 'verify';
  /** The address it was mailed to; null where an admin handed it over. */
  mailed_to: string | null;
  expires_at: number;
}

/** How far into the future the attempts under a key are paid for; see `limits.ts`. */
export interface AttemptTable {
  key: string;
  spent_until: number;
}
