import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, shape } from './shapes.ts';

export const calendar = routes({
  'GET /api/calendar': {
    summary: 'Since when somebody has a private address for their calendar, in ms; null where they have none',
    access: 'user',
    reply: shape({ since: Type.Union([Type.Integer(), Type.Null()]) }),
    errors: [],
  },
  'PUT /api/calendar': {
    summary: 'Make a private address for a calendar program, which is told this once; one from before stops working',
    access: 'user',
    reply: shape({ address: Type.String(), since: Type.Integer() }),
    errors: [],
  },
  'DELETE /api/calendar': {
    summary: 'Let the private address stop working',
    access: 'user',
    reply: Done,
    errors: [],
  },
  'GET /api/calendars/:token': {
    summary: "The games and locks of somebody's pools as iCalendar (RFC 5545), for calendar programs; no picks",
    access: 'anyone',
    isCostly: true,
    params: shape({ token: Type.String({ maxLength: 64 }) }),
    reply: Type.String(),
    errors: ['link_expired', 'too_many_attempts'],
  },
});
