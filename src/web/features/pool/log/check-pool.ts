import type { QueryClient } from '@tanstack/react-query';
import type { Checked } from '#core/receipts/check.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import type { ReceiptFile } from '#core/receipts/file.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import type { Hash } from '#core/receipts/receipts.ts';
import { hashedId } from '#core/receipts/receipts.ts';
import { download } from '#web/lib/api.ts';
import { gamesQuery, standingsQuery } from '#web/parts/queries.ts';
import { keptReceipt } from '#web/parts/receipts/memory.ts';
import type { Known, NamedGame } from './receipt-words.ts';

/** What is checked. */
interface CheckedPart {
  readonly poolId: string;
  /** The only week whose lists are checked; undefined to check those of all weeks. */
  readonly weekId: string | undefined;
}

/** The result of a check in the browser. */
export interface PoolCheck extends Pick<CheckedPart, 'weekId'> {
  readonly checked: Checked;
  readonly known: Known;
  /** The number of the receipt with the hash that the person typed; null if they typed none, or no receipt has it. */
  readonly typedNumber: number | null;
}

/**
 * Downloads the receipts of a pool and checks them, also against the one that this browser remembers.
 * @param typed the first digits of a hash, or null
 * @returns what is wrong with the file, if it cannot be read
 * @throws ApiError
 */
export async function checkPool(
  client: QueryClient,
  hash: Hash,
  { poolId, weekId }: CheckedPart,
  typed: string | null,
  signal: AbortSignal,
): Promise<PoolCheck | { readonly problem: string }> {
  // Read first: another tab may remember a receipt that is newer than the file.
  const kept = keptReceipt(poolId);
  const text = await download('GET /api/pools/:poolId/receipts', receiptsOf(poolId, weekId), signal);
  const file = readReceiptFile(text);
  if ('problem' in file) return file;
  const hashes = [kept?.hash, typed].filter((each) => typeof each === 'string');
  const checked = await checkReceipts(hash, file, hashes);
  const known = {
    ...(await namesOf(client, hash, poolId)),
    games: await gamesOf(client, poolId, mentionedWeeks(file, checked)),
  };
  const typedNumber = file.receipts.find((receipt) => typed !== null && receipt.hash.startsWith(typed))?.number ?? null;
  return { checked, known, typedNumber, weekId };
}

/** The input of a download of receipts. */
export function receiptsOf(poolId: string, weekId: string | undefined) {
  const query: Readonly<Record<string, string>> = weekId === undefined ? {} : { weekId };
  return { params: { poolId }, query };
}

/** The pool's entries and their owners by hashed id; none if they cannot be read, because the check does not depend on them. */
async function namesOf(client: QueryClient, hash: Hash, poolId: string): Promise<Pick<Known, 'entries' | 'people'>> {
  const standings = await client.ensureQueryData(standingsQuery(poolId)).catch(() => null);
  const rows = standings?.rows ?? [];
  const hashed = async (id: string, name: string) => [await hashedId(hash, id), name] as const;
  return {
    entries: new Map(await Promise.all(rows.map(({ id, name }) => hashed(id, name)))),
    people: new Map(await Promise.all(rows.map(({ ownerId, name }) => hashed(ownerId, name)))),
  };
}

/** The weeks of corrections and of receipts that something is found about. */
function mentionedWeeks({ receipts }: ReceiptFile, { corrections, findings }: Checked): string[] {
  const numbers = new Set(findings.map((finding) => ('number' in finding ? finding.number : null)));
  const found = receipts.filter(({ number }) => numbers.has(number));
  return [...new Set([...found, ...corrections].flatMap(({ weekId }) => weekId ?? []))];
}

/** The games of weeks; without those of a week that cannot be read. */
async function gamesOf(client: QueryClient, poolId: string, weekIds: readonly string[]): Promise<Known['games']> {
  const weeks = weekIds.map((weekId) => client.ensureQueryData(gamesQuery(poolId, weekId)));
  const replies = await Promise.allSettled(weeks);
  const games: NamedGame[] = replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value.games : []));
  return new Map(games.map((game) => [game.gid, game]));
}
