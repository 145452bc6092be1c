import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, shape } from './shapes.ts';

export const calendar = routes({
  'GET /api/calendar': {
    summary: 'Get when the caller created their private calendar address, in ms; null if they have none',
    access: 'user',
    reply: shape({ since: Type.Union([Type.Integer(), Type.Null()]) }),
    errors: [],
  },
  'PUT /api/calendar': {
    summary: 'Create a private address for calendar programs, which is only returned here; replaces an earlier one',
    access: 'user',
    reply: shape({ address: Type.String(), since: Type.Integer() }),
    errors: [],
  },
  'DELETE /api/calendar': {
    summary: 'Delete the private calendar address',
    access: 'user',
    reply: Done,
    errors: [],
  },
  'GET /api/calendars/:token': {
    summary: "Get the games and locks of a user's pools as iCalendar (RFC 5545), without picks",
    access: 'anyone',
    isCostly: true,
    params: shape({ token: Type.String({ maxLength: 64 }) }),
    reply: Type.String(),
    errors: ['link_expired', 'too_many_attempts'],
  },
});
