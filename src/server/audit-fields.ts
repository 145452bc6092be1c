import type { AuditField } from '#contract/audit.ts';
import { fieldWords } from '#core/audit.ts';

type State = Readonly<Record<string, unknown>>;

/** What an entry of the log changed, field by field, as pages read it. */
export function auditFields(before: State, after: State): AuditField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({
    name,
    label: fieldWords(name),
    before: plain(before[name]),
    after: plain(after[name]),
  }));
}

function plain(value: unknown): AuditField['before'] {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  return JSON.stringify(value);
}
