import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { RuleName } from '#core/rules/pool-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import type { RuleFind, SearchedBook } from './rule-search.ts';
import { searchRules } from './rule-search.ts';

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
  const id = useId();
  const found = useRef<HTMLDivElement>(null);
  // As part of the tap: a phone shows its keyboard only then.
  useLayoutEffect(() => {
    if (!isOpen) return;
    found.current?.querySelector('input')?.focus({ preventScroll: true });
    found.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const { finds, isWhole } = searchRules(book, text);
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
        <Icon name={isOpen ? 'chevronDown' : 'plus'} />
        Add a rule
      </Button>
      <div ref={found} id={id} hidden={!isOpen} className="rule-card rule-search mt-2">
        {isOpen && (
          <>
            <SearchField
              label="Find a rule"
              value={text}
              onChange={setText}
              onEnter={() => isWhole && add(finds[0]?.opens ?? null)}
            />
            <p role="status" className="px-2 text-ink-soft not-empty:pt-2">
              {finds.length === 0 ? NOT_FOUND : !isWhole && CLOSEST}
            </p>
            <ul className="rule-finds">
              {finds.map(({ label, said, opens }) =>
                opens === null ? (
                  <li key={`${label} ${said}`} className="px-2 py-1.5 text-ink-soft">
                    <span className="font-medium">{label}</span>
                    <span>{said}</span>
                  </li>
                ) : (
                  <li key={`${label} ${said}`}>
                    <button type="button" onClick={() => add(opens)}>
                      <Icon name="plus" />
                      <span className="font-medium">{label}</span>
                      <span>{said}</span>
                    </button>
                  </li>
                ),
              )}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
