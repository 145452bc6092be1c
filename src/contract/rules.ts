import { Type } from 'typebox';
import { shape } from './shapes.ts';

/** The rules of a pool (`core/rules`), wherever one is sent. */
export const PoolRules = shape({
  useSpread: Type.Boolean(),
  /** Never true without `useSpread`. */
  roundSpread: Type.Boolean(),
});

/** Some of the rules: those that an editor changes, or that a new pool does not leave at their defaults. */
export const SomeRules = Type.Partial(PoolRules, { additionalProperties: false });
