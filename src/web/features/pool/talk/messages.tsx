import { useMutation } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { MouseEvent, ReactNode } from 'react';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PoolPerson } from '#contract/members.ts';
import type { Message, Quote } from '#contract/talk.ts';
import { formatDay, formatTime, splitZone } from '#core/kickoff-text.ts';
import type { ReactionKind } from '#core/reactions.ts';
import { reactions as allReactions, reactionKinds, reactionText } from '#core/reactions.ts';
import { cleanMessage, mayDelete, mayEdit, messageError, messageParts, quoteText } from '#core/talk.ts';
import { MINUTE_MS } from '#core/time.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { PoolFace } from '#web/parts/face.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ScrollArea } from '#web/ui/scroll-area.tsx';
import { QuoteText } from './composer.tsx';

/** The estimated height of a row, in pixels, until it is measured. */
const LINE_HEIGHT = 52;
const OVERSCAN = 4;
/** The space under the latest message, in pixels. */
const END_PADDING = 12;
/** Closer than this to the end, in pixels, new rows scroll into view by themselves. */
const AT_END = 48;
/** The height of the text of a day, in pixels: with less in view, its separator can't be read. */
const DAY_HEIGHT = 24;
/** Older messages are requested this many rows before the first one. */
const OLDER_AHEAD = 12;

/** How long the message that a quote led to is marked, in ms. */
const FOUND_MS = 4000;

interface MessageListProps {
  readonly rows: readonly TalkRow[];
  readonly onOlder: () => void;
  /** Called with whether the latest message is in view. */
  readonly onEnd: (isAtEnd: boolean) => void;
  /** @param goTo scrolls to a loaded message and focuses it */
  readonly children: (row: TalkRow, before: TalkRow | undefined, goTo: (id: number) => void) => ReactNode;
}

