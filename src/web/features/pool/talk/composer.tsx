import type { FormEvent, KeyboardEvent } from 'react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { PoolPerson } from '#contract/members.ts';
import type { Quote } from '#contract/talk.ts';
import { cleanMessage, MESSAGE_MAX, messageError } from '#core/talk.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** From this length on, the remaining characters are shown. */
const COUNTDOWN_FROM = 400;

interface ComposerProps {
  readonly text: string;
  /** The message that it replies to. */
  readonly replyTo: Quote | null;
  readonly people: readonly PoolPerson[];
  /** Why the last message or reaction was refused. */
  readonly refusal: string | null;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  /** Called when the person replies to nobody after all. */
  readonly onNoReply: () => void;
}

/** The form for the next message. */
export function Composer({ text, replyTo, people, refusal, onText, onSend, onNoReply }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  const clean = cleanMessage(text);
  const left = MESSAGE_MAX - [...clean].length;
  const canSend = messageError(clean) === null;

  const quotedId = replyTo?.id;
  useEffect(() => {
    if (quotedId !== undefined) form.current?.querySelector('textarea')?.focus();
  }, [quotedId]);

  function send(event?: FormEvent): void {
    event?.preventDefault();
    if (canSend) onSend();
  }

  return (
    <form ref={form} className="talk-composer" onSubmit={send}>
      <Refusal text={refusal} />
      {replyTo && (
        <div className="mb-2 flex items-center gap-2">
          <div className="talk-quote min-w-0 flex-1">
            <QuoteText quote={replyTo} before="Replying to " />
          </div>
          <button
            type="button"
            aria-label="Don't reply"
            onClick={onNoReply}
            className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:text-ink"
          >
            <Icon name="cross" className="size-4" />
          </button>
        </div>
      )}
      <div className="flex items-end gap-2">
        <TalkBox label="Write a message" text={text} people={people} onText={onText} onEnter={send} />
        <Button type="submit" disabled={!canSend}>
          Send
        </Button>
      </div>
      {left <= MESSAGE_MAX - COUNTDOWN_FROM && (
        <p role="status" className={left < 0 ? 'mt-1 text-sm text-red' : 'mt-1 text-sm text-ink-soft'}>
          {left < 0 ? `${-left} characters too many` : `${left} characters left`}
        </p>
      )}
    </form>
  );
}

interface QuoteTextProps {
  readonly quote: Quote;
  /** A text before the author. */
  readonly before?: string;
}

/** The author and the first line of a message that another one replies to. */
export function QuoteText({ quote: { by, text }, before = '' }: QuoteTextProps) {
  return (
    <>
      <span className="block truncate font-medium">{`${before}${by === null ? 'News' : by.name}`}</span>
      <span className="block truncate text-ink-soft">{text ?? 'Deleted message'}</span>
    </>
  );
}

interface TalkBoxProps {
  readonly label: string;
  readonly text: string;
  readonly people: readonly PoolPerson[];
  readonly onText: (text: string) => void;
  /** Called when Enter should send. */
  readonly onEnter: () => void;
}

/** The message box. Names of members are suggested after an @. With a keyboard, Enter sends, and Shift+Enter starts a new line. */
function TalkBox({ label, text, people, onText, onEnter }: TalkBoxProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [naming, setNaming] = useState<Naming | null>(null);
  const [chosen, setChosen] = useState(0);
  const suggested = naming === null ? [] : suggestedPeople(people, naming.typed);

  useLayoutEffect(() => {
    if (caret.current === null || box.current?.value !== text) return;
    box.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);

  function look(): void {
    setNaming(box.current === null ? null : namingAt(box.current.value, box.current.selectionStart));
    setChosen(0);
  }

  function name(person: PoolPerson): void {
    if (naming === null) return;
    const named = withName(text, naming, person.name);
    caret.current = named.caret;
    setNaming(null);
    onText(named.text);
    box.current?.focus();
  }

  /** @returns whether the key was for the suggestions */
  function choose(key: string): boolean {
    const person = suggested[chosen];
    if (person === undefined) return false;
    if (key === 'Escape') setNaming(null);
    else if (key === 'Enter' || key === 'Tab') name(person);
    else if (key === 'ArrowDown') setChosen((chosen + 1) % suggested.length);
    else if (key === 'ArrowUp') setChosen((chosen + suggested.length - 1) % suggested.length);
    else return false;
    return true;
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (choose(event.key)) event.preventDefault();
    else if (event.key === 'Enter' && !event.shiftKey && matchMedia('(pointer: fine)').matches) {
      event.preventDefault();
      onEnter();
    }
  }

  const isOpen = suggested.length > 0;
  return (
    <>
      {isOpen && (
        <div id={id} role="listbox" aria-label="Members" className="panel talk-people">
          {suggested.map((person, index) => (
            <button
              key={person.id}
              type="button"
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className="talk-person"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => name(person)}
            >
              {person.name}
            </button>
          ))}
        </div>
      )}
      <textarea
        ref={box}
        rows={1}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${chosen}` : undefined}
        placeholder={label}
        value={text}
        className="talk-box"
        onChange={(event) => {
          onText(event.target.value);
          look();
        }}
        onSelect={look}
        onBlur={() => setNaming(null)}
        onKeyDown={press}
      />
    </>
  );
}

/** The maximum number of suggestions. */
const MAX_SUGGESTIONS = 5;

/** A name being typed after an @. */
export interface Naming {
  /** The index of the @. */
  readonly at: number;
  /** The typed part of the name. */
  readonly typed: string;
}

/** The name being typed at the caret; null if there is none. */
export function namingAt(text: string, caret: number): Naming | null {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return null;
  const typed = text.slice(at + 1, caret);
  return typed.length > 50 || /[\n@]/.test(typed) || typed.startsWith(' ') ? null : { at, typed };
}

/** The people whose name, or one of its words, begins with the typed text; full-name matches first. */
export function suggestedPeople(people: readonly PoolPerson[], typed: string): PoolPerson[] {
  const wanted = typed.toLowerCase();
  const begins = people.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const within = people.filter((person) => !begins.includes(person) && hasWord(person.name, wanted));
  return [...begins, ...within].slice(0, MAX_SUGGESTIONS);
}

/** The text with the name in place of the typed part, and the new position of the caret. */
export function withName(text: string, { at, typed }: Naming, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, at)}@${name} `;
  return { text: before + text.slice(at + 1 + typed.length).replace(/^ /, ''), caret: before.length };
}

function hasWord(name: string, wanted: string): boolean {
  return name
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(wanted));
}
