import { useId, useState } from 'react';
import { notRulesFor } from '#core/rules/not-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import type { RuleRow } from '#core/rules/rulebook.ts';
import { hasWords, isSought, valueIn } from '#core/rules/rulebook.ts';
import { wordsOf } from '#core/rules/words.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

/** Something that can be added besides a rule. */
export interface MoreRow {
  readonly label: string;
  /** What it does, in a sentence. */
  readonly text: string;
  /** What people may call it besides its label, for a search. */
  readonly alias: string;
  readonly onAdd: () => void;
}

interface AddRuleProps {
  readonly rules: PoolRules;
  /** The rules that are shown: only a search finds them. */
  readonly shown: readonly RuleRow[];
  /** The folded ones. */
  readonly usual: readonly RuleRow[];
  /** Rules that others close, and why. */
  readonly closed: ReadonlyMap<RuleName, string>;
  readonly more: readonly MoreRow[];
  readonly onFind: (rule: RuleName) => void;
}

/** Finds a rule by what people call it, above all one that the pool doesn't use. */
export function AddRule({ rules, shown, usual, closed, more, onFind }: AddRuleProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const id = useId();
  const rows = text === '' ? usual : [...shown, ...usual];
  const heads = rows.flatMap((row) => row.rules.filter((rule) => wordsOf(rule).partOf === undefined));
  const closedFinds = [...closed]
    .filter(([rule]) => isSought(text, rule, rules))
    .map(([rule, reason]) => ({ label: wordsOf(rule).label, text: reason }));
  const shut = text.trim() === '' ? [] : [...closedFinds, ...notRulesFor(text, rules)];
  const add = (act: () => void) => () => {
    setOpen(false);
    setText('');
    act();
  };
  const finds = [
    ...[...new Set(heads)]
      .filter((rule) => isSought(text, rule, rules))
      .map((rule) => ({
        label: wordsOf(rule).label,
        said: `Now: ${valueIn(rule, rules)}`,
        act: add(() => onFind(rule)),
      })),
    ...more
      .filter(({ label, alias, text: said }) => hasWords(`${label} ${alias} ${said}`, text))
      .map(({ label, text: said, onAdd }) => ({ label, said, act: add(onAdd) })),
  ];
  return (
    <div>
      <Button
        tone="plain"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="w-full"
      >
        <Icon name={isOpen ? 'cross' : 'plus'} />
        Add a rule
      </Button>
      <div id={id} hidden={!isOpen} className="rule-card rule-search mt-2">
        {isOpen && (
          <>
            <SearchField label="Find a rule" value={text} onChange={setText} onEnter={() => finds[0]?.act()} />
            <ul className="rule-finds">
              {finds.map(({ label, said, act }) => (
                <li key={label}>
                  <button type="button" onClick={act}>
                    <Icon name="plus" />
                    <span className="font-medium">{label}</span>
                    <span>{said}</span>
                  </button>
                </li>
              ))}
              {shut.map(({ label, text: how }) => (
                <li key={label} className="px-2 py-1.5 text-ink-soft">
                  <span className="font-medium">{label}</span>
                  <span>{how}</span>
                </li>
              ))}
            </ul>
            <p role="status" className="px-2 text-ink-soft">
              {finds.length + shut.length === 0 &&
                'No rule goes by that name. What a pool agrees on besides its rules can be said in its description.'}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
