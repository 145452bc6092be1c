import { useMemo, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { tidyRules } from '#core/rules/pool-rules.ts';
import { LabOutcome } from '#web/parts/rules/lab-outcome.tsx';
import { RulesFields } from '#web/parts/rules/rules-fields.tsx';

/** The lab counts the entries that there are. */
const notCounted = ['entries'] as const satisfies readonly RuleName[];

interface RuleLabProps {
  readonly pool: PoolReply;
}

/** Rules to try, and what they make of the season. */
export function RuleLab({ pool }: RuleLabProps) {
  const [chosen, setChosen] = useState<Partial<PoolRules>>({});
  const others = useMemo(() => tidyRules({ ...pool.rules, ...chosen }), [pool.rules, chosen]);
  return (
    <div className="mt-4 grid gap-x-8 gap-y-4 md:grid-cols-2">
      <RulesFields
        title="Other rules"
        settled="Not part of the lab."
        rules={others}
        hidden={notCounted}
        onChange={(some) => setChosen({ ...chosen, ...some })}
      />
      <LabOutcome poolId={pool.id} rules={pool.rules} others={others} />
    </div>
  );
}
