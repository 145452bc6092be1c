import type { PoolRules } from './pool-rules.ts';
import { defaultRules, ruleNames, rulesWith } from './pool-rules.ts';

/** Common sets of rules, by name. */
export const presets = {
  /** Straight up: the rules of a pool that sets none. */
  classic: defaultRules,
  /** Against the line, rounded so that no score can meet it. */
  spread: rulesWith({ useSpread: true, roundSpread: true }),
  /** Straight up with an order, and a guess as the tiebreak. */
  confidence: rulesWith({ format: 'confidence', tiebreak: 'closest' }),
  /** One team a week, until it loses. */
  survivor: rulesWith({ format: 'survivor' }),
} as const satisfies Record<string, PoolRules>;

/** The name of a preset. */
export type PresetName = keyof typeof presets;

/** Every preset, in the order of lists. */
export const presetNames = Object.keys(presets) as readonly PresetName[];

/** Whether a name is that of a preset. */
export function isPreset(name: string): name is PresetName {
  return Object.hasOwn(presets, name);
}

/** A pool's rules after choosing a preset. `entries` stays: no preset sets it. */
export function withPreset(name: PresetName, { entries }: Pick<PoolRules, 'entries'>): PoolRules {
  return { ...presets[name], entries };
}

/** The preset that has these rules, whatever their `entries`; null if there is none. */
export function presetOf(rules: PoolRules): PresetName | null {
  const isPresetOf = (name: PresetName) => {
    const preset = withPreset(name, rules);
    return ruleNames.every((rule) => preset[rule] === rules[rule]);
  };
  return presetNames.find(isPresetOf) ?? null;
}
