/** The lock receipts of a season: what the check of a pool's file finds, and what they must list in the end. */
import type { Checked } from '#core/receipts/check.ts';
import { checkReceipts, listedBy, slotKey } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import type { Receipt } from '#core/receipts/receipts.ts';
import { hashedId } from '#core/receipts/receipts.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import { sha256 } from '#server/receipts/reads.ts';
import type { Person } from '#tests/builders.ts';
import type { Stored } from './acknowledged.ts';
import { slotName } from './acknowledged.ts';
import type { Scene, SeasonPool } from './checks.ts';

/** The hashes that somebody kept of a pool's receipts, by its id. */
export type KeptHashes = Map<string, Set<string>>;

/**
 * What the check of a pool's receipts finds, though people and faults have only done what they may. Once all is over, each game that has
 * locked must be listed, and each side that was picked of it.
 * @param kept filled here
 */
export async function wrongReceipts(
  scene: Scene,
  pool: SeasonPool,
  picks: ReadonlyMap<string, Stored>,
  viewer: Person,
  kept: KeptHashes,
  isOver: boolean,
): Promise<string[]> {
  const params = { poolId: pool.id };
  const file = readReceiptFile(
    (await scene.league.call('GET /api/pools/:poolId/receipts', { as: viewer, params })).text,
  );
  if ('problem' in file) return [`${pool.name}: ${file.problem}`];
  const hashes = kept.get(pool.id) ?? new Set();
  kept.set(pool.id, hashes);
  const { findings, latest }: Checked = await checkReceipts(sha256, file, [...hashes]);
  if (latest !== null) hashes.add(latest.hash);
  const found = findings.map((finding) => `${pool.name}: the receipts say ${JSON.stringify(finding)}`);
  return isOver ? [...found, ...(await unlisted(scene, pool, picks, file.receipts as readonly Receipt[]))] : found;
}

async function unlisted(
  { league, entries, weekIds }: Scene,
  { id: poolId, name }: SeasonPool,
  picks: ReadonlyMap<string, Stored>,
  receipts: readonly Receipt[],
): Promise<string[]> {
  const found: string[] = [];
  const hashed = new Map<string, string>();
  for (const { id } of entries.filter((entry) => entry.poolId === poolId)) hashed.set(id, await hashedId(sha256, id));
  for (const week of weekIds) {
    const listed = listedBy(receipts.filter(({ weekId }) => weekId === week));
    const has = (entry: string, slot: string) => listed.has(slotKey([entry, slot, null, null, null, null]));
    const { games } = await weekOfPool(league.store.db, poolId, week);
    for (const { gid, lockAt } of games.filter((game) => game.lockAt <= league.clock.now())) {
      if (!has('', `lock:${gid}`)) found.push(`${name}: no receipt lists ${gid}, which locked at ${lockAt}`);
      for (const [id, entry] of hashed)
        if ((picks.get(slotName(id, 'pick', gid))?.value ?? 'null') !== 'null' && !has(entry, `game:${gid}`))
          found.push(`${name}: no receipt lists the pick of ${id} for ${gid}`);
    }
  }
  return found;
}
