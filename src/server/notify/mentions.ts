import type { Message } from '#contract/talk.ts';
import { distinctNames } from '#core/standings.ts';
import { mentionedIn } from '#core/talk.ts';
import type { Deps } from '../deps.ts';
import { membersOfPool } from '../store/members.ts';
import { findPool } from '../store/pools.ts';

/** Tells the people mentioned in a new message of a pool's talk. An edit of the message tells nobody. */
export async function tellMentioned(
  { store, notifier }: Pick<Deps, 'store' | 'notifier'>,
  poolId: string,
  { id, by, text }: Message,
  site: string,
): Promise<void> {
  if (by === null || !text?.includes('@')) return;
  const names = distinctNames(await membersOfPool(store.db, poolId));
  const people = [...names].map(([userId, name]) => ({ id: userId, name }));
  const poolName = (await findPool(store.db, poolId))?.name ?? '';
  const news = { kind: 'mention', poolId, poolName, by: by.name, text } as const;
  const to = new Map(mentionedIn(text, people, by.id).map((userId) => [userId, news]));
  await notifier.tell({ kind: 'mention', key: String(id), authorId: by.id, site, to });
}
