/**
 * A pick in its three forms: stored (`SlotPick`), asked for (`SlotWish`), and as others see it (`ShownPick`). A slot is what one pick of an
 * entry is about; `slots.ts` says what each kind of slot means.
 */
import type { Order } from './formats/confidence/confidence.ts';
import type { TeamChoice } from './formats/survivor/survivor.ts';
import type { Side } from './types.ts';

/** The side of a game. */
export interface PickValue {
  readonly side: Side;
  /** Present only if the pick is marked as a best bet. */
  readonly best?: true;
  /** Present only if the owner made no pick, and their default counts. */
  readonly auto?: true;
}

/**
 * The guess of a week. `total` is null if the guess was taken back; `cleared` is set if that was because another game became the tiebreak.
 */
export interface GuessValue {
  readonly gid: string;
  readonly total: number | null;
  readonly cleared?: true;
}

/** The order of a week's games. */
export interface OrderValue {
  readonly order: Order;
}

/** The values of each kind of slot. */
export interface SlotValues {
  readonly pick: PickValue;
  readonly guess: GuessValue;
  readonly order: OrderValue;
  readonly team: TeamChoice;
}

/** The kinds of slots: the side of a game, the total points of a week's tiebreak game, the order of a week's games, and a team of a week. */
export type SlotKind = keyof SlotValues;

/** What a pick of an entry is about: a game (its gid), a week, or a team's place in a week (`TeamSlot`). */
export type Slot<K extends SlotKind = SlotKind> = {
  readonly [N in K]: { readonly kind: N; readonly about: string };
}[K];

/** The values that can be asked for. Null takes a side or a team back; a guess names its game even then, and an order is only replaced. */
interface WishValues {
  readonly pick: {
    readonly side: Side;
    /** Whether it is marked as a best bet; undefined leaves the mark unchanged. */
    readonly best?: boolean | undefined;
  } | null;
  readonly guess: Pick<GuessValue, 'gid' | 'total'>;
  readonly order: OrderValue;
  readonly team: Pick<TeamChoice, 'gid' | 'team'> | null;
}

/** What somebody asks to store in a slot. It replaces what was asked for the same slot before. */
export type SlotWish<K extends SlotKind = SlotKind> = {
  readonly [N in K]: Slot<N> & { readonly value: WishValues[N] };
}[K];

/** What is stored in a slot of an entry; the value is null if it was taken back. */
export type SlotPick<K extends SlotKind = SlotKind> = {
  readonly [N in K]: Slot<N> & {
    readonly value: SlotValues[N] | null;
    /** The number of changes so far, from 1. */
    readonly revision: number;
  };
}[K];

/** What others see of a slot. Until it opens it has no value, and at no time a revision. Only `reveal` in `slots.ts` makes it. */
export type ShownPick<K extends SlotKind = SlotKind> = {
  readonly [N in K]: Slot<N> & {
    readonly value: SlotValues[N] | null;
    /** Whether there is a value that is sealed. */
    readonly isSealed: boolean;
  };
}[K];

/** A value of any kind. */
export type SlotValue = SlotValues[SlotKind];

/** The key of a slot among those of an entry. */
export function slotKey({ kind, about }: Slot): string {
  return `${kind} ${about}`;
}

/** Whether two wishes ask for the same thing. A pick that leaves its mark unchanged differs from one that asks for no mark. */
export function isSameWish(a: SlotWish, b: SlotWish): boolean {
  return slotKey(a) === slotKey(b) && isSameValue(a.value, b.value);
}

/** Whether two values of one kind are the same, in every field. */
export function isSameValue(a: object | null, b: object | null): boolean {
  if (a === null || b === null) return a === b;
  const fields = { ...a, ...b };
  return Object.keys(fields).every((name) => String(Reflect.get(a, name)) === String(Reflect.get(b, name)));
}
