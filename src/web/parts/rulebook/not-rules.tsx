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
    <ul className="rule-nots">
      {own.map(({ label, text }) => (
        <li key={label}>
          <span className="font-semibold">{`${label}?`}</span> {text}
        </li>
      ))}
    </ul>
  );
}
