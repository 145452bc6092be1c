import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { QueryOf } from '#contract/index.ts';
import type { AuditEntry, AuditField, AuditLine, AuditReply, log as table } from '#contract/log.ts';
import { COMMAND_LINE } from '#contract/log.ts';
import { auditActs, isAuditAct, sealState, unnamedActor } from '#core/audit.ts';
import { isOwnField, isPoolField, ownActs } from '#core/audit-readers.ts';
import { isLocked } from '#core/locks.ts';
import { findEntry } from '#server/entries/reads.ts';
import { csvLine } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import type { AuditFilter, AuditPage, LoggedAct } from './reads.ts';
import { auditFields, named, nextPage, pageOf, readAudit, readOwnAudit, readPoolAudit } from './reads.ts';

const State = Type.Record(Type.String(), Type.Unknown());
/** One game in a stored record of an edit of several games. */
const storedLine = Compile(Type.Object({ gid: Type.String(), label: Type.String(), before: State, after: State }));

/** How many log records are read at once for a file. */
const FILE_SLICE = 500;

export const log: Pick<Handlers, keyof typeof table> = {
  'GET /api/admin/audit': async ({ deps, query }) => {
    const page = pageOf(query);
    const now = deps.clock.now();
    const acts = await readAudit(deps.store.db, filterOf(query), page);
    return replyOf(page, acts, (act) => describe(act, isOpen(act, now)));
  },

  'GET /api/admin/audit.csv': async ({ deps, query }) => {
    const entries: AuditEntry[] = [];
    const now = deps.clock.now();
    for await (const act of allActs(deps.store.db, filterOf(query))) entries.push(describe(act, isOpen(act, now)));
    return { download: { name: 'audit.csv', type: 'text/csv; charset=utf-8', text: auditCsv(entries) } };
  },

  'GET /api/audit/mine': async ({ deps, caller, query }) => {
    const page = pageOf(query);
    const now = deps.clock.now();
    const acts = await readOwnAudit(deps.store.db, caller.user.id, page);
    return replyOf(page, acts, (act) => describeToPlayer(act, caller.user.id, now));
  },

  'GET /api/pools/:poolId/log': async ({ deps, params, query, caller }) => {
    const page = pageOf(query);
    const now = deps.clock.now();
    const acts = await readPoolAudit(deps.store.db, params.poolId, page, now, query);
    const asked = query.entryId === undefined ? null : await findEntry(deps.store.db, params.poolId, query.entryId);
    const isOwn = asked?.ownerId === caller.user.id;
    return replyOf(page, acts, (act) =>
      isOwn && act.userId === caller.user.id ? describeToPlayer(act, caller.user.id, now) : describeToMembers(act, now),
    );
  },
};

function filterOf({ actorId, ...filter }: QueryOf<'GET /api/admin/audit.csv'>): AuditFilter {
  return { ...filter, actorId: actorId === COMMAND_LINE ? null : actorId };
}

function replyOf(page: AuditPage, acts: readonly LoggedAct[], toEntry: (act: LoggedAct) => AuditEntry): AuditReply {
  return { entries: acts.map(toEntry), next: nextPage(page, acts) };
}

async function* allActs(db: Db, filter: AuditFilter): AsyncGenerator<LoggedAct> {
  let before: number | null = null;
  for (;;) {
    const acts: LoggedAct[] = await readAudit(db, filter, { before, limit: FILE_SLICE });
    yield* acts;
    if (acts.length < FILE_SLICE) return;
    before = acts.at(-1)?.id ?? null;
    await nextTurn(); // SQLite reads are synchronous: let other requests run.
  }
}

/**
 * Whether a record may show sides: only if its game exists and is locked.
 * @param now read before the record, so that a lock that was moved meanwhile does not count as reached
 */
function isOpen({ lockAt }: LoggedAct, now: number): boolean {
  return lockAt !== null && isLocked({ lockAt }, now);
}

function describe(act: LoggedAct, open: boolean): AuditEntry {
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
function describeToPlayer(act: LoggedAct, userId: string, now: number): AuditEntry {
  const isOwn = act.userId === userId && ownActs.person.some((name) => name === act.act);
  return onlyFields(describe(act, isOwn || isOpen(act, now)), isOwnField);
}

/** A record as every member of the pool may read it. */
function describeToMembers(act: LoggedAct, now: number): AuditEntry {
  return onlyFields(describe(act, isOpen(act, now)), (name) => isPoolField(act.act, name));
}

function onlyFields(entry: AuditEntry, isShown: (name: string) => boolean): AuditEntry {
  const some = (fields: readonly AuditField[]) => fields.filter(({ name }) => isShown(name));
  const lines = entry.lines.map((line) => ({ ...line, fields: some(line.fields) }));
  return { ...entry, fields: some(entry.fields), lines: lines.filter(({ fields }) => fields.length > 0) };
}

const columns = ['id', 'time', 'who', 'what', 'person', 'pool', 'week', 'game', 'before', 'after'];

/** The log as CSV with a header: times are UTC, `before` and `after` list the fields as `name: value`. */
function auditCsv(entries: readonly AuditEntry[]): string {
  return [columns, ...entries.map(lineOf)].map(csvLine).join('');
}

function lineOf(entry: AuditEntry): string[] {
  const fields = [
    ...entry.fields,
    ...entry.lines.flatMap((line) => line.fields.map((field) => ({ ...field, label: `${line.label} ${field.label}` }))),
  ];
  const list = (side: 'before' | 'after') => fields.map((field) => `${field.label}: ${field[side] ?? ''}`).join('; ');
  return [
    String(entry.id),
    new Date(entry.at).toISOString(),
    entry.actor?.name ?? unnamedActor(entry.act).toLowerCase(),
    entry.words,
    entry.person?.name ?? '',
    entry.pool?.name ?? '',
    entry.weekId ?? '',
    entry.game?.label ?? '',
    list('before'),
    list('after'),
  ];
}
