import { useMemo, useRef } from 'react';
import type { StandingsReply } from '#contract/standings.ts';
import type { SeasonNow } from '#core/live-season.ts';
import { seasonNow } from '#core/live-season.ts';
import type { WeekNow } from '#core/live-week.ts';
import { weekNow } from '#core/live-week.ts';
import { formatPoints } from '#core/scoring.ts';
import { Moved, NowMark } from '#web/parts/now/now-mark.tsx';
import type { Live } from '#web/parts/now/use-now.ts';

/** The live numbers of the Scoreboard, while a week is played. */
export interface NowColumn {
  readonly weekId: string;
  readonly week: WeekNow;
  readonly season: SeasonNow;
}

/** The live numbers of a pool beside its standings; null while nothing is played, and until it is loaded. */
export function useNowColumn({ weekId, week }: Live, standings: StandingsReply): NowColumn | null {
  const last = useRef<NowColumn | null>(null);
  return useMemo(() => {
    if (weekId === null || week === null || !standings.weeks.includes(weekId)) return null;
    const next = { weekId, week: weekNow(week), season: seasonNow(weekId, week, standings) };
    // A game's clock changes no number: the rows stay as they are.
    if (last.current === null || !isSame(last.current, next)) last.current = next;
    return last.current;
  }, [weekId, week, standings]);
}

function isSame(a: NowColumn, b: NowColumn): boolean {
  const isSameMap = <V extends object>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>) =>
    one.size === other.size &&
    [...one].every(([id, value]) => {
      const otherValue = other.get(id);
      return otherValue !== undefined && JSON.stringify(value) === JSON.stringify(otherValue);
    });
  return a.weekId === b.weekId && isSameMap(a.week.numbers, b.week.numbers) && isSameMap(a.season, b.season);
}

interface NowProps {
  /** Null while nothing is played, and until it is loaded. */
  readonly now: NowColumn | null;
  readonly entryId: string;
}

/** An entry's total now, and the places it has moved since the week began. */
export function TotalNow({ now, entryId }: NowProps) {
  const season = now?.season.get(entryId);
  if (season === undefined) return null;
  return (
    <NowMark>
      {formatPoints(season.halves)} <Moved places={season.moved} />
    </NowMark>
  );
}

/** An entry's points now in the week that is being played; nothing in other weeks. */
export function WeekCellNow({ now, entryId, week }: NowProps & { readonly week: string }) {
  const number = now?.weekId === week ? now.week.numbers.get(entryId) : undefined;
  return number && <NowMark>{formatPoints(number.halves)}</NowMark>;
}
