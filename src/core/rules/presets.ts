import type { PoolRules } from './pool-rules.ts';
import { defaultRules, ruleNames, rulesWith } from './pool-rules.ts';

/** Rules that many pools play by, by name. */
export const presets = {
  /** Straight up, as a pool that sets nothing. */
  classic: defaultRules,
  /** Against the line, which nobody ties with. */
  spread: rulesWith({ useSpread: true, roundSpread: true }),
  /** Straight up in an order, with a guess for those who are level. */
  confidence: rulesWith({ format: 'confidence', tiebreak: 'closest' }),
  /** One team a week, until it loses. */
  survivor: rulesWith({ format: 'survivor' }),
} as const satisfies Record<string, PoolRules>;

/** The name of a preset. */
export type PresetName = keyof typeof presets;

/** Every preset, in the order in which lists show them. */
export const presetNames = Object.keys(presets) as readonly PresetName[];

/** Whether a name is that of a preset. */
export function isPreset(name: string): name is PresetName {
  return Object.hasOwn(presets, name);
}

/** The rules of a pool that takes those of a preset. `entries` stays: no preset is about it. */
export function withPreset(name: PresetName, { entries }: Pick<PoolRules, 'entries'>): PoolRules {
  return { ...presets[name], entries };
}

/** The preset whose rules these are, whatever their `entries`; null if they are of no preset. */
export function presetOf(rules: PoolRules): PresetName | null {
  const isPresetOf = (name: PresetName) => {
    const preset = withPreset(name, rules);
    return ruleNames.every((rule) => preset[rule] === rules[rule]);
  };
  return presetNames.find(isPresetOf) ?? null;
}
