import { useLayoutEffect, useMemo, useRef } from 'react';
import { weekName, weekShortName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import type { LiveScore } from '#web/parts/survivor/live-score.ts';
import { winOf } from '#web/parts/survivor/win.ts';
import { Why } from '#web/parts/why/why.tsx';
import { useHelmetThumbs } from './helmet-thumbs.ts';
import { Gap, useLines } from './lines.tsx';
import type { SurvivorRow } from './survivor-cells.ts';
import { SurvivorLine } from './survivor-line.tsx';
import { seasonAt } from './why-at.ts';
import './matchup.css';
import './matchup-print.css';
import './survivor-table.css';

/** A column is in sight where there is room for itself, and for those of the lives and the wins, which may lie over it. */
const COLUMNS_AT_THE_END = 3;

interface SurvivorTableProps {
  readonly poolId: string;
  readonly weeks: readonly string[];
  readonly activeWeekId: string | null;
  /** What everyone began with. */
  readonly lives: number;
  readonly rows: readonly SurvivorRow[];
  /** The chosen own entry; none for somebody who does not play. */
  readonly chosenId: string | undefined;
  /** Who has won the pool. */
  readonly winners: string[];
  /** The teams that are ahead in running games of the active week. */
  readonly live: ReadonlyMap<string, LiveScore>;
}

/** The board itself; it opens at the active week. */
export function SurvivorTable(props: SurvivorTableProps) {
  const { poolId, weeks, activeWeekId, lives, rows, chosenId, winners, live } = props;
  const me = useMe();
  const shown = useMemo(
    () => [...new Set(rows.flatMap(({ survival }) => survival.weeks.flatMap(({ team = [] }) => team)))],
    [rows],
  );
  const thumbs = useHelmetThumbs(shown.map((team) => ({ home: team, away: team })));
  const scroller = useRef<HTMLElement>(null);
  const { above, below, lines } = useLines(rows, scroller);
  useLayoutEffect(() => {
    const active = activeWeekId === null ? null : scroller.current?.querySelector<HTMLElement>('[aria-current]');
    const names = scroller.current?.querySelector<HTMLElement>('.name-column');
    if (!active || !names || !scroller.current) return;
    const isInSight = active.offsetLeft + COLUMNS_AT_THE_END * active.offsetWidth < scroller.current.clientWidth;
    if (isInSight) return;
    // The week before stays in sight, too.
    scroller.current.scrollLeft = active.offsetLeft - names.offsetWidth - active.offsetWidth;
  }, [activeWeekId]);
  return (
    <section
      ref={scroller}
      aria-label="Teams of all members"
      className="panel matchup survivor relative overflow-auto overscroll-contain"
    >
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="name-column text-left">
              Member
            </th>
            {weeks.map((weekId) => (
              <th
                key={weekId}
                scope="col"
                title={weekName(weekId)}
                aria-current={weekId === activeWeekId ? 'true' : undefined}
                className="game-column"
              >
                {weekShortName(weekId)}
              </th>
            ))}
            <th scope="col" className="score-column">
              Lives
            </th>
            <th scope="col" className="score-column">
              Wins
            </th>
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {lines.map(({ row, place }) => (
            <SurvivorLine
              key={row.id}
              row={row}
              place={place}
              weeks={weeks}
              activeWeekId={activeWeekId}
              lives={lives}
              thumbs={thumbs}
              isOwn={row.ownerId === me.id}
              isChosen={row.id === chosenId}
              win={winOf({ survivors: winners }, row.id)}
              live={live}
            />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
      <Why poolId={poolId} usual={null} area={scroller} questionAt={seasonAt} />
      {rows.length === 0 && <p className="p-6 text-center text-ink-soft">Nobody by that name.</p>}
    </section>
  );
}
