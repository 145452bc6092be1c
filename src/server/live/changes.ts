/**
 * What somebody wrote, as far as readers care. It names states, not events: whoever hears of it reads again.
 */
export type Change =
  /** Games of these weeks, and with them scores. */
  | { readonly kind: 'games'; readonly weekIds: readonly string[] }
  /** Picks of one player in one pool and week. */
  | { readonly kind: 'picks'; readonly poolId: string; readonly weekId: string; readonly userId: string }
  /** Sessions of one person, or what he may do: nothing that others read. */
  | { readonly kind: 'sessions'; readonly userId: string }
  /** Anything: people, pools, imports. */
  | { readonly kind: 'everything' };

export const EVERYTHING: Change = { kind: 'everything' };

/** Reads a change that another node sent; what is not understood counts as everything. */
export function parseChange(text: string): Change {
  try {
    const value: unknown = JSON.parse(text);
    return isChange(value) ? value : EVERYTHING;
  } catch {
    return EVERYTHING;
  }
}

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'games') return 'weekIds' in value && Array.isArray(value.weekIds);
  if (value.kind === 'picks') return 'poolId' in value && 'weekId' in value && 'userId' in value;
  if (value.kind === 'sessions') return 'userId' in value;
  return value.kind === 'everything';
}
