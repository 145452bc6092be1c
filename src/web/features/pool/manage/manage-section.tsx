import type { SectionProps } from '#web/features/pool/sections.tsx';
import type { Addresses } from './pool-manager.tsx';
import { PoolManager } from './pool-manager.tsx';

const addresses: Addresses = { back: '/pool', picks: (entryId) => `/pool/manage/picks/${entryId}` };

/** The section that runs the chosen pool. */
export function ManageSection({ pool }: SectionProps) {
  return <PoolManager poolId={pool.id} addresses={addresses} />;
}
