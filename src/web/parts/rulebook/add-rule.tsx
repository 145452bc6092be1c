import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { RuleName } from '#core/rules/pool-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Answers } from './not-rules.tsx';
import type { RuleFind, SearchedBook } from './rule-search.ts';
import { answersOf, searchRules } from './rule-search.ts';

interface AddRuleProps {
  readonly book: SearchedBook;
  readonly onFind: (rule: RuleName) => void;
}

const NOT_FOUND =
  "Nothing goes by that name. House rules of your own can stand in the pool's description, which players read with the rules.";
const CLOSEST = 'Nothing has all of these words. This comes closest:';

/** Finds a rule by what people call it, above all one that the pool doesn't use. */
export function AddRule({ book, onFind }: AddRuleProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [id, answersId] = [useId(), useId()];
  const found = useRef<HTMLDivElement>(null);
  // As part of the tap: a phone shows its keyboard only then.
  useLayoutEffect(() => {
    if (!isOpen) return;
    found.current?.querySelector('input')?.focus({ preventScroll: true });
    found.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const { finds, isWhole } = searchRules(book, text);
  const toAdd = finds.filter(({ opens }) => opens !== null);
  const answers = answersOf(finds, text);
  function add(opens: RuleFind['opens']): void {
    if (opens === null) return;
    setOpen(false);
    setText('');
    if (typeof opens === 'string') onFind(opens);
    else opens.onAdd();
  }
  return (
    <div>
      <Button
        tone="plain"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="w-full"
      >
        <Icon name={isOpen ? 'chevronDown' : 'plus'} className={isOpen ? 'size-5 rotate-180' : 'size-5'} />
        Add a rule
      </Button>
      <div ref={found} id={id} hidden={!isOpen} className="rule-card rule-search mt-2">
        {isOpen && (
          <>
            <SearchField
              label="Find a rule"
              value={text}
              onChange={setText}
              onEnter={() => isWhole && add(toAdd[0]?.opens ?? null)}
            />
            <p role="status" className="text-ink-soft not-empty:pt-2">
              {finds.length === 0 ? NOT_FOUND : !isWhole && CLOSEST}
            </p>
            <div className="rule-finds">
              {toAdd.length > 0 && (
                <ul>
                  {toAdd.map(({ label, text: said, isShown, opens }) => (
                    <li key={`${label} ${said}`}>
                      <button type="button" onClick={() => add(opens)}>
                        <span>
                          <span className="block font-medium">{label}</span>
                          <span className="block text-sm text-ink-soft">{said}</span>
                        </span>
                        <span className="rule-find-act">
                          {!isShown && <Icon name="plus" className="size-4" />}
                          {isShown ? 'Change' : 'Add'}
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              {answers.length > 0 && (
                <>
                  <p id={answersId} className="label text-ink-soft">
                    Good to know
                  </p>
                  <Answers answers={answers} labelledBy={answersId} />
                </>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}
