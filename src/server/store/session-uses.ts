import { sql } from 'kysely';
import type { Store } from './engine/connect.ts';
import { faultOf } from './engine/faults.ts';
import { GroupCommit } from './engine/group-commit.ts';
import { jsonRows } from './engine/json-rows.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

/** A session that was used. */
export interface SessionUse {
  readonly token: string;
  /** Real time in ms. */
  readonly at: number;
  readonly address: string;
}

/** Notes when and from where sessions were last used, which extends them. Many are one statement. */
export function sessionUses({ db, engine }: Store): GroupCommit<SessionUse, undefined> {
  const date = sql.raw(engine === 'postgres' ? 'timestamptz' : 'text');
  return new GroupCommit({
    keyOf: ({ token }) => token,
    replaces: () => true,
    failsForAll: (error) => faultOf(error) !== null,
    async write(uses) {
      const used = uses.map(({ token, at, address }) => ({
        token,
        address,
        used_at: new Date(at).toISOString(),
        expires_at: new Date(at + SESSION_IDLE_MS).toISOString(),
      }));
      const rows = jsonRows(engine, used, { token: 'text', address: 'text', used_at: 'text', expires_at: 'text' });
      await sql`
        update sessions set "updatedAt" = cast(rows.used_at as ${date}), "expiresAt" = cast(rows.expires_at as ${date}),
          "ipAddress" = rows.address
        from ${rows} where sessions.token = rows.token`.execute(db);
      return uses.map(() => undefined);
    },
  });
}
