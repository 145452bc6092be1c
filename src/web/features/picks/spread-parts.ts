import { lazyScreen } from '#web/lib/lazy.tsx';
import type { SpreadLineProps, SpreadProps } from './spread-info.tsx';

/** What only cards of pools with spread have: it is loaded with the first of them, or as soon as the pool is known. */
export const SpreadInfo = lazyScreen<SpreadProps>(async () => (await import('./spread-info.tsx')).SpreadInfo);
export const SpreadLine = lazyScreen<SpreadLineProps>(async () => (await import('./spread-info.tsx')).SpreadLine);

/** Loads both ahead. One that fails is tried again by the first card. */
export function preloadSpread(): void {
  for (const part of [SpreadInfo, SpreadLine]) part.preload().catch(() => undefined);
}