/** The rows of the talk, latest last. At the end, it follows new rows; elsewhere, it keeps its position. */
export const MessageList = memo(function MessageList({ rows, onOlder, onEnd, children }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const latest = rows.findLast(isMessage)?.id ?? 0;
  /** The latest message when the end was left; null at the end. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isAtEnd = leftAt === null;
  // A new function would make all rows be measured again.
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
    // New rows render in the next frame, not within the scroll event.
    useFlushSync: false,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    paddingEnd: END_PADDING,
    // Only scrolling leaves the end: if a new row moves the list away from it, the list scrolls back at once.
    onChange: (instance) => {
      if (instance.isScrolling) setLeftAt(instance.isAtEnd(AT_END) ? null : (before) => before ?? latest);
    },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? Number.POSITIVE_INFINITY;
  const inView = virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + DAY_HEIGHT);
  const day = dayAbove(rows, inView?.index ?? 0);
  const [top] = rows;
  const hasOlder = top !== undefined && !isMessage(top) && top.kind === 'older';

  const [found, setFound] = useState<number | null>(null);
  const loaded = useRef(rows);
  useLayoutEffect(() => {
    loaded.current = rows;
  }, [rows]);
  // It stays the same function, so that rows which did not change are not rendered again.
  const goTo = useCallback(
    (id: number) => {
      const index = loaded.current.findIndex((row) => isMessage(row) && row.id === id);
      if (index < 0) return;
      virtualizer.scrollToIndex(index, { align: 'center' });
      setFound(id);
    },
    [virtualizer],
  );
  useEffect(() => {
    if (found === null) return;
    const timer = setTimeout(() => setFound(null), FOUND_MS);
    return () => clearTimeout(timer);
  }, [found]);
  const isFoundDrawn = found !== null && items.some(({ key }) => key === found);
  useEffect(() => {
    if (isFoundDrawn)
      scroller.current?.querySelector<HTMLElement>('.talk-found > article')?.focus({ preventScroll: true });
  }, [isFoundDrawn]);

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  useEffect(() => keepEnd(scroller.current), []);
  useEffect(() => onEnd(isAtEnd), [isAtEnd, onEnd]);
  useEffect(() => {
    if (hasOlder && first < OLDER_AHEAD && rows.length > 0) onOlder();
  }, [hasOlder, first, rows.length, onOlder]);

  return (
    <div className="relative flex min-h-0 flex-1">
      {day !== undefined && (
        <p aria-hidden="true" className="talk-day">
          {day}
        </p>
      )}
      <ScrollArea ref={scroller} role="log" aria-label="Messages" aria-live="off" className="talk-scroller">
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={`talk-line ${isPost(row) ? '' : 'talk-aside'} ${key === found ? 'talk-found' : ''}`}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {children(row, rows[index - 1], goTo)}
                </div>
              )
            );
          })}
        </div>
      </ScrollArea>
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

/** The day of a row whose separator is further up. */
function dayAbove(rows: readonly TalkRow[], index: number): string | undefined {
  for (let at = index; at >= 0; at -= 1) {
    const row = rows[at];
    if (row !== undefined && !isMessage(row) && row.kind === 'day') return at === index ? undefined : row.text;
  }
  return undefined;
}

/** Whether it is a message of a member; other rows are separators. */
function isPost(row: TalkRow): boolean {
  return isMessage(row) || row.kind === 'pending';
}

/** Keeps the latest message in view when a keyboard, or a box that grows, leaves less room. @returns a function that stops it */
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

interface MessageRowProps {
  readonly message: Message;
  /** Whether it belongs to the previous message's author and shows no name. */
  readonly isFollowing: boolean;
  readonly people: readonly PoolPerson[];
  readonly userId: string;
  /** Whether the person runs the pool. */
  readonly runsPool: boolean;
  /** Whether the person may write, and so may react and reply. */
  readonly canWrite: boolean;
  /** Whether the message that it replies to is loaded. */
  readonly isQuoteLoaded: boolean;
  readonly onChoose: (message: Message) => void;
  readonly onReact: (messageId: number, kind: ReactionKind, isOn: boolean) => void;
  readonly onQuote: (messageId: number) => void;
}

/** A message: author, time, what it replies to, text and reactions; for news no author. On touch screens a tap on it opens its actions. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isFollowing, people, userId, runsPool, canWrite, isQuoteLoaded, onChoose, onReact, onQuote } = props;
  const { id, at, by, text, edited, deleted, replyTo, reactions = [] } = message;
  const isOwn = by?.id === userId;
  const canChoose = text !== null && (canWrite || isOwn || runsPool);
  const isFirst = !isFollowing && by !== null;
  const { clock } = splitZone(formatTime(at));

  function tap({ target }: MouseEvent): void {
    const isControl = target instanceof Element && target.closest('a, button') !== null;
    if (isControl || !matchMedia('(pointer: coarse)').matches || getSelection()?.isCollapsed === false) return;
    onChoose(message);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for fingers alone; the button in the message does the same by keyboard
    <article
      aria-label={`${by === null ? 'News' : by.name}, ${clock}`}
      tabIndex={-1}
      onClick={canChoose ? tap : undefined}
      className={`talk-message ${isOwn ? 'talk-own' : ''} ${by === null ? 'talk-news' : ''} ${isFirst ? 'talk-first' : ''}`}
    >
      {isFirst && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <PoolFace userId={by.id} name={by.name} size="line" />
          <span className="min-w-0 truncate font-medium">{by.name}</span>
          {isOwn && <Badge tone="good">You</Badge>}
          <time dateTime={new Date(at).toISOString()} title={`${formatDay(at)}, ${clock}`} className="talk-time">
            {clock}
          </time>
        </p>
      )}
      <div className="flex items-start gap-2">
        <div className="min-w-0 max-w-[70ch] flex-1">
          {replyTo && text !== null && (
            <MessageQuote quote={replyTo} isLoaded={isQuoteLoaded} onQuote={() => onQuote(replyTo.id)} />
          )}
          {text === null ? (
            <p className="text-ink-faint">{deletedText(message)}</p>
          ) : (
            <MessageText text={text} people={people} userId={userId} />
          )}
          {edited !== undefined && deleted === undefined && <p className="talk-time">Edited</p>}
          {reactions.length > 0 && (
            <ul aria-label="Reactions" className="talk-reactions">
              {reactions.map((each) => (
                <li key={each.kind}>
                  <ReactionChip
                    {...each}
                    isOwn={each.by.includes(userId)}
                    canWrite={canWrite}
                    onPress={(isOn) => onReact(id, each.kind, isOn)}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
        {canChoose && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={by === null ? 'Actions for this news' : `Actions for the message of ${by.name}, ${clock}`}
            className="talk-more"
            onClick={() => onChoose(message)}
          >
            <span aria-hidden="true">⋯</span>
          </button>
        )}
      </div>
    </article>
  );
});

interface MessageQuoteProps {
  readonly quote: Quote;
  readonly isLoaded: boolean;
  readonly onQuote: () => void;
}

/** What a message replies to; a button that leads to it if it is loaded. */
function MessageQuote({ quote, isLoaded, onQuote }: MessageQuoteProps) {
  if (!isLoaded) {
    return (
      <p className="talk-quote">
        <QuoteText quote={quote} />
      </p>
    );
  }
  return (
    <button type="button" className="talk-quote" onClick={onQuote}>
      <span className="sr-only">Reply to </span>
      <QuoteText quote={quote} />
    </button>
  );
}

interface ReactionChipProps {
  readonly kind: ReactionKind;
  readonly by: readonly string[];
  readonly isOwn: boolean;
  readonly canWrite: boolean;
  /** @param isOn whether the person's reaction is set */
  readonly onPress: (isOn: boolean) => void;
}

/** A reaction with the number of people who have it. */
function ReactionChip({ kind, by, isOwn, canWrite, onPress }: ReactionChipProps) {
  return (
    <button
      type="button"
      aria-label={reactionText(kind, by.length)}
      aria-pressed={isOwn}
      disabled={!canWrite}
      className="talk-chip"
      onClick={() => onPress(!isOwn)}
    >
      <span aria-hidden="true">
        {allReactions[kind].emoji} {by.length}
      </span>
    </button>
  );
}

function deletedText({ by, deleted }: Message): string {
  if (deleted === 'commissioner') return 'A commissioner deleted this message.';
  return by === null ? 'This message was deleted.' : `${by.name} deleted this message.`;
}

interface MessageTextProps {
  readonly text: string;
  readonly people: readonly PoolPerson[];
  readonly userId: string;
}

/** Used for a message without an @, so that a pool's many members are not searched. */
const noPeople: readonly PoolPerson[] = [];

/** The text of a message, with web addresses as links and names of members marked. */
const MessageText = memo(function MessageText({ text, people, userId }: MessageTextProps) {
  const parts = useMemo(() => {
    let at = 0;
    return messageParts(text, text.includes('@') ? people : noPeople).map((part) => {
      at += part.text.length;
      return { ...part, at };
    });
  }, [text, people]);
  return (
    <p className="talk-text">
      {parts.map((part) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'mention') {
          return (
            <span key={part.at} className={part.id === userId ? 'talk-mention talk-mention-own' : 'talk-mention'}>
              {part.text}
            </span>
          );
        }
        return (
          <a key={part.at} href={part.text} rel="nofollow noopener" target="_blank" className="text-turf underline">
            {part.text}
          </a>
        );
      })}
    </p>
  );
});

