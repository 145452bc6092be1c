import { useEffect, useId, useRef, useState } from 'react';
import { findByWords } from '#core/rules/find-by-words.ts';
import { notRulesOf } from '#core/rules/not-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import type { RuleRow } from '#core/rules/rulebook.ts';
import { searchedNames, searchedText, valueIn } from '#core/rules/rulebook.ts';
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
  /** The rules that are shown as sentences: only a search finds them. */
  readonly shown: readonly RuleRow[];
  /** The rules that are shown as boxes. */
  readonly boxes: readonly RuleName[];
  /** The folded ones. */
  readonly usual: readonly RuleRow[];
  /** Rules that others close, and why. */
  readonly closed: ReadonlyMap<RuleName, string>;
  readonly more: readonly MoreRow[];
  readonly onFind: (rule: RuleName) => void;
}

/** Something that a search can find. */
interface Searched {
  readonly label: string;
  /** What it is now, or why it can't be chosen. */
  readonly said: string;
  /** What a search goes by. */
  readonly searched: string;
  /** Null if it can't be chosen. */
  readonly act: (() => void) | null;
}

const NOT_FOUND =
  "Nothing goes by that name. House rules of your own can stand in the pool's description, which players read with the rules.";
const CLOSEST = 'Nothing has all of these words. This comes closest:';

/** Finds a rule by what people call it, above all one that the pool doesn't use. */
export function AddRule({ rules, shown, boxes, usual, closed, more, onFind }: AddRuleProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const id = useId();
  const found = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) found.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const rows = text === '' ? usual : [...shown, ...usual];
  const heads = rows.flatMap((row) => row.rules.filter((rule) => wordsOf(rule).partOf === undefined));
  const add = (act: () => void) => () => {
    setOpen(false);
    setText('');
    act();
  };
  const ofRule = (rule: RuleName, said: string, act: Searched['act'] = null): Searched => {
    return { label: wordsOf(rule).label, said, searched: searchedText(rule, rules), act };
  };
  const ofClosed = (rule: RuleName, said: string): Searched => {
    return { label: wordsOf(rule).label, said, searched: searchedNames(rule), act: null };
  };
  const toAdd: Searched[] = [
    ...[...new Set(heads)].map((rule) =>
      ofRule(
        rule,
        `Now: ${valueIn(rule, rules)}`,
        add(() => onFind(rule)),
      ),
    ),
    ...more.map(({ label, text: said, alias, onAdd }) => {
      return { label, said, searched: `${label} ${alias} ${said}`, act: add(onAdd) };
    }),
  ];
  const others: Searched[] = notRulesOf(rules).map(({ text: said, ...rest }) => ({ ...rest, said, act: null }));
  const shut: Searched[] = [
    ...boxes.map((rule) => ofRule(rule, 'It has a box above.')),
    ...others,
    ...[...closed]
      .map(([rule, reason]) => ofClosed(rule, reason))
      .filter(({ label }) => others.every((other) => other.label !== label)),
  ];
  const { finds, isWhole } = findByWords(text.trim() === '' ? toAdd : [...toAdd, ...shut], text);
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
      <div ref={found} id={id} hidden={!isOpen} className="rule-card rule-search mt-2">
        {isOpen && (
          <>
            <SearchField
              label="Find a rule"
              value={text}
              onChange={setText}
              onEnter={() => isWhole && finds[0]?.act?.()}
            />
            <p role="status" className="px-2 text-ink-soft not-empty:pt-2">
              {finds.length === 0 ? NOT_FOUND : !isWhole && CLOSEST}
            </p>
            <ul className="rule-finds">
              {finds.map(({ label, said, act }) =>
                act === null ? (
                  <li key={`${label} ${said}`} className="px-2 py-1.5 text-ink-soft">
                    <span className="font-medium">{label}</span>
                    <span>{said}</span>
                  </li>
                ) : (
                  <li key={`${label} ${said}`}>
                    <button type="button" onClick={act}>
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
