import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { PoolPerson } from '#contract/members.ts';
import type { Message, TalkReply } from '#contract/talk.ts';
import { admits } from '#core/permissions.ts';
import type { ReactionKind } from '#core/reactions.ts';
import { membersQuery } from '#web/features/pool/members/members-query.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { call, failureText } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { poolsQuery } from '#web/parts/queries.ts';
import { useRequester } from '#web/parts/requester.ts';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Composer } from './composer.tsx';
import { currentQuote, talkQuery, useHistory } from './history.ts';
import type { OtherRow, TalkRow } from './messages.tsx';
import { follows, isMessage, MessageDialog, MessageList, MessageRow, stillPending, talkRows } from './messages.tsx';
import { useOutbox } from './outbox.ts';
import { TalkOff } from './talk-off.tsx';
import './talk.css';

/** The messages of the members of the pool. */
export function TalkSection({ pool: { id } }: SectionProps) {
  const talk = useQuery(talkQuery(id));
  const runsPool = admits('commissioner', useRequester());
  return (
    <Loaded query={talk} failure="Couldn't load the talk" skeleton={<Skeleton className="h-144" />}>
      {(reply) =>
        reply.isOn ? (
          <Talk key={id} poolId={id} reply={reply} runsPool={runsPool} />
        ) : (
          <TalkOff poolId={id} runsPool={runsPool} />
        )
      }
    </Loaded>
  );
}

const noPeople: readonly PoolPerson[] = [];

interface TalkProps {
  readonly poolId: string;
  readonly reply: TalkReply;
  readonly runsPool: boolean;
}

