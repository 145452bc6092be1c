import type { OwnRefusal } from '#core/judge.ts';
import type { Deps } from '#server/deps.ts';
import type { OwnWrite } from '#server/picks/facts-reads.ts';
import type { PickOutcome } from '#server/picks/store.ts';

/** Stores a wish of a user for one of their own entries, and updates the pages that show it. */
export async function saveOwnPick(
  deps: Pick<Deps, 'picks' | 'live' | 'metrics'>,
  write: OwnWrite,
): Promise<PickOutcome<OwnRefusal>> {
  const { poolId, wish, actor } = write;
  const outcome = await deps.picks.add(write);
  deps.metrics.pickEntered(outcome);
  if (outcome.saved && outcome.changed) {
    const [{ userId }, { weekId }] = [actor, outcome];
    // An order leaves what is locked where it stands; a team decides who is out.
    deps.live.changed(
      wish.kind === 'team' ? { kind: 'entries', poolId, userId } : { kind: 'picks', poolId, weekId, userId },
    );
  }
  return outcome;
}
