import type { FormEvent } from 'react';
import type { PoolPerson } from '#contract/members.ts';
import { cleanMessage, MESSAGE_MAX, messageError } from '#core/talk.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TalkBox } from './talk-box.tsx';

/** From so many characters on it is told how many are left. */
const TOLD_FROM = 400;

interface ComposerProps {
  readonly text: string;
  readonly people: readonly PoolPerson[];
  /** Why the last message was not taken. */
  readonly refusal: string | null;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
}

/** Where somebody writes their next message. */
export function Composer({ text, people, refusal, onText, onSend }: ComposerProps) {
  const clean = cleanMessage(text);
  const left = MESSAGE_MAX - [...clean].length;
  const canSend = messageError(clean) === null;

  function send(event?: FormEvent): void {
    event?.preventDefault();
    if (canSend) onSend();
  }

  return (
    <form className="talk-composer" onSubmit={send}>
      <Refusal text={refusal} />
      <div className="flex items-end gap-2">
        <TalkBox label="Write a message" text={text} people={people} onText={onText} onEnter={send} />
        <Button type="submit" disabled={!canSend}>
          Send
        </Button>
      </div>
      {left <= MESSAGE_MAX - TOLD_FROM && (
        <p role="status" className={left < 0 ? 'mt-1 text-sm text-red' : 'mt-1 text-sm text-ink-soft'}>
          {left < 0 ? `${-left} characters too many` : `${left} characters left`}
        </p>
      )}
    </form>
  );
}