function Talk({ poolId, reply, runsPool }: TalkProps) {
  const { id: userId } = useMe();
  const { pool } = usePool();
  const people = useQuery(membersQuery(poolId)).data?.people ?? noPeople;
  const history = useHistory(poolId, reply);
  const outbox = useOutbox({ poolId, userId, onSent: history.add });
  const [chosen, setChosen] = useState<Message | null>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const readUntil = pool?.readUntil ?? null;
  const [openedAt] = useState(readUntil);
  const { messages, hasOlder, change } = history;
  const canWrite = pool?.isMuted !== true;
  const first = messages[0]?.id ?? 0;
  const latest = messages.at(-1)?.id ?? 0;
  useRead({ poolId, readUntil, latest, isAtEnd });

  const { pending, refuse } = outbox;
  const onOlder = history.hasFailed ? doNothing : history.loadOlder;
  const list = useMemo(() => {
    const left = stillPending(pending, messages, userId);
    return { rows: talkRows({ messages, hasOlder, pending: left, userId, readUntil: openedAt }), onOlder };
  }, [messages, hasOlder, pending, userId, openedAt, onOlder]);
  // Rows are created in one task and rendered in the next: together they take longer than a frame.
  const drawn = useDeferredValue(list);
  const react = useCallback(
    async (messageId: number, kind: ReactionKind, isOn: boolean) => {
      const params = { poolId, messageId: String(messageId) };
      refuse(null);
      try {
        const changed = await call('PUT /api/pools/:poolId/talk/:messageId/reactions', {
          params,
          body: { kind, isOn },
        });
        change(messageId, { reactions: changed.reactions });
      } catch (error) {
        console.error('Error reacting to a message', error);
        refuse(failureText(error));
      }
    },
    [poolId, change, refuse],
  );
  const show = useCallback(
    (row: TalkRow, before: TalkRow | undefined, goTo: (id: number) => void) =>
      isMessage(row) ? (
        <MessageRow
          message={row}
          isFollowing={follows(row, before)}
          people={people}
          userId={userId}
          runsPool={runsPool}
          canWrite={canWrite}
          isQuoteLoaded={(row.replyTo?.id ?? 0) >= first}
          onChoose={setChosen}
          onReact={react}
          onQuote={goTo}
        />
      ) : (
        <Line row={row} hasFailed={history.hasFailed} onOlder={history.loadOlder} />
      ),
    [people, userId, runsPool, canWrite, first, react, history.hasFailed, history.loadOlder],
  );

  return (
    <section aria-label="Talk" className="panel talk">
      <MessageList rows={drawn.rows} onOlder={drawn.onOlder} onEnd={setAtEnd}>
        {show}
      </MessageList>
      <NewMessageAnnouncer message={messages.at(-1)} userId={userId} />
      {pool?.isMuted ? (
        <p className="talk-composer text-ink-soft">A commissioner muted you. You can read along.</p>
      ) : (
        <Composer
          text={outbox.draft.text}
          replyTo={currentQuote(outbox.draft.replyTo, messages)}
          people={people}
          refusal={outbox.refusal}
          onText={outbox.type}
          onSend={() => outbox.send(latest)}
          onNoReply={() => outbox.quote(null)}
        />
      )}
      {chosen && (
        <MessageDialog
          poolId={poolId}
          message={chosen}
          userId={userId}
          runsPool={runsPool}
          canWrite={canWrite}
          author={people.find(({ id }) => id === chosen.by?.id)}
          onChange={(some) => change(chosen.id, some)}
          onReact={react}
          onReply={outbox.quote}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}

/** After a failure, older messages are requested again only by hand. */
function doNothing(): void {}

interface LineProps {
  readonly row: OtherRow;
  readonly hasFailed: boolean;
  readonly onOlder: () => void;
}

/** A row between messages, or a pending message. */
function Line({ row, hasFailed, onOlder }: LineProps) {
  if (row.kind === 'pending') {
    return (
      <div className="talk-pending">
        <p className="talk-text">{row.text}</p>
        <p className="talk-time">Sending...</p>
      </div>
    );
  }
  if (row.kind === 'day') return <p className="talk-rule">{row.text}</p>;
  if (row.kind === 'unread') return <p className="talk-rule talk-unread">New</p>;
  if (row.kind === 'start') return <p className="text-ink-faint">This is where the talk begins.</p>;
  if (!hasFailed) return <p className="text-ink-faint">Loading older messages...</p>;
  return (
    <Button tone="plain" onClick={onOlder}>
      Couldn't load older messages. Try again
    </Button>
  );
}

interface NewMessageAnnouncerProps {
  readonly message: Message | undefined;
  readonly userId: string;
}

/** Announces each new message to screen readers, but not older ones that scroll into the list. */
function NewMessageAnnouncer({ message, userId }: NewMessageAnnouncerProps) {
  const [openedWith] = useState(message?.id);
  const isNew = message?.id !== openedWith && message?.by?.id !== userId && message?.text;
  return (
    <p className="sr-only" aria-live="polite">
      {isNew && `${authorText(message)}${message.text}`}
    </p>
  );
}

/** The author of a message, and of the one that it replies to, as they are read out before its text. */
function authorText({ by, replyTo }: Message): string {
  if (by === null) return '';
  return replyTo ? `${by.name}, replying to ${replyTo.by?.name ?? 'news'}: ` : `${by.name}: `;
}

/** How long a message is in view before it counts as read, in ms: several that arrive together are recorded once. */
const READ_MS = 800;

interface Reading {
  readonly poolId: string;
  /** The id of the last message that is known to be read; null if that is not recorded. */
  readonly readUntil: number | null;
  /** The id of the latest message. */
  readonly latest: number;
  readonly isAtEnd: boolean;
}

/** Records how far the person has read while they are at the end of the talk. */
function useRead({ poolId, readUntil, latest, isAtEnd }: Reading): void {
  const client = useQueryClient();
  useEffect(() => {
    if (readUntil === null || latest <= readUntil || !isAtEnd) return;
    const read = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        await call('PUT /api/pools/:poolId/talk/read', { params: { poolId }, body: { until: latest } });
        client.setQueryData(poolsQuery.queryKey, (reply) => {
          const pools = reply?.pools.map((pool) => (pool.id === poolId ? { ...pool, readUntil: latest } : pool));
          return pools && { pools };
        });
      } catch (error) {
        console.error('Error marking the talk as read', error);
      }
    };
    const timer = setTimeout(() => void read(), READ_MS);
    const look = (): void => void read();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, poolId, readUntil, latest, isAtEnd]);
}
