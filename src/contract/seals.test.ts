import { expectTypeOf, it } from 'vitest';
import type { SlotKind, SlotValues } from '#core/pick.ts';
import type { ReplyOf, RouteName } from './index.ts';
import type { TopicKind, TopicStates } from './live.ts';

/** The objects in a reply, at any depth. */
type Parts<T> = T extends readonly (infer Each)[]
  ? Parts<Each>
  : T extends object
    ? T | { [K in keyof T]: Parts<T[K]> }[keyof T]
    : never;

/** Whether an object has a place for the value of a pick beside its revision. */
type IsPlace<T> = T extends { revision: number; value: infer Value }
  ? [Extract<Value, SlotValues[SlotKind]>] extends [never]
    ? never
    : true
  : never;

type Routes = { [R in RouteName]: [IsPlace<Parts<ReplyOf<R>>>] extends [never] ? never : R }[RouteName];
type Topics = {
  [K in TopicKind]: [IsPlace<Parts<TopicStates[K]>>] extends [never] ? never : K;
}[TopicKind];

it('No reply but those to its owner has a place for a pick as it is stored', () => {
  expectTypeOf<Routes>().toEqualTypeOf<'GET /api/pools/:poolId/picks' | 'PUT /api/entries/:entryId/picks'>();
  expectTypeOf<Topics>().toEqualTypeOf<'picks'>();
});
