/** What players enter: the browser queues it, the judge judges it and the store stores it. */
import type { Order } from './formats/confidence/confidence.ts';
import type { TeamChoice } from './formats/survivor/survivor.ts';
import { teamSlot } from './formats/survivor/survivor.ts';
import type { Side } from './types.ts';

/**
 * What a player enters: the side of a game, the total points of a week's tiebreak game, the order of a week's games, or the team of a week.
 * Null takes it back.
 */
export type Choice =
  | {
      readonly kind: 'pick';
      readonly gid: string;
      readonly side: Side | null;
      /** Whether it is marked as a best bet; undefined leaves the mark unchanged. */
      readonly best?: boolean | undefined;
    }
  | {
      readonly kind: 'guess';
      readonly weekId: string;
      /** The game that is guessed. Another game may have become the tiebreak since. */
      readonly gid: string;
      readonly total: number | null;
    }
  | { readonly kind: 'order'; readonly weekId: string; readonly order: Order }
  | {
      readonly kind: 'team';
      readonly weekId: string;
      readonly team: TeamChoice | null;
      /** Whether it is the second team of the week. */
      readonly second?: true | undefined;
    };

/**
 * What a choice is about: the gid of a pick, the week of a guess or an order, or the slot of a team. It replaces an earlier choice of the
 * same kind about the same thing.
 */
export function aboutOf(choice: Choice): string {
  if (choice.kind === 'team') return teamSlot(choice.weekId, choice.second);
  return choice.kind === 'pick' ? choice.gid : choice.weekId;
}

/** The kind of a choice: the tag of the union. */
export type ChoiceKind = Choice['kind'];
/** The choices of one kind. */
export type ChoiceOf<K extends ChoiceKind> = Extract<Choice, { readonly kind: K }>;

/** Whether a choice is of this kind; null and undefined are not. */
export function isOfKind<K extends ChoiceKind>(kind: K, choice: Choice | null | undefined): choice is ChoiceOf<K> {
  return choice?.kind === kind;
}

/** Whether two choices ask for the same thing. A pick that leaves its mark unchanged differs from one that asks for no mark. */
export function isSameChoice(a: Choice, b: Choice): boolean {
  switch (a.kind) {
    case 'pick':
      return b.kind === 'pick' && a.gid === b.gid && a.side === b.side && a.best === b.best;
    case 'guess':
      return b.kind === 'guess' && a.weekId === b.weekId && a.gid === b.gid && a.total === b.total;
    case 'order':
      return b.kind === 'order' && a.weekId === b.weekId && a.order.join(' ') === b.order.join(' ');
    case 'team':
      return (
        b.kind === 'team' && aboutOf(a) === aboutOf(b) && a.team?.gid === b.team?.gid && a.team?.team === b.team?.team
      );
  }
}
