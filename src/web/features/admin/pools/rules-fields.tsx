import type { PoolRules } from '#core/rules.ts';
import { CheckRow } from '#web/ui/check-row.tsx';

export interface RulesFieldsProps {
  readonly rules: PoolRules;
  readonly onChange: <K extends keyof PoolRules>(name: K, value: PoolRules[K]) => void;
}

/** The rules of a pool, in the form of a new one and of its settings. */
export function RulesFields({ rules, onChange }: RulesFieldsProps) {
  return (
    <>
      <CheckRow label="Use Spread" checked={rules.useSpread} onChange={(on) => onChange('useSpread', on)} />
      <CheckRow
        label="Round Spread"
        note="To the nearest half, so that nobody ties with the line"
        disabled={!rules.useSpread}
        checked={rules.useSpread && rules.roundSpread}
        onChange={(on) => onChange('roundSpread', on)}
      />
    </>
  );
}
