/** Own picks in a test, made and read as the web app does. */
import type { OwnEntry } from '#contract/entries.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { ownEntries } from '#contract/live.ts';
import type { OwnGuess, OwnPick, OwnWeekChoice, PickedReply, TaggedPick } from '#contract/picks.ts';
import type { Side } from '#core/types.ts';
import { entriesOfOwner } from '#server/entries/reads.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Reply, TestApp } from './app.ts';
import { WEEK_1 } from './builders.ts';
import { entryIdOf } from './entry-ids.ts';

/** A user who picks. */
export interface Picker {
  readonly userId: string;
  readonly cookie: string;
}

/** A pick, guess, order or team without its kind, of the first week by default. */
export type Chosen = { readonly basedOn?: number | undefined } & (
  | { readonly gid: string; readonly side: Side | null; readonly best?: boolean | undefined }
  | { readonly gid: string; readonly total: number | null; readonly weekId?: string }
  | { readonly order: readonly string[]; readonly weekId?: string }
  | { readonly gid: string; readonly team: string; readonly weekId?: string; readonly second?: true | undefined }
  | { readonly team: null; readonly weekId?: string; readonly second?: true | undefined }
);

/** A stored choice, with the fields of any kind. */
type Stored = Partial<OwnPick & OwnGuess & OwnWeekChoice> & { readonly revision: number };

export interface Picked extends Pick<Reply<'PUT /api/entries/:entryId/picks'>, 'status' | 'headers' | 'text'> {
  /** The code of a failed call, or of the first choice that was refused; null if everything is stored. */
  readonly code: ErrorCode | null;
  /** The answer to each choice; none if the call failed. */
  readonly each: readonly PickedReply[];
  /** @returns what is stored of the first choice @throws if any was refused */
  ok(): Stored;
}

/**
 * Picks for the caller's first entry in a pool, or for an entry.
 * @param as signed out if undefined
 */
export async function pick(
  { call, store }: Pick<TestApp, 'call' | 'store'>,
  as: Picker | undefined,
  where: string | { readonly entryId: string },
  ...choices: readonly Chosen[]
): Promise<Picked> {
  const entryId = typeof where === 'string' ? await firstEntry(store, where, as?.userId ?? 'nobody') : where.entryId;
  const input = { as, params: { entryId }, body: { picks: choices.map(tagged) } };
  const reply = await call('PUT /api/entries/:entryId/picks', input);
  const { status, headers, text } = reply;
  const each = reply.code === null ? reply.ok().picks : [];
  const refused = each.find(({ saved }) => !saved);
  const code = refused && !refused.saved ? refused.code : reply.code;
  return {
    status,
    headers,
    text,
    code,
    each,
    ok() {
      const [first] = each;
      if (code !== null || !first?.saved) throw new Error(`A pick was answered ${status}: ${text}`);
      return first.pick;
    },
  };
}

/** A user's first entry in a pool, which may have been linked to them; an unknown one if they have none. */
async function firstEntry({ db }: Store, poolId: string, userId: string): Promise<string> {
  const [first] = await entriesOfOwner(db, poolId, userId);
  return first?.id ?? entryIdOf(poolId, userId);
}

/** A choice with its kind, as calls have it. */
export function tagged({ basedOn, ...choice }: Chosen): TaggedPick {
  if ('side' in choice) return { kind: 'pick', ...choice, basedOn };
  const { weekId = WEEK_1 } = choice;
  if ('total' in choice) return { kind: 'guess', weekId, gid: choice.gid, total: choice.total, basedOn };
  if ('order' in choice) return { kind: 'order', weekId, order: [...choice.order], basedOn };
  const team = choice.team === null ? null : { gid: choice.gid, team: choice.team };
  return { kind: 'team', weekId, team, second: choice.second, basedOn };
}

/** Everything that the caller's first entry in a pool has, as its owner sees it. */
export async function ownEntry({ call }: Pick<TestApp, 'call'>, as: Picker, poolId: string): Promise<OwnEntry> {
  const reply = (await call('GET /api/pools/:poolId/entries', { as, params: { poolId } })).ok();
  const [first] = ownEntries(reply);
  if (first === undefined) throw new Error('They have no entry in the pool.');
  return first;
}
