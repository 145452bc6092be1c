import type { PoolRules, RuleName } from './pool-rules.ts';
import { defaultRules, ruleNames, rulesWith } from './pool-rules.ts';

const usual = {
  /** Straight up: the rules of a pool that sets none. */
  classic: defaultRules,
  /** Against the line, rounded so that no score can meet it. */
  spread: rulesWith({ useSpread: true, roundSpread: true }),
  /** Straight up with an order, and a guess as the tiebreak. */
  confidence: rulesWith({ format: 'confidence', tiebreak: 'closest' }),
  /** One team a week, until it loses. */
  survivor: rulesWith({ format: 'survivor' }),
} as const satisfies Record<string, PoolRules>;

/** Rules in the style of other sites. `docs/presets.md` tells rule by rule what is the same there and what differs, with its source. */
const ofSites = {
  'yahoo-spread': rulesWith({ useSpread: true, line: 'frozen', push: 'none', slate: 'chosen' }),
  'yahoo-confidence': rulesWith({ format: 'confidence', scale: 'playoffs' }),
  'yahoo-survivor': rulesWith({ format: 'survivor', deadline: 'afternoon', twoTeamsFrom: 14 }),
  'runyourpool-survivor': rulesWith({ format: 'survivor', deadline: 'afternoon', buyBacks: 1 }),
} as const satisfies Record<string, PoolRules>;

/** Common sets of rules, by name. */
export const presets = { ...usual, ...ofSites };

/** The name of a preset. */
export type PresetName = keyof typeof presets;

/** Every preset, in the order of lists. */
export const presetNames = Object.keys(presets) as readonly PresetName[];
/** The presets that most pools choose from. */
export const usualPresets: readonly PresetName[] = presetNames.filter((name) => Object.hasOwn(usual, name));
/** The presets in the style of other sites. */
export const sitePresets: readonly PresetName[] = presetNames.filter((name) => Object.hasOwn(ofSites, name));

/** Whether a name is that of a preset. */
export function isPreset(name: string): name is PresetName {
  return Object.hasOwn(presets, name);
}

/** A pool's rules after choosing a preset. `entries` stays: no preset sets it. */
export function withPreset(name: PresetName, { entries }: Pick<PoolRules, 'entries'>): PoolRules {
  return { ...presets[name], entries };
}

/** The preset that has these rules, whatever their `entries`, and however long buy-backs go; null if there is none. */
export function presetOf(rules: PoolRules): PresetName | null {
  const isPresetOf = (name: PresetName) => {
    const preset = withPreset(name, rules);
    const isFree = (rule: RuleName) => rule === 'buyBackUntil' && preset.buyBacks > 0;
    return ruleNames.every((rule) => isFree(rule) || preset[rule] === rules[rule]);
  };
  return presetNames.find(isPresetOf) ?? null;
}

/** The usual preset of the same kind: the format, and with pick'em whether there is a spread. Other rules may differ. */
export function kindOf({ format, useSpread }: Pick<PoolRules, 'format' | 'useSpread'>): PresetName {
  if (format !== 'pickem') return format;
  return useSpread ? 'spread' : 'classic';
}

/** The value of a rule in the usual preset of the same kind, which a pool has if nobody changes it. */
export function usualValue(rule: RuleName, rules: PoolRules): PoolRules[RuleName] {
  return presets[kindOf(rules)][rule];
}
