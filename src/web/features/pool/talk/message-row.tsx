import { memo } from 'react';
import type { PoolPerson } from '#contract/members.ts';
import type { Message } from '#contract/talk.ts';
import { formatDay, formatTime, splitZone } from '#core/kickoff-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { MessageText } from './message-text.tsx';

interface MessageRowProps {
  readonly message: Message;
  /** Whether it stands under the name of the one before. */
  readonly isFollowing: boolean;
  readonly people: readonly PoolPerson[];
  readonly userId: string;
  /** Whether the person runs the pool. */
  readonly runsPool: boolean;
  readonly onChoose: (message: Message) => void;
}

/** A message: who wrote it, when and what; of news only what. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isFollowing, people, userId, runsPool, onChoose } = props;
  const { at, by, text, edited, deleted } = message;
  const isOwn = by?.id === userId;
  const canChoose = text !== null && (isOwn || runsPool);
  const isFirst = !isFollowing && by !== null;
  const { clock } = splitZone(formatTime(at));
  return (
    <article
      aria-label={`${by === null ? 'News' : by.name}, ${clock}`}
      className={`talk-message ${isOwn ? 'talk-own' : ''} ${by === null ? 'talk-news' : ''} ${isFirst ? 'talk-first' : ''}`}
    >
      {isFirst && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-medium">{by.name}</span>
          {isOwn && <Badge tone="good">You</Badge>}
          <time dateTime={new Date(at).toISOString()} title={`${formatDay(at)}, ${clock}`} className="talk-time">
            {clock}
          </time>
        </p>
      )}
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          {text === null ? (
            <p className="text-ink-faint">{deletedText(message)}</p>
          ) : (
            <MessageText text={text} people={people} userId={userId} />
          )}
          {edited !== undefined && deleted === undefined && <p className="talk-time">Edited</p>}
        </div>
        {canChoose && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={by === null ? 'Change this news' : `Change the message of ${by.name}, ${clock}`}
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

function deletedText({ by, deleted }: Message): string {
  if (deleted === 'commissioner') return 'A commissioner deleted this message.';
  return by === null ? 'This message was deleted.' : `${by.name} deleted this message.`;
}
