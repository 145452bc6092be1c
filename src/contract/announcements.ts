import type { Static } from 'typebox';
import { Type } from 'typebox';
import { ANNOUNCEMENT_MAX } from '#core/announcements.ts';
import { AuditField } from './audit.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape, Time } from './shapes.ts';

/**
 * A record of a pool's log that its members are notified of: an announcement of a commissioner, or a late change of rules or of a prize.
 */
export const Announcement = shape({
  /** The id of its log record. */
  id: Type.Integer(),
  at: Time,
  /** The week that it is about, if any. */
  weekId: Type.Optional(Id),
  /** The `text` of an announcement; or what changed, with `why` for rules. */
  fields: Type.Array(AuditField),
});
export type Announcement = Static<typeof Announcement>;

export const announcements = routes({
  'POST /api/pools/:poolId/announcements': {
    summary: 'Tell the members of a pool something: on This week, and by mail or push where they want that',
    access: 'commissioner',
    params: PoolParams,
    body: shape({ text: Type.String({ maxLength: 4 * ANNOUNCEMENT_MAX }) }),
    /** How many members were sent it, by mail or push. */
    reply: shape({ sentTo: Type.Integer() }),
    errors: ['pool_not_found', 'too_many_requests'],
  },
  'PUT /api/pools/:poolId/announcements/read': {
    summary: 'Marks the announcements of a pool as read by the caller, up to one of them',
    access: 'member',
    params: PoolParams,
    body: shape({ until: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
    reply: Done,
    errors: ['pool_not_found', 'not_a_member', 'announcement_not_found'],
  },
});
