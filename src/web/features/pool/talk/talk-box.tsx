import type { KeyboardEvent } from 'react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { PoolPerson } from '#contract/members.ts';
import type { Naming } from './suggestions.ts';
import { namingAt, suggestedPeople, withName } from './suggestions.ts';

interface TalkBoxProps {
  readonly label: string;
  readonly text: string;
  readonly people: readonly PoolPerson[];
  readonly onText: (text: string) => void;
  /** Enter was pressed where it sends. */
  readonly onEnter: () => void;
}

/** Where a message is typed. Names of members are suggested after an @. With a keyboard Enter sends, and Shift and Enter break the line. */
export function TalkBox({ label, text, people, onText, onEnter }: TalkBoxProps) {
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

  /** @returns whether the key was about the suggestions */
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
