import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useCallback, useEffect, useId, useMemo, useState } from 'react';
import type { OwnEntry, OwnPicksReply } from '#contract/entries.ts';
import { ownEntries, ownEntry } from '#contract/live.ts';
import type { TeamSlot } from '#core/formats/survivor/survivor.ts';
import { isTakenBack } from '#core/slots.ts';
import { addressWithout, useNavigate, useSearchValue } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { readItem, writeItem } from '#web/lib/storage.ts';
import { usePool } from './pool-context.tsx';
import { ownPicksQuery } from './queries.ts';

/** The viewer's entries in the chosen pool, and the one whose picks the screens show. */
export interface Entries {
  /** The first entry first; empty while they load, or if the person does not play. */
  readonly entries: readonly OwnEntry[];
  readonly entry: OwnEntry | null;
  readonly choose: (entryId: string) => void;
}

const EntryContext = createContext<Entries | null>(null);

const noEntries: readonly OwnEntry[] = [];

/**
 * Opens the entry in the address, for this visit; otherwise the one last opened or chosen on this device; otherwise the first that lacks
 * picks. A visit lasts as long as its tab, reloads included. After that, only a tap or another address changes it.
 */
export function EntryProvider({ children }: { readonly children: ReactNode }) {
  const me = useMe();
  const { pool } = usePool();
  const poolId = pool?.id ?? '';
  const isOpen = pool !== null && pool.details !== null;
  const { data: entries = noEntries } = useQuery({ ...ownPicksQuery(poolId), enabled: isOpen, select: ownEntries });
  const asked = useSearchValue('entry');
  const go = useNavigate();
  const memoryKey = `entry:${me.id}:${poolId}`;
  /** By pool: the entry of this visit. */
  const [shown, setShown] = useState<ReadonlyMap<string, string>>(new Map());
  const ofVisit = shown.get(poolId) ?? readItem(memoryKey, 'sessionStorage');
  const { entry, isKnown } = entryToOpen(entries, [asked, ofVisit, readItem(memoryKey)]);
  const entryId = entry?.id;
  useEffect(() => {
    if (entryId === undefined) return;
    if (!isKnown) writeItem(memoryKey, entryId);
    writeItem(memoryKey, entryId, 'sessionStorage');
    setShown((before) => (before.get(poolId) === entryId ? before : new Map(before).set(poolId, entryId)));
  }, [memoryKey, poolId, entryId, isKnown]);

  const value = useMemo<Entries>(
    () => ({
      entries,
      entry,
      choose: (chosen) => {
        writeItem(memoryKey, chosen);
        if (asked !== undefined) go(addressWithout('entry'), { replace: true });
        setShown((before) => new Map(before).set(poolId, chosen));
      },
    }),
    [entries, entry, memoryKey, asked, go, poolId],
  );
  return <EntryContext value={value}>{children}</EntryContext>;
}

export function useEntries(): Entries {
  const entries = use(EntryContext);
  if (entries === null) throw new Error('useEntries must be used within an EntryProvider');
  return entries;
}

/** The first of the wanted entries that is the person's; otherwise the first that lacks picks. @param wanted ids, the strongest first */
export function entryToOpen(
  entries: readonly OwnEntry[],
  wanted: readonly (string | null | undefined)[],
): { readonly entry: OwnEntry | null; readonly isKnown: boolean } {
  const [known] = wanted.flatMap((wantedId) => entries.filter(({ id }) => id === wantedId));
  return { entry: known ?? entryToFill(entries) ?? entries[0] ?? null, isKnown: known !== undefined };
}

/** The first entry with fewer picks than another, among those that are not eliminated. */
export function entryToFill(entries: readonly OwnEntry[]): OwnEntry | undefined {
  const playing = entries.filter(({ outWeekId }) => outWeekId === undefined);
  const counts = playing.map(pickCount);
  const most = Math.max(...counts);
  return playing.find((_, at) => (counts[at] ?? 0) < most);
}

/** A guess is no pick: not every week asks for one. */
function pickCount({ picks }: OwnEntry): number {
  return Object.values(picks).filter((pick) => pick.kind !== 'guess' && !isTakenBack(pick)).length;
}

/** The picks of an entry for a week. */
export interface EntryWeek {
  /** Picks of all weeks, by `slotKey`. */
  readonly picks: OwnEntry['picks'];
  /** In a survivor pool: the teams that cannot be chosen in the week, each with the week that uses it. */
  readonly used: Readonly<Record<string, string>> | undefined;
  /** In a survivor pool: the week in which the entry was eliminated. */
  readonly outWeekId: string | undefined;
  /** Whether it still chooses a team in the week, though it was eliminated, for a side table. */
  readonly hasSecondChance: boolean;
}

/** The chosen entry's picks for a week; empty if the person does not play. @param slot of the team, if the week has two */
export function useOwnWeek(poolId: string, weekId: string, slot: TeamSlot = weekId): UseQueryResult<EntryWeek> {
  const entryId = useEntries().entry?.id;
  const select = useCallback(
    (reply: OwnPicksReply) => entryWeek(entryId === undefined ? undefined : ownEntry(reply, entryId), weekId, slot),
    [entryId, weekId, slot],
  );
  return useQuery({ ...ownPicksQuery(poolId), select });
}

export function entryWeek(entry: OwnEntry | undefined, weekId: string, slot: TeamSlot = weekId): EntryWeek {
  return {
    picks: entry?.picks ?? {},
    used: entry?.used?.[slot],
    outWeekId: entry?.outWeekId,
    hasSecondChance: entry?.secondChance?.includes(weekId) ?? false,
  };
}

/** A choice between the viewer's entries; nothing if there is only one. */
export function EntrySwitch() {
  const { entries, entry, choose } = useEntries();
  const id = useId();
  if (entry === null || entries.length === 1) return null;
  return (
    <div className="no-print flex min-w-0 items-center gap-3 max-md:w-full">
      <label htmlFor={id} className="label text-ink-soft">
        Entry:
      </label>
      <select
        id={id}
        value={entry.id}
        onChange={({ target }) => choose(target.value)}
        className="panel min-h-11 min-w-0 flex-1 truncate px-3 font-display text-lg font-medium md:max-w-72"
      >
        {entries.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The name of the chosen entry if the person has several; otherwise null. */
export function useEntryName(): string | null {
  const { entries, entry } = useEntries();
  return entries.length > 1 ? (entry?.name ?? null) : null;
}

/** The name of the chosen entry, in a bar; nothing if there is only one. */
export function EntryName() {
  const name = useEntryName();
  if (name === null) return null;
  return <span className="block truncate font-sans text-xs leading-4 font-normal text-ink-soft">{name}</span>;
}
