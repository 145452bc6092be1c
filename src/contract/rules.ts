import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import type { PoolRules as Rules } from '#core/rules/pool-rules.ts';
import { ruleChoices, ruleNames } from '#core/rules/pool-rules.ts';
import { shape } from './shapes.ts';

function choice(values: readonly (boolean | number | string)[]): TSchema {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 0) {
    const range = Type.Integer({ minimum: Math.min(...numbers), maximum: Math.max(...numbers) });
    const words = values.filter((value) => typeof value === 'string');
    return words.length > 0 ? Type.Union([Type.Enum(words), range]) : range;
  }
  return values.includes(true) ? Type.Boolean() : Type.Enum(values.map(String));
}

const rules = shape(Object.fromEntries(ruleNames.map((rule) => [rule, choice(ruleChoices[rule])])));

/** The rules of a pool (`core/rules`), wherever one is sent. */
export const PoolRules = Type.Unsafe<Rules>(rules);

/** Some of the rules: those that an editor changes, or that differ from the defaults in a new pool. */
export const SomeRules = Type.Unsafe<Partial<Rules>>(Type.Partial(rules, { additionalProperties: false }));