interface MessageDialogProps {
  readonly poolId: string;
  readonly message: Message;
  readonly userId: string;
  readonly runsPool: boolean;
  readonly canWrite: boolean;
  /** Its author; undefined if they left the pool. */
  readonly author: PoolPerson | undefined;
  readonly onChange: (change: Partial<Message>) => void;
  readonly onReact: (messageId: number, kind: ReactionKind, isOn: boolean) => void;
  readonly onReply: (quote: Quote) => void;
  readonly onClose: () => void;
}

/** The actions on a message: react, reply, edit, delete, mute its author. The dialog stays open if an action is refused. */
export function MessageDialog(props: MessageDialogProps) {
  const { poolId, message, userId, runsPool, canWrite, author, onChange, onReact, onReply, onClose } = props;
  const { id } = message;
  const [text, setText] = useState(message.text ?? '');
  const [step, setStep] = useState<'choose' | 'edit' | 'delete'>('choose');
  const poolsChanged = usePoolsChanged();
  const canEdit = useClock((now) => mayEdit(postOf(message), userId, now)) && canWrite;
  const params = { poolId, messageId: String(id) };
  const isOwn = message.by?.id === userId;

  const editing = useMutation({
    mutationFn: () => call('PATCH /api/pools/:poolId/talk/:messageId', { params, body: { text: cleanMessage(text) } }),
    onSuccess: (changed) => {
      onChange(changed);
      onClose();
    },
    onError: (error) => console.error('Error editing a message', error),
  });
  const deleting = useMutation({
    mutationFn: () => call('DELETE /api/pools/:poolId/talk/:messageId', { params }),
    onSuccess: () => {
      onChange({ text: null, deleted: isOwn ? 'author' : 'commissioner', reactions: undefined });
      onClose();
    },
    onError: (error) => console.error('Error deleting a message', error),
  });
  const muting = useMutation({
    mutationFn: async (person: PoolPerson) => {
      const ofMember = { poolId, userId: person.id };
      const body = { muted: person.isMuted !== true };
      await call('PUT /api/pools/:poolId/talk/muted/:userId', { params: ofMember, body });
      await poolsChanged();
    },
    onSuccess: onClose,
    onError: (error) => console.error('Error muting a member', error),
  });
  const failed = [editing, deleting, muting].find(({ isError }) => isError);
  const isPending = editing.isPending || deleting.isPending || muting.isPending;

  return (
    <Dialog title={step === 'delete' ? 'Delete this message?' : (message.by?.name ?? 'News')} onClose={onClose}>
      <Refusal text={failed ? failureText(failed.error) : null} />
      {step === 'edit' ? (
        <TextArea label="Your message" value={text} onChange={(event) => setText(event.target.value)} error={null} />
      ) : (
        <p className="mb-4 line-clamp-6 break-words whitespace-pre-wrap">{message.text}</p>
      )}
      {step === 'delete' && (
        <p className="mb-4 text-ink-soft">Its words are gone for good. A line says that it was deleted.</p>
      )}
      {step === 'choose' && canWrite && (
        <ReactionButtons
          message={message}
          userId={userId}
          onPress={(kind, isOn) => {
            onReact(id, kind, isOn);
            onClose();
          }}
        />
      )}
      <div className="grid gap-3">
        {step === 'choose' && canWrite && (
          <Button
            onClick={() => {
              onReply({ id, by: message.by, text: quoteText(message.text) });
              onClose();
            }}
          >
            Reply
          </Button>
        )}
        {step === 'choose' && canEdit && (
          <Button tone="plain" onClick={() => setStep('edit')}>
            Edit
          </Button>
        )}
        {step === 'edit' && (
          <Button
            disabled={!canEdit || messageError(cleanMessage(text)) !== null || cleanMessage(text) === message.text}
            isPaused={isPending}
            onClick={() => editing.mutate()}
          >
            Save
          </Button>
        )}
        {step === 'choose' && runsPool && author?.plays && !isOwn && (
          <Button tone="plain" isPaused={isPending} onClick={() => muting.mutate(author)}>
            {author.isMuted ? `Let ${author.name} post again` : `Mute ${author.name}`}
          </Button>
        )}
        {step !== 'edit' && mayDelete(postOf(message), userId, runsPool) && (
          <Button
            tone="plain"
            className="text-red!"
            isPaused={isPending}
            onClick={() => (step === 'delete' ? deleting.mutate() : setStep('delete'))}
          >
            Delete
          </Button>
        )}
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

interface ReactionButtonsProps {
  readonly message: Message;
  readonly userId: string;
  /** @param isOn whether the person's reaction is set */
  readonly onPress: (kind: ReactionKind, isOn: boolean) => void;
}

/** A button for each reaction; the person's own ones are pressed. */
function ReactionButtons({ message: { reactions = [] }, userId, onPress }: ReactionButtonsProps) {
  return (
    <fieldset className="mb-4 flex justify-between gap-2">
      <legend className="sr-only">React</legend>
      {reactionKinds.map((kind) => {
        const isOwn = reactions.some((each) => each.kind === kind && each.by.includes(userId));
        return (
          <button
            key={kind}
            type="button"
            aria-label={allReactions[kind].name}
            aria-pressed={isOwn}
            className="talk-react"
            onClick={() => onPress(kind, !isOwn)}
          >
            <span aria-hidden="true">{allReactions[kind].emoji}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

function postOf({ by, at, deleted }: Message) {
  return { by, at, ...(deleted !== undefined && { deleted }) };
}

/** A message that is being sent. */
export interface PendingMessage {
  readonly key: string;
  /** As the server will store it. */
  readonly text: string;
  /** The id of the latest message when it was sent. */
  readonly after: number;
}

/** A row that is not a stored message. */
export type OtherRow =
  | { readonly kind: 'older' | 'start' | 'unread'; readonly key: string }
  | { readonly kind: 'day' | 'pending'; readonly key: string; readonly text: string };

/** A row of the talk. Messages are used as they are: creating thousands of objects for each new message would be slow. */
export type TalkRow = Message | OtherRow;

export function isMessage(row: TalkRow): row is Message {
  return 'id' in row;
}

function keyOfRow(row: TalkRow): string | number {
  return isMessage(row) ? row.id : row.key;
}

/** Messages of one person within this time, in ms, share one name. */
const FOLLOWING_MS = 5 * MINUTE_MS;

interface Talk {
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
  readonly pending: readonly PendingMessage[];
  readonly userId: string;
  /** The id of the last message that had been read when the page was opened; null if that is not recorded. */
  readonly readUntil: number | null;
}

/** The rows of a talk, latest last: with a row for each day, and one before the unread messages. */
export function talkRows({ messages, hasOlder, pending, userId, readUntil }: Talk): TalkRow[] {
  const rows: TalkRow[] = [{ kind: hasOlder ? 'older' : 'start', key: 'top' }];
  const isNew = ({ id, by }: Message) => readUntil !== null && id > readUntil && by?.id !== userId;
  const firstNew = readUntil === null || readUntil === 0 ? undefined : messages.find(isNew);
  let [day, dayEnds] = [Number.NaN, Number.NEGATIVE_INFINITY];
  for (const message of messages) {
    const { id, at } = message;
    if (!(at >= day && at < dayEnds)) {
      [day, dayEnds] = dayOf(at);
      rows.push({ kind: 'day', key: `day ${id}`, text: formatDay(at) });
    }
    if (message === firstNew) rows.push({ kind: 'unread', key: 'unread' });
    rows.push(message);
  }
  for (const each of pending) rows.push({ kind: 'pending', key: each.key, text: each.text });
  return rows;
}

/** The pending messages, without those that have arrived. */
export function stillPending(
  pending: readonly PendingMessage[],
  messages: readonly Message[],
  userId: string,
): PendingMessage[] {
  return pending.filter(({ text, after }) => {
    for (let at = messages.length - 1; at >= 0; at -= 1) {
      const message = messages[at];
      if (message === undefined || message.id <= after) return true;
      if (message.by?.id === userId && message.text === text) return false;
    }
    return true;
  });
}

/** Whether a message is shown under the name of the previous one. */
export function follows({ at, by }: Message, before: TalkRow | undefined): boolean {
  if (by === null || before === undefined || !isMessage(before)) return false;
  return before.by?.id === by.id && before.text !== null && at - before.at < FOLLOWING_MS;
}

/** The start and the end of a time's day on this device, in ms. */
function dayOf(at: number): [number, number] {
  const date = new Date(at);
  date.setHours(0, 0, 0, 0);
  const begins = date.getTime();
  date.setDate(date.getDate() + 1);
  return [begins, date.getTime()];
}
