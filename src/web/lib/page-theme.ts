import type { Theme } from '#core/appearance.ts';
import { startingTheme, THEME_KEY } from '#core/appearance.ts';
import { remembered } from './storage.ts';

/** The theme the page starts with (section 4). */
export function firstTheme(): Theme {
  return startingTheme(remembered(THEME_KEY), matchMedia('(prefers-color-scheme: dark)').matches);
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function shownTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}
