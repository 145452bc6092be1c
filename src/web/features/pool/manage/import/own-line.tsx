import { useQuery } from '@tanstack/react-query';
import type { OwnLineReply } from '#contract/imports.ts';
import { PREVIEWED_PICKS_MAX } from '#contract/imports.ts';
import type { PoolEditReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { changeText } from '#core/changed-outcome.ts';
import { counted } from '#core/listed.ts';
import { mayFillOwn, slotHistory, wasOverBefore } from '#core/own-line.ts';
import type { NamedPoolEntry } from '#core/sheet/match-names.ts';
import type { ImportedPicks, ImportPlan } from '#core/sheet/plan-import.ts';
import type { SheetPick } from '#core/sheet/reading.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { ownLineQuery } from './import-queries.ts';

type PickOfSlot = Pick<SheetPick, 'kind' | 'gid' | 'weekId'>;

/**
 * Whether an import may fill slots of the importer's own entries, as the server judges it.
 * @param pastWeeks those that the import adds to the pool
 */
export function ownFilling(
  { ownLine, settings: { rules } }: Pick<PoolEditReply, 'ownLine' | 'settings'>,
  games: readonly Pick<GameReply, 'gid' | 'weekId' | 'lockAt' | 'void'>[],
  pastWeeks: readonly string[],
  now: number,
): (entryId: string, pick: PickOfSlot) => boolean {
  if (ownLine === null) return () => false;
  const { storedAt, firstLock, weekIds, known } = ownLine;
  const arrival = { storedAt, firstLock: firstLock ?? Number.POSITIVE_INFINITY };
  const weekOfGame = new Map(games.map(({ gid, weekId }) => [gid, weekId]));
  const byWeek = Map.groupBy(games, ({ weekId }) => weekId);
  const past = pastWeeks.filter((weekId) => wasOverBefore(byWeek.get(weekId) ?? [], arrival));
  const over = new Set([...weekIds, ...past]);
  const hasHistory = slotHistory(known, rules, (gid) => weekOfGame.get(gid));
  return (entryId, { kind, gid, weekId }) => {
    const slot = { kind, about: kind === 'pick' ? gid : weekId, entryId };
    return mayFillOwn({ arrival, wasOver: over.has(weekId), hasHistory: hasHistory(slot) }, now);
  };
}

interface OwnLineProps {
  readonly pool: PoolEditReply;
  readonly fileName: string;
  readonly plan: ImportPlan;
  readonly entries: readonly NamedPoolEntry[];
  readonly replaces: boolean;
}

/** Says that an import has picks of the importer's own, and what they win. */
export function OwnLine({ pool, fileName, plan, entries, replaces }: OwnLineProps) {
  const { id: userId } = useMe();
  const { sent } = plan;
  const count = ownCount(sent, entries, userId);
  const size = sent.picks.length + sent.guesses.length + sent.orders.length + sent.teams.length;
  const isAsked = count > 0 && size <= PREVIEWED_PICKS_MAX;
  const { data } = useQuery({ ...ownLineQuery(pool.id, { name: fileName, ...sent, replaces }), enabled: isAsked });
  if (count === 0) return null;
  return <p className="mb-2 text-amber">{ownLineText(count, data)}</p>;
}

/** How many picks, guesses and teams are for entries of a person. */
function ownCount(
  { entries: ids, picks, guesses, teams }: ImportedPicks,
  entries: readonly NamedPoolEntry[],
  userId: string,
) {
  const own = new Set(entries.filter(({ ownerId }) => ownerId === userId).map(({ id }) => id));
  return [...picks, ...guesses, ...teams].filter(([entry]) => own.has(ids[entry] ?? '')).length;
}

/** @param reply what they win; undefined while that is not known */
export function ownLineText(count: number, reply: OwnLineReply | undefined): string {
  const begin = `${counted(count, 'pick')} of your own will be imported and announced to members. ${count === 1 ? "It's" : "They're"} from weeks that ended before this pool moved here, and you can do this once.`;
  if (reply === undefined) return begin;
  if (reply.changes.length === 0) return `${begin} No winner and no prize changes.`;
  return `${begin} ${reply.changes.map(changeText).join('; ')}.`;
}
