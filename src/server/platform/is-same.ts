import { timingSafeEqual } from 'node:crypto';

/** Compares a secret that somebody gave in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
