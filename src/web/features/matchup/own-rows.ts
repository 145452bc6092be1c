import type { OwnEntry } from '#contract/entries.ts';
import type { MatchupReply, MatchupRow } from '#contract/standings.ts';
import type { Order } from '#core/formats/confidence.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPicks } from '#core/types.ts';
import { shownPicks } from '#web/parts/picks/pick-context.tsx';
import { ownLetters } from './cells.ts';
import type { ConfidenceWeek } from './confidence.ts';
import { ownValues } from './confidence.ts';

/** An own entry with what its owner knows of its week. */
interface KnownEntry {
  readonly id: string;
  readonly picks: CountedPicks;
  readonly order: Order;
}

/** What is stored for an own entry that is not the chosen one. */
export function storedEntry(
  { id, picks, weeks }: Pick<OwnEntry, 'id' | 'picks' | 'weeks'>,
  weekId: string,
): KnownEntry {
  const choice = weeks[weekId]?.entry;
  return { id, picks: shownPicks(picks, new Map()), order: choice && 'order' in choice ? choice.order : [] };
}

/** By id, the rows of own entries with the picks and values that only their owner sees. */
export function ownRows(
  { games: gids, rows }: Pick<MatchupReply, 'games' | 'rows'>,
  entries: readonly KnownEntry[],
  rules: PoolRules,
  confidence: Pick<ConfidenceWeek, 'games'> | null,
): ReadonlyMap<string, MatchupRow> {
  const own = entries.flatMap(({ id, picks, order }): (readonly [string, MatchupRow])[] => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return [];
    const values = confidence && { values: ownValues(row, gids, { games: confidence.games, order }) };
    return [[id, { ...row, picks: ownLetters(row, gids, picks, rules), ...values }]];
  });
  return new Map(own);
}
