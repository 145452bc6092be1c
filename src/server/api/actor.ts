import type { Caller } from '#server/http/call.ts';
import type { Actor } from '#server/store/audit.ts';
import type { Deps } from '../deps.ts';

/** Who acts, on the league's clock. */
export function actorOf({ clock }: Deps, { user }: Caller): Actor {
  return { adminId: user.id, now: clock.now() };
}
