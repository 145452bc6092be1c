import { useRef } from 'react';
import type { MatchupRow } from '#contract/standings.ts';
import type { MatchupSort } from '#core/standings.ts';
import { Why } from '#web/parts/why/why.tsx';
import type { Column } from './cells.ts';
import type { ConfidenceWeek } from './confidence.ts';
import { useHelmetThumbs } from './helmet-thumbs.ts';
import { Gap, useLines } from './lines.tsx';
import { MatchupHead } from './matchup-head.tsx';
import { MatchupLine } from './matchup-line.tsx';
import { questionAt } from './why-at.ts';
import './matchup.css';
import './matchup-print.css';

interface MatchupTableProps {
  readonly columns: readonly Column[];
  readonly poolId: string;
  readonly weekId: string;
  readonly rows: readonly MatchupRow[];
  /** By id, the rows of the own entries with the picks that only their owner sees. */
  readonly own: ReadonlyMap<string, MatchupRow>;
  /** The own entry whose row is pinned; none for somebody who does not play. */
  readonly chosenId: string | undefined;
  /** The values of the week, where the pool has them. */
  readonly confidence: ConfidenceWeek | null;
  /** Who won the week, once it is finished. */
  readonly winners: ReadonlySet<string>;
  readonly withBus: boolean;
  /** Opens the picks of an entry, for admins. */
  readonly onName: ((row: MatchupRow) => void) | undefined;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

export function MatchupTable(props: MatchupTableProps) {
  const { columns, poolId, weekId, rows, own, chosenId, confidence, winners, withBus, onName, sort, onSort } = props;
  const chosen = own.get(chosenId ?? '') ?? null;
  const thumbs = useHelmetThumbs(columns);
  const scroller = useRef<HTMLElement>(null);
  const { above, below, lines } = useLines(rows, scroller);

  return (
    <section
      ref={scroller}
      aria-label="Picks of all members"
      className="panel matchup relative overflow-auto overscroll-contain"
    >
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-separate border-spacing-0">
        <MatchupHead
          columns={columns}
          poolId={poolId}
          weekId={weekId}
          thumbs={thumbs}
          own={chosen}
          confidence={confidence}
          won={chosen !== null && winners.has(chosen.id)}
          withBus={withBus}
          sort={sort}
          onSort={onSort}
        />
        <tbody>
          <Gap height={above} />
          {lines.map(({ row, place }) => (
            <MatchupLine
              key={row.id}
              row={own.get(row.id) ?? row}
              place={place}
              columns={columns}
              thumbs={thumbs}
              confidence={confidence}
              sort={sort.column}
              isOwn={own.has(row.id)}
              won={winners.has(row.id)}
              withBus={withBus}
              onName={onName}
            />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
      <Why
        poolId={poolId}
        usual={weekId}
        area={scroller}
        questionAt={(target) => questionAt(target, columns, weekId)}
      />
      {rows.length === 0 && <p className="p-6 text-center text-ink-soft">Nobody by that name in this pool.</p>}
    </section>
  );
}
