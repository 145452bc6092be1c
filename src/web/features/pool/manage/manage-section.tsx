import { MONEY, RULES } from '#web/features/pool/paths.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import type { Addresses } from './pool-manager.tsx';
import { PoolManager } from './pool-manager.tsx';

const addresses: Addresses = {
  base: '/pool/manage',
  back: RULES,
  picks: (entryId) => `/pool/manage/picks/${entryId}`,
  ledger: MONEY,
};

/** Runs the chosen pool. */
export function ManageSection({ pool }: SectionProps) {
  return <PoolManager poolId={pool.id} addresses={addresses} />;
}
