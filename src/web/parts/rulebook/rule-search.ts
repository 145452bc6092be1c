import { traitsOf } from '#core/formats/traits.ts';
import { closedRule } from '#core/rules/closed-rules.ts';
import { findByWords, isNamed } from '#core/rules/find-by-words.ts';
import { notRulesOf } from '#core/rules/not-rules.ts';
import type { RuleName, SaidRules } from '#core/rules/pool-rules.ts';
import { ruleNames } from '#core/rules/pool-rules.ts';
import type { RuleRow } from '#core/rules/rulebook.ts';
import { searchedNames, searchedText } from '#core/rules/rulebook.ts';
import { ruleText, valueWords, wordsOf } from '#core/rules/words.ts';

/** Something that can be added besides a rule. */
export interface MoreRow {
  readonly label: string;
  /** What it does, in a sentence. */
  readonly text: string;
  /** What people may call it besides its label, for a search. */
  readonly alias: string;
  /** Whether the book has it already. */
  readonly isShown?: boolean;
  /** Null if it can't be added now, as its text says. */
  readonly onAdd: (() => void) | null;
}

/** What a search for a rule looks through. */
export interface SearchedBook {
  readonly rules: SaidRules;
  /** The rules that are shown as sentences: only a search finds them. */
  readonly shown: readonly RuleRow[];
  /** The rules that are shown as boxes. */
  readonly boxes: readonly RuleName[];
  /** The folded ones. */
  readonly usual: readonly RuleRow[];
  /** Rules that are not part of the book. */
  readonly hidden: readonly RuleName[];
  readonly more: readonly MoreRow[];
}

/** Something that a search can find. */
export interface RuleFind {
  readonly label: string;
  /** What it is now, or why it can't be chosen. */
  readonly text: string;
  readonly searched: string;
  readonly isElsewhere?: boolean;
  /** Whether the book has it already, so that it can only be changed. */
  readonly isShown?: boolean;
  /** A rule, or something besides; null if it can't be chosen. */
  readonly opens: RuleName | { readonly onAdd: () => void } | null;
}

/** What a search for a rule finds: rules, other things that can be added, and what can't be chosen, with the reason. */
export function searchRules(book: SearchedBook, text: string): ReturnType<typeof findByWords<RuleFind>> {
  const { rules, shown, boxes, usual, more } = book;
  const isEmpty = text.trim() === '';
  const rows = isEmpty ? usual : [...shown, ...usual];
  const own = rows.flatMap((row) =>
    row.rules.filter((rule) => wordsOf(rule).partOf === undefined).map((rule) => [rule, row] as const),
  );
  const ofRule = (rule: RuleName, text: string, opens: RuleName | null): RuleFind => {
    return { label: wordsOf(rule).label, text, searched: searchedText(rule, rules), opens };
  };
  const toAdd: RuleFind[] = [
    ...[...new Map(own)].map(([rule, row]) => ({
      ...ofRule(rule, `Now: ${nowText(rule, row, rules)}`, rule),
      isShown: shown.includes(row),
    })),
    ...more.map(({ onAdd, ...row }) => {
      return {
        label: row.label,
        text: row.text,
        isShown: row.isShown ?? false,
        searched: `${row.label}, ${row.alias}, ${row.text}`,
        opens: onAdd && { onAdd },
      };
    }),
  ];
  if (isEmpty) return findByWords(toAdd, text);
  const others: RuleFind[] = notRulesOf(rules).map((each) => ({ ...each, opens: null }));
  const closed = closedByOthers(book).filter(({ label }) => others.every((other) => other.label !== label));
  return findByWords(
    [...toAdd, ...boxes.map((rule) => ofRule(rule, "It's a checkbox above.", null)), ...others, ...closed],
    text,
  );
}

/** What stands below the results of a search: the best answer, unless the name of a result has all words already. */
export function answersOf(finds: readonly RuleFind[], text: string): readonly RuleFind[] {
  if (finds.some(({ label, opens }) => opens !== null && isNamed(label, text))) return [];
  return finds.filter(({ opens }) => opens === null).slice(0, 1);
}

/** The rules that others close, each with the reason. */
function closedByOthers({ rules, boxes, hidden }: SearchedBook): RuleFind[] {
  const names = ruleNames.filter(
    (rule) => !hidden.includes(rule) && !boxes.includes(rule) && wordsOf(rule).partOf === undefined,
  );
  return names.flatMap((rule) => {
    const reason = closedRule(rule, rules);
    const isElsewhere = !traitsOf(rules).rules.has(rule);
    if (reason === null) return [];
    return [
      { label: wordsOf(rule).label, text: `${reason}.`, searched: searchedNames(rule), isElsewhere, opens: null },
    ];
  });
}

/** What a rule says now: a sentence of its own, or its value alone if it shares one with others. */
function nowText(rule: RuleName, row: RuleRow, rules: SaidRules): string {
  const isShared = row.rules.filter((each) => row.parts.some((part) => part.rule === each)).length > 1;
  return isShared ? `${valueWords(rule, rules[rule], rules)}.` : firstSentence(ruleText(rule, rules));
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
