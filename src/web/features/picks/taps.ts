import type { TeamChoice } from '#core/formats/survivor.ts';
import type { Side } from '#core/types.ts';
import type { ShownPick } from '#web/parts/picks/pick-context.tsx';

/** Whether a tap on a side is a pick: of another side, or of the one that somebody entered for the player, which becomes their own. */
export function isNewSide(pick: Pick<ShownPick, 'side' | 'bus'> | undefined, side: Side): boolean {
  return pick?.side !== side || pick.bus;
}

/** What a tap on a team enters: null takes the player's own back, one that somebody entered for them becomes their own. */
export function tappedTeam(
  team: TeamChoice,
  { isChosen, bus }: { readonly isChosen: boolean; readonly bus: string | undefined },
): TeamChoice | null {
  return isChosen && bus === undefined ? null : team;
}
