import type { AuditField } from '#contract/log.ts';
import { isRule } from '#core/rules/pool-rules.ts';
import { ruleText } from '#web/parts/audit.tsx';

/** Changed rules, each before and after. */
export function RuleChanges({ fields }: { readonly fields: readonly AuditField[] }) {
  return fields.map(
    (field) =>
      isRule(field.name) && (
        <li key={field.name} className="break-words">
          {ruleText(field.name, field)}
        </li>
      ),
  );
}
