import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { TalkRow } from './talk-rows.ts';
import { isMessage, keyOfRow } from './talk-rows.ts';

/** A guess of the height of a line, in pixels, until it is measured. */
const LINE_HEIGHT = 52;
const OVERSCAN = 4;
/** Room under the latest message, in pixels. */
const END_PADDING = 12;
/** So close to the end, in pixels, new lines move up by themselves. */
const AT_END = 48;
/** So many lines before the first one, older messages are asked for. */
const OLDER_AHEAD = 12;

interface MessageListProps {
  readonly rows: readonly TalkRow[];
  readonly onOlder: () => void;
  /** Tells whether the latest message is in view. */
  readonly onEnd: (isAtEnd: boolean) => void;
  readonly children: (row: TalkRow, before: TalkRow | undefined) => ReactNode;
}

/** The lines of the talk, the latest last. It stays at its end while it is there, and where it is while it is not. */
export const MessageList = memo(function MessageList({ rows, onOlder, onEnd, children }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const latest = rows.findLast(isMessage)?.id ?? 0;
  /** The latest message when the end was left; null at the end. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isAtEnd = leftAt === null;
  // Another function would have all lines looked at again.
  const keyOf = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : keyOfRow(row);
    },
    [rows],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
    // New lines are drawn with the next frame, not within the event that scrolls.
    useFlushSync: false,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    paddingEnd: END_PADDING,
    // Only scrolling leaves the end: what a new line moves away from it is brought back at once.
    onChange: (instance) => {
      if (instance.isScrolling) setLeftAt(instance.isAtEnd(AT_END) ? null : (before) => before ?? latest);
    },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? Number.POSITIVE_INFINITY;
  const [top] = rows;
  const hasOlder = top !== undefined && !isMessage(top) && top.kind === 'older';

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  useEffect(() => keepEnd(scroller.current), []);
  useEffect(() => onEnd(isAtEnd), [isAtEnd, onEnd]);
  useEffect(() => {
    if (hasOlder && first < OLDER_AHEAD && rows.length > 0) onOlder();
  }, [hasOlder, first, rows.length, onOlder]);

  return (
    <div className="relative flex min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, or nobody scrolls it with the keys (WCAG 2.1.1). */}
      <div ref={scroller} role="log" aria-label="Messages" aria-live="off" tabIndex={0} className="talk-scroller">
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={isSaid(row) ? 'talk-line' : 'talk-line talk-aside'}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {children(row, rows[index - 1])}
                </div>
              )
            );
          })}
        </div>
      </div>
      {!isAtEnd && leftAt !== latest && (
        <div className="talk-jump">
          <Button tone="plain" onClick={() => virtualizer.scrollToEnd()}>
            <Icon name="arrowDown" />
            New messages
          </Button>
        </div>
      )}
    </div>
  );
});

/** Whether somebody said it; else it stands between messages. */
function isSaid(row: TalkRow): boolean {
  return isMessage(row) || row.kind === 'pending';
}

/** Keeps the latest message in view where a keyboard, or a box that grows, leaves less room. @returns what ends it */
function keepEnd(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  let height = list.clientHeight;
  const observer = new ResizeObserver(() => {
    if (list.scrollHeight - height - list.scrollTop <= AT_END) list.scrollTop = list.scrollHeight;
    height = list.clientHeight;
  });
  observer.observe(list);
  return () => observer.disconnect();
}
