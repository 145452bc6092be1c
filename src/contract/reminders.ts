import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Id, shape, WeekParams } from './shapes.ts';

/** Whether somebody can be reminded: `ready`; `reminded` already; wants none (`opted_out`); has neither a verified address nor a device that takes messages (`no_mail`). */
export const reminderStates = ['ready', 'reminded', 'opted_out', 'no_mail'] as const;
export type ReminderState = (typeof reminderStates)[number];

/** An entry with games that can still be picked and are not, or without the order or the team that the pool asks for. */
const MissingPicks = shape({
  id: Id,
  name: Type.String(),
  missing: Type.Integer(),
  /** Only where the pool asks for an order of the games and it has none. */
  lacksOrder: Type.Optional(Type.Boolean()),
  /** Of its owner. */
  reminder: Type.Enum([...reminderStates]),
});
export type MissingPicks = Static<typeof MissingPicks>;

export const MissingReply = shape({
  /** Games of the week that can still be picked. */
  openGames: Type.Integer(),
  /** Whether it makes sense to remind: the league sends mail, or some of them have a device that takes messages. */
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
