/** Own picks in a test, made and read as the web app does. */
import type { OwnEntry } from '#contract/entries.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { ownEntries } from '#contract/live.ts';
import type { EnteredReply, EntrySlot, OwnSlot, PickedReply, Wish } from '#contract/picks.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
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

/** A pick, guess, order or team in short, of the first week by default. */
export type Chosen = { readonly basedOn?: number | undefined } & (
  | { readonly gid: string; readonly side: Side | null; readonly best?: boolean | undefined }
  | { readonly gid: string; readonly total: number | null; readonly weekId?: string }
  | { readonly order: readonly string[]; readonly weekId?: string }
  | { readonly gid: string; readonly team: string; readonly weekId?: string; readonly second?: true | undefined }
  | { readonly team: null; readonly weekId?: string; readonly second?: true | undefined }
);

export interface Picked extends Pick<Reply<'PUT /api/entries/:entryId/picks'>, 'status' | 'headers' | 'text'> {
  /** The code of a failed call, or of the first choice that was refused; null if everything is stored. */
  readonly code: ErrorCode | null;
  /** The answer to each choice; none if the call failed. */
  readonly each: readonly PickedReply[];
  /** @returns what is stored of the first choice @throws if any was refused */
  ok(): OwnSlot;
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
  const input = { as, params: { entryId }, body: { picks: choices.map(wish) } };
  const reply = await call('PUT /api/entries/:entryId/picks', input);
  const { status, headers, text } = reply;
  const each = reply.code === null ? (reply.ok().picks as PickedReply[]) : [];
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

/** What a commissioner is answered. */
export interface Entered {
  /** The code of a failed call, or of the first pick that was refused; null if everything is stored. */
  readonly code: ErrorCode | null;
  /** @returns the slot of the first pick as they may see it @throws if any was refused */
  ok(): EntrySlot;
}

/** Enters picks for an entry, as a commissioner or an admin. */
export async function enter(
  { call }: Pick<TestApp, 'call'>,
  as: Pick<Picker, 'cookie'> | undefined,
  entryId: string,
  chosen: Chosen | readonly Chosen[],
  reason = 'phoned in',
): Promise<Entered> {
  const picks = (Array.isArray(chosen) ? (chosen as readonly Chosen[]) : [chosen as Chosen]).map(wish);
  const reply = await call('PUT /api/entries/:entryId/picks', { as, params: { entryId }, body: { picks, reason } });
  const each = reply.code === null ? (reply.ok().picks as EnteredReply[]) : [];
  const refused = each.find(({ saved }) => !saved);
  const code = refused && !refused.saved ? refused.code : reply.code;
  return {
    code,
    ok() {
      const [first] = each;
      if (code !== null || !first?.saved) throw new Error(`A pick was answered ${reply.status}: ${reply.text}`);
      return first.pick;
    },
  };
}

/** A user's first entry in a pool, which may have been linked to them; an unknown one if they have none. */
async function firstEntry({ db }: Store, poolId: string, userId: string): Promise<string> {
  const [first] = await entriesOfOwner(db, poolId, userId);
  return first?.id ?? entryIdOf(poolId, userId);
}

/** What is chosen as a wish, as calls have it. */
export function wish({ basedOn, ...chosen }: Chosen): Wish {
  const based = basedOn === undefined ? {} : { basedOn };
  if ('side' in chosen) {
    const { gid, side, best } = chosen;
    return { kind: 'pick', about: gid, value: side && { side, ...(best !== undefined && { best }) }, ...based };
  }
  const { weekId = WEEK_1 } = chosen;
  if ('total' in chosen)
    return { kind: 'guess', about: weekId, value: { gid: chosen.gid, total: chosen.total }, ...based };
  if ('order' in chosen) return { kind: 'order', about: weekId, value: { order: chosen.order }, ...based };
  const value = chosen.team === null ? null : { gid: chosen.gid, team: chosen.team };
  return { kind: 'team', about: teamSlot(weekId, chosen.second), value, ...based };
}

/** Everything that the caller's first entry in a pool has, as its owner sees it. */
export async function ownEntry({ call }: Pick<TestApp, 'call'>, as: Picker, poolId: string): Promise<OwnEntry> {
  const reply = (await call('GET /api/pools/:poolId/picks', { as, params: { poolId } })).ok();
  const [first] = ownEntries(reply);
  if (first === undefined) throw new Error('They have no entry in the pool.');
  return first;
}

/** An order or a team of a week, as tests name it. */
export type WeekChoice = { readonly order: readonly string[] } | { readonly gid: string; readonly team: string };

/** The pick of a game in short. */
export function shortPick({ value, revision }: OwnSlot): { side: Side | null; revision: number; best?: true } {
  const pick = value !== null && 'side' in value ? value : null;
  return { side: pick?.side ?? null, revision, ...(pick?.best && { best: pick.best }) };
}

/** The picks of games of an entry in short, by gid. */
export function shortPicks({ picks }: Pick<OwnEntry, 'picks'>): Record<string, ReturnType<typeof shortPick>> {
  const ofGames = Object.values(picks).filter(({ kind }) => kind === 'pick');
  return Object.fromEntries(ofGames.map((pick) => [pick.about, shortPick(pick)]));
}
