import { memo, useMemo } from 'react';
import type { PoolPerson } from '#contract/members.ts';
import { messageParts } from '#core/talk.ts';

interface MessageTextProps {
  readonly text: string;
  readonly people: readonly PoolPerson[];
  readonly userId: string;
}

/** Whom a message without an @ can name: the many members of a pool are not gone through for it. */
const nobody: readonly PoolPerson[] = [];

/** What somebody wrote, with web addresses as links and names of members marked. */
export const MessageText = memo(function MessageText({ text, people, userId }: MessageTextProps) {
  const parts = useMemo(() => {
    let at = 0;
    return messageParts(text, text.includes('@') ? people : nobody).map((part) => {
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
