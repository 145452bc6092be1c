import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { TalkRow } from './talk-rows.ts';

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
  /** The id of the latest message of others. */
  readonly latest: number;
  readonly onOlder: () => void;
  /** Tells whether the latest message is in view. */
  readonly onEnd: (isAtEnd: boolean) => void;
  readonly children: (row: TalkRow) => ReactNode;
}

/** The lines of the talk, the latest last. It stays at its end while it is there, and where it is while it is not. */
export function MessageList({ rows, latest, onOlder, onEnd, children }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [seen, setSeen] = useState(latest);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
    // New lines are drawn with the next frame, not within the event that scrolls.
    useFlushSync: false,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    paddingEnd: END_PADDING,
    onChange: (instance) => setAtEnd(instance.isAtEnd(AT_END)),
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? Number.POSITIVE_INFINITY;
  const hasOlder = rows[0]?.kind === 'older';
  if (isAtEnd && seen !== latest) setSeen(latest);

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  useEffect(() => keepEnd(scroller.current), []);
  useEffect(() => onEnd(isAtEnd), [isAtEnd, onEnd]);
  useEffect(() => {
    if (hasOlder && first < OLDER_AHEAD && rows.length > 0) onOlder();
  }, [hasOlder, first, rows.length, onOlder]);

  return (
    <div className="relative flex min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keys. */}
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
                  className="talk-line"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {children(row)}
                </div>
              )
            );
          })}
        </div>
      </div>
      {!isAtEnd && seen !== latest && (
        <div className="talk-jump">
          <Button tone="plain" onClick={() => virtualizer.scrollToEnd()}>
            <Icon name="arrowDown" />
            New messages
          </Button>
        </div>
      )}
    </div>
  );
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
