import type { security as routes, SecurityEntry } from '#contract/security.ts';
import { eventText } from '#core/security-events.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import type { LoggedEvent } from '../store/security-log.ts';
import { readSecurityLog } from '../store/security-log.ts';
import { named, nextPage, pageOf } from './log-page.ts';

export const security: Pick<Handlers, keyof typeof routes> = {
  'GET /api/admin/security-log': async ({ deps, query }) => {
    await writeNoted(deps);
    const page = pageOf(query);
    const events = await readSecurityLog(deps.store.db, query.userId, page);
    return { entries: events.map(entryOf), next: nextPage(page, events) };
  },
};

/** Writes what is noted so far, so that it can be read. What was written before is read also while the database cannot be written. */
async function writeNoted({ security, storage }: Deps): Promise<void> {
  try {
    await security.flush();
  } catch (error) {
    if (storage.note(error) === null) throw error;
  }
}

function entryOf(logged: LoggedEvent): SecurityEntry {
  const { id, at, event, accountId, userId, userName, actorId, actorName, network, detail, times } = logged;
  const person = named(userId ?? accountId, userName);
  return { id, at, event, words: eventText(event), person, actor: named(actorId, actorName), network, detail, times };
}
