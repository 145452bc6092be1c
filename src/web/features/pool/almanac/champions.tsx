import { useState } from 'react';
import type { AlmanacYear } from '#contract/almanac.ts';
import { championText } from '#core/almanac/words.ts';
import { formatDollars } from '#core/money.ts';
import { halvesOfPoints, pointsText } from '#core/scoring.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { SharePicture } from '#web/parts/picture/share-picture.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { Emoji } from '#web/ui/emoji.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useShortened } from './show-all.tsx';

interface ChampionsProps {
  /** The pool whose almanac it is. */
  readonly poolId: string;
  readonly years: readonly AlmanacYear[];
}

/** Who won each year. A tap opens its table. */
export function Champions({ poolId, years }: ChampionsProps) {
  const [opened, setOpened] = useState<AlmanacYear | null>(null);
  const { shown, button } = useShortened(years, 'years');
  return (
    <PanelSection title="Champions">
      <ul>
        {shown.map((year) => (
          <li key={keyOf(year)} className="striped-row rounded-lg">
            <Champion year={year} onOpen={() => setOpened(year)} />
          </li>
        ))}
      </ul>
      {button}
      {opened && <FinalTable poolId={poolId} year={opened} onClose={() => setOpened(null)} />}
    </PanelSection>
  );
}

/** A year may have several pools of one league. */
function keyOf({ year, pool }: AlmanacYear): string {
  return `${year} ${pool?.id ?? 'typed'}`;
}

function Champion({ year, onOpen }: { readonly year: AlmanacYear; readonly onOpen: () => void }) {
  const points = year.table[0]?.points ?? null;
  return (
    <button
      type="button"
      disabled={year.table.length === 0}
      onClick={onOpen}
      className="almanac-year relative flex min-h-13 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-lg py-1.5 pr-8 pl-2 text-left"
    >
      <span className="board led min-w-14 shrink-0 px-2 py-0.5 text-center text-lg">{year.year}</span>
      <span className="min-w-0 flex-[1_1_6.5rem]">
        <span className="block font-medium wrap-anywhere">
          {championText(year)}
          {year.isOver && (
            <Emoji title="Champion" className="ml-1.5 inline size-5 align-[-0.2em]">
              🏆
            </Emoji>
          )}
        </span>
        {(points !== null || year.pool === null) && (
          <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
            {points !== null && pointsText(halvesOfPoints(points))}
            {year.pool === null && <Badge tone="plain">typed</Badge>}
          </span>
        )}
      </span>
      {year.table.length > 0 && (
        <Icon name="chevronRight" className="no-print absolute right-2 size-4 text-ink-faint" />
      )}
    </button>
  );
}

interface FinalTableProps {
  readonly poolId: string;
  readonly year: AlmanacYear;
  readonly onClose: () => void;
}

/** The table of a year, in a dialog. */
function FinalTable({ poolId, year, onClose }: FinalTableProps) {
  const me = useMe();
  const { table, pool, isOver, weeks } = year;
  const poolName = usePool().pool?.name ?? '';
  const hasPoints = table.some(({ points }) => points !== null);
  const hasPrizes = table.some(({ prize }) => prize !== undefined);
  return (
    <Dialog
      title={isOver ? `Final table ${year.year}` : `${year.year} after ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`}
      tools={
        <span className="-my-1.5 flex items-center gap-1">
          {pool === null && <Badge tone="plain">typed</Badge>}
          <SharePicture
            make={({ yearPicture }) => yearPicture({ pool: poolName, year, viewer: me.id })}
            className="-mr-2.5 text-turf"
          />
        </span>
      }
      onClose={onClose}
    >
      <table className="almanac-table mb-4">
        <thead className="label text-ink-soft">
          <tr>
            <th scope="col">Place</th>
            <th scope="col" className="almanac-name">
              Name
            </th>
            {hasPoints && <th scope="col">Points</th>}
            {hasPrizes && <th scope="col">Prize</th>}
          </tr>
        </thead>
        <tbody>
          {table.map(({ place, name, person, points, prize }) => (
            <tr key={`${place} ${person} ${name}`} className={person === me.id ? 'own-row' : 'striped-row'}>
              <td className="font-display text-lg text-ink-soft">{place}</td>
              <th scope="row" className="almanac-name font-medium">
                {name}
              </th>
              {hasPoints && <td className="font-display text-lg text-amber">{points ?? '–'}</td>}
              {hasPrizes && <td>{prize === undefined ? '–' : formatDollars(prize)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <DialogFoot>
        <div className="grid auto-cols-fr grid-flow-col gap-3">
          {year.isOwn && pool !== null && pool.id !== poolId && <ToScoreboard poolId={pool.id} onClose={onClose} />}
          <Button tone="plain" onClick={onClose}>
            Close
          </Button>
        </div>
      </DialogFoot>
    </Dialog>
  );
}

/** Chooses the pool of that year, and opens its Scoreboard. */
function ToScoreboard({ poolId, onClose }: { readonly poolId: string; readonly onClose: () => void }) {
  const { pools, select } = usePool();
  const go = useNavigate();
  if (!pools.some(({ id }) => id === poolId)) return null;
  return (
    <Button
      onClick={() => {
        onClose();
        select(poolId);
        go('/scoreboard');
      }}
    >
      Open its Scoreboard
    </Button>
  );
}
