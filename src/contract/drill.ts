import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, shape, Time } from './shapes.ts';

/** What a drill looks at, in order. */
export const drillChecks = ['backup', 'disk', 'clock', 'feed', 'mail', 'push', 'certificate'] as const;
export type DrillCheckName = (typeof drillChecks)[number];

/** The result of one check. `off`: it was not checked, because there is nothing to check or no way to. */
export const DrillCheck = shape({
  check: Type.Enum([...drillChecks]),
  state: Type.Enum(['ok', 'red', 'off']),
  /** In words for admins. */
  text: Type.String(),
});
export type DrillCheck = Static<typeof DrillCheck>;

/** The result of a drill. */
export const DrillResult = shape({
  at: Time,
  /** The backup that was restored, and how many of its scores were recounted; null if none was. */
  restored: Type.Union([shape({ madeAt: Time, scores: Type.Integer() }), Type.Null()]),
  checks: Type.Array(DrillCheck),
});
export type DrillResult = Static<typeof DrillResult>;

export const DrillReply = shape({
  /** Null if there was none yet. */
  last: Type.Union([DrillResult, Type.Null()]),
  isRunning: Type.Boolean(),
});
export type DrillReply = Static<typeof DrillReply>;

export const drill = routes({
  'GET /api/admin/drill': {
    summary: 'Show the result of the last drill, which tries the newest backup and looks at what the league needs',
    access: 'admin',
    reply: DrillReply,
    errors: [],
  },
  'POST /api/admin/drill': {
    summary: 'Start a drill; its result is shown once it has ended',
    access: 'admin',
    reply: Done,
    errors: ['drill_running', 'drill_near_lock', 'drill_in_demo'],
  },
});
