/** Records of the log as admins, players and members of a pool may read them. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AuditEntry, AuditField, AuditLine } from '#contract/log.ts';
import { auditActs, isAuditAct, sealState } from '#core/audit.ts';
import { isOwnField, isPoolField, ownActs } from '#core/audit-readers.ts';
import { isLocked } from '#core/locks.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { nextTurn } from '#server/platform/turns.ts';
import type { LoggedAct } from './reads.ts';
import { auditFields, named, readOwnAudit } from './reads.ts';

const State = Type.Record(Type.String(), Type.Unknown());
/** One game in a stored record of an edit of several games. */
const storedLine = Compile(Type.Object({ gid: Type.String(), label: Type.String(), before: State, after: State }));

/** How many records are read at once. */
const SLICE = 500;

/** Everything in the log that affected a user's own picks, scores or membership, newest first, as they may read it. */
export async function ownLog(db: Db, userId: string, now: number): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let before: number | null = null; ; ) {
    const acts: LoggedAct[] = await readOwnAudit(db, userId, { before, limit: SLICE });
    entries.push(...acts.map((act) => describeToPlayer(act, userId, now)));
    if (acts.length < SLICE) return entries;
    before = acts.at(-1)?.id ?? null;
    await nextTurn();
  }
}

/**
 * Whether a record may show sides: only if its game exists and is locked.
 * @param now read before the record, so that a lock that was moved meanwhile does not count as reached
 */
export function isOpen({ lockAt }: LoggedAct, now: number): boolean {
  return lockAt !== null && isLocked({ lockAt }, now);
}

/** A record with every field; sides only if `open`. */
export function describe(act: LoggedAct, open: boolean): AuditEntry {
  const [before, after] = open ? [act.before, act.after] : [sealState(act.before), sealState(act.after)];
  const known = isAuditAct(act.act) ? auditActs[act.act] : null;
  return {
    id: act.id,
    at: act.at,
    act: act.act,
    words: known?.words ?? act.act,
    group: known?.group ?? null,
    actor: named(act.actorId, act.actorName),
    person: named(act.userId, act.userName),
    ...(act.entryId !== null &&
      act.entryName !== act.userName && { entry: { id: act.entryId, name: act.entryName ?? '' } }),
    pool: named(act.poolId, act.poolName),
    weekId: act.weekId,
    game: act.gid === null ? null : { gid: act.gid, label: act.home === null ? act.gid : `${act.away} @ ${act.home}` },
    ...(act.act === 'games.edit'
      ? { fields: [], lines: linesOf(act) }
      : { fields: auditFields(before, after), lines: [] }),
    ...(act.isImported && { isImported: true }),
    ...(!act.isReadable && { isUnreadable: true }),
  };
}

/** The lines of an edit of several games, one per game. They show no sides. Invalid stored lines are left out. */
function linesOf({ after: { games } }: LoggedAct): AuditLine[] {
  const edited: unknown[] = Array.isArray(games) ? games : [];
  return edited
    .filter((line) => storedLine.Check(line))
    .map(({ gid, label, before, after }) => ({ gid, label, fields: auditFields(before, after) }));
}

/**
 * A record as the affected person may read it: with their own side, and without data of others. What was entered for an entry before it was
 * linked to them is sealed until the lock.
 */
export function describeToPlayer(act: LoggedAct, userId: string, now: number): AuditEntry {
  const isOwn = act.userId === userId && ownActs.person.some((name) => name === act.act);
  return onlyFields(describe(act, isOwn || isOpen(act, now)), isOwnField);
}

/** A record as every member of the pool may read it. */
export function describeToMembers(act: LoggedAct, now: number): AuditEntry {
  return onlyFields(describe(act, isOpen(act, now)), (name) => isPoolField(act.act, name));
}

function onlyFields(entry: AuditEntry, isShown: (name: string) => boolean): AuditEntry {
  const some = (fields: readonly AuditField[]) => fields.filter(({ name }) => isShown(name));
  const lines = entry.lines.map((line) => ({ ...line, fields: some(line.fields) }));
  return { ...entry, fields: some(entry.fields), lines: lines.filter(({ fields }) => fields.length > 0) };
}
