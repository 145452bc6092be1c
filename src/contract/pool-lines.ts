import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, Id, LineShape, shape } from './shapes.ts';

/** The longest reason for a corrected line. */
export const MAX_LINE_REASON = 200;

export const poolLines = routes({
  'PUT /api/pools/:poolId/lines/:gid': {
    summary: 'Correct the frozen line of a game in one pool; its scores follow',
    access: 'commissioner',
    isCostly: true,
    params: shape({ poolId: Id, gid: Id }),
    body: shape({
      spread: LineShape,
      /** The pool's line that the admin saw, null for none: nothing is written if it has changed. */
      seen: shape({ spread: Type.Union([Type.Number(), Type.Null()]) }),
      reason: Type.String({ maxLength: MAX_LINE_REASON }),
    }),
    reply: Done,
    errors: [
      'pool_not_found',
      'game_not_found',
      'line_moves',
      'line_not_frozen',
      'line_reason_missing',
      'changed_meanwhile',
    ],
  },
});
