import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Id, shape, WeekParams } from './shapes.ts';

/**
 * Whether a person can be reminded: `ready`; already `reminded`; wants none (`opted_out`); has neither a verified address nor a device that
 * receives messages (`no_mail`).
 */
export const reminderStates = ['ready', 'reminded', 'opted_out', 'no_mail'] as const;
export type ReminderState = (typeof reminderStates)[number];

/** An entry with missing picks: games that can still be picked and are not, or no order or team although the pool requires one. */
const MissingPicks = shape({
  id: Id,
  name: Type.String(),
  missing: Type.Integer(),
  /** Present only if the pool requires an order of the games and the entry has none. */
  lacksOrder: Type.Optional(Type.Boolean()),
  /** The state of its owner. */
  reminder: Type.Enum([...reminderStates]),
});
export type MissingPicks = Static<typeof MissingPicks>;

export const MissingReply = shape({
  /** Games of the week that can still be picked. */
  openGames: Type.Integer(),
  /** Whether a reminder can reach anyone: the league sends mail, or one of them has a device that receives messages. */
  canRemind: Type.Boolean(),
  /** By name. */
  entries: Type.Array(MissingPicks),
});
export type MissingReply = Static<typeof MissingReply>;

export const RemindersReply = shape({
  sent: Type.Integer(),
  alreadyReminded: Type.Integer(),
  optedOut: Type.Integer(),
  withoutMail: Type.Integer(),
});
export type RemindersReply = Static<typeof RemindersReply>;

export const reminders = routes({
  'GET /api/pools/:poolId/weeks/:weekId/missing': {
    summary: 'Entries that have not picked every game of a week that is still open',
    access: 'commissioner',
    isCostly: true,
    params: WeekParams,
    reply: MissingReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'POST /api/pools/:poolId/weeks/:weekId/reminders': {
    summary: 'Remind those who have not picked, each of them once for a week',
    access: 'commissioner',
    params: WeekParams,
    reply: RemindersReply,
    errors: ['pool_not_found', 'week_not_found', 'reminders_need_mail'],
  },
});
