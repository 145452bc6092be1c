import type { AuditEntry } from '#contract/audit.ts';
import { csvLine } from '../csv/csv-text.ts';

const columns = ['id', 'time', 'who', 'what', 'person', 'pool', 'week', 'game', 'before', 'after'];

/** The log as CSV with a header: times are UTC, `before` and `after` list the fields as `name: value`. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  return [columns, ...entries.map(lineOf)].map(csvLine).join('');
}

function lineOf(entry: AuditEntry): string[] {
  const list = (side: 'before' | 'after') =>
    entry.fields.map((field) => `${field.label}: ${field[side] ?? ''}`).join('; ');
  return [
    String(entry.id),
    new Date(entry.at).toISOString(),
    entry.actor?.name ?? 'command line',
    entry.words,
    entry.person?.name ?? '',
    entry.pool?.name ?? '',
    entry.weekId ?? '',
    entry.game?.label ?? '',
    list('before'),
    list('after'),
  ];
}
