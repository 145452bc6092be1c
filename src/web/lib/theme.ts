import { useSyncExternalStore } from 'react';
import type { Theme } from '#core/appearance.ts';
import { otherTheme, THEME_KEY } from '#core/appearance.ts';
import { shownTheme, showTheme } from './page-theme.ts';
import { remember } from './storage.ts';

const listeners = new Set<() => void>();

/** The theme on the page, and the switch to the other one. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  return { theme: useSyncExternalStore(subscribe, shownTheme), toggle };
}

function toggle(): void {
  const theme = otherTheme(shownTheme());
  showTheme(theme);
  remember(THEME_KEY, theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
