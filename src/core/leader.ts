import type { Halves } from './scoring.ts';
import { formatPoints, halvesOfPoints } from './scoring.ts';
import type { Toast } from './toast.ts';
import { LEADER_TOAST_MS, OWN_LEADER_TOAST_MS, TIE_TOAST_MS } from './toast.ts';

/** After a game of the active week turns Final, scores are read again this much later (section 9). */
export const LEADER_RECHECK_MS = 2000;
/** How long the celebration fills the screen (section 9). */
export const CELEBRATION_MS = 4000;
/** How long the celebration fades, after its time (section 9). */
export const CELEBRATION_FADE_MS = 1000;
/** What the celebration reads (section 2, Layout). */
export const CELEBRATION_TEXT = "YOU'RE THE LEADER!";
/** The title of the tie toast (section 4). */
const TIE_TITLE = 'Week Leader Update!';
/** The title of the leader toast. */
const LEADER_TITLE = 'New Week Leader!';
/** The test page's simulated leader is this many points ahead (section 9). */
export const SIMULATED_LEAD = 10;

/** The top of a week: the best score and who has it, by user id. Nobody while there is no score above 0. */
export interface WeekTop {
  readonly halves: Halves;
  readonly userIds: readonly string[];
}

/** The top of a week in which nobody has scored. */
export const NOBODY: WeekTop = { halves: 0, userIds: [] };

/** What a change at the top calls for. */
export type LeaderChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'single'; readonly userId: string; readonly halves: Halves }
  | { readonly kind: 'tie'; readonly userIds: readonly string[]; readonly halves: Halves };

/** A notice, with what goes with it for the person who sees it (section 4). */
export interface LeaderNotice {
  readonly toast: Toast;
  /** The celebration fills the screen. */
  readonly celebrate: boolean;
  readonly sound: 'celebration' | 'tie' | null;
}

/** The top of a week's scores. */
export function weekTop(scores: readonly { readonly id: string; readonly score: Halves }[]): WeekTop {
  const halves = scores.reduce((top, each) => Math.max(top, each.score), 0);
  if (halves === 0) return NOBODY;
  return { halves, userIds: scores.filter((each) => each.score === halves).map((each) => each.id) };
}

/**
 * Compares the top of the active week before and after a game turned Final: there is a notice when the top score is
 * higher than before or the people at the top changed (section 4).
 */
export function leaderChange(before: WeekTop, after: WeekTop): LeaderChange {
  const [userId] = after.userIds;
  const unchanged = after.halves <= before.halves && samePeople(before.userIds, after.userIds);
  if (userId === undefined || unchanged) return { kind: 'none' };
  if (after.userIds.length === 1) return { kind: 'single', userId, halves: after.halves };
  return { kind: 'tie', userIds: after.userIds, halves: after.halves };
}

/** '{n} people tied at {score}' (section 4). */
function tieMessage(people: number, halves: Halves): string {
  return `${people} people tied at ${formatPoints(halves)}`;
}

/** The notice of a change as the current user gets it; null for none. The leader's name is the one to show. */
export function leaderNotice(change: LeaderChange, currentUserId: string, leaderName: string): LeaderNotice | null {
  if (change.kind === 'none') return null;
  if (change.kind === 'tie') return tieNotice(change.userIds.length, change.halves);
  return singleNotice(change.userId === currentUserId, leaderName, change.halves);
}

/** The top as it would be if one person went ahead: what the test page simulates (section 9). */
export function simulatedTop(top: WeekTop, userId: string): WeekTop {
  return { halves: top.halves + halvesOfPoints(SIMULATED_LEAD), userIds: [userId] };
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

function samePeople(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  return known.size === after.length && after.every((userId) => known.has(userId));
}
