/** How a change of a pool affects its winners and prizes, computed inside the transaction that makes it. */
import type { ChangedOutcome } from '#contract/shapes.ts';
import { listText } from '#core/listed.ts';
import type { Share } from '#core/money.ts';
import { formatDollars } from '#core/money.ts';
import { compareNames } from '#core/name-order.ts';
import { parseWeekId } from '#core/weeks.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { holdWeeks } from '#server/pools/begun-store.ts';
import { readSeason } from '#server/standings/season-reads.ts';
import { rescoreWeekOfPool, withFollowingWeeks } from '#server/standings/store.ts';
import type { MoneyPool } from './reads.ts';
import { readPlan, readPrizes } from './reads.ts';

/** The winners and prizes of a pool, as members see them; keys like `week 2026-01`. */
type Outcomes = ReadonlyMap<string, Outcome>;

interface Outcome {
  readonly of: string;
  /** The name of a side table. */
  readonly name?: string;
  readonly what: 'winners' | 'prize';
  readonly text: string;
  /** Entry ids and prizes: unlike the names, a rename does not change them. */
  readonly entries: string;
}

const NOBODY = 'nobody';

/** Reads the winners and prizes from the stored scores of a pool. */
export async function readOutcomes(db: Db, pool: MoneyPool, now: number): Promise<Outcomes> {
  const outcomes: Outcome[] = [];
  const plan = await readPlan(db, pool);
  const { prizes, players } = await readPrizes(db, pool, plan, now);
  const names = new Map(players.map(({ id, name }) => [id, name]));
  const { season, weeks } = await readSeason(db, pool, now);
  const decided = new Set(weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id));
  for (const [of, winners] of Object.entries(season.weekWinners())) {
    if (!decided.has(of)) continue;
    const named = winners.map(({ id }) => ({ id, name: names.get(id) ?? '' })).toSorted(compareNames);
    const text = listText(named.map(({ name }) => name)) || NOBODY;
    outcomes.push({ of, what: 'winners', text, entries: entriesText(winners) });
  }
  for (const { of, name, shares, isDecided } of prizes) {
    if (!isDecided) continue;
    const head = { of, what: 'prize', ...(name !== undefined && { name }) } as const;
    outcomes.push({ ...head, text: sharesText(shares, names), entries: entriesText(shares) });
  }
  return new Map(outcomes.map((outcome) => [`${outcome.what} ${outcome.of}`, outcome]));
}

function entriesText(who: readonly (Pick<Share, 'id'> & { readonly cents?: number })[]): string {
  return JSON.stringify(who.map(({ id, cents = 0 }) => [id, cents]).toSorted());
}

function sharesText(shares: readonly Share[], names: ReadonlyMap<string, string>): string {
  return listText(shares.map(({ id, cents }) => `${names.get(id) ?? ''} ${formatDollars(cents)}`)) || NOBODY;
}

/** The winners and prizes of a pool once the given weeks are scored anew, in the caller's transaction. */
export async function freshOutcomes(
  tx: Db,
  store: Store,
  pool: MoneyPool,
  weekIds: readonly string[],
  now: number,
): Promise<Outcomes> {
  const scored = await withFollowingWeeks(tx, pool, weekIds);
  await holdWeeks(tx, store.engine, scored);
  for (const weekId of scored) await rescoreWeekOfPool({ ...store, db: tx }, weekId, pool.id, () => now);
  return readOutcomes(tx, pool, now);
}

/** Rescores the given weeks of a pool in the caller's transaction. @returns the outcomes that changed */
export async function changedOutcomes(
  tx: Db,
  store: Store,
  pool: MoneyPool,
  weekIds: readonly string[],
  before: Outcomes,
  now: number,
): Promise<ChangedOutcome[]> {
  const after = await freshOutcomes(tx, store, pool, weekIds, now);
  return [...new Set([...before.keys(), ...after.keys()])]
    .flatMap((key) => {
      const [was, is] = [before.get(key), after.get(key)];
      const known = is ?? was;
      if (known === undefined || was?.entries === is?.entries) return [];
      const { of, name, what } = known;
      return [
        { of, ...(name !== undefined && { name }), what, before: was?.text ?? NOBODY, after: is?.text ?? NOBODY },
      ];
    })
    .toSorted((a, b) => Number(parseWeekId(a.of) === null) - Number(parseWeekId(b.of) === null));
}
