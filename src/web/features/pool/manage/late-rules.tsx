import { useId, useState } from 'react';
import { MAX_RULE_REASON } from '#contract/pools.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { LabOutcome } from '#web/parts/rules/lab-outcome.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface LateRulesProps {
  readonly poolId: string;
  readonly rules: PoolRules;
  readonly others: PoolRules;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

/** Rules that change once a game of the pool has locked: what they do to the standings, and the reason that members read. */
export function LateRules({ poolId, rules, others, reason, onReason }: LateRulesProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <section aria-labelledby={id} className="mb-4 rounded-lg bg-amber-wash p-4">
      <h3 id={id} className="font-medium text-amber">
        The season has begun
      </h3>
      <p className="mb-3 text-sm">New rules count for all weeks, also for those that are over.</p>
      <TextField
        label="Why do the rules change?"
        note="Members read it on This week and in the pool's log."
        required
        value={reason}
        autoComplete="off"
        maxLength={MAX_RULE_REASON}
        onChange={(event) => onReason(event.target.value)}
        error={null}
      />
      <details onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary className="min-h-11 py-2.5">What it does to the standings</summary>
        {isShown && <LabOutcome {...{ poolId, rules, others }} />}
      </details>
    </section>
  );
}
