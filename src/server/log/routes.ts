import type { QueryOf } from '#contract/index.ts';
import type { AuditEntry, AuditReply, log as table } from '#contract/log.ts';
import { COMMAND_LINE } from '#contract/log.ts';
import { unnamedActor } from '#core/audit.ts';
import { UNREADABLE } from '#core/audit-details.ts';
import { findEntry } from '#server/entries/reads.ts';
import { csvLine } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { nextTurn } from '#server/platform/turns.ts';
import { describe, describeToMembers, describeToPlayer, isOpen } from './entry-reads.ts';
import type { AuditFilter, AuditPage, LoggedAct } from './reads.ts';
import { nextPage, pageOf, readAudit, readOwnAudit, readPoolAudit } from './reads.ts';

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
    entry.isUnreadable ? UNREADABLE : list('after'),
  ];
}
