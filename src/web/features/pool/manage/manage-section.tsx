import { MANAGE, MONEY, RULES } from '#web/features/pool/paths.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import type { Addresses } from './pool-manager.tsx';
import { PoolManager } from './pool-manager.tsx';

const addresses: Addresses = {
  base: MANAGE,
  back: RULES,
  picks: (entryId) => `${MANAGE}/picks/${entryId}`,
  ledger: MONEY,
};

/** Runs the chosen pool. */
export function ManageSection({ pool }: SectionProps) {
  return <PoolManager poolId={pool.id} addresses={addresses} />;
}
