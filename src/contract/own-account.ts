import { Type } from 'typebox';
import { Proof, proofErrors } from './proof.ts';
import { routes } from './route.ts';
import { Done, shape } from './shapes.ts';

/** What somebody sends to confirm that their account is closed. */
export const CLOSE_WORD = 'close';

export const ownAccount = routes({
  'GET /api/profile/data': {
    summary: "Download everything the league knows about the caller, as JSON: nobody else's data, and no secrets",
    access: 'account',
    isCostly: true,
    reply: Type.String(),
    errors: [],
  },
  'POST /api/profile/close': {
    summary: "Close the caller's account for good; their entries stay in the standings as 'Former player'",
    access: 'account',
    body: shape({ confirm: Type.Literal(CLOSE_WORD), ...Proof }),
    reply: Done,
    errors: ['last_admin', 'last_commissioner', ...proofErrors],
  },
});
