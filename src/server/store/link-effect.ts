/** What a change of a pool does to its winners and prizes, worked out inside the transaction that makes it. */
import { listText } from '#core/listed.ts';
import type { Share } from '#core/money.ts';
import { formatDollars } from '#core/money.ts';
import { compareNames } from '#core/name-order.ts';
import type { Pool } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import type { Db, Store } from './engine/connect.ts';
import { readPlan } from './money-plans.ts';
import { readPrizes } from './prizes.ts';
import { rescoreWeekOfPool } from './scores.ts';
import { readSeason } from './standings.ts';
import { weekWinnersOf } from './week-winners.ts';

/** Who has won what in a pool, as members read it; by `week 2026-01` and the like. */
type Outcomes = ReadonlyMap<string, Outcome>;

interface Outcome {
  readonly of: string;
  readonly what: 'winners' | 'prize';
  readonly text: string;
  /** The entries, and what they get: a name may change and they stay. */
  readonly entries: string;
}

/** Something that has another winner, or another prize, than before. */
export interface ChangedOutcome {
  /** A week, or `SEASON` of the core. */
  readonly of: string;
  readonly what: 'winners' | 'prize';
  readonly before: string;
  readonly after: string;
}

const NOBODY = 'nobody';

/** Reads who has won what, as the scores of a pool are stored now. */
export async function readOutcomes(db: Db, pool: Pick<Pool, 'id' | 'rules'>, now: number): Promise<Outcomes> {
  const outcomes: Outcome[] = [];
  const plan = await readPlan(db, pool);
  const { prizes, players } = await readPrizes(db, pool, plan, now);
  const names = new Map(players.map(({ id, name }) => [id, name]));
  const season = await readSeason(db, pool);
  const decided = new Set(season.weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id));
  for (const [of, winners] of Object.entries(await weekWinnersOf(db, pool, season, now))) {
    if (!decided.has(of)) continue;
    const named = winners.map(({ id }) => ({ id, name: names.get(id) ?? '' })).toSorted(compareNames);
    const text = listText(named.map(({ name }) => name)) || NOBODY;
    outcomes.push({ of, what: 'winners', text, entries: entriesText(winners) });
  }
  for (const { of, shares, isDecided } of prizes)
    if (isDecided) outcomes.push({ of, what: 'prize', text: sharesText(shares, names), entries: entriesText(shares) });
  return new Map(outcomes.map((outcome) => [`${outcome.what} ${outcome.of}`, outcome]));
}

function entriesText(who: readonly (Pick<Share, 'id'> & { readonly cents?: number })[]): string {
  return JSON.stringify(who.map(({ id, cents = 0 }) => [id, cents]).toSorted());
}

function sharesText(shares: readonly Share[], names: ReadonlyMap<string, string>): string {
  return listText(shares.map(({ id, cents }) => `${names.get(id) ?? ''} ${formatDollars(cents)}`)) || NOBODY;
}

/** Works out the scores of some weeks of a pool anew, in the caller's transaction, and says what has become different. */
export async function changedOutcomes(
  tx: Db,
  store: Store,
  pool: Pick<Pool, 'id' | 'rules'>,
  weekIds: readonly string[],
  before: Outcomes,
  now: number,
): Promise<ChangedOutcome[]> {
  for (const weekId of weekIds) await rescoreWeekOfPool({ ...store, db: tx }, weekId, pool.id);
  const after = await readOutcomes(tx, pool, now);
  return [...new Set([...before.keys(), ...after.keys()])]
    .flatMap((key) => {
      const [was, is] = [before.get(key), after.get(key)];
      const known = is ?? was;
      if (known === undefined || was?.entries === is?.entries) return [];
      return [{ of: known.of, what: known.what, before: was?.text ?? NOBODY, after: is?.text ?? NOBODY }];
    })
    .toSorted((a, b) => Number(parseWeekId(a.of) === null) - Number(parseWeekId(b.of) === null));
}
