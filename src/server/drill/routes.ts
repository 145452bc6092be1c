import type { drill as table } from '#contract/drill.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';

export const drill: Pick<Handlers, keyof typeof table> = {
  'GET /api/admin/drill': ({ deps }) => deps.drill.state(),

  'POST /api/admin/drill': async ({ deps }) => {
    const refusal = await deps.drill.begin();
    return refusal === null ? { ok: true } : fail(refusal);
  },
};
