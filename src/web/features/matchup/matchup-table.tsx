import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { MatchupRow } from '#contract/scores.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { MatchupSort } from '#core/standings.ts';
import type { Column } from './cells.ts';
import { useHelmetThumbs } from './helmet-thumbs.ts';
import { MatchupHead } from './matchup-head.tsx';
import { MatchupLine } from './matchup-line.tsx';
import './matchup.css';

/** Every line is this high, so that only those in view need to be in the page. */
const LINE_HEIGHT = 56;
const OVERSCAN = 3;

interface MatchupTableProps {
  readonly columns: readonly Column[];
  readonly games: readonly GameReply[];
  readonly rows: readonly MatchupRow[];
  /** The line of the person who looks, with the picks only he sees. */
  readonly own: MatchupRow | null;
  readonly withBus: boolean;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

export function MatchupTable({ columns, games, rows, own, withBus, sort, onSort }: MatchupTableProps) {
  const thumbs = useHelmetThumbs(columns);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
  });
  const lines = virtualizer.getVirtualItems();
  const above = lines[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (lines.at(-1)?.end ?? 0);

  return (
    <section
      ref={scroller}
      aria-label="Picks of all members"
      className="panel matchup max-h-[max(24rem,calc(100dvh-15rem))] overflow-auto overscroll-contain"
    >
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-separate border-spacing-0">
        <MatchupHead
          columns={columns}
          games={games}
          thumbs={thumbs}
          own={own}
          withBus={withBus}
          sort={sort}
          onSort={onSort}
        />
        <tbody>
          <Gap height={above} />
          {lines.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isOwn = row.id === own?.id;
            return (
              <MatchupLine
                key={row.id}
                row={isOwn && own ? own : row}
                place={index + 2}
                columns={columns}
                thumbs={thumbs}
                isOwn={isOwn}
                withBus={withBus}
              />
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
      {rows.length === 0 && <p className="p-6 text-center text-ink-soft">Nobody of that name is in this pool.</p>}
    </section>
  );
}

/** Holds the place of the lines that are out of view. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null;
}
