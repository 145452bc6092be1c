import type { MoneyRow } from '#core/rules/not-rules.ts';
import { notRulesOf } from '#core/rules/not-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';

interface NotRulesProps {
  readonly at: RuleName | MoneyRow;
  readonly rules: PoolRules;
}

/** What people look for in a control and no pool can choose, each with how it is instead. */
export function NotRules({ at, rules }: NotRulesProps) {
  const own = notRulesOf(rules).filter((each) => each.at.includes(at));
  if (own.length === 0) return null;
  return (
    <details>
      <summary>Looking for something else?</summary>
      <Answers answers={own} />
    </details>
  );
}

interface AnswersProps {
  readonly answers: readonly { readonly label: string; readonly text: string }[];
  /** The id of its heading. */
  readonly labelledBy?: string;
}

/** Answers to what people look for and can't choose. */
export function Answers({ answers, labelledBy }: AnswersProps) {
  return (
    <ul className="rule-answers" aria-labelledby={labelledBy}>
      {answers.map(({ label, text }) => (
        <li key={`${label} ${text}`}>
          <span className="font-semibold">{`${label}?`}</span> {text}
        </li>
      ))}
    </ul>
  );
}
