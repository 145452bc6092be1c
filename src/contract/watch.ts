import { Type } from 'typebox';
import type { Watch } from './live.ts';
import { liveTopics, MAX_TOPICS } from './live.ts';
import { Id, shape } from './shapes.ts';

const refs = Object.entries(liveTopics).map(([kind, { named }]) =>
  shape({ kind: Type.Literal(kind), ...Object.fromEntries(named.map((name) => [name, Id])) }),
);

/** The schema of `Watch`. Pages send it and load no schemas. */
export const WatchShape = Type.Unsafe<Watch>(shape({ watch: Type.Array(Type.Union(refs), { maxItems: MAX_TOPICS }) }));
