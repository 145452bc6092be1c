/** Which weeks a pool had enabled at an earlier time, by its log. */
import type { AuditAct } from './audit.ts';
import type { AuditDetails } from './audit-details.ts';

/** The acts that enable (true) or disable weeks of a pool. */
const enabling = {
  'week.enable': true,
  'weeks.enable': true,
  'week.disable': false,
  'weeks.clear': false,
} as const satisfies Partial<Record<AuditAct, boolean>>;

/** The acts of the log that `wasEnabled` reads. */
export const enablingActs = Object.keys(enabling) as readonly EnablingAct[];

type EnablingAct = keyof typeof enabling;

/** A log record of one of `enablingActs`. */
export interface EnablingRecord extends Pick<AuditDetails, 'before' | 'after'> {
  readonly act: EnablingAct;
  /** ms */
  readonly at: number;
  /** The week; null if one of its states lists several. */
  readonly weekId: string | null;
}

/**
 * Whether a pool had enabled a week when a lock was reached. Before the first record of a week, its state was the opposite of what that record
 * set. A week without records counts as never enabled.
 * @param records oldest first
 * @param lockAt ms
 */
export function wasEnabled(records: readonly EnablingRecord[], weekId: string, lockAt: number): boolean {
  const own = records.filter((record) => isAbout(record, weekId));
  const last = own.findLast(({ at }) => at < lockAt);
  if (last !== undefined) return enabling[last.act];
  const [first] = own;
  return first !== undefined && !enabling[first.act];
}

function isAbout({ weekId, before, after }: EnablingRecord, id: string): boolean {
  return weekId === id || [before, after].some(({ weeks }) => Array.isArray(weeks) && weeks.includes(id));
}
