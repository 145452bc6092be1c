/**
 * What somebody wrote, as far as readers care. It names states, not events: whoever hears of it reads again.
 */
export type Change =
  /** Games of these weeks, and with them scores. */
  | { readonly kind: 'games'; readonly weekIds: readonly string[] }
  /** Picks of one player in one pool and week. */
  | { readonly kind: 'picks'; readonly poolId: string; readonly weekId: string; readonly userId: string }
  /** Sessions of one person, or what they may do: nothing that others read. */
  | { readonly kind: 'sessions'; readonly userId: string }
  /** Anything: people, pools, imports. */
  | { readonly kind: 'everything' };

export const EVERYTHING: Change = { kind: 'everything' };

/** What one node tells the others. */
export interface Notice {
  /** The node that sends it: it hears itself and need not listen. */
  readonly from: string;
  readonly changes: readonly Change[];
}

export function encodeNotice(from: string, changes: readonly Change[]): string {
  return JSON.stringify({ from, changes } satisfies Notice);
}

/** Reads a notice; what is not understood counts as everything, from somebody else. */
export function parseNotice(text: string): Notice {
  try {
    const { from, changes } = JSON.parse(text) as Partial<Record<keyof Notice, unknown>>;
    if (typeof from === 'string' && Array.isArray(changes) && changes.every(isChange)) return { from, changes };
  } catch {
    // Another version of the program may have sent it.
  }
  return { from: '', changes: [EVERYTHING] };
}

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'games') return 'weekIds' in value && Array.isArray(value.weekIds);
  if (value.kind === 'picks') return 'poolId' in value && 'weekId' in value && 'userId' in value;
  if (value.kind === 'sessions') return 'userId' in value;
  return value.kind === 'everything';
}
