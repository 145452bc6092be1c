import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { closedRule, ruleChoices, ruleNames } from '#core/rules/pool-rules.ts';
import { wordsOf } from '#core/rules/words.ts';
import { CheckRow } from '#web/ui/check-row.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

export interface RulesFieldsProps {
  readonly rules: PoolRules;
  readonly onChange: (rule: RuleName, value: PoolRules[RuleName]) => void;
}

/** The rules of a pool, in the form of a new one and of its settings. */
export function RulesFields({ rules, onChange }: RulesFieldsProps) {
  return ruleNames.map((rule) => <RuleField key={rule} {...{ rule, rules, onChange }} />);
}

/** One rule, with what it means as it is chosen, or why it can't be. */
function RuleField({ rule, rules, onChange }: RulesFieldsProps & { readonly rule: RuleName }) {
  const { label, choice, sentence } = wordsOf(rule);
  const choices: readonly PoolRules[RuleName][] = ruleChoices[rule];
  const value = rules[rule];
  const closed = closedRule(rule, rules);
  const field = { label, note: closed ?? sentence(value), disabled: closed !== null };
  if (choice === undefined)
    return <CheckRow {...field} checked={value === true} onChange={(on) => onChange(rule, on)} />;
  return (
    <SelectField
      {...field}
      value={String(value)}
      options={choices.map((each) => [String(each), choice(each)] as const)}
      onChange={(text) => {
        const chosen = choices.find((each) => String(each) === text);
        if (chosen !== undefined) onChange(rule, chosen);
      }}
    />
  );
}
