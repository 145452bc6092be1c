import { useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { Column } from './cells.ts';

/** How many games the table has scrolled past, with a button that scrolls back to them. */
export function EarlierGames({ columns }: { readonly columns: readonly Pick<Column, 'results'>[] }) {
  const place = useRef<HTMLSpanElement>(null);
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const table = place.current?.closest<HTMLElement>('.matchup');
    if (!table) return;
    const leaving = new AbortController();
    const count = () => {
      const width = table.querySelector<HTMLElement>('.game-column')?.offsetWidth;
      setPassed(width ? Math.round(table.scrollLeft / width) : 0);
    };
    count();
    table.addEventListener('scroll', count, { signal: leaving.signal, passive: true });
    return () => leaving.abort();
  }, []);
  /** The button is gone then, so the focus moves to the first game. */
  const goBack = () => {
    const table = place.current?.closest<HTMLElement>('.matchup');
    // A smooth scroll would end early, because the button goes before it is over.
    table?.scrollTo({ left: 0, behavior: 'instant' });
    table?.querySelector<HTMLElement>('button.game-head')?.focus({ preventScroll: true });
  };
  const areOver = columns.slice(0, passed).every(({ results }) => results.home !== 'pending');
  return (
    <span ref={place} className="no-print block">
      {passed > 0 && (
        <button
          type="button"
          title="Scroll back"
          onClick={goBack}
          className="-ml-1 flex min-h-6 -scroll-ml-32 items-center text-sm leading-4 text-led"
        >
          <Icon name="chevronLeft" className="size-4" />
          {passed} {areOver ? 'finished' : passed === 1 ? 'game' : 'games'}
        </button>
      )}
    </span>
  );
}
