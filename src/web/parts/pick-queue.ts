import type { Side } from '#core/types.ts';
import { sides } from '#core/types.ts';

/** A side, or null to take the pick back. */
export type Wish = Side | null;

/** What a person wants of one game and the server has not confirmed yet. It is kept on the device until it has. */
export interface QueuedPick {
  /** The last tap. */
  readonly side: Wish;
  /** The revision of the stored pick that the taps follow. */
  readonly basedOn: number;
  /** What was sent and never answered: it may be stored. */
  readonly unsure?: Wish;
  /** A try failed, so that something newer may have been stored since: then that stays (decisions, Picks). */
  readonly late: boolean;
}

export function tapped(queued: QueuedPick | undefined, side: Wish, revision: number): QueuedPick {
  return queued === undefined ? { side, basedOn: revision, late: false } : { ...queued, side };
}

/** What to send next. What may be stored already goes first, so that the last tap is never held for older than that. */
export function nextSend({ side, unsure }: QueuedPick): Wish {
  return unsure === undefined ? side : unsure;
}

export function onItsWay(queued: QueuedPick): QueuedPick {
  return { ...queued, unsure: nextSend(queued) };
}

/** After an answer; null when nothing is left to say. */
export function confirmed(queued: QueuedPick, sent: Wish, revision: number): QueuedPick | null {
  return queued.side === sent ? null : { ...settled(queued), basedOn: revision };
}

/** After a refusal; null where the last tap was refused, else that one is still to be sent. */
export function refused(queued: QueuedPick, sent: Wish): QueuedPick | null {
  return queued.side === sent ? null : settled(queued);
}

/** After a try without an answer. */
export function unanswered(queued: QueuedPick): QueuedPick {
  return { ...queued, late: true };
}

/** After a try that the server put off: it is not stored. What the try before left in doubt still is. */
export function postponed(queued: QueuedPick, before: QueuedPick): QueuedPick {
  const { side, basedOn } = queued;
  return { side, basedOn, late: true, ...(before.unsure === undefined ? {} : { unsure: before.unsure }) };
}

/** Something newer is stored than a tap knew of that was made on a good line: the tap follows that one now. */
export function rebased(queued: QueuedPick, revision: number): QueuedPick {
  return { ...settled(queued), basedOn: revision };
}

/** Reads what an earlier page kept; null for anything else. What it had on its way was not answered. */
export function readQueued(text: string | null): QueuedPick | null {
  const kept = parsed(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const { side, basedOn, unsure } = kept as Record<string, unknown>;
  if (!isWish(side) || !isRevision(basedOn)) return null;
  return { side, basedOn, late: true, ...(isWish(unsure) ? { unsure } : {}) };
}

function settled({ side, basedOn, late }: QueuedPick): QueuedPick {
  return { side, basedOn, late };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function isWish(value: unknown): value is Wish {
  return value === null || sides.some((side) => side === value);
}

function isRevision(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
