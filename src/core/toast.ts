/** The kinds of toast (section 3). */
export const toastTypes = ['leader', 'tie', 'success', 'error', 'default'] as const;
/** One of the kinds of toast. */
export type ToastType = (typeof toastTypes)[number];

/** How long toasts stay, in milliseconds (section 9). */
export const TOAST_MS = 5000;
/** How long a toast takes to leave, in ms. */
export const TOAST_EXIT_MS = 300;
/** How long the toast of tied leaders stays, in ms. */
export const TIE_TOAST_MS = 6000;
/** How long the leader toast stays for other people, in ms. */
export const LEADER_TOAST_MS = 6000;
/** How long the leader toast stays for the leader, in ms. */
export const OWN_LEADER_TOAST_MS = 8000;
/** How long 'Pool duplicated successfully!' and 'Pool deleted successfully!' stay, in ms (section 2). */
export const POOL_TOAST_MS = 3000;

/** A toast (section 3); it gets its id when it is shown. */
export interface Toast {
  readonly type: ToastType;
  readonly title: string;
  readonly message: string;
  readonly durationMs: number;
  readonly showFireworks: boolean;
}
