import type { TeamChoice } from '#core/formats/survivor/survivor.ts';
import type { Side } from '#core/types.ts';
import type { OwnPick } from '#web/parts/picks/pick-context.tsx';

/** Whether a tap on a side is a pick: of another side, or of the side that an admin entered, which then becomes the player's own. */
export function isNewSide(pick: Pick<OwnPick, 'side' | 'bus'> | undefined, side: Side): boolean {
  return pick?.side !== side || pick.bus;
}

/** The team that a tap enters. A tap on the player's own team clears it; a team that an admin entered becomes the player's own. */
export function tappedTeam(
  team: TeamChoice,
  { isChosen, bus }: { readonly isChosen: boolean; readonly bus: string | undefined },
): TeamChoice | null {
  return isChosen && bus === undefined ? null : team;
}
