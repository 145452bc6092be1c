/** The reactions to a message of the talk, in the order in which they are shown, with the name that screen readers say. */
export const reactions = {
  agree: { emoji: '👍', name: 'Thumbs up' },
  laugh: { emoji: '😂', name: 'Laughing' },
  fire: { emoji: '🔥', name: 'On fire' },
  wow: { emoji: '😮', name: 'Surprised' },
  sad: { emoji: '😢', name: 'Sad' },
} as const;

export type ReactionKind = keyof typeof reactions;

export const reactionKinds = Object.keys(reactions) as ReactionKind[];

/** The reactions of some people as a message shows them: each kind that somebody has, with them in the order in which they reacted. */
export function reactionCounts(
  given: readonly { readonly kind: ReactionKind; readonly userId: string }[],
): { kind: ReactionKind; by: string[] }[] {
  return reactionKinds.flatMap((kind) => {
    const by = given.filter((each) => each.kind === kind).map(({ userId }) => userId);
    return by.length > 0 ? [{ kind, by }] : [];
  });
}

/** What a screen reader says of a reaction below a message. */
export function reactionText(kind: ReactionKind, count: number): string {
  return `${reactions[kind].name}: ${count} ${count === 1 ? 'person' : 'people'}`;
}
