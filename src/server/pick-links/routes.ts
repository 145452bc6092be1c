import { errors } from '#contract/errors.ts';
import type { LinkWish, pickLinks as table } from '#contract/pick-links.ts';
import type { OwnRefusal } from '#core/judge.ts';
import { slotKey } from '#core/pick.ts';
import { weekOf } from '#core/slots.ts';
import { MINUTE_MS } from '#core/time.ts';
import { weekName } from '#core/weeks.ts';
import type { Deps } from '#server/deps.ts';
import { saveOwnPick } from '#server/entering/own-pick-store.ts';
import { entriesOfOwner } from '#server/entries/reads.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { networkOf, tooMany } from '#server/platform/http/limits.ts';
import type { PickLink } from '#server/users/pick-link-store.ts';
import { findPickLink } from '#server/users/pick-link-store.ts';
import type { LinkedWeek } from './reads.ts';
import { linkedWeek, readLink } from './reads.ts';

export const pickLinks: Pick<Handlers, keyof typeof table> = {
  'POST /api/pick-link': async ({ deps, body, client }) => {
    const wait = await deps.accounts.limits.take([['pick link from', client.address]]);
    if (wait > 0) return tooMany(wait);
    const opened = await openLink(deps, body.token);
    if (opened === null) return fail('link_expired');
    return readLink(deps.store.db, opened.link, opened.linked, deps.clock.now());
  },

  'POST /api/pick-link/picks': async ({ deps, body, client }) => {
    const { entryId, picks } = body;
    const wait = await deps.accounts.limits.take([['pick link from', client.address]]);
    if (wait > 0) return tooMany(wait);
    const opened = await openLink(deps, body.token);
    if (opened === null) return fail('link_expired');
    if (new Set(picks.map(slotKey)).size < picks.length) return invalid('picks', 'Enter one pick for each slot.');
    const { link } = opened;
    const own = await entriesOfOwner(deps.store.db, link.poolId, link.userId);
    if (!own.some(({ id }) => id === entryId)) return fail('entry_not_found');
    const replies = await Promise.all(picks.map((wish) => fillIn(deps, opened, entryId, wish)));
    const count = replies.filter(({ saved }) => saved).length;
    if (count > 0) noteUse(deps, opened, count, networkOf(client.address));
    const now = deps.clock.now();
    const after = await linkedWeek(deps.store.db, link, now);
    return { picks: replies, link: after && (await readLink(deps.store.db, link, after, now)) };
  },
};

interface OpenedLink {
  readonly link: PickLink;
  readonly linked: LinkedWeek;
}

/** The link of a token with its week; null if it has ended. */
async function openLink({ store, clock }: Deps, token: string): Promise<OpenedLink | null> {
  const now = clock.now();
  const link = await findPickLink(store.db, token, now);
  const linked = link && (await linkedWeek(store.db, link, now));
  return linked && { link, linked };
}

/** Fills in a slot of the link's week. What is stored stays, and the answer does not reveal it. */
async function fillIn(deps: Deps, { link, linked }: OpenedLink, entryId: string, wish: LinkWish) {
  const { poolId, userId, weekId } = link;
  const isPlayed = (gid: string) => linked.week.games.some((game) => game.gid === gid);
  if (weekOf(wish, (gid) => (isPlayed(gid) ? weekId : undefined)) !== weekId) return refused('not_by_link');
  const actor = { by: 'self', userId, hasPickLink: true } as const;
  const outcome = await saveOwnPick(deps, { poolId, entryId, actor, wish, basedOn: null });
  return outcome.saved ? { saved: true as const } : refused(outcome.refusal);
}

function refused(code: OwnRefusal) {
  return { saved: false as const, code, message: errors[code].text };
}

/** Logs a use of a link, and notifies its owner on every channel, once a minute: whoever used it may not be the owner. */
function noteUse(deps: Deps, { link, linked: { pool } }: OpenedLink, count: number, network: string): void {
  const { accountId, userId, tokenHash, weekId } = link;
  const picks = count === 1 ? '1 pick' : `${count} picks`;
  deps.accounts.security.note({ event: 'pick-link-used', accountId, network, detail: picks });
  const text = `${picks} for ${weekName(weekId)} ${count === 1 ? 'was' : 'were'} filled in with the link in your reminder. Not you? Change your password, which ends the link.`;
  const news = {
    kind: 'announcement',
    poolId: pool.id,
    poolName: pool.name,
    text,
    isByUs: true,
    path: '/profile/security',
  } as const;
  const key = `pick link ${tokenHash} ${Math.floor(Date.now() / MINUTE_MS)}`;
  const about = { kind: 'announcement', key, consent: 'always', site: deps.settings.publicUrl.origin } as const;
  deps.afterCommit.follow(() => deps.notify.notifier.notify({ ...about, to: new Map([[userId, news]]) }));
}
