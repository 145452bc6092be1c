import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { flag, hashOf } from '#server/platform/db/ids.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { endOtherSessions, endPickLinks, endSessions, isSessionHeld } from '#server/platform/http/session-store.ts';
import { holdAdmins } from '#server/users/store.ts';
import { isAppCode, newRecoveryCodes, newSecret, stepOf, tidyCode } from './second-factor.ts';
import { addSecurityRow } from './security-store.ts';
import type { Origin } from './sign-out-store.ts';
import { findWithAccount } from './sign-out-store.ts';
import { forgetDevices, holdAccount } from './store.ts';

/** Stores a new secret, which is asked for only once it is confirmed. @param now real time in ms @returns null if one is on already */
export function beginSecondFactor(store: Store, accountId: string, now: number): Promise<string | null> {
  return transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    const found = await factorOf(tx, accountId);
    if (found?.isOn) return null;
    const secret = newSecret();
    await tx.deleteFrom('second_factors').where('account_id', '=', accountId).execute();
    await tx
      .insertInto('second_factors')
      .values({ account_id: accountId, secret, made_at: now, last_step: 0 })
      .execute();
    return secret;
  });
}

/** Why a second factor cannot be turned on. */
interface Refusal {
  readonly refusal: 'wrong_code' | 'no_second_factor' | 'second_factor_exists' | 'sign_in_again';
}

/** Turns on the second factor that was begun, and ends all sessions but the caller's. @returns its recovery codes */
export function confirmSecondFactor(
  store: Store,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
  code: string,
  now: number,
): Promise<{ readonly recoveryCodes: string[] } | Refusal> {
  return transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    const found = await factorOf(tx, accountId);
    if (found === null) return { refusal: 'no_second_factor' };
    if (found.isOn) return { refusal: 'second_factor_exists' };
    if (!(await isSessionHeld(store.engine, tx, sessionId))) return { refusal: 'sign_in_again' };
    const step = isAppCode(tidyCode(code)) ? stepOf(found.secret, tidyCode(code), found.lastStep, now) : null;
    if (step === null) return { refusal: 'wrong_code' };
    const on = { confirmed_at: now, last_step: step };
    await tx.updateTable('second_factors').set(on).where('account_id', '=', accountId).execute();
    await endOtherSessions(tx, accountId, sessionId);
    return { recoveryCodes: await replaceRecoveryCodes(tx, accountId) };
  });
}

/** What a right code was. */
export type UsedCode = 'code' | 'recovery code';

/**
 * Uses up a code of an account's second factor, in a transaction that holds the account: none is good twice.
 * @param now real time in ms @returns null if it is wrong or was used before
 */
export async function spendCode(tx: Db, accountId: string, code: string, now: number): Promise<UsedCode | null> {
  const found = await factorOf(tx, accountId);
  if (!found?.isOn) return null;
  const tidy = tidyCode(code);
  if (isAppCode(tidy)) {
    const step = stepOf(found.secret, tidy, found.lastStep, now);
    if (step === null) return null;
    await tx.updateTable('second_factors').set({ last_step: step }).where('account_id', '=', accountId).execute();
    return 'code';
  }
  const used = tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(tidy));
  return (await used.executeTakeFirst()).numDeletedRows > 0n ? 'recovery code' : null;
}

/** Whether an account has a second factor. */
export async function hasSecondFactor(db: Db, accountId: string): Promise<boolean> {
  return (await factorOf(db, accountId))?.isOn ?? false;
}

/** Makes new recovery codes; the earlier ones no longer work. @returns null if the second factor was turned off meanwhile */
export function renewRecoveryCodes(store: Store, accountId: string): Promise<string[] | null> {
  return transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    return (await hasSecondFactor(tx, accountId)) ? replaceRecoveryCodes(tx, accountId) : null;
  });
}

/** Turns off a second factor. */
export function removeSecondFactor(store: Store, accountId: string): Promise<void> {
  return transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    await dropSecondFactor(tx, accountId);
  });
}

/** Whether reminders have pick links although the account has a second factor; if not, those that were sent end. @returns whether it has one */
export function choosePickLinks(store: Store, accountId: string, isWanted: boolean): Promise<boolean> {
  return transact(store, async (tx) => {
    const chosen = await tx
      .updateTable('second_factors')
      .set({ wants_pick_links: flag(isWanted) })
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (!isWanted) await endPickLinks(tx, accountId);
    return chosen.numUpdatedRows > 0n;
  });
}

/**
 * Turns off the second factor of somebody else, who lost it, and ends their sessions.
 * @returns their account, or why not
 */
export function takeSecondFactor(
  store: Store,
  { adminId, now }: Actor,
  userId: string,
  origin: Origin,
): Promise<
  { readonly accountId: string } | { readonly refusal: 'admin_only' | 'player_not_found' | 'no_second_factor' }
> {
  return store.db.transaction().execute(async (tx) => {
    const admins = await holdAdmins(tx, store, userId);
    if (adminId !== null && !admins.includes(adminId)) return { refusal: 'admin_only' };
    const accountId = (await findWithAccount(tx, userId))?.accountId;
    if (!accountId) return { refusal: 'player_not_found' };
    await holdAccount(store, tx, accountId);
    if (!(await hasSecondFactor(tx, accountId))) return { refusal: 'no_second_factor' };
    await dropSecondFactor(tx, accountId);
    await forgetDevices(tx, accountId);
    await endSessions(tx, accountId);
    await writeAudit(tx, { act: 'user.second-factor', actorId: adminId, userId }, now);
    const detail = adminId === null ? 'by the command line' : 'by an admin';
    await addSecurityRow(tx, { event: 'second-factor-off', accountId, actorId: adminId, ...origin, detail, times: 1 });
    return { accountId };
  });
}

async function dropSecondFactor(tx: Db, accountId: string): Promise<void> {
  for (const table of ['second_factors', 'recovery_codes'] as const)
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute();
}

async function replaceRecoveryCodes(tx: Db, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const rows = codes.map((code) => ({ account_id: accountId, code_hash: hashOf(tidyCode(code)) }));
  await tx.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

async function factorOf(db: Db, accountId: string) {
  const row = await db.selectFrom('second_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row ? { secret: row.secret, lastStep: row.last_step, isOn: row.confirmed_at !== null } : null;
}
