import type { ComponentType } from 'react';
import type { OwnEntry } from '#contract/entries.ts';
import type { StandingsReply } from '#contract/standings.ts';
import type { LiveWeek } from '#core/live-week.ts';
import { lazyPart } from '#web/lib/lazy.tsx';

export interface OwnNowProps {
  /** Null until it is loaded. */
  readonly week: LiveWeek | null;
  readonly rows: StandingsReply['rows'];
  /** The viewer's own. */
  readonly entries: readonly Pick<OwnEntry, 'id'>[];
}

const Lines = lazyPart<OwnNowProps>(
  async (): Promise<ComponentType<OwnNowProps>> => (await import('./own-now-lines.tsx')).OwnNowLines,
);

/** What the viewer has now, a line for each entry. The height of each line is reserved while it loads. */
export function OwnNow(props: OwnNowProps) {
  return (
    <div className="mt-3" style={{ minHeight: `calc(${props.entries.length} * 2.25rem)` }}>
      <Lines {...props} />
    </div>
  );
}
