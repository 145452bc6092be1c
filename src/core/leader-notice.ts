import type { LeaderChange } from './leader.ts';
import type { Halves } from './scoring.ts';
import { formatPoints } from './scoring.ts';
import type { Toast } from './toast.ts';
import { LEADER_TOAST_MS, OWN_LEADER_TOAST_MS, TIE_TOAST_MS } from './toast.ts';

/** How long the celebration fills the screen, in ms (section 9). */
export const CELEBRATION_MS = 4000;
/** How long the celebration then fades, in ms (section 9). */
export const CELEBRATION_FADE_MS = 1000;
/** The text of the celebration (section 2, Layout). */
export const CELEBRATION_TEXT = "YOU'RE THE LEADER!";
/** The title of the tie toast (section 4). */
const TIE_TITLE = 'Week Leader Update!';
/** The title of the leader toast. */
const LEADER_TITLE = 'New Week Leader!';
/** A notice with its effects for the person who sees it (section 4). */
export interface LeaderNotice {
  readonly toast: Toast;
  /** Whether the celebration fills the screen. */
  readonly celebrate: boolean;
  readonly sound: 'celebration' | 'tie' | null;
}

/** '{n} people tied at {score}' (section 4). */
function tieMessage(people: number, halves: Halves): string {
  return `${people} people tied at ${formatPoints(halves)}`;
}

/** The notice of a change for the current user; null if there is none. The leader's name is the one to show. */
export function leaderNotice(change: LeaderChange, currentUserId: string, leaderName: string): LeaderNotice | null {
  if (change.kind === 'none') return null;
  if (change.kind === 'tie') return tieNotice(change.ownerIds.length, change.halves);
  return singleNotice(change.ownerId === currentUserId, leaderName, change.halves);
}

function tieNotice(people: number, halves: Halves): LeaderNotice {
  const toast: Toast = {
    type: 'tie',
    title: TIE_TITLE,
    message: tieMessage(people, halves),
    durationMs: TIE_TOAST_MS,
    showFireworks: false,
  };
  return { toast, celebrate: false, sound: 'tie' };
}

function singleNotice(own: boolean, name: string, halves: Halves): LeaderNotice {
  const score = formatPoints(halves);
  const toast: Toast = {
    type: 'leader',
    title: LEADER_TITLE,
    message: own ? `You lead the week with ${score}` : `${name} leads the week with ${score}`,
    durationMs: own ? OWN_LEADER_TOAST_MS : LEADER_TOAST_MS,
    showFireworks: own,
  };
  return { toast, celebrate: own, sound: own ? 'celebration' : null };
}
