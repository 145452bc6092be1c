import type { MatchupSort } from '#core/standings.ts';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { Emoji } from '#web/ui/emoji.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { columnNames } from './column-names.ts';

interface MatchupToolsProps {
  /** How many entries there are, and whether any member has more than one. */
  readonly entries: number;
  readonly hasSeveral: boolean;
  readonly found: number;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

/** Find a member, and the sorts for those who see only part of the table. */
export function MatchupTools({ entries, hasSeveral, found, search, onSearch, sort, onSort }: MatchupToolsProps) {
  const all = `${entries} ${hasSeveral ? 'entries' : entries === 1 ? 'member' : 'members'}`;
  return (
    <div className="matchup-tools mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="relative block max-md:flex-1">
        <span className="sr-only">Find a member</span>
        <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-ink-faint" />
        <input
          type="search"
          value={search}
          placeholder="Find a member"
          onChange={(event) => onSearch(event.target.value)}
          className="panel h-11 w-full pr-3 pl-10 md:w-64"
        />
      </label>
      <fieldset aria-label="Sort by" className="flex gap-1.5 md:hidden">
        {(['week', 'overall'] as const).map((column) => (
          <button
            key={column}
            type="button"
            aria-pressed={sort.column === column}
            onClick={() => onSort(column)}
            className="panel flex h-11 items-center gap-1 px-3 font-display font-medium text-ink-soft aria-pressed:text-amber"
          >
            {columnNames[column]}
            {sort.column === column && (
              <Icon name={sort.direction === 'descending' ? 'arrowDown' : 'arrowUp'} className="size-4" />
            )}
          </button>
        ))}
      </fieldset>
      <p role="status" className="text-sm text-ink-faint max-md:sr-only">
        {found === entries ? all : `${found} of ${all}`}
      </p>
    </div>
  );
}

interface LegendProps {
  /** Whether a game runs. */
  readonly live: boolean;
  /** Whether a pick is half right. */
  readonly withHalves: boolean;
  /** Whether games have values. */
  readonly withValues: boolean;
  /** Whether picks may be marked as best bet. */
  readonly withBestBets: boolean;
  /** Whether the pool counts missed games. */
  readonly withAuto: boolean;
  readonly withBus: boolean;
}

/** What the marks in the table mean. */
export function Legend({ live, withHalves, withValues, withBestBets, withAuto, withBus }: LegendProps) {
  return (
    <ul aria-label="Legend" className="matchup-legend mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      <li>
        <span className="font-display font-medium text-ink">Helmet</span> the side picked
      </li>
      <li className="flex items-center gap-1">
        <PickMark result="correct" /> right
      </li>
      <li className="flex items-center gap-1">
        <PickMark result="incorrect" /> wrong
      </li>
      {withHalves && (
        <li className="flex items-center gap-1">
          <PickMark result="split" /> half right
        </li>
      )}
      <li className="flex items-center gap-1">
        <PickMark result="pending" /> open
      </li>
      {live && (
        <li className="flex items-center gap-1.5">
          <span className="leading-sample" aria-hidden="true" /> winning right now
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span className="sealed">In</span> made, sealed until the game locks
      </li>
      <li className="flex items-center gap-1.5">
        <span className="text-ink-faint">–</span> no pick
      </li>
      {withValues && (
        <>
          <li className="flex items-center gap-1.5">
            <span className="value">12</span> what it is worth
          </li>
          <li>
            <span className="possible">
              <span className="md:hidden">≤98, </span>max 98
            </span>{' '}
            the most still possible this week
          </li>
        </>
      )}
      {withBestBets && (
        <li className="flex items-center gap-1.5">
          <span className="best-bet">×2</span> best bet, counts double
        </li>
      )}
      {withAuto && (
        <li className="flex items-center gap-1.5">
          <span className="auto-mark">auto</span> not picked, counts by the pool's rules
        </li>
      )}
      {live && (
        <li>
          <span className="font-display font-medium text-turf">
            <span className="md:hidden">→7, </span>now 7
          </span>{' '}
          provisional, if running games ended now
        </li>
      )}
      {withBus && (
        <li className="flex items-center gap-1">
          <Emoji className="size-4">🚌</Emoji> entered for the player
        </li>
      )}
    </ul>
  );
}
