import { expect, test } from 'vitest';
import { poolKind } from './pool-kind.ts';
import type { PoolRules } from './pool-rules.ts';
import { rulesWith } from './pool-rules.ts';
import { ruleText } from './words.ts';

test.each<[Partial<PoolRules>, string]>([
  [{}, "Pick'em, straight up"],
  [{ useSpread: true }, "Pick'em against the spread"],
  [{ format: 'confidence' }, 'Confidence, straight up'],
  [{ format: 'confidence', useSpread: true }, 'Confidence against the spread'],
  [{ format: 'survivor' }, 'Survivor'],
])('the kind of a pool with %j is "%s", with which the sentence of its format begins', (some, kind) => {
  const rules = rulesWith(some);
  expect(poolKind(rules)).toBe(kind);
  expect(ruleText('format', rules).startsWith(`${kind}: `)).toBe(true);
});
